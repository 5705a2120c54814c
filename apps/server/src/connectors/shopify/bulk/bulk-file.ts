import type { IncomingMessage } from 'node:http';
import { fullJitterDelay } from '../../../platform/resilience/backoff.ts';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { SourceError } from '../../connector.ts';
import { isLoopbackHost, matchesHost } from '../client/address.ts';
import { type ErrorContext, fromNetworkError } from '../client/errors.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { type HttpStream, open, REQUEST_TIMEOUT_MS, timedOut } from '../client/http.ts';
import type { BulkOperation, BulkOperations, Waiting } from './bulk-operations.ts';

/** Where Shopify keeps the results of exports. */
const STORAGE_HOSTS = ['storage.googleapis.com', '*.storage.googleapis.com'];

/** The signed address is used up (after 7 days) or was never good: ask the operation for a fresh one. */
export class ExpiredUrlError extends Error {
  override readonly name = 'ExpiredUrlError';
}

export type DownloadOptions = {
  url: string;
  /** Bytes to leave out at the start. */
  offset: number;
  allowedHosts: readonly string[];
  signal: AbortSignal;
  context: ErrorContext;
  /** Longest silence of the server; the time that the reader takes between chunks does not count. */
  idleTimeoutMs?: number | undefined;
};

/**
 * The bytes of the file from the offset on. Sent without the token: the address is signed, and the storage host may
 * refuse a request that carries another credential. No error names the address, which is a secret for 7 days.
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

/** Takes the bytes of a file in any cut, and knows how far they were read. */
export type FileReader<Part> = {
  feed(chunk: Buffer): Iterable<Part>;
  endOfFile(): Iterable<Part>;
  dropUnfinishedLine(): void;
  /** Behind the last whole line. */
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

/** Downloads in a row that bring nothing new. */
const MAX_BARREN_DOWNLOADS = 6;
const MAX_FRESH_URLS = 3;
const BACKOFF = { base: 500, max: 15_000 };

/**
 * Downloads the file of an operation until its reader has all of it: a connection that breaks off, or a file that ends
 * early, is taken up again at the last whole line.
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
    onWaiting?.(new Date(clock.now().getTime() + delay));
    await sleep(delay, signal);
  }
  return 'complete';
}

/** What a mutation wrote before it was stopped did happen. A part never passes for the whole of what has completed. */
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

/** Rejects when nothing comes for too long, and lets go of the connection then. */
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

/** 206 starts where we asked; a server that ignores the range sends all of it again with 200. */
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

/** Only Shopify's storage, and hosts that the operator allows, are sent anything: a url is no more than an answer. */
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
