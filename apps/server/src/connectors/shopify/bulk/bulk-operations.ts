import { z } from 'zod';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep as realSleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { SourceError } from '../../source-error.ts';
import { ask } from '../client/ask.ts';
import type { GraphqlClient, RequestOptions } from '../client/graphql-client.ts';
import type { Priority } from '../client/throttle.ts';
import { FIRST_WITH_BULK_OPERATION_BY_ID, isOlder } from '../client/versions.ts';
import { nodesOf, pageOf } from '../read/cursors.ts';
import {
  BULK_OPERATION,
  BULK_OPERATION_AS_NODE,
  CANCEL_BULK_OPERATION,
  LAST_BULK_MUTATION,
  RECENT_BULK_OPERATIONS,
  START_BULK_MUTATION,
  START_BULK_QUERY,
} from '../read/documents.ts';

/** Starts, follows and cancels asynchronous operations: an export, or a file of mutations. */

const countText = z.string().regex(/^\d+$/).transform(Number);

const operationSchema = z.object({
  id: z.string(),
  /** CREATED, RUNNING, COMPLETED, CANCELING, CANCELED, FAILED, EXPIRED, or a future status. */
  status: z.string(),
  errorCode: z.string().nullable(),
  objectCount: countText,
  rootObjectCount: countText,
  url: z.string().nullable(),
  /** Partial results, if it ended early. */
  partialDataUrl: z.string().nullable(),
});

export type BulkOperation = z.output<typeof operationSchema>;

const startedSchema = z.object({
  bulkOperation: operationSchema.nullable(),
  userErrors: z.array(z.object({ message: z.string(), code: z.string().nullish() })),
});
type Started = z.output<typeof startedSchema>;

const startQuerySchema = z.object({ bulkOperationRunQuery: startedSchema });
const startMutationSchema = z.object({ bulkOperationRunMutation: startedSchema });
const cancelledSchema = z.object({
  bulkOperationCancel: z.object({ bulkOperation: operationSchema.nullable() }),
});
const findSchema = z.object({ bulkOperation: operationSchema.nullable() });

const listedSchema = operationSchema.extend({
  type: z.string(),
  query: z.string(),
  createdAt: z.string().transform((time) => Date.parse(time)),
});
type ListedOperation = z.output<typeof listedSchema>;

const recentSchema = z.object({
  bulkOperations: pageOf(listedSchema),
});
const lastSchema = z.object({ currentBulkOperation: listedSchema.nullable() });

export type Waiting = {
  signal: AbortSignal;
  onWaiting?: ((until: Date, reason?: string) => void) | undefined;
  priority?: Priority;
};

/** `document` runs once per line of the file at `path`, which has its variables. */
type BulkMutation = { document: string; path: string; label: string };

export type BulkOperations = {
  start(query: string, waiting: Waiting): Promise<BulkOperation>;
  /** Never repeated if it may have started, as the error's `mayHaveRun` says. */
  startMutation(
    mutation: BulkMutation,
    options: Waiting & Partial<Pick<RequestOptions, 'beforeSend'>>,
  ): Promise<BulkOperation>;
  /**
   * The newest bulk mutation of this app on this shop whose document contains the text, among those that may
   * have been started since then. Null only if all of these were checked.
   */
  findMutation(text: string, startedAfter: Date, waiting: Waiting): Promise<ListedOperation | null>;
  find(id: string, waiting: Waiting): Promise<BulkOperation | null>;
  /** Polls it to its end with growing pauses; null if Shopify does not know it (any more). */
  finished(
    id: string,
    waiting: Waiting & { onProgress?: (operation: BulkOperation) => void },
  ): Promise<BulkOperation | null>;
  /** Asks Shopify to stop it; an ended one stays as it is. Returns whether it has ended. */
  stop(id: string, waiting: Waiting): Promise<boolean>;
  /** The same, best effort within a second and a half: for a run that is being stopped. */
  cancel(id: string): Promise<void>;
};

