import type { IncomingMessage } from 'node:http';
import { fullJitterDelay } from '../../../platform/resilience/backoff.ts';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { SourceError } from '../../source-error.ts';
import { isLoopbackHost, matchesHost } from '../client/address.ts';
import { type ErrorContext, fromNetworkError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { type HttpStream, open, REQUEST_TIMEOUT_MS, timedOut } from '../client/http.ts';
import type { BulkOperation, BulkOperations, Waiting } from './bulk-operations.ts';

/** Where Shopify stores the results of exports. */
const STORAGE_HOSTS = ['storage.googleapis.com', '*.storage.googleapis.com'];

/** The signed URL has expired (after 7 days) or was never valid: ask the operation for a new one. */
class ExpiredUrlError extends Error {
  override readonly name = 'ExpiredUrlError';
}

export type DownloadOptions = {
  url: string;
  /** Bytes to skip at the start. */
  offset: number;
  allowedHosts: readonly string[];
  signal: AbortSignal;
  context: ErrorContext;
  /** Longest silence of the server, not counting the reader's own pauses between chunks. */
  idleTimeoutMs?: number | undefined;
};

/**
 * The file's bytes from an offset on. Sent without the token: the URL is signed, and the storage host may
 * refuse a request with other credentials. No error contains the URL, which is a secret for 7 days.
 */
export async function* downloadBulkFile(options: DownloadOptions): AsyncGenerator<Buffer, void, void> {
  const { offset, signal, context, idleTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const url = storageUrl(options.url, options.allowedHosts);
  const request = new AbortController();
  const abort = () => request.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    const answer = await withinTime(
      open({
        url,
        method: 'GET',
        headers: { 'accept-encoding': 'identity', ...(offset > 0 ? { range: `bytes=${offset}-` } : {}) },
        signal: request.signal,
      }),
      { request, url, idleTimeoutMs },
    );
    const skip = await bytesToSkip(answer, offset, context);
    yield* chunks(answer.body, skip, { request, url, idleTimeoutMs });
  } catch (error) {
    signal.throwIfAborted();
    const known = error instanceof SourceError || error instanceof ExpiredUrlError;
    throw known ? error : fromNetworkError(error, url.hostname, context);
  } finally {
    signal.removeEventListener('abort', abort);
    request.abort();
  }
}

/** Consumes a file's bytes in any chunks, and knows how far it has read. */
type FileReader<Part> = {
  feed(chunk: Buffer): Iterable<Part>;
  endOfFile(): Iterable<Part>;
  dropUnfinishedLine(): void;
  /** After the last complete line. */
  offset(): number;
  isComplete(): boolean;
};

export type FileDeps = {
  client: GraphqlClient;
  operations: BulkOperations;
  clock: Clock;
  allowedHosts: readonly string[];
  random?: (() => number) | undefined;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  idleTimeoutMs?: number | undefined;
};

/** Consecutive downloads without progress. */
const MAX_BARREN_DOWNLOADS = 6;
const MAX_FRESH_URLS = 3;
const BACKOFF = { base: 500, max: 15_000 };

/**
 * Downloads an operation's file until its reader has all of it: after a broken connection, or a premature
 * end, it resumes at the last complete line.
 */
export async function* readWholeFile<Part>(
  deps: FileDeps,
  operation: BulkOperation,
  reader: FileReader<Part>,
  waiting: Waiting,
): AsyncGenerator<Part, 'complete' | 'incomplete' | 'file gone', void> {
  const { client, operations, clock, allowedHosts, idleTimeoutMs, random, sleep = realSleep } = deps;
  const { signal, onWaiting } = waiting;
  const context = client.context();
  let url = addressOf(operation);
  let freshUrls = 0;
  let barren = 0;
  while (!reader.isComplete()) {
    if (url === null) return 'incomplete';
    const offset = reader.offset();
    let failure: SourceError | null = null;
    try {
      const download = { url, offset, allowedHosts, signal, context, idleTimeoutMs };
      for await (const chunk of downloadBulkFile(download)) yield* reader.feed(chunk);
      yield* reader.endOfFile();
      if (reader.isComplete()) break;
    } catch (error) {
      if (error instanceof ExpiredUrlError) {
        freshUrls += 1;
        url = freshUrls > MAX_FRESH_URLS ? null : addressOf(await operations.find(operation.id, waiting));
        if (url === null) return 'file gone';
        continue;
      }
      if (!(error instanceof SourceError) || !error.retryable) throw error;
      failure = error;
    }
    reader.dropUnfinishedLine();
    barren = reader.offset() > offset ? 1 : barren + 1;
    if (barren >= MAX_BARREN_DOWNLOADS) {
      if (failure === null) return 'incomplete';
      throw failure;
    }
    const delay = fullJitterDelay(barren, { ...BACKOFF, ...(random ? { random } : {}) });
    onWaiting?.(new Date(clock.now().getTime() + delay), failure?.message);
    await sleep(delay, signal);
  }
  return 'complete';
}

/**
 * What a mutation wrote before it was stopped has happened. A partial file never passes for a completed one.
 */
function addressOf(operation: BulkOperation | null): string | null {
  if (operation === null || operation.status === 'COMPLETED') return operation?.url ?? null;
  return operation.url ?? operation.partialDataUrl;
}

type Idle = { request: AbortController; url: URL; idleTimeoutMs: number };

async function* chunks(body: IncomingMessage, skip: number, idle: Idle): AsyncGenerator<Buffer, void, void> {
  let toSkip = skip;
  const iterator = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const { done, value } = await withinTime(iterator.next(), idle);
    if (done === true) return;
    if (toSkip >= value.length) {
      toSkip -= value.length;
    } else {
      yield toSkip > 0 ? value.subarray(toSkip) : value;
      toSkip = 0;
    }
  }
}

/** Rejects after too long a silence, and closes the connection then. */
async function withinTime<T>(work: Promise<T>, { request, url, idleTimeoutMs }: Idle): Promise<T> {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    request.abort();
  }, idleTimeoutMs);
  try {
    return await work;
  } catch (error) {
    throw late ? timedOut(url, idleTimeoutMs) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** 206 starts at the requested offset; a server that ignores the range sends everything with 200. */
async function bytesToSkip(
  { status, headers, body }: HttpStream,
  offset: number,
  context: ErrorContext,
): Promise<number> {
  if (status === 200) return offset;
  const start = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  if (status === 206 && start !== undefined && Number(start) <= offset) return offset - Number(start);
  body.destroy();
  if (status === 400 || status === 401 || status === 403 || status === 404 || status === 410) {
    throw new ExpiredUrlError(`The file's address is not accepted any more (${status}).`);
  }
  throw new SourceError({
    kind: 'transient',
    message: `The file that Shopify exported could not be fetched (${status}). Try again in a few minutes.`,
    requestId: context.requestId,
  });
}

/**
 * Only Shopify's storage, and hosts that the operator allows, are contacted: a URL in an answer is untrusted.
 */
export function storageUrl(url: string, allowedHosts: readonly string[]): URL {
  const parsed = URL.parse(url);
  const patterns = [...STORAGE_HOSTS, ...allowedHosts];
  const allowed = parsed !== null && patterns.some((pattern) => matchesHost(parsed.host, pattern));
  const safe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && isLoopbackHost(parsed.host));
  if (parsed === null || !allowed || !safe) {
    throw new SourceError({
      kind: 'rejected',
      message:
        `Shopify keeps the file at ${parsed?.host ?? 'an unreadable address'}, which this server may not ` +
        'contact. Add that host to SHOPIFY_ALLOWED_HOSTS if it is right.',
    });
  }
  return parsed;
}
