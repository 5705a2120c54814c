import { createAdminRestApiClient } from '@shopify/admin-api-client';
import type { Secret } from '../../../platform/crypto/secret.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { SourceError } from '../../connector.ts';
import {
  assertUsable,
  assertVersion,
  type CallDeps,
  recordFetch,
  requestIdOf,
  retryDelay,
} from '../client/api-call.ts';
import { type ErrorContext, fromNetworkError } from '../client/errors.ts';
import type { HttpAnswer } from '../client/http.ts';
import { type AccessTokens, withAccessToken } from '../oauth/access-tokens.ts';
import { CALL_LIMIT_HEADER, createCallLimit } from './rest-call-limit.ts';

/** Shopify's REST Admin API, read only: the official client, with pacing, retries and error reading of our own. */

export type RestAnswer = {
  /** As parsed, with every id as text. */
  body: unknown;
  /** The `Link` header, which says where the next page is. */
  link: string | null;
  requestId: string | undefined;
  /** When the call was sent: what it read is not older than this, and may be newer. */
  sentAt: Date;
};

export type RestOptions = {
  signal: AbortSignal;
  onWaiting?: ((until: Date) => void) | undefined;
};

export type RestClient = {
  /** `path` without version and ending, such as `products`. */
  get(path: string, parameters: Record<string, string | number>, options: RestOptions): Promise<RestAnswer>;
  context(requestId?: string): ErrorContext;
};

export type RestClientDeps = {
  shop: string;
  apiVersion: string;
  accessTokens: AccessTokens;
  clock: Clock;
  logger: Logger;
  random?: (() => number) | undefined;
  sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  timeoutMs?: number | undefined;
  onAnswer?: CallDeps['onAnswer'];
};

const MAX_ATTEMPTS = 5;
/** Being told to wait is no failure, but a bucket that others keep full must end some time. */
const MAX_THROTTLED = 8;
/** What Shopify asks for when it refuses a call, where it does not say it again. */
const PAUSE_AFTER_REFUSAL_MS = 2_000;

export function createRestClient(deps: RestClientDeps): RestClient {
  const { shop, apiVersion, accessTokens, clock, logger, random = Math.random, sleep = realSleep } = deps;
  assertVersion(apiVersion);
  const limit = createCallLimit({ clock, sleep });

  async function get(
    path: string,
    parameters: Record<string, string | number>,
    options: RestOptions,
  ): Promise<RestAnswer> {
    const { signal, onWaiting } = options;
    let failures = 0;
    let throttled = 0;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await withAccessToken(accessTokens, signal, (token) => send(token, path, parameters, options));
      } catch (error) {
        if (!(error instanceof SourceError) || !error.retryable) {
          throw error;
        }
        const isThrottled = error.kind === 'throttled';
        if (isThrottled) {
          throttled += 1;
        } else {
          failures += 1;
        }
        if (failures >= MAX_ATTEMPTS || throttled >= MAX_THROTTLED) {
          throw error;
        }
        logger.warn({ shop, requestId: error.requestId, kind: error.kind }, error.message);
        if (isThrottled) {
          // Whoever else is about to send waits as well: the bucket is full for all.
          limit.pause(error.retryAfterMs ?? PAUSE_AFTER_REFUSAL_MS);
        } else {
          const delay = retryDelay(failures, error.retryAfterMs, random);
          onWaiting?.(new Date(clock.now().getTime() + delay));
          await sleep(delay, signal);
        }
      }
    }
  }

  async function send(
    token: Secret,
    path: string,
    searchParams: Record<string, string | number>,
    { signal, onWaiting }: RestOptions,
  ): Promise<RestAnswer> {
    assertUsable(token);
    const ticket = await limit.take({ signal, onWaiting });
    const call = recordFetch(
      { shop, apiVersion, timeoutMs: deps.timeoutMs, onAnswer: deps.onAnswer },
      signal,
    );
    let told: string | null = null;
    try {
      const sentAt = clock.now();
      const client = createAdminRestApiClient({
        storeDomain: shop,
        apiVersion,
        accessToken: token.reveal(),
        userAgentPrefix: 'Storefleet',
        retries: 0,
        // Its logger is handed the token with each request: it gets none, and ours never sees it.
        logger: () => undefined,
        customFetchApi: call.fetch,
      });
      // What went wrong is told by `answer`, with more than the client says of it.
      await client.get(path, { searchParams, retries: 0 }).catch(() => undefined);
      const answer = call.answer();
      told = answer.headers.get(CALL_LIMIT_HEADER);
      const requestId = requestIdOf(answer);
      return { body: read(answer), link: answer.headers.get('link'), requestId, sentAt };
    } finally {
      ticket.settle(told);
    }
  }

  function read(answer: HttpAnswer): unknown {
    try {
      return JSON.parse(withIdsAsText(answer.body));
    } catch (error) {
      throw fromNetworkError(error, shop, context(requestIdOf(answer)));
    }
  }

  function context(requestId?: string): ErrorContext {
    return { shop, apiVersion, requestId };
  }

  return { get, context };
}

/**
 * Ids are JSON numbers, and nothing promises that they stay below 2^53. A quote within a text is written `\"`, so
 * that this is found at names alone.
 */
function withIdsAsText(json: string): string {
  return json.replace(/"((?:\w+_)?id)":\s*(\d+)/g, '"$1":"$2"');
}