/** How the shop reports by webhook that an operation has ended. It promises no delivery. */
export type EndReports = {
  /**
   * Calls back when the end of an operation is reported, to whichever process, until the returned function is called.
   * Null where the shop is not registered to report.
   */
  listen(operationId: string, onReport: () => void): Promise<(() => void) | null>;
};

const UNDER_WAY = new Set(['CREATED', 'RUNNING', 'CANCELING']);

/** Milliseconds between two polls. The operations of a large shop take an hour, and a poll costs a point. */
const POLL_FIRST_MS = 500;
const POLLS = { growth: 1.4, maxMs: 30_000 };
/** While its end is to be reported: a report that is lost at most doubles the time. */
const POLLS_BESIDE_REPORTS = { growth: 2, maxMs: 5 * 60_000 };
/** Shopify runs five at once per app and shop. Those of others end by themselves: they are never cancelled here. */
const SLOT_WAIT_FIRST_MS = 2_000;
const SLOT_WAIT_MAX_MS = 30_000;
const SLOT_DEADLINE_MS = 30 * 60_000;
const allInUse = (what: string) =>
  `All five ${what}s that Shopify allows an app at a time are in use for this shop.`;
const CANCEL_TIMEOUT_MS = 1_500;
/** Our clock and Shopify's may differ by a wrong timezone. */
const CLOCKS_DIFFER_MS = 24 * 60 * 60_000;

type OperationDeps = {
  clock: Clock;
  logger: Logger;
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  reports?: EndReports | undefined;
};

export function createBulkOperations(client: GraphqlClient, deps: OperationDeps): BulkOperations {
  async function find(id: string, waiting: Waiting): Promise<BulkOperation | null> {
    const operation = hasNoList(client) ? BULK_OPERATION_AS_NODE : BULK_OPERATION;
    return (await ask({ client, ...waiting }, operation, findSchema, { id })).bulkOperation;
  }

  return {
    find,

    async start(query, waiting) {
      // Repeating a start whose answer was lost temporarily costs one of the five slots, and is harmless.
      const start = async () =>
        (await ask({ client, ...waiting }, START_BULK_QUERY, startQuerySchema, { query }))
          .bulkOperationRunQuery;
      return untilStarted(start, 'export', waiting, deps);
    },

    async startMutation({ document, path, label }, waiting) {
      const variables = { mutation: document, path, label };
      const asking = { client, repeatable: false, ...waiting };
      const start = async () =>
        (await ask(asking, START_BULK_MUTATION, startMutationSchema, variables)).bulkOperationRunMutation;
      return untilStarted(start, 'bulk update', waiting, deps);
    },

    async findMutation(text, startedAfter, waiting) {
      const isMeant = ({ type, query }: ListedOperation) => type === 'MUTATION' && query.includes(text);
      try {
        return await findInList(client, isMeant, startedAfter, waiting);
      } catch (error) {
        // Before the first answer the serving version is unknown: one without the list rejects the query.
        if (!hasNoList(client) || !(error instanceof SourceError) || error.kind !== 'protocol') throw error;
      }
      // One mutation at a time: if another was started since, ours has ended or never started.
      const { currentBulkOperation: last } = await ask(
        { client, ...waiting },
        LAST_BULK_MUTATION,
        lastSchema,
      );
      return last !== null && isMeant(last) ? last : null;
    },

    async finished(id, { onProgress, ...waiting }) {
      let report = new AbortController();
      const stopListening = (await deps.reports?.listen(id, () => report.abort())) ?? null;
      // Progress that is shown to somebody comes from the polls.
      const areRare = stopListening !== null && onProgress === undefined;
      const { growth, maxMs } = areRare ? POLLS_BESIDE_REPORTS : POLLS;
      try {
        for (let wait = POLL_FIRST_MS; ; ) {
          const operation = await find(id, waiting);
          if (operation === null || !UNDER_WAY.has(operation.status)) return operation;
          onProgress?.(operation);
          await pause(wait, waiting, deps, { until: report.signal });
          wait = Math.min(wait * growth, maxMs);
          if (!report.signal.aborted) continue;
          // What answers the poll may lag behind what reports.
          report = new AbortController();
          wait = POLL_FIRST_MS;
        }
      } finally {
        stopListening?.();
      }
    },

    async stop(id, waiting) {
      const cancelled = await ask({ client, ...waiting }, CANCEL_BULK_OPERATION, cancelledSchema, { id });
      const { bulkOperation } = cancelled.bulkOperationCancel;
      return bulkOperation === null || !UNDER_WAY.has(bulkOperation.status);
    },

    async cancel(id) {
      const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
      try {
        await client.request(CANCEL_BULK_OPERATION, { variables: { id }, signal, priority: 'person' });
      } catch (error) {
        deps.logger.warn(
          { err: error, operation: id },
          'The bulk operation could not be cancelled at Shopify; it will finish by itself.',
        );
      }
    },
  };
}

