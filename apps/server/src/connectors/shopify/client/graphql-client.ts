import { createAdminApiClient } from '@shopify/admin-api-client';
import type { Secret } from '../../../platform/crypto/secret.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { SourceError } from '../../connector.ts';
import { type AccessTokens, withAccessToken } from '../oauth/access-tokens.ts';
import {
  assertUsable,
  assertVersion,
  type CallDeps,
  recordFetch,
  requestIdOf,
  retryDelay,
  servedVersionOf,
} from './api-call.ts';
import {
  type ErrorContext,
  fromGraphqlErrors,
  fromNetworkError,
  type GraphqlError,
  isRecord,
  protocolError,
} from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { type Priority, type Report, sharedCostBucket, type ThrottleStatus } from './throttle.ts';

export type Operation = {
  document: string;
  /**
   * Points we expect it to cost. May vary with the variables: how far Shopify's true number lies above or below is
   * learnt from each answer and added the next time.
   */
  expectedCost: number;
};

export type RequestOptions = {
  variables?: Record<string, unknown>;
  signal: AbortSignal;
  priority?: Priority;
  /** False for a write that must not run twice: it is repeated only when it is certain that it did not run. */
  repeatable?: boolean;
  /** How often it is tried in all when Shopify or the network has trouble. */
  maxAttempts?: number | undefined;
  onWaiting?: ((until: Date) => void) | undefined;
  /** Called right before it leaves: it may still abort the signal. */
  beforeSend?: (() => void) | undefined;
};

export type GraphqlAnswer = {
  data: Record<string, unknown>;
  /** Errors beside data: a field that was refused is null in `data` and named here. */
  errors: GraphqlError[];
  requestId: string | undefined;
  /** When the request was sent: what it read is not older than this, and may be newer. */
  sentAt: Date;
};

export type GraphqlClient = {
  /** Answers with data, perhaps incomplete; everything else is thrown as a SourceError. */
  request(operation: Operation, options: RequestOptions): Promise<GraphqlAnswer>;
  /** Like `request`, and a single refused field is an error too. */
  requestComplete(operation: Operation, options: RequestOptions): Promise<Record<string, unknown>>;
  /** The version that answered last, which may differ from the one asked for. */
  servedVersion(): string;
  context(): ErrorContext;
};

