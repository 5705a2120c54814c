import { messages } from '@storefleet/contract/messages';
import { v7 as uuidv7 } from 'uuid';
import { type CatalogueEnd, type Connector, ReadingHandedOnError } from '../../../connectors/connector.ts';
import { SourceError } from '../../../connectors/source-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isConnectionError } from '../../../platform/db/errors.ts';
import { AppError } from '../../../platform/http/problem.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { retry } from '../../../platform/resilience/retry.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { MAX_ATTEMPTS_WITHOUT_PROGRESS, retryDelay } from '../../../platform/work/attempts.ts';
import { LeaseLostError, WorkEndedError, watchLease } from '../../../platform/work/lease.ts';
import type { StopSignals } from '../../../platform/work/stop-signals.ts';
import {
  noticeOfKept,
  proveCatalogue,
  releaseSeenAgain,
  removeVanished,
} from '../../catalogue/pages/catalogue-removal.ts';
import { type PreparedPage, preparePage, writePage } from '../../catalogue/pages/catalogue-writer.ts';
import { holdLease, type RunLease } from '../../catalogue/pages/run-lease.ts';
import { renewDefinitions } from '../../stores/store-metafields.ts';
import { endChanges } from './end-changes.ts';
import { readingFor } from './reading.ts';
import { gapsIn, hasMetAll } from './run-state.ts';
import { noteEverythingSynced } from './store-sync-state.repository.ts';
import {
  claimRun,
  endRun,
  handBackRun,
  noteAsking,
  noteStage,
  pauseRun,
  recordProof,
  runLeases,
  type SyncRun,
  whyNoneMayGoOn,
} from './sync-run.repository.ts';
import { TimeSliceOverError, watchTimeSlice } from './time-slice.ts';

export type RunSyncDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stops: StopSignals;
  readonly connect: (storeId: string) => Promise<Connector>;
};

/** Attempts per statement while the database is unreachable, with growing pauses: about a minute in total. */
const DATABASE_TRIES = 12;

/**
 * Works on a run until it ends, is lost to another worker, or is handed back because of the signal. The
 * process may die at any point: the row says where to resume.
 */
export function createRunSync(deps: RunSyncDeps) {
  return (runId: string, shutdown: AbortSignal) => runSync(deps, runId, shutdown);
}

async function runSync(deps: RunSyncDeps, runId: string, shutdown: AbortSignal): Promise<void> {
  const { db, clock, logger, stops } = deps;
  const leaseId = uuidv7();
  const run = await claimRun(db, { runId, leaseId }, clock.now());
  if (run === null) return;
  const lease: RunLease = { runId, leaseId, storeId: run.store_id };
  const stop = stops.open(runId);
  const work = new AbortController();
  const signal = AbortSignal.any([shutdown, stop.signal, work.signal]);
  const abort = (reason: Error) => work.abort(reason);
  const watch = watchLease({ clock, logger }, runLeases.watched(db, lease), signal, abort);
  const slice = watchTimeSlice({ db, clock, logger }, run, signal, abort);
  try {
    await attempt(deps, run, lease, signal);
  } catch (error) {
    await leave(deps, lease, signal.aborted ? signal.reason : error, shutdown);
  } finally {
    work.abort();
    stops.close(runId);
    await Promise.all([watch, slice]);
  }
}

async function attempt(deps: RunSyncDeps, run: SyncRun, lease: RunLease, signal: AbortSignal): Promise<void> {
  const { db, logger } = deps;
  try {
    if (run.attempt > MAX_ATTEMPTS_WITHOUT_PROGRESS) throw new TriedTooOftenError();
    await readAndProve(deps, run, lease, signal);
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLostError) throw error;
    const delay = isWorthAnotherTry(error) ? retryDelay(await attemptOf(deps, run, lease)) : null;
    logger.warn({ err: error, run_id: run.id, retry_in_ms: delay }, 'a sync broke off');
    if (delay === null) return await fail(deps, lease, error);
    const pause = { milliseconds: delay, reason: sentenceFor(error, lease) };
    if (!(await patiently(() => pauseRun(db, lease, pause), signal))) throw new LeaseLostError();
  }
}

async function readAndProve(
  deps: RunSyncDeps,
  run: SyncRun,
  lease: RunLease,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  if (await runLeases.hasEnded(db, lease)) throw new LeaseLostError();
  const connector = await deps.connect(run.store_id);
  const end = await readAndStore(deps, connector, run, lease, signal);
  await noteStage(db, lease, 'verifying', null);
  if (run.scope === 'changes') {
    signal.throwIfAborted();
    await releaseSeenAgain(db, lease);
    return endChanges(db, lease, run, end, clock.now());
  }
  await renewDefinitions(deps, run.store_id, connector, signal);
  const proof = await proveCatalogue(db, lease, end);
  signal.throwIfAborted();
  const gaps = gapsIn(proof);
  const notices = [...end.notices];
  let heldBack = 0;
  if (hasMetAll(proof)) {
    await noteStage(db, lease, 'removing', null);
    heldBack = await removeVanished(db, lease, proof.stored.products, { now: clock.now(), signal });
  } else {
    await releaseSeenAgain(db, lease);
    const kept = await noticeOfKept(db, lease);
    if (kept !== null) notices.push(kept);
  }
  await db.transaction(async (tx) => {
    await holdLease(tx, lease);
    await recordProof(tx, lease, proof, { gaps, notices });
    const left = { gaps: gaps.length > 0, heldBack, skippedRows: proof.skippedRows };
    const message = messages.sync.completedWith(left);
    const ended = await endRun(tx, lease, { end: 'finished', message }, clock.now());
    if (ended === null) throw new LeaseLostError();
    await noteEverythingSynced(tx, run, clock.now());
  });
}

