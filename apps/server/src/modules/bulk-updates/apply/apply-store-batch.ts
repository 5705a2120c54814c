import { problems } from '@storefleet/contract/api/problems';
import { v7 as uuidv7 } from 'uuid';
import type { Connector } from '../../../connectors/connector.ts';
import type { Editing } from '../../../connectors/editing.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';
import { MAX_ATTEMPTS_WITHOUT_PROGRESS, retryDelay } from '../../../platform/work/attempts.ts';
import { LeaseLostError, watchLease } from '../../../platform/work/lease.ts';
import type { StopSignals } from '../../../platform/work/stop-signals.ts';
import {
  type StoreBatch,
  type StoreBatchKey,
  type StoreBatchLease,
  storeBatchLeases,
} from '../store-batch-lease.ts';
import type { BegunStoreBatch } from './begin-plan.ts';
import { releaseSettledClaims } from './claims.repository.ts';
import { countPlannedProducts, endOpenItems, hasOpenItems } from './items.repository.ts';
import { type LeasedBatch, type LeasedSource, type OpenLease, openLease } from './leased-batch.ts';
import { NOTHING_CLAIMED, type Pass } from './read-planned.ts';
import { reconcileSent } from './reconcile.ts';
import {
  endStoreBatch,
  handBackStoreBatch,
  type LeaseKind,
  parkStoreBatch,
  readAttempt,
  type StoreBatchState,
} from './store-batch.repository.ts';
import { resumeBulk, writeInBulk } from './write-in-bulk.ts';
import { writeProducts } from './write-products.ts';

export type ApplyStoreBatchDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stops: StopSignals;
  /** Throws the problem to show if there is no such store. */
  readonly findStore: (storeId: string) => Promise<{ readonly store_status: string }>;
  readonly connect: (storeId: string) => Promise<Pick<Connector, 'editing'>>;
  /** Called when this worker has ended a batch. */
  readonly onBatchEnded: (batchId: string) => void;
  readonly wait?: typeof sleep;
};

/** Milliseconds before the first and between later attempts to reconcile with an unresponsive store. */
const FIRST_LONG_WAIT_MS = 5_000;
const MAX_LONG_WAIT_MS = 30_000;

/** Names a store batch for the stop signals of its process. */
export function storeBatchName({ batchId, storeId }: StoreBatchKey): string {
  return `${batchId}:${storeId}`;
}

/**
 * Works on a store batch until it ends, its lease is lost, it has to wait for its store or for products of
 * another batch, or the signal asks to hand it back. A lease of the kind `settle` ends once every sent item
 * has an outcome. The process may die at any point: the rows say where to resume.
 */
export async function applyStoreBatch(
  deps: ApplyStoreBatchDeps,
  key: StoreBatchKey,
  shutdown: AbortSignal,
  kind?: LeaseKind,
): Promise<void> {
  const lease: StoreBatchLease = { ...key, leaseId: uuidv7() };
  const elapsed = steadyTime(deps.clock);
  const storeBatch = await storeBatchLeases.claim<StoreBatch>(deps.db, lease);
  if (storeBatch !== null) await work(deps, { lease, storeBatch, begun: null, elapsed }, shutdown, kind);
}

/** Works on a store batch that this process stored as held `elapsed` ago. */
export const applyBegun = (
  deps: ApplyStoreBatchDeps,
  begun: BegunStoreBatch,
  elapsed: () => number,
  shutdown: AbortSignal,
) => work(deps, { ...begun, begun, elapsed }, shutdown);

async function work(
  deps: ApplyStoreBatchDeps,
  taken: TakenStoreBatch,
  shutdown: AbortSignal,
  kind?: LeaseKind,
): Promise<void> {
  const { db, clock, logger, stops, wait = sleep } = deps;
  const { lease, storeBatch, begun, elapsed } = taken;
  const key: StoreBatchKey = lease;
  const stop = stops.open(storeBatchName(key));
  const open = openLease({ db, clock, logger, wait, lease, storeBatch, elapsed, shutdown, stop });
  const watching = new AbortController();
  const watched = {
    name: { batch_id: key.batchId, store_id: key.storeId },
    isHeld: () => open.check('read'),
    beat: () => open.check('heartbeat'),
  };
  const watch = watchLease({ clock, logger }, watched, watching.signal, () => {});
  try {
    await workUntilLeft(deps, open, begun, kind === 'settle');
  } catch (error) {
    await leave(open.leased, error, shutdown);
  } finally {
    watching.abort();
    stops.close(storeBatchName(key));
    open.close();
    await watch;
  }
}

