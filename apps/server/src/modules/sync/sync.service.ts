import { problems } from '@storefleet/contract/api/problems';
import type { SyncMethod, SyncTrigger } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { connectsBy, kindOf } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SkippedRowList, SyncAllResult, SyncLogList, SyncStatus } from '@storefleet/contract/syncs/sync';
import type { Connector } from '../../connectors/connector.ts';
import { SourceError } from '../../connectors/source-error.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { withDeadline } from '../../platform/resilience/deadline.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { WorkEndedError } from '../../platform/work/lease.ts';
import type { StopSignals } from '../../platform/work/stop-signals.ts';
import { sourceProblem } from '../stores/source-problem.ts';
import { refusalOfChanges, restReading } from './runs/reading.ts';
import { mayBeReset } from './runs/run-state.ts';
import {
  clearSyncState,
  markForceStopped,
  readBlocker,
  readSyncStates,
  type StoreSyncState,
  type SyncBlocker,
  showRun,
} from './runs/store-sync-state.repository.ts';
import {
  type ChangesMark,
  createRun,
  endRun,
  listRuns,
  listSkippedRows,
  type Page,
  type SyncRun,
} from './runs/sync-run.repository.ts';
import { START_PATIENCE_MS, startAll } from './start-all.ts';
import { toSyncLog, toSyncStatus } from './sync.presenter.ts';

/** The parts of a store that a sync needs. */
export type SyncedStore = Pick<Store, 'id' | 'shop_name' | 'store_type' | 'store_status'>;

type SyncServiceDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stops: StopSignals;
  /** Throws the problem to show if there is no such store. */
  readonly findStore: (storeId: string) => Promise<SyncedStore>;
  readonly listActiveStores: () => Promise<SyncedStore[]>;
  readonly connect: (storeId: string) => Promise<Connector>;
  /** Milliseconds that Sync All waits for the source of one store. */
  readonly startPatienceMs?: number;
  /** Throws the problem to show if the source already belongs to another store. */
  readonly identify: (
    storeId: string,
    connector: Connector,
    options: { signal: AbortSignal },
  ) => Promise<void>;
};

type StartRequest = {
  readonly method: SyncMethod;
  readonly trigger: SyncTrigger;
  readonly requestedBy: string | null;
  readonly signal?: AbortSignal;
  /**
   * `changes`: refused if they cannot be told; `changes_if_possible`: a full sync then. Default: everything.
   */
  readonly scope?: 'changes' | 'changes_if_possible';
  /**
   * Runs in the transaction that creates the run, also for a start that the source refuses. Throwing rolls
   * the run back.
   */
  readonly onRun?: (tx: Queryable, run: SyncRun) => Promise<void>;
};

export type SyncService = ReturnType<typeof createSyncService>;

/** Milliseconds that a source has to return its counts while a person waits, and while nobody does. */
const COUNT_DEADLINE_MS = 30_000;
const PATIENT_COUNT_DEADLINE_MS = 300_000;
const deadlineFor = ({ trigger }: StartRequest) =>
  trigger === 'manual' ? COUNT_DEADLINE_MS : PATIENT_COUNT_DEADLINE_MS;

export function createSyncService(deps: SyncServiceDeps) {
  const { db, clock } = deps;
  return {
    start: async (storeId: string, request: StartRequest) => (await start(deps, storeId, request)).run,

    /** Like `start`, and returns the contents of the first page. */
    async startRest(storeId: string, request: Omit<StartRequest, 'method'>) {
      const { run, firstPage } = await start(deps, storeId, { ...request, method: 'rest' });
      if (firstPage === null) throw new Error('A sync through REST was started without its first page.');
      return { run, firstPage };
    },

    /** Throws the reason if changes alone cannot be synced. */
    async startChanges(storeId: string, request: Omit<StartRequest, 'method' | 'scope'>) {
      const method = kindOf(await deps.findStore(storeId)).syncMethods[0];
      return (await start(deps, storeId, { ...request, method, scope: 'changes' })).run;
    },

    /**
     * Starts what can be started and reports the outcome for every active store, without waiting for the
     * syncs.
     */
    startAll: (requestedBy: string) => startAllActive(deps, requestedBy),

    async status(storeId: string): Promise<SyncStatus> {
      return toSyncStatus(await stateOf(deps, storeId), clock.now());
    },

    /** By store id; stores that do not exist are left out. */
    async statusBatch(storeIds: readonly string[]): Promise<Record<string, SyncStatus>> {
      const states = await readSyncStates(db, storeIds);
      const now = clock.now();
      return Object.fromEntries(states.map((state) => [state.storeId, toSyncStatus(state, now)]));
    },

    async logs(storeId: string, page: Page): Promise<SyncLogList> {
      await stateOf(deps, storeId);
      const { runs, total } = await listRuns(db, storeId, page);
      return { logs: runs.map(toSyncLog), total };
    },

    async skippedRows(storeId: string, runId: string, page: Page): Promise<SkippedRowList> {
      const found = await listSkippedRows(db, { storeId, runId }, page);
      if (found === null) throw new AppError({ code: 'sync_not_found' });
      return found;
    },

    /** When this returns, the run has ended; its worker finds out and writes nothing more. */
    forceStop: (storeId: string) => forceStop(deps, storeId),
    reset: (storeId: string) => reset(deps, storeId),
  };
}