/** Reads and prepares the next page while the current one is written; at most these two are in memory. */
async function readAndStore(
  { db, clock, logger }: RunSyncDeps,
  connector: Connector,
  run: SyncRun,
  lease: RunLease,
  signal: AbortSignal,
): Promise<CatalogueEnd> {
  const reading = new AbortController();
  const stopReading = () => reading.abort(reasonToStop(signal.reason));
  if (signal.aborted) stopReading();
  else signal.addEventListener('abort', stopReading, { once: true });
  // Only GraphQL may have the source prepare an export before the first page.
  const isPrepared = run.method !== 'graphql' || run.scope === 'changes' || run.processed_products > 0;
  let stage: SyncRun['stage'] = isPrepared ? 'reading' : 'exporting';
  const pages = readingFor(connector, run).readCatalogue({
    checkpoint: run.checkpoint,
    count: { products: run.counted_products, variants: run.counted_variants, exact: run.counted_exactly },
    signal: reading.signal,
    onWaiting: (until, reason) => {
      noteStage(db, lease, stage, { until, reason: reason ?? null }).catch((error: unknown) =>
        logger.warn({ err: error, run_id: run.id }, 'could not note that a sync waits for its source'),
      );
    },
  });
  await noteAsking(db, lease, stage);
  let isNew = true;
  const read = async (): Promise<{ page: PreparedPage } | { end: CatalogueEnd }> => {
    const next = await pages.next();
    return next.done ? { end: next.value } : { page: preparePage(next.value, { isNew }) };
  };
  let next = read();
  try {
    for (;;) {
      const found = await next;
      if ('end' in found) return found.end;
      const { page } = found;
      if (page.products > 0) stage = 'reading';
      next = read();
      // The next iteration awaits it; until then a failure must not count as unhandled.
      next.catch(() => {});
      const added = await writePage(db, lease, page, clock.now());
      isNew = added > page.products / 2;
      signal.throwIfAborted();
    }
  } catch (error) {
    // A failed write may reveal the end before the watch does.
    const isLost = error instanceof LeaseLostError;
    if (isLost && (await runLeases.hasEnded(db, lease).catch(() => false)))
      reading.abort(new WorkEndedError());
    throw error;
  } finally {
    signal.removeEventListener('abort', stopReading);
    reading.abort(new ReadingHandedOnError());
    await next.catch(() => {});
  }
}

/** Attempts since the run last progressed, which is stored in the row. */
async function attemptOf({ db }: RunSyncDeps, run: SyncRun, { runId }: RunLease): Promise<number> {
  const { rows } = await patiently(() =>
    db.query<Pick<SyncRun, 'attempt'>>('select attempt from sync_runs where id = $1', [runId]),
  );
  return Math.max(1, rows[0]?.attempt ?? run.attempt);
}

async function fail({ db, clock }: RunSyncDeps, lease: RunLease, error: unknown): Promise<void> {
  const errorMessage = sentenceFor(error, lease);
  const errorKind = error instanceof SourceError ? error.kind : 'internal';
  const broken = { end: 'broke_off', message: messages.sync.failed, errorMessage, errorKind } as const;
  await patiently(() => endRun(db, lease, broken, clock.now()));
}

/** A worker that stops or yields hands the run back; one that has lost it changes nothing. */
async function leave(
  { db, clock }: RunSyncDeps,
  lease: RunLease,
  reason: unknown,
  shutdown: AbortSignal,
): Promise<void> {
  if (reason instanceof LeaseLostError) {
    // If the lease is still held, it is the store that has changed.
    const errorMessage = await patiently(() => whyNoneMayGoOn(db, lease.storeId));
    const closed = { end: 'broke_off', message: messages.sync.failed, errorMessage } as const;
    await patiently(() => endRun(db, lease, closed, clock.now()));
  } else if (shutdown.aborted || reason instanceof TimeSliceOverError) {
    await handBackRun(db, lease);
  } else {
    throw reason;
  }
}

function patiently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return retry(work, { attempts: DATABASE_TRIES, signal, shouldRetry: isConnectionError });
}

/**
 * Cancels the export at the source only if the run has ended; another worker that has the run will adopt it.
 */
function reasonToStop(reason: unknown): unknown {
  return reason instanceof WorkEndedError ? reason : new ReadingHandedOnError();
}

/** The run was claimed repeatedly without progress, for example because a product crashes the process. */
class TriedTooOftenError extends Error {
  override readonly name = 'TriedTooOftenError';
}

function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof SourceError) return error.retryable;
  if (error instanceof AppError) return error.status >= 500;
  return !(error instanceof TriedTooOftenError);
}

function sentenceFor(error: unknown, lease: RunLease): string {
  if (error instanceof SourceError || error instanceof AppError) return error.message;
  if (error instanceof TriedTooOftenError) {
    return `The sync was started ${MAX_ATTEMPTS_WITHOUT_PROGRESS} times and was cut off at the same place each time. The server's log has more under run ${lease.runId}.`;
  }
  return `The sync stopped on an internal error. The server's log has more under run ${lease.runId}.`;
}
