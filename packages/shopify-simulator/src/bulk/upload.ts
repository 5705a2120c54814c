import { createHash } from 'node:crypto';
import type { Exchange } from '../http/exchange.ts';
import { bucketLocation, type StagedUploads, type UploadRefusal } from './staged-uploads.ts';

/** A file of 100 MB is the largest that Shopify runs; a larger one must arrive to be refused. */
const MAX_UPLOAD_BYTES = 128 * 1024 * 1024;

export type UploadOutcome = { status: number; outcome: string; bytes: number };

/** Takes a file as the storage host does: by a signed form, never with other credentials. */
export function takeUpload(exchange: Exchange, uploads: StagedUploads, body: Buffer): UploadOutcome {
  const { authorization, 'x-shopify-access-token': token } = exchange.request.headers;
  const contentType = exchange.header('content-type') ?? '';
  const { method } = exchange.request;
  if (authorization !== undefined || token !== undefined) {
    return refuse(exchange, {
      status: 400,
      code: 'InvalidArgument',
      message: 'A signed upload takes no further credentials.',
    });
  }
  const form = method === 'POST' ? parseUploadForm(contentType, body) : null;
  if (form === null) {
    return refuse(exchange, {
      status: 400,
      code: 'InvalidArgument',
      message: 'The body is no multipart/form-data with a boundary.',
    });
  }
  const taken = uploads.post(form.fields, form.file);
  if ('code' in taken) return refuse(exchange, taken);
  const etag = `"${createHash('md5')
    .update(form.file ?? '')
    .digest('hex')}"`;
  const bytes = form.file?.length ?? 0;
  const { bucket, location } = bucketLocation(taken.key);
  const answer = `<?xml version='1.0' encoding='UTF-8'?><PostResponse><Location>http://${exchange.host}${location}</Location><Bucket>${bucket}</Bucket><Key>${taken.key}</Key><ETag>${etag}</ETag></PostResponse>`;
  exchange.send(201, answer, { 'content-type': 'application/xml; charset=UTF-8', etag });
  return { status: 201, outcome: 'ok', bytes };
}

export function readUpload(exchange: Exchange): Promise<Buffer> {
  return exchange.bytes(MAX_UPLOAD_BYTES);
}

function refuse(exchange: Exchange, { status, code, message }: UploadRefusal): UploadOutcome {
  exchange.xml(status, code, message);
  return { status, outcome: code, bytes: 0 };
}
type UploadForm = {
  /** Text fields before the file, in their order. */
  readonly fields: ReadonlyMap<string, string>;
  /** null: no field named `file`. */
  readonly file: Buffer | null;
};

/**
 * A multipart/form-data body as a storage host reads it: what follows the file is ignored. Null: no such
 * form.
 */
function parseUploadForm(contentType: string, body: Buffer): UploadForm | null {
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
