import type { Secret } from '../../../platform/crypto/secret.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { fullJitterDelay } from '../../../platform/resilience/backoff.ts';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { SourceError } from '../../source-error.ts';
import { shopOrigin } from './address.ts';
import { type ErrorContext, fromHttpStatus, fromNetworkError } from './errors.ts';
import { exchange, type HttpAnswer } from './http.ts';
import { VERSION_HEADER } from './versions.ts';

/** What calls of the official clients share, GraphQL or REST. */

export type CallDeps = {
  shop: string;
  apiVersion: string;
  timeoutMs?: number | undefined;
  beforeSend?: (() => void) | undefined;
  /** Called with each answer of the shop. */
  onAnswer?: ((answer: HttpAnswer) => void) | undefined;
};

type RecordedFetch = {
  /** For the official client's `customFetchApi`. */
  fetch(
    url: string,
    init?: {
      method?: string;
      headers?: Headers | Record<string, string> | [string, string][];
      body?: string;
    },
  ): Promise<Response>;
  /** Throws a SourceError if there is no answer, or none with data. */
  answer(): HttpAnswer;
};

const MAX_REASON_LENGTH = 500;
const MAX_RETRY_AFTER_MS = 60_000;
const BACKOFF = { base: 500, max: 20_000 };
const MAX_ATTEMPTS = 5;
/** A throttled request has not failed, but a bucket that stays empty must end eventually. */
const MAX_THROTTLED = 8;

/**
 * Sends an official client's request. These clients drop the body of a bad answer and the reason of a broken
 * connection, so both are recorded here, for one call.
 */
export function recordFetch(
  { shop, apiVersion, timeoutMs, beforeSend, onAnswer }: CallDeps,
  signal: AbortSignal,
): RecordedFetch {
  let failure: unknown;
  let answer: HttpAnswer | undefined;
  let sent = false;
  const contextFor = (requestId?: string): ErrorContext => ({ shop, apiVersion, requestId });

  return {
    async fetch(url, init) {
      try {
        answer = await exchange({
          url: overShopOrigin(url, shop),
          method: init?.method === 'GET' ? 'GET' : 'POST',
          headers: { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'gzip' },
          ...(init?.body === undefined ? {} : { body: init.body }),
          signal,
          beforeSend,
          onConnected: () => {
            sent = true;
          },
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        });
        onAnswer?.(answer);
        return toResponse(answer, contextFor(requestIdOf(answer)));
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    answer() {
      signal.throwIfAborted();
      if (failure !== undefined || answer === undefined) {
        throw failure instanceof SourceError
          ? failure
          : fromNetworkError(failure, shop, contextFor(), { sent });
      }
      return answer;
    },
  };
}

/** Options for an official client that makes one call. */
export function officialClientOptions({ shop, apiVersion }: CallDeps, token: Secret) {
  return {
    storeDomain: shop,
    apiVersion,
    accessToken: token.reveal(),
    userAgentPrefix: 'Storefleet',
    retries: 0,
    // Its logger would receive the token with each request, so it gets none.
    logger: () => undefined,
  };
}

/** Sent in a header, where a stray character would cause confusing errors. */
export function assertUsable(token: Secret): void {
  if (!/^[\x21-\x7e]+$/.test(token.reveal())) {
    throw new SourceError({
      kind: 'auth',
      message: 'The access token is empty or holds characters that no token has. Copy it from Shopify again.',
    });
  }
}

/** Sent in the path. */
export function assertVersion(apiVersion: string): void {
  if (!/^(\d{4}-\d{2}|unstable)$/.test(apiVersion)) {
    throw new SourceError({
      kind: 'rejected',
      message: `"${apiVersion.slice(0, 40)}" is not a Shopify API version. Choose one like 2026-10.`,
    });
  }
}

/** The official clients use https; a loopback simulator speaks plain http. */
function overShopOrigin(url: string, shop: string): URL {
  const { pathname, search } = new URL(url);
  return new URL(pathname + search, shopOrigin(shop));
}

function toResponse(answer: HttpAnswer, context: ErrorContext): Response {
  const { status, headers, body } = answer;
  const isJson = (headers.get('content-type') ?? '').includes('json');
  if (status < 200 || status > 299 || !isJson) throw fromHttpStatus(answer, context);
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}

export type RetryDeps = {
  shop: string;
  clock: Clock;
  logger: Logger;
  random?: (() => number) | undefined;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
};

type RetryOptions = {
  signal: AbortSignal;
  /** With a sentence if the shop or the network has a problem, rather than a rate limit. */
  onWaiting?: ((until: Date, reason?: string) => void) | undefined;
  /** Whether the rate limit itself determines the wait after this refusal; other failures wait here. */
  isPaced(error: SourceError): boolean;
  /** False for a write that must not run twice: it is repeated only if it certainly did not run. */
  repeatable?: boolean | undefined;
  maxAttempts?: number | undefined;
  deadlineMs?: number | undefined;
};

/** Retries transient failures, with growing pauses. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { shop, clock, logger, random = Math.random, sleep = realSleep }: RetryDeps,
  options: RetryOptions,
): Promise<T> {
  const { signal, onWaiting, isPaced, repeatable = true, maxAttempts = MAX_ATTEMPTS } = options;
  const giveUpAt = clock.now().getTime() + (options.deadlineMs ?? Number.POSITIVE_INFINITY);
  let failures = 0;
  let throttled = 0;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof SourceError) || !error.retryable) throw error;
      const paced = isPaced(error);
      if (paced) throttled += 1;
      else failures += 1;
      const delay = paced ? 0 : retryDelay(failures, error.retryAfterMs, random);
      const until = clock.now().getTime() + delay;
      const isOver = failures >= maxAttempts || throttled >= MAX_THROTTLED || until > giveUpAt;
      if (isOver || (!repeatable && error.mayHaveRun)) throw error;
      logger.warn({ shop, requestId: error.requestId, kind: error.kind, delay }, error.message);
      if (delay > 0) {
        onWaiting?.(new Date(until), error.kind === 'throttled' ? undefined : error.message);
        await sleep(delay, signal);
      }
    }
  }
}

/** Milliseconds until the next attempt, after this many failures. */
function retryDelay(failures: number, retryAfterMs: number | undefined, random: () => number): number {
  const jitter = fullJitterDelay(failures, { ...BACKOFF, random });
  return retryAfterMs === undefined ? jitter : Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) + jitter;
}

export function requestIdOf({ headers }: HttpAnswer): string | undefined {
  return headers.get('x-request-id') ?? undefined;
}

/** For `onAnswer`: reports each reason once, which is a page of Shopify's or a text. */
export function noticeDeprecation(tell: ((reason: string) => void) | undefined): CallDeps['onAnswer'] {
  const told = new Set<string>();
  return ({ headers }) => {
    const reason = headers.get('x-shopify-api-deprecated-reason');
    if (reason === null || told.has(reason)) return;
    told.add(reason);
    tell?.(reason.slice(0, MAX_REASON_LENGTH));
  };
}

export function servedVersionOf({ headers }: HttpAnswer): string | undefined {
  return headers.get(VERSION_HEADER) ?? undefined;
}
