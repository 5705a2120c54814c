import { createAdminApiClient } from '@shopify/admin-api-client';
import { z } from 'zod';
import type { Secret } from '../../../platform/crypto/secret.ts';
import { SourceError } from '../../source-error.ts';
import { type AccessTokens, withAccessToken } from './access-tokens.ts';
import {
  assertUsable,
  assertVersion,
  type CallDeps,
  officialClientOptions,
  type RetryDeps,
  recordFetch,
  requestIdOf,
  servedVersionOf,
  withRetries,
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
import type { Report, ThrottleStatus } from './point-account.ts';
import type { CostBucket, Priority } from './throttle.ts';

export type Operation = {
  document: string;
  /**
   * Expected points. May vary with the variables: the difference to Shopify's actual cost is learnt from each
   * answer.
   */
  expectedCost: number;
};

export type RequestOptions = {
  variables?: Record<string, unknown>;
  signal: AbortSignal;
  priority?: Priority;
  /** False for a write that must not run twice: it is repeated only if it certainly did not run. */
  repeatable?: boolean;
  /** Maximum attempts if Shopify or the network has problems. */
  maxAttempts?: number | undefined;
  onWaiting?: ((until: Date, reason?: string) => void) | undefined;
  /** Called right before it is sent; may still abort the signal. */
  beforeSend?: (() => void) | undefined;
};

export type CompleteOptions = RequestOptions & { tolerates?: (error: GraphqlError) => boolean };

export type GraphqlAnswer = {
  data: Record<string, unknown>;
  /** Errors next to data: a refused field is null in `data` and named here. */
  errors: GraphqlError[];
  requestId: string | undefined;
  /** When the request was sent: what it read is at least this new. */
  sentAt: Date;
  /** Shopify's time according to the HTTP response; null if it has none. */
  answeredAt: Date | null;
};

export type GraphqlClient = {
  /** Returns data, perhaps incomplete; everything else is thrown as a SourceError. */
  request(operation: Operation, options: RequestOptions): Promise<GraphqlAnswer>;
  /** Like `request`, but a single refused field is an error too, unless it is tolerated. */
  requestComplete(operation: Operation, options: CompleteOptions): Promise<GraphqlAnswer>;
  /** The version that served the last request, which may differ from the requested one. */
  servedVersion(): string;
  context(): ErrorContext;
};

export type GraphqlClientDeps = CallDeps &
  RetryDeps & {
    accessTokens: AccessTokens;
    /** Of this app on this shop. */
    bucket: CostBucket;
    /** Called for each answer: the points spent, and the bucket's state. */
    onPoints?: ((spent: number, status: ThrottleStatus | null) => void) | undefined;
  };

const TOTAL_DEADLINE_MS = 180_000;

export function createGraphqlClient(deps: GraphqlClientDeps): GraphqlClient {
  const { shop, apiVersion, accessTokens, bucket, clock } = deps;
  assertVersion(apiVersion);
  /** By document: the actual cost minus the expected one. */
  const learntSurplus = new Map<string, number>();
  let served = apiVersion;
  const contextFor = (requestId?: string): ErrorContext => ({ shop, apiVersion, requestId });

  async function attempt(
    operation: Operation,
    token: Secret,
    options: RequestOptions,
  ): Promise<GraphqlAnswer> {
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
      const { data, errors, extensions, requestId, version, answeredAt } = await send(
        deps,
        document,
        token,
        options,
      );
      served = version ?? served;
      const charged = parseCost(extensions);
      if (charged.requestedQueryCost !== undefined)
        learntSurplus.set(document, charged.requestedQueryCost - expectedCost);
      report = charged.throttleStatus ?? (data === null ? 'unknown' : 'unmetered');
      throttled = errors.some((error) => error.code === 'THROTTLED');
      spent = charged.actualQueryCost ?? charged.requestedQueryCost;
      if (data === null) {
        throw errors.length === 0
          ? protocolError('neither data nor errors', contextFor(requestId))
          : fromGraphqlErrors(errors, contextFor(requestId));
      }
      return { data, errors, requestId, sentAt, answeredAt };
    } catch (error) {
      // A 429 has no cost data, but means the same.
      throttled ||= error instanceof SourceError && error.kind === 'throttled';
      throw error;
    } finally {
      ticket.settle(report, { throttled, spent: throttled ? 0 : spent });
      if (report !== 'unknown') deps.onPoints?.(throttled ? 0 : (spent ?? cost), bucket.status());
    }
  }

  function request(operation: Operation, options: RequestOptions): Promise<GraphqlAnswer> {
    const { signal } = options;
    const ask = () => withAccessToken(accessTokens, signal, (token) => attempt(operation, token, options));
    return withRetries(ask, deps, {
      ...options,
      deadlineMs: TOTAL_DEADLINE_MS,
      // The cost bucket determines the wait after THROTTLED.
      isPaced: ({ kind, retryAfterMs }) => kind === 'throttled' && retryAfterMs === undefined,
    });
  }

  return {
    request,
    async requestComplete(operation, options) {
      const answer = await request(operation, options);
      const errors = answer.errors.filter((error) => !options.tolerates?.(error));
      if (errors.length > 0) throw fromGraphqlErrors(errors, contextFor(answer.requestId));
      return answer;
    },
    servedVersion: () => served,
    context: () => contextFor(),
  };
}

/** The official client sends the request and parses a good answer, with one client per call. */
async function send(
  deps: CallDeps,
  document: string,
  token: Secret,
  { variables, signal, beforeSend }: RequestOptions,
) {
  const { shop, apiVersion } = deps;
  const call = recordFetch({ ...deps, beforeSend }, signal);
  const client = createAdminApiClient({ ...officialClientOptions(deps, token), customFetchApi: call.fetch });
  const result = await client.request<Record<string, unknown>>(document, {
    ...(variables === undefined ? {} : { variables }),
  });
  const answer = call.answer();
  const requestId = requestIdOf(answer);
  const errors = parseErrors(result.errors?.graphQLErrors);
  if (result.data === undefined && errors.length === 0) {
    throw unreadable(answer, { shop, apiVersion, requestId });
  }
  const { data = null, extensions } = result;
  const date = Date.parse(answer.headers.get('date') ?? '');
  const answeredAt = Number.isNaN(date) ? null : new Date(date);
  return { data, errors, extensions, requestId, answeredAt, version: servedVersionOf(answer) };
}

/** A good status with JSON, but not a GraphQL answer: truncated, or an error in a 200. */
function unreadable(answer: HttpAnswer, context: ErrorContext): SourceError {
  try {
    JSON.parse(answer.body);
  } catch (error) {
    return fromNetworkError(error, context.shop, context);
  }
  return protocolError('neither data nor errors', context);
}

/** The `errors` of an answer, whatever their format. */
export function parseErrors(errors: unknown): GraphqlError[] {
  if (!Array.isArray(errors)) return [];
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

const costSchema = z.object({
  requestedQueryCost: z.number().optional().catch(undefined),
  actualQueryCost: z.number().optional().catch(undefined),
  throttleStatus: z
    .object({ maximumAvailable: z.number(), currentlyAvailable: z.number(), restoreRate: z.number() })
    .optional()
    .catch(undefined),
});

/** Ignores missing and malformed parts. */
function parseCost(extensions: unknown): z.output<typeof costSchema> {
  const cost = isRecord(extensions) ? extensions.cost : {};
  return costSchema.safeParse(cost).data ?? {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