/** Ends early with `until`, also when that was aborted before. */
async function pause(
  milliseconds: number,
  { signal, onWaiting }: Waiting,
  { clock, sleep = realSleep }: OperationDeps,
  { until, reason }: { readonly until?: AbortSignal; readonly reason?: string } = {},
): Promise<void> {
  onWaiting?.(new Date(clock.now().getTime() + milliseconds), reason);
  try {
    await sleep(milliseconds, until ? AbortSignal.any([signal, until]) : signal);
  } catch (error) {
    if (signal.aborted || !until?.aborted) throw error;
  }
}

/** Retries while others hold all slots. */
async function untilStarted(
  ask: () => Promise<Started>,
  what: string,
  waiting: Waiting,
  deps: OperationDeps,
): Promise<BulkOperation> {
  const { clock } = deps;
  const giveUpAt = clock.now().getTime() + SLOT_DEADLINE_MS;
  for (let wait = SLOT_WAIT_FIRST_MS; ; wait = Math.min(wait * 2, SLOT_WAIT_MAX_MS)) {
    const { bulkOperation, userErrors } = await ask();
    if (bulkOperation !== null && userErrors.length === 0) return bulkOperation;
    if (!userErrors.some(({ code }) => code === 'OPERATION_IN_PROGRESS' || code === 'LIMIT_REACHED')) {
      throw refusedStart(userErrors, what);
    }
    if (clock.now().getTime() + wait > giveUpAt) {
      throw new SourceError({
        kind: 'throttled',
        message: `${allInUse(what)} Try again when they are done.`,
      });
    }
    await pause(wait, waiting, deps, { reason: `${allInUse(what)} It begins when one has ended.` });
  }
}

/** The newest match started after that time; reads the list page by page, newest first. */
async function findInList(
  client: GraphqlClient,
  isMeant: (operation: ListedOperation) => boolean,
  startedAfter: Date,
  waiting: Waiting,
): Promise<ListedOperation | null> {
  const earliest = startedAfter.getTime() - CLOCKS_DIFFER_MS;
  const page = async (after: string | null) =>
    (await ask({ client, ...waiting }, RECENT_BULK_OPERATIONS, recentSchema, { after })).bulkOperations;
  for await (const operation of nodesOf(client, page)) {
    if (isMeant(operation)) return operation;
    if (operation.createdAt < earliest) return null;
  }
  return null;
}

function hasNoList(client: GraphqlClient): boolean {
  return isOlder(client.servedVersion(), FIRST_WITH_BULK_OPERATION_BY_ID);
}

function refusedStart(userErrors: Started['userErrors'], what: string): SourceError {
  const said = userErrors.map(({ message }) => message).join(' ');
  return userErrors.some(({ code }) => code === 'ACCESS_DENIED') || /access denied/i.test(said)
    ? new SourceError({
        kind: 'scope_missing',
        message: `The token does not permit the ${what}. Test the connection to see what it lacks. Shopify says: "${said}"`,
      })
    : new SourceError({
        kind: 'protocol',
        message: `Shopify refused the ${what}. This is a fault of Storefleet: please report it. Shopify says: "${said}"`,
      });
}