async function workUntilLeft(
  deps: ApplyStoreBatchDeps,
  open: OpenLease,
  begun: BegunStoreBatch | null,
  settleOnly: boolean,
): Promise<void> {
  const { leased } = open;
  const history: LeaseHistory = { lostAnswers: 0, bulkAllowed: true };
  // A store batch that was just stored has nothing to reconcile.
  let fresh = begun;
  for (;;) {
    try {
      const untouched = leased.pauseSignal.aborted ? null : fresh;
      fresh = null;
      const pass =
        untouched === null
          ? await passOver(deps, open, history, settleOnly)
          : await writeBegun(leased, untouched, history);
      if (leased.ended?.isBatchEnded) deps.onBatchEnded(leased.lease.batchId);
      if (leased.ended !== null || pass === 'left') return;
      if (pass.claimed === 0 && pass.blocked.length > 0) {
        await leased.patiently(() => parkStoreBatch(leased.db, leased.lease, pass.blocked));
        return;
      }
    } catch (error) {
      leased.stopSignal.throwIfAborted();
      if (error instanceof LeaseLostError) throw error;
      if (leased.stopReason() !== null && error === leased.pauseSignal.reason) continue;
      if (!(await goesOn(leased, error))) return;
    }
  }
}

/** Settles what was sent, then writes what is planned. `left`: it has ended or was handed back. */
async function passOver(
  deps: ApplyStoreBatchDeps,
  { leased, readState }: OpenLease,
  history: LeaseHistory,
  settleOnly: boolean,
): Promise<Pass | 'left'> {
  const state = await leased.patiently(readState);
  leased.stopSignal.throwIfAborted();
  const isStopped = await settleStop(deps, leased);
  if (!state.hasSent && (isStopped || !state.hasPlanned)) {
    const isLast = await leased.patiently(() => endStoreBatch(leased.db, leased.lease, leased.clock.now()));
    if (isLast) deps.onBatchEnded(leased.lease.batchId);
    return 'left';
  }
  const source = { leased, editing: await connectToEdit(deps, leased) };
  await settle(source, state);
  if (leased.pauseSignal.aborted) return NOTHING_CLAIMED;
  if (settleOnly && (await leased.patiently(() => hasOpenItems(leased.db, leased.lease)))) {
    await leased.patiently(() => handBackStoreBatch(leased.db, leased.lease));
    return 'left';
  }
  return writePlanned(source, state, history);
}

/** The single pass that most small edits take. */
async function writeBegun(leased: LeasedBatch, begun: BegunStoreBatch, history: LeaseHistory): Promise<Pass> {
  const { editing, items } = begun;
  if (editing.bulk !== null && items.length >= editing.bulk.minProducts) return NOTHING_CLAIMED;
  return writeProductsOf({ leased, editing }, history, { open: items.length, begun });
}

/** Ends the planned items of a cancelled batch or a closed store. True if none is planned any more. */
async function settleStop(deps: ApplyStoreBatchDeps, leased: LeasedBatch): Promise<boolean> {
  const reason = leased.stopReason();
  if (reason === 'cancelled') {
    await endAll(leased, { from: 'planned', to: 'cancelled', error: null });
  } else if (reason === 'store_closed') {
    await endAll(leased, { from: 'planned', to: 'failed', error: await closedStoreSentence(deps, leased) });
  }
  return reason !== null;
}

async function closedStoreSentence(deps: ApplyStoreBatchDeps, leased: LeasedBatch): Promise<string> {
  try {
    await deps.findStore(leased.lease.storeId);
    return problems.store_archived.detail;
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_not_found') return STORE_DELETED;
    throw error;
  }
}

function endAll(leased: LeasedBatch, end: Omit<Parameters<typeof endOpenItems>[2], 'now'>): Promise<void> {
  return leased.patiently(() => endOpenItems(leased.db, leased.lease, { ...end, now: leased.clock.now() }));
}

/** Reconciles everything that was sent; afterwards the store batch claims nothing. */
async function settle(source: LeasedSource, { bulk, hasSent, hasClaims }: StoreBatchState): Promise<void> {
  const { leased, editing } = source;
  if (bulk !== null && editing.bulk !== null) await resumeBulk(source, editing.bulk, bulk);
  if (hasSent) await reconcileSent(source);
  leased.inFlight.clear();
  if (hasClaims) await leased.patiently(() => releaseSettledClaims(leased.db, leased.lease));
}