async function stateOf({ db }: SyncServiceDeps, storeId: string): Promise<StoreSyncState> {
  const [state] = await readSyncStates(db, [storeId]);
  if (state === undefined) throw new AppError({ code: 'store_not_found' });
  return state;
}

/** Asks the source for its counts, then creates the run for a worker to claim. */
async function start(deps: SyncServiceDeps, storeId: string, request: StartRequest) {
  const store = await deps.findStore(storeId);
  refuseUnfit(store, request.method);
  const state = await stateOf(deps, storeId);
  refuseBusy(state);
  const { count, firstPage, since } = await askSource(deps, state, request);
  const run = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const created = await createRun(
      tx,
      { ...request, storeId, count, since, scope: since === null ? 'everything' : 'changes' },
      now,
    );
    if (created === null) throw new AppError({ code: 'sync_in_progress' });
    // A force stop ends a run and marks the store in one transaction, so if no run is in progress, its mark
    // is visible.
    refuseBlocked(await readBlocker(tx, storeId));
    await showRun(tx, storeId, created.id, now);
    await request.onRun?.(tx, created);
    return created;
  });
  return { run, firstPage };
}

async function askSource(deps: SyncServiceDeps, state: StoreSyncState, request: StartRequest) {
  const { storeId } = state;
  try {
    const connector = await deps.connect(storeId);
    const since = sinceFor(connector, state, request);
    const signal = withDeadline(deadlineFor(request), request.signal);
    await deps.identify(storeId, connector, { signal });
    const firstPage = request.method === 'rest' ? await restReading(connector).firstPage(signal) : null;
    return { count: await connector.count(signal), firstPage, since };
  } catch (error) {
    const failure = refusalIn(error, request);
    if (failure === null) throw error;
    await recordFailedStart(deps, storeId, request, failure);
    throw sourceProblem(failure);
  }
}

/** Where a run of changes begins; null for a full sync. */
function sinceFor(
  connector: Connector,
  { changesMark: mark, markedAt: at }: StoreSyncState,
  { scope }: StartRequest,
): ChangesMark | null {
  if (scope === undefined) return null;
  const refusal = refusalOfChanges(connector, mark);
  if (refusal === null && at !== null) return { mark, at };
  if (scope === 'changes_if_possible') return null;
  throw new AppError({ code: 'changes_not_possible', detail: refusal ?? messages.sync.changesNeedFull });
}

/** Records a start that the source refused as a failed run, so that the store's status and log show it. */
async function recordFailedStart(
  deps: SyncServiceDeps,
  storeId: string,
  request: StartRequest,
  { message: errorMessage, kind: errorKind }: SourceError,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const count = { products: 0, variants: null, exact: false };
    const scope = request.scope === undefined ? 'everything' : 'changes';
    const run = await createRun(tx, { ...request, storeId, count, since: null, scope }, now);
    // A concurrent start succeeded first, and is kept.
    if (run === null) return;
    await showRun(tx, storeId, run.id, now);
    await request.onRun?.(tx, run);
    const refused = { end: 'broke_off', message: messages.sync.failed, errorMessage, errorKind } as const;
    await endRun(tx, { runId: run.id }, refused, now);
  });
}

