/** Bytes: headings and the rows that are shown as samples fit in easily. */
const HEAD_BYTES = 256 * 1024;
const [QUOTE, LINE_FEED, RETURN] = [0x22, 0x0a, 0x0d];

/** The first whole lines of a text file; the file itself where it is short, or of Excel and so of use only as a whole. */
export async function headOfFile(file: Blob, bytes = HEAD_BYTES): Promise<Blob> {
  if (file.size <= bytes) return file;
  const head = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  const isZip = head[0] === 0x50 && head[1] === 0x4b;
  const end = isZip ? 0 : lastLineEnd(head);
  return end === 0 ? file : file.slice(0, end);
}

/** Behind the last line break that no quoted cell holds; 0 where there is none. */
function lastLineEnd(head: Uint8Array): number {
  // In little-endian UTF-16 a character ends with the byte after the one that tells it.
  const rest = head[0] === 0xff && head[1] === 0xfe ? 2 : 1;
  let isQuoted = false;
  let end = 0;
  for (const [at, byte] of head.entries()) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if ((byte === LINE_FEED || byte === RETURN) && !isQuoted) end = at + rest;
  }
  return end;
}
