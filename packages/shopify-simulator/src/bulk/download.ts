import type { ServerResponse } from 'node:http';
import type { Exchange } from '../exchange.ts';
import type { FaultAction } from '../faults.ts';
import { type ResultStorage, STORAGE_PATH, type StoredResult } from '../shop/result-storage.ts';

type Cut = Extract<FaultAction, { kind: 'cut' }>;
type DownloadOutcome = { status: number; outcome: string; bytes: number };

const READ_BYTES = 128 * 1024;

export function resultKey(exchange: Exchange): string {
  return exchange.url.pathname.slice(STORAGE_PATH.length);
}

/**
 * Serves a result like the storage host: signed, expiring, resumable with Range, and without the shop's
 * token.
 */
export async function serveDownload(
  exchange: Exchange,
  storage: ResultStorage,
  options: { expired: boolean; cut: Cut | null },
): Promise<DownloadOutcome> {
  const key = resultKey(exchange);
  const result = storage.find(key);
  const refuse = (status: number, code: string, message: string): DownloadOutcome => {
    exchange.xml(status, code, message);
    return { status, outcome: code, bytes: 0 };
  };
  if (result === null) return refuse(404, 'NoSuchKey', 'The specified key does not exist.');
  const { authorization, 'x-shopify-access-token': token } = exchange.request.headers;
  if (authorization !== undefined || token !== undefined) {
    return refuse(400, 'InvalidArgument', 'A signed address takes no further credentials.');
  }
  const signature = options.expired ? 'expired' : storage.check(key, exchange.url.searchParams);
  if (signature === 'expired') return refuse(400, 'ExpiredToken', 'The provided token has expired.');
  if (signature === 'forged')
    return refuse(403, 'SignatureDoesNotMatch', 'The signature does not match the request.');
  const { size } = result.file;
  const range = parseRange(exchange.header('range'), size);
  if (range === 'unsatisfiable') {
    return refuse(416, 'InvalidRange', 'The requested range cannot be satisfied.');
  }
  const { start, end } = range ?? { start: 0, end: size };
  const status = range === null ? 200 : 206;
  const isCleanCut = options.cut?.ending === 'clean';
  exchange.response.writeHead(status, {
    'content-type': 'application/jsonl',
    'content-disposition': exchange.url.searchParams.get('response-content-disposition') ?? 'attachment',
    'accept-ranges': 'bytes',
    etag: `"${key}"`,
    'x-goog-stored-content-length': String(size),
    // A Content-Length would reveal a clean cut: such a response looks complete.
    ...(isCleanCut ? {} : { 'content-length': String(end - start) }),
    ...(range === null ? {} : { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
  });
  const stop = options.cut === null ? end : Math.min(end, start + options.cut.afterBytes);
  const bytes = await copy(result, exchange, start, stop);
  if (options.cut !== null && !isCleanCut && stop < end) exchange.reset();
  else exchange.response.end();
  return { status, outcome: options.cut === null ? 'ok' : 'cut', bytes };
}

async function copy(result: StoredResult, exchange: Exchange, start: number, stop: number): Promise<number> {
  const { response } = exchange;
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, Math.max(0, stop - start)));
  let position = start;
  while (position < stop && !response.destroyed) {
    const length = Math.min(buffer.length, stop - position);
    const { bytesRead } = await result.file.handle.read(buffer, 0, length, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    await sent(response, buffer.subarray(0, bytesRead));
  }
  return position - start;
}

/** Resolves when the bytes are sent, after which the buffer may be reused, or nobody reads them. */
function sent(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('close', done);
      resolve();
    };
    response.on('close', done);
    response.write(bytes, done);
  });
}

/** `bytes=a-b`, `bytes=a-` and `bytes=-n`; null: the whole file. `end` is exclusive. */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header);
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size : Math.min(size, Number(match[2]) + 1);
  return start >= size || start >= end ? 'unsatisfiable' : { start, end };
}
