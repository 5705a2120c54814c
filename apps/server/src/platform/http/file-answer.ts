import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What the handler of a file route returns: the file's name, and its content in chunks of any size. */
export type FileAnswer = {
  readonly fileName: string;
  /** Default: CSV. */
  readonly contentType?: string;
  readonly rows: AsyncIterable<string | Buffer>;
  /**
   * Set for a file whose download continues when its page is left: browsers keep a download once they have
   * its head, so that is sent at once. The signal aborts it, even while the client reads nothing.
   */
  readonly outlivesPage?: AbortSignal;
};

/** Characters sent at a time, and buffered before the response begins. */
const PIECE_LENGTH = 64 * 1024;

/**
 * Streams the file no faster than the client reads it. The status is sent with the first chunk, so that an
 * early failure is still reported as a problem; a later one breaks the connection, so that no client takes
 * half a file for a whole.
 */
export async function sendFile(reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const { fileName, contentType = 'text/csv; charset=utf-8', rows, outlivesPage: signal } = file;
  const pieces = joinPieces(rows);
  const head = () => reply.type(contentType).header('content-disposition', attachment(fileName));
  if (signal) {
    reply.raw.once('pipe', () => reply.raw.flushHeaders());
    return head().send(Readable.from(pieces, { objectMode: false, signal }));
  }
  const first = await pieces.next();
  return head().send(Readable.from(continueWith(first, pieces), { objectMode: false }));
}

async function* joinPieces(rows: FileAnswer['rows']): AsyncGenerator<string | Buffer, void> {
  let piece = '';
  for await (const row of rows) {
    if (typeof row !== 'string') {
      yield row;
      continue;
    }
    piece += row;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

async function* continueWith(
  first: IteratorResult<string | Buffer, void>,
  rest: AsyncGenerator<string | Buffer, void>,
) {
  if (first.done) return;
  try {
    yield first.value;
    yield* rest;
  } finally {
    // Also if the client left before the rest was requested.
    await rest.return();
  }
}

/** RFC 6266: the name as is, and again for ASCII-only clients. */
function attachment(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.() -]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