/** One pass over the planned items whose products no other batch holds. */
async function writePlanned(
  source: LeasedSource,
  { attempt, open }: StoreBatchState,
  history: LeaseHistory,
): Promise<Pass> {
  const { leased, editing } = source;
  const isExhausted = (attempts: number) => attempts > MAX_ATTEMPTS_WITHOUT_PROGRESS;
  // Settling may have been progress.
  if (
    isExhausted(attempt) &&
    isExhausted(await leased.patiently(() => readAttempt(leased.db, leased.lease)))
  ) {
    await endAll(leased, { from: 'planned', to: 'failed', error: triedTooOften(leased) });
    return NOTHING_CLAIMED;
  }
  const { bulk } = editing;
  if (bulk !== null && history.bulkAllowed && open >= bulk.minProducts) {
    const planned = await leased.patiently(() =>
      countPlannedProducts(leased.db, leased.lease, bulk.minProducts),
    );
    if (planned >= bulk.minProducts) {
      // What remains, or cannot go in bulk, is written product by product.
      history.bulkAllowed = false;
      return writeInBulk(source, bulk);
    }
  }
  return writeProductsOf(source, history, { open, begun: null });
}

async function writeProductsOf(
  source: LeasedSource,
  history: LeaseHistory,
  { open, begun }: { readonly open: number; readonly begun: BegunStoreBatch | null },
): Promise<Pass> {
  source.leased.open = open;
  const { unknown, ...pass } = await writeProducts(source, begun).finally(() => {
    source.leased.open = null;
  });
  if (unknown && ++history.lostAnswers > 1) throw new AnswersLostError();
  return pass;
}

async function connectToEdit(deps: ApplyStoreBatchDeps, leased: LeasedBatch): Promise<Editing> {
  const { editing } = await deps.connect(leased.lease.storeId);
  if (editing !== null) return editing;
  throw new SourceError({
    kind: 'rejected',
    message: `Products of “${leased.storeBatch.store_name}” cannot be changed from here.`,
  });
}

/**
 * Handles an error. True if another pass should follow; false if the store batch was handed back with a
 * backoff, during which it holds no worker or slot and claims only what was sent. After too many attempts,
 * planned items fail with the error's sentence; sent items are retried until their outcome is known.
 */
async function goesOn(leased: LeasedBatch, error: unknown): Promise<boolean> {
  const { lease } = leased;
  const attempt = await leased.patiently(() => readAttempt(leased.db, lease));
  const delay = isWorthAnotherTry(error) ? retryDelay(attempt) : null;
  const reason = sentenceFor(error, leased);
  leased.logger.warn(
    { err: error, batch_id: lease.batchId, store_id: lease.storeId, retry_in_ms: delay },
    'a store batch of a bulk update broke off',
  );
  if (delay === null) {
    await endAll(leased, { from: 'planned', to: 'failed', error: reason });
    if (!(await leased.patiently(() => hasOpenItems(leased.db, lease)))) return true;
    if (error instanceof AppError && error.code === 'store_not_found') {
      await endAll(leased, { from: 'sent', to: 'failed', error: NEVER_TO_BE_KNOWN });
      return true;
    }
  }
  const milliseconds = delay ?? Math.min(MAX_LONG_WAIT_MS, FIRST_LONG_WAIT_MS * 2 ** (attempt - 1));
  const pause = { milliseconds, reason, knowsOfStop: leased.stopReason() !== null };
  await leased.patiently(() => handBackStoreBatch(leased.db, lease, pause));
  return false;
}

/** Hands the store batch back on shutdown; changes nothing if the lease is lost. */
async function leave(leased: LeasedBatch, error: unknown, shutdown: AbortSignal): Promise<void> {
  if (error instanceof LeaseLostError) return;
  if (!shutdown.aborted) throw error;
  await handBackStoreBatch(leased.db, leased.lease);
}

type TakenStoreBatch = {
  readonly lease: StoreBatchLease;
  readonly storeBatch: StoreBatch;
  /** Set if this process has just stored it, so nothing was fetched or sent before. */
  readonly begun: BegunStoreBatch | null;
  /** Milliseconds since just before it was claimed. */
  readonly elapsed: () => number;
};

type LeaseHistory = { lostAnswers: number; bulkAllowed: boolean };

/** Edits were sent again, and again got no answer. */
class AnswersLostError extends Error {
  override readonly name = 'AnswersLostError';

  constructor() {
    super('The store did not answer the update.');
  }
}

const STORE_DELETED = 'Its store does not exist any more.';
const NEVER_TO_BE_KNOWN =
  'The store was deleted before it answered the update. Whether the update was made cannot be known.';

function triedTooOften({ lease }: LeasedBatch): string {
  return `The update was tried ${MAX_ATTEMPTS_WITHOUT_PROGRESS} times and failed each time. The server's log has more under bulk update ${lease.batchId}.`;
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof SourceError) return error.retryable;
  if (error instanceof AppError) return error.status >= 500;
  return true;
}

function sentenceFor(error: unknown, { lease }: LeasedBatch): string {
  if (error instanceof AppError && error.code === 'store_not_found') return STORE_DELETED;
  if (error instanceof SourceError || error instanceof AppError || error instanceof AnswersLostError) {
    return error.message;
  }
  return `The update stopped on an internal error. The server's log has more under bulk update ${lease.batchId}.`;
}