async function startOneOfAll(
  deps: SyncServiceDeps,
  store: SyncedStore,
  requestedBy: string,
): Promise<SyncAllResult['results'][number]> {
  const { logger } = deps;
  const result = { store_id: store.id, store_name: store.shop_name };
  try {
    const { run } = await start(deps, store.id, {
      method: kindOf(store).syncMethods[0],
      trigger: 'sync_all',
      requestedBy,
    });
    return { ...result, success: true, error: null, products_count: run.counted_products };
  } catch (error) {
    if (!(error instanceof AppError)) {
      logger.error({ err: error, store_id: store.id }, 'could not start the sync of a store');
    }
    const sentence = error instanceof AppError ? error.message : problems.internal_error.detail;
    return { ...result, success: false, error: sentence, products_count: null };
  }
}

async function startAllActive(deps: SyncServiceDeps, requestedBy: string): Promise<SyncAllResult> {
  const stores = await deps.listActiveStores();
  const startOne = (store: SyncedStore) => startOneOfAll(deps, store, requestedBy);
  const results = await startAll(stores, startOne, deps.startPatienceMs ?? START_PATIENCE_MS);
  const started = results.filter((result) => result.success).length;
  return {
    total_stores: stores.length,
    successful_syncs: started,
    failed_syncs: stores.length - started,
    results,
  };
}

async function forceStop(deps: SyncServiceDeps, storeId: string): Promise<void> {
  const { db, clock, stops } = deps;
  const { run } = await stateOf(deps, storeId);
  if (run === null) throw new AppError({ code: 'sync_not_running' });
  await db.transaction(async (tx) => {
    const now = clock.now();
    const message = messages.sync.forceStopped;
    const stopped = { end: 'force_stopped', message, errorMessage: message } as const;
    const ended = await endRun(tx, { runId: run.id }, stopped, now);
    if (ended === null) throw new AppError({ code: 'sync_not_running' });
    await markForceStopped(tx, storeId, now);
  });
  stops.stop(run.id, new WorkEndedError());
}

async function reset(deps: SyncServiceDeps, storeId: string): Promise<void> {
  const { db, clock, stops } = deps;
  const state = await stateOf(deps, storeId);
  const now = clock.now();
  const { run } = state;
  if (!mayBeReset(state, now)) {
    const nothing = { detail: 'There is nothing to reset: the last sync did not fail.' };
    throw new AppError({
      code: 'sync_reset_not_allowed',
      ...(run?.status === 'in_progress' ? {} : nothing),
    });
  }
  await db.transaction(async (tx) => {
    if (run?.status === 'in_progress') {
      const errorMessage = 'The sync showed no sign of life and was reset.';
      await endRun(tx, { runId: run.id }, { end: 'reset', message: messages.sync.failed, errorMessage }, now);
    }
    const cleared = await clearSyncState(tx, storeId, run?.id ?? null, now);
    if (!cleared) throw new AppError({ code: 'sync_reset_not_allowed' });
  });
  if (run) stops.stop(run.id, new WorkEndedError());
}

function refuseUnfit(store: SyncedStore, method: SyncMethod): void {
  if (store.store_status === 'archived') throw new AppError({ code: 'store_archived' });
  if (!kindOf(store).syncMethods.includes(method)) {
    throw new AppError({
      code: 'wrong_store_type',
      detail: connectsBy(store, 'database_login')
        ? 'An MS SQL store has no GraphQL and no REST to be read through: start its MS SQL sync.'
        : messages.stores.wrongFormForMssql,
    });
  }
}

/** The source's refusal, or its timeout; null for any other error. */
function refusalIn(cause: unknown, request: StartRequest): SourceError | null {
  if (cause instanceof SourceError) return cause;
  if (!(cause instanceof DOMException && cause.name === 'TimeoutError')) return null;
  const seconds = deadlineFor(request) / 1_000;
  const advice =
    request.trigger === 'manual'
      ? 'Try again in a moment; schedules and Sync All wait longer.'
      : 'Try again later.';
  const message = `The store did not say within ${seconds} seconds how many products it has. ${advice}`;
  return new SourceError({ kind: 'transient', message, cause });
}

/** What happened to the store while its source was asked. */
function refuseBlocked(blocker: SyncBlocker | null): void {
  if (blocker === null) throw new AppError({ code: 'store_not_found' });
  if (blocker.isArchived) throw new AppError({ code: 'store_archived' });
  if (blocker.forceStopped) throw new AppError({ code: 'sync_force_stopped' });
}

function refuseBusy(state: StoreSyncState): void {
  if (state.run?.status === 'in_progress') throw new AppError({ code: 'sync_in_progress' });
  if (state.forceStopped) throw new AppError({ code: 'sync_force_stopped' });
}
