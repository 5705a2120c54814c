import type { Editing } from '../../../connectors/editing.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isConnectionError, sqlState } from '../../../platform/db/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { retry } from '../../../platform/resilience/retry.ts';
import type { sleep } from '../../../platform/resilience/sleep.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createFence } from '../../../platform/work/fence.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';
import type { StoreBatch, StoreBatchLease } from '../store-batch-lease.ts';
import { finishGroup } from './outcome/finish-group.ts';
import { createFinisher, type Finisher, type ProductEnd } from './outcome/finisher.ts';
import {
  checkStoreBatch,
  noteBulkProgress,
  noteWaiting,
  readStoreBatchState,
  type StoreBatchCheck,
  type StoreBatchState,
} from './store-batch.repository.ts';

/** Why a worker starts nothing new for a store batch that it still holds. */
type StopReason = 'cancelled' | 'store_closed';

export class StoreBatchStoppedError extends Error {
  override readonly name = 'StoreBatchStoppedError';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super('The store batch begins nothing new.');
    this.reason = reason;
  }
}

/** A store batch under one worker's lease: the context of all work on it. */
export type LeasedBatch = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wait: typeof sleep;
  readonly lease: StoreBatchLease;
  readonly storeBatch: StoreBatch;
  /** Aborted when nothing new may start: cancelled, store closed, process stopping, lease lost. */
  readonly pauseSignal: AbortSignal;
  /** Aborted when the worker has to stop at once: process stopping, lease lost. */
  readonly stopSignal: AbortSignal;
  /** Aborted when even requests in flight are dropped: lease lost, or the process out of time. */
  readonly abortSignal: AbortSignal;
  /** Products with items being sent, or about to be. */
  readonly inFlight: Set<string>;
  readonly finisher: Finisher;
  /** Number of open items, the last of which ends the store batch; null if more work remains. */
  open: number | null;
  /** Set once the store batch has ended this way. */
  ended: { readonly isBatchEnded: boolean } | null;
  stopReason(): StopReason | null;
  /** Resolves when no other worker can have claimed the store batch. */
  whenSurelyHeld(): Promise<void>;
  /** Retries a statement while the database is unreachable. */
  patiently<T>(work: () => Promise<T>): Promise<T>;
  /** For a connector's `onWaiting`. */
  onWaiting(until: Date): void;
  /** For `onProgress`; lets others that wait for its products estimate the remaining time. */
  onBulkProgress(done: number): void;
  /** For `beforeWrite`: throws if another worker may hold the lease, for example after a suspension. */
  beforeWrite(): void;
};

export type OpenLease = {
  readonly leased: LeasedBatch;
  /** Reads requests to stop, optionally with a heartbeat; false if the lease is lost. */
  check(as: 'read' | 'heartbeat'): Promise<boolean>;
  /** The same, with the state that a pass starts with; throws if the lease is lost. */
  readState(): Promise<StoreBatchState>;
  /** Stops the timers of the lease. */
  close(): void;
};

/** Milliseconds that a stopping process gives requests under way. */
const SHUTDOWN_GRACE_MS = 3_000;
/** Attempts per statement while the database is unreachable, with growing pauses: about a minute in total. */
const DATABASE_TRIES = 12;
/** Milliseconds between two progress updates. */
const NOTE_INTERVAL_MS = 1_000;
const DEADLOCK = '40P01';

type OpenLeaseDeps = Pick<LeasedBatch, 'db' | 'clock' | 'logger' | 'wait' | 'lease' | 'storeBatch'> & {
  /** Milliseconds since just before the store batch was claimed. */
  readonly elapsed: () => number;
  readonly shutdown: AbortSignal;
  /** Aborted with a StoreBatchStoppedError from within this process. */
  readonly stop: AbortController;
};

export function openLease({ shutdown, stop, elapsed, ...deps }: OpenLeaseDeps): OpenLease {
  const { db, clock, logger, lease, storeBatch } = deps;
  const lost = new AbortController();
  const abortSignal = new AbortController();
  const stopSignal = AbortSignal.any([shutdown, lost.signal]);
  const inFlight = new Set<string>();
  let notedAt = 0;
  let graceTimer: NodeJS.Timeout | null = null;
  const startGrace = () => {
    graceTimer = setTimeout(() => abortSignal.abort(shutdown.reason), SHUTDOWN_GRACE_MS);
  };
  if (shutdown.aborted) startGrace();
  else shutdown.addEventListener('abort', startGrace, { once: true });
  const fence = createFence(elapsed, (reason) => lost.abort(reason));
  lost.signal.addEventListener('abort', () => abortSignal.abort(lost.signal.reason), { once: true });

  /** Writes progress for people, at most once a second; errors are only logged. */
  function note(write: () => Promise<void>): void {
    if (Date.now() - notedAt < NOTE_INTERVAL_MS) return;
    notedAt = Date.now();
    write().catch((error: unknown) =>
      logger.warn({ err: error, batch_id: lease.batchId }, 'could not note the progress of a store batch'),
    );
  }

  function patiently<T>(work: () => Promise<T>): Promise<T> {
    return retry(work, {
      attempts: DATABASE_TRIES,
      signal: abortSignal.signal,
      shouldRetry: (error) => isConnectionError(error) || sqlState(error) === DEADLOCK,
    });
  }

  async function storeGroup(group: readonly ProductEnd[]): Promise<void> {
    const ends = group.flatMap((end) => end.ends);
    const release = group.filter((end) => end.release).map((end) => end.productId);
    const mayEnd = ends.length === leased.open;
    leased.ended = await patiently(() =>
      finishGroup(db, { lease, storeBatch }, ends, { release, now: clock.now(), mayEnd }),
    );
    if (leased.open !== null) leased.open -= ends.length;
    for (const productId of release) inFlight.delete(productId);
  }

  const leased: LeasedBatch = {
    ...deps,
    pauseSignal: AbortSignal.any([stop.signal, stopSignal]),
    stopSignal,
    abortSignal: abortSignal.signal,
    inFlight,
    open: null,
    ended: null,
    finisher: createFinisher(storeGroup),
    patiently,
    stopReason: () =>
      stop.signal.reason instanceof StoreBatchStoppedError ? stop.signal.reason.reason : null,
    whenSurelyHeld: () => fence.whenProven(leased.pauseSignal),
    beforeWrite: fence.check,
    onWaiting: (until) => note(() => noteWaiting(db, lease, until)),
    onBulkProgress: (done) => note(() => noteBulkProgress(db, lease, done)),
  };

  function learn<Found extends StoreBatchCheck>(found: Found | null): Found | null {
    if (found === null) lost.abort(new LeaseLostError());
    else if (found.cancelRequested) stop.abort(new StoreBatchStoppedError('cancelled'));
    else if (!found.storeOpen) stop.abort(new StoreBatchStoppedError('store_closed'));
    return found;
  }

  return {
    leased,
    async check(as) {
      const askedAt = elapsed();
      const found = learn(await checkStoreBatch(db, lease, as));
      if (found !== null && as === 'heartbeat') fence.prove(askedAt);
      return found !== null;
    },
    async readState() {
      const found = learn(await readStoreBatchState(db, lease));
      if (found === null) throw new LeaseLostError();
      return found;
    },
    close() {
      shutdown.removeEventListener('abort', startGrace);
      if (graceTimer !== null) clearTimeout(graceTimer);
      fence.close();
    },
  };
}

/** A leased store batch with the connection to its source. */
export type LeasedSource = { readonly leased: LeasedBatch; readonly editing: Editing };