export type GraphqlClientDeps = {
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

const DEFAULT_MAX_ATTEMPTS = 5;
/** Being told to wait is no failure, but a bucket that stays empty must end some time. */
const MAX_THROTTLED = 8;
const TOTAL_DEADLINE_MS = 180_000;

export function createGraphqlClient(deps: GraphqlClientDeps): GraphqlClient {
  const { shop, apiVersion, accessTokens, clock, logger, random = Math.random, sleep = realSleep } = deps;
  assertVersion(apiVersion);
  const bucket = sharedCostBucket(shop, accessTokens.app, { clock, sleep });
  /** By document: what its true cost is above the expected one. */
  const learntSurplus = new Map<string, number>();
  let served = apiVersion;

  async function request(operation: Operation, options: RequestOptions): Promise<GraphqlAnswer> {
    const { signal, repeatable = true, maxAttempts = DEFAULT_MAX_ATTEMPTS } = options;
    const startedAt = clock.now().getTime();
    let failures = 0;
    let throttled = 0;
    for (;;) {
      signal.throwIfAborted();
      try {
        return await withAccessToken(accessTokens, signal, (token) => paced(operation, token, options));
      } catch (error) {
        if (!(error instanceof SourceError) || !error.retryable) {
          throw error;
        }
        const refusedByCost = error.kind === 'throttled' && error.retryAfterMs === undefined;
        if (refusedByCost) {
          throttled += 1;
        } else {
          failures += 1;
        }
        // The cost bucket knows how long to wait after a THROTTLED; the others wait here.
        const delay = refusedByCost ? 0 : retryDelay(failures, error.retryAfterMs, random);
        const elapsed = clock.now().getTime() - startedAt + delay;
        const mayRepeat = repeatable || !error.mayHaveRun;
        if (
          !mayRepeat ||
          failures >= maxAttempts ||
          throttled >= MAX_THROTTLED ||
          elapsed > TOTAL_DEADLINE_MS
        ) {
          throw error;
        }
        logger.warn({ shop, requestId: error.requestId, kind: error.kind, delay }, error.message);
        if (delay > 0) {
          options.onWaiting?.(new Date(clock.now().getTime() + delay));
          await sleep(delay, signal);
        }
      }
    }
  }

  async function paced(operation: Operation, token: Secret, options: RequestOptions): Promise<GraphqlAnswer> {
    assertUsable(token);
    const { document, expectedCost } = operation;
    const cost = Math.max(1, Math.ceil(expectedCost + (learntSurplus.get(document) ?? 0)));
    const { signal, priority = 'background', onWaiting } = options;
    const ticket = await bucket.take(cost, { priority, signal, onWaiting });
    let report: Report = 'unknown';
    let throttled = false;
    let spent: number | undefined;
    try {
      const sentAt = clock.now();
      const answer = await send(document, token, options);
      const charged = parseCost(answer.extensions);
      if (charged.requested !== undefined) {
        learntSurplus.set(document, charged.requested - expectedCost);
      }
      report = charged.status ?? (answer.data === null ? 'unknown' : 'unmetered');
      throttled = answer.errors.some((error) => error.code === 'THROTTLED');
      spent = charged.actual ?? charged.requested;
      const context = contextFor(answer.requestId);
      if (answer.data === null) {
        throw answer.errors.length === 0
          ? protocolError('neither data nor errors', context)
          : fromGraphqlErrors(answer.errors, context);
      }
      return { data: answer.data, errors: answer.errors, requestId: answer.requestId, sentAt };
    } catch (error) {
      // A 429 has no cost block, yet says the same.
      throttled ||= error instanceof SourceError && error.kind === 'throttled';
      throw error;
    } finally {
      ticket.settle(report, { throttled, spent: throttled ? 0 : spent });
    }
  }

  /** The official client makes the request and reads a good answer, in a client made for the one call. */
  async function send(document: string, token: Secret, { variables, signal, beforeSend }: RequestOptions) {
    const call = recordFetch(
      { shop, apiVersion, timeoutMs: deps.timeoutMs, onAnswer: deps.onAnswer, beforeSend },
      signal,
    );
    const client = createAdminApiClient({
      storeDomain: shop,
      apiVersion,
      accessToken: token.reveal(),
      userAgentPrefix: 'Storefleet',
      retries: 0,
      // Its logger is handed the token with each request: it gets none, and ours never sees it.
      logger: () => undefined,
      customFetchApi: call.fetch,
    });
    const result = await client.request<Record<string, unknown>>(document, {
      ...(variables === undefined ? {} : { variables }),
    });
    const answer = call.answer();
    served = servedVersionOf(answer) ?? served;
    const requestId = requestIdOf(answer);
    const errors = parseErrors(result.errors?.graphQLErrors);
    if (result.data === undefined && errors.length === 0) {
      throw unreadable(answer, contextFor(requestId));
    }
    return { data: result.data ?? null, errors, extensions: result.extensions, requestId };
  }

  function contextFor(requestId: string | undefined): ErrorContext {
    return { shop, apiVersion, requestId };
  }

  return {
    request,
    async requestComplete(operation, options) {
      const { data, errors, requestId } = await request(operation, options);
      if (errors.length > 0) {
        throw fromGraphqlErrors(errors, contextFor(requestId));
      }
      return data;
    },
    servedVersion: () => served,
    context: () => contextFor(undefined),
  };
}

/** Good status, JSON announced, and yet no GraphQL answer in it: cut off on the way, or an error in a 200. */
function unreadable(answer: HttpAnswer, context: ErrorContext): SourceError {
  try {
    JSON.parse(answer.body);
  } catch (error) {
    return fromNetworkError(error, context.shop, context);
  }
  return protocolError('neither data nor errors', context);
}

/** The `errors` of an answer, whatever is in them. */
export function parseErrors(errors: unknown): GraphqlError[] {
  if (!Array.isArray(errors)) {
    return [];
  }
  return errors.filter(isRecord).map((error) => {
    const extensions = isRecord(error.extensions) ? error.extensions : {};
    return {
      message: typeof error.message === 'string' ? error.message : '',
      path: Array.isArray(error.path) ? error.path : undefined,
      code: textOf(extensions.code),
      requiredAccess: textOf(extensions.requiredAccess),
      requestId: textOf(extensions.requestId),
    };
  });
}

function parseCost(extensions: unknown): {
  requested: number | undefined;
  actual: number | undefined;
  status: ThrottleStatus | undefined;
} {
  const cost = isRecord(extensions) && isRecord(extensions.cost) ? extensions.cost : {};
  const requested = typeof cost.requestedQueryCost === 'number' ? cost.requestedQueryCost : undefined;
  const actual = typeof cost.actualQueryCost === 'number' ? cost.actualQueryCost : undefined;
  const status = isRecord(cost.throttleStatus) ? cost.throttleStatus : {};
  const { maximumAvailable, currentlyAvailable, restoreRate } = status;
  const complete =
    typeof maximumAvailable === 'number' &&
    typeof currentlyAvailable === 'number' &&
    typeof restoreRate === 'number';
  return {
    requested,
    actual,
    status: complete ? { maximumAvailable, currentlyAvailable, restoreRate } : undefined,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
