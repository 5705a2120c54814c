export type UploadForm = {
  /** Text fields before the file, in their order. */
  readonly fields: ReadonlyMap<string, string>;
  /** null: no field named `file`. */
  readonly file: Buffer | null;
};

/**
 * A multipart/form-data body as a storage host reads it: what follows the file is ignored. Null: no such
 * form.
 */
export function parseUploadForm(contentType: string, body: Buffer): UploadForm | null {
  const boundary = /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const name = boundary?.[1] ?? boundary?.[2];
  if (name === undefined) return null;
  const fields = new Map<string, string>();
  for (const part of partsOf(body, Buffer.from(`--${name}`))) {
    const field = /content-disposition:\s*form-data;.*?\bname="([^"]*)"/i.exec(part.head)?.[1];
    if (field === undefined) return null;
    if (field === 'file') return { fields, file: part.content };
    fields.set(field, part.content.toString('utf8'));
  }
  return { fields, file: null };
}

/** Boundary, CRLF, head, empty line, content, CRLF, boundary … */
function* partsOf(body: Buffer, delimiter: Buffer): Generator<{ head: string; content: Buffer }> {
  let start = body.indexOf(delimiter);
  while (start !== -1) {
    const headStart = start + delimiter.length + 2;
    const headEnd = body.indexOf('\r\n\r\n', headStart);
    const end = headEnd === -1 ? -1 : body.indexOf(delimiter, headEnd);
    if (end === -1) return;
    yield {
      head: body.subarray(headStart, headEnd).toString('utf8'),
      content: body.subarray(headEnd + 4, end - 2),
    };
    start = end;
  }
}
