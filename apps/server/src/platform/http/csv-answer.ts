import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What the handler of a `text/csv` route answers: the file's name and its text, in pieces of any size. */
export type CsvFile = { readonly fileName: string; readonly rows: AsyncIterable<string> };

/** Characters sent at a time, and read before the answer begins. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Streams the file no faster than the client takes it. The status is sent with the first piece, so that an
 * early failure is still told as a problem; a later one breaks the connection, and no client takes half a
 * file for a whole.
 */
export async function sendCsv(reply: FastifyReply, { fileName, rows }: CsvFile): Promise<FastifyReply> {
  const pieces = joinPieces(rows);
  const first = await pieces.next();
  reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(fileName));
  return reply.send(Readable.from(continueWith(first, pieces), { objectMode: false }));
}

async function* joinPieces(rows: AsyncIterable<string>): AsyncGenerator<string, void> {
  let piece = '';
  for await (const row of rows) {
    piece += row;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

async function* continueWith(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>) {
  if (first.done) return;
  try {
    yield first.value;
    yield* rest;
  } finally {
    // Also when the client left before the rest was asked for.
    await rest.return();
  }
}

/** RFC 6266: the name as it is, and once more for clients that know ASCII alone. */
function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
