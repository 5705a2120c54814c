import { createAdminRestApiClient } from '@shopify/admin-api-client';
import type { Secret } from '../../../platform/crypto/secret.ts';
import { SourceError } from '../../source-error.ts';
import { type AccessTokens, withAccessToken } from '../client/access-tokens.ts';
import {
  assertUsable,
  assertVersion,
  type CallDeps,
  officialClientOptions,
  type RetryDeps,
  recordFetch,
  requestIdOf,
  withRetries,
} from '../client/api-call.ts';
import { type ErrorContext, fromNetworkError } from '../client/errors.ts';
import type { HttpAnswer } from '../client/http.ts';
import { CALL_LIMIT_HEADER, createCallLimit } from './rest-call-limit.ts';

/**
 * Shopify's REST Admin API, read only: the official client with our own pacing, retries and error handling.
 */

export type RestAnswer = {
  /** Parsed, with every id as text. */
  body: unknown;
  /** The `Link` header, with the next page. */
  link: string | null;
  requestId: string | undefined;
  /** When the call was sent: what it read is at least this new. */
  sentAt: Date;
};

export type RestOptions = {
  signal: AbortSignal;
  onWaiting?: ((until: Date, reason?: string) => void) | undefined;
};

export type RestClient = {
  /** `path` without version and extension, such as `products`. */
  get(path: string, parameters: Record<string, string | number>, options: RestOptions): Promise<RestAnswer>;
  context(requestId?: string): ErrorContext;
};

type RestClientDeps = CallDeps & RetryDeps & { accessTokens: AccessTokens };

/** The documented pause after a refusal without Retry-After. */
const PAUSE_AFTER_REFUSAL_MS = 2_000;

export function createRestClient(deps: RestClientDeps): RestClient {
  const { shop, apiVersion, accessTokens, clock, sleep } = deps;
  assertVersion(apiVersion);
  const limit = createCallLimit({ clock, sleep });
  const context = (requestId?: string): ErrorContext => ({ shop, apiVersion, requestId });

  async function send(
    token: Secret,
    path: string,
    searchParams: Record<string, string | number>,
    { signal, onWaiting }: RestOptions,
  ): Promise<RestAnswer> {
    assertUsable(token);
    const ticket = await limit.take({ signal, onWaiting });
    const call = recordFetch(deps, signal);
    let told: string | null = null;
    try {
      const sentAt = clock.now();
      const client = createAdminRestApiClient({
        ...officialClientOptions(deps, token),
        customFetchApi: call.fetch,
      });
      // `answer` has more details of an error than the client.
      await client.get(path, { searchParams, retries: 0 }).catch(() => undefined);
      const answer = call.answer();
      told = answer.headers.get(CALL_LIMIT_HEADER);
      const requestId = requestIdOf(answer);
      return { body: read(answer), link: answer.headers.get('link'), requestId, sentAt };
    } catch (error) {
      if (error instanceof SourceError && error.kind === 'throttled') {
        // Other callers wait as well: the bucket is full for all.
        limit.pause(error.retryAfterMs ?? PAUSE_AFTER_REFUSAL_MS);
      }
      throw error;
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

  return {
    get(path, parameters, options) {
      const ask = () =>
        withAccessToken(accessTokens, options.signal, (token) => send(token, path, parameters, options));
      return withRetries(ask, deps, { ...options, isPaced: ({ kind }) => kind === 'throttled' });
    },
    context,
  };
}

/**
 * Ids are JSON numbers without a guarantee to stay below 2^53. A quote within a text is written `\"`, so only
 * names match.
 */
function withIdsAsText(json: string): string {
  return json.replace(/"((?:\w+_)?id)":\s*(\d+)/g, '"$1":"$2"');
}
