import { BULK_UPDATE_SYNCHRONOUS_LIMIT } from '@storefleet/contract/constants';
import type { Queryable } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { AppError, conflict } from '../../../platform/http/problem.ts';
import { sleep } from '../../../platform/resilience/sleep.ts';
import { steadyTime } from '../../../platform/time/steady-time.ts';
import type { Override } from '../../guard-rails/override.ts';
import { lockUndecided, requireSubmission, writeDecision } from '../decision.ts';
import { forgetBatch } from '../plan/expiry.ts';
import type { UnstoredPlan } from '../plan/plan.ts';
import { noteApplied } from '../plan-schedule.ts';
import type { StoreBatchKey } from '../store-batch-lease.ts';
import {
  type ApplyStoreBatchDeps,
  applyBegun,
  applyStoreBatch,
  storeBatchName,
} from './apply-store-batch.ts';
import { dropLeftOut, requestCancel, startBatch } from './batch.repository.ts';
import { beginPlan } from './begin-plan.ts';
import { checkAnew, overridePlan, overrideStored } from './guard-rails.ts';
import { StoreBatchStoppedError } from './leased-batch.ts';
import { endBatchWhenDone, handBackStoreBatch, type LeaseKind } from './store-batch.repository.ts';

export type ApplierDeps = Omit<ApplyStoreBatchDeps, 'onBatchEnded'>;

export type Applier = ReturnType<typeof createApplier>;

/** Milliseconds between the first two polls for the end of a batch that another process may be running. */
const FIRST_POLL_MS = 50;
const MAX_POLL_MS = 500;

/** Applies planned batches. */
export function createApplier(deps: ApplierDeps) {
  const { db, clock, logger, stops } = deps;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  /** Announces ended batches to callers in this process. */
  const ended = new EventTarget();
  const onBatchEnded = (batchId: string) => void ended.dispatchEvent(new Event(batchId));
  const applying: ApplyStoreBatchDeps = { ...deps, onBatchEnded };

  /** Starts a store batch in this process at once, whether or not anybody waits for it. */
  function runHere(
    storeBatch: StoreBatchKey,
    work = () => applyStoreBatch(applying, storeBatch, stopping.signal),
  ): void {
    if (stopping.signal.aborted) return;
    const run = work()
      .catch((error: unknown) =>
        logger.error(
          { err: error, batch_id: storeBatch.batchId, store_id: storeBatch.storeId },
          'a store batch broke off',
        ),
      )
      .finally(() => running.delete(run));
    running.add(run);
  }

  return {
    /** For the worker. */
    applyStoreBatch: (storeBatch: StoreBatchKey, signal: AbortSignal, kind?: LeaseKind) =>
      applyStoreBatch(applying, storeBatch, signal, kind),

    /**
     * Applies a planned batch: a small one in this process at once, a large one by a worker. Resolves once
     * that is certain to happen. Throws `batch_not_found`, a conflict if it was applied before, or what its
     * guard rails require.
     */
    async apply(batchId: string, { override, ...options }: ApplyOptions = {}): Promise<void> {
      const { rules } = await checkAnew(db, batchId, clock.now());
      const here = await db.transaction(async (tx) => {
        const plan = await lockUndecided(tx, batchId, { scheduledToo: true });
        requireSubmission(plan, options.submittedAt);
        await options.onLocked?.(tx);
        await dropLeftOut(tx, batchId, options.excludedItemIds ?? []);
        const now = clock.now();
        await overrideStored(tx, batchId, { rules, override, now });
        if (override && plan.decision !== 'approved')
          await writeDecision(tx, batchId, { decision: 'approved', by: override.by, now });
        await noteApplied(tx, batchId);
        const { storeBatches, items } = await startBatch(tx, batchId, now);
        if (items !== (options.expectedItems ?? items)) {
          throw conflict('Other rows were left out meanwhile. Look at the preview again.');
        }
        await endBatchWhenDone(tx, batchId, now);
        return items <= BULK_UPDATE_SYNCHRONOUS_LIMIT ? storeBatches : [];
      });
      for (const storeBatch of here) runHere(storeBatch);
    },

    /**
     * Stores a small plan and applies it in this process at once. Unless `durable`, it may not survive a
     * power cut before something is sent: for callers that wait for the result. Throws what its guard rails
     * require.
     */
    async begin(plan: UnstoredPlan, { override, durable }: BeginOptions): Promise<void> {
      const elapsed = steadyTime(clock);
      const now = clock.now();
      const overridden = await overridePlan(db, plan, override, now);
      const begun = await beginPlan(db, plan, { now, durable, overridden });
      for (const storeBatch of begun) {
        if (stopping.signal.aborted) await handBackStoreBatch(db, storeBatch.lease);
        else runHere(storeBatch.lease, () => applyBegun(applying, storeBatch, elapsed, stopping.signal));
      }
    },

    /** True if the batch has ended; false after the timeout, or if others hold its products. */
    waitForEnd: (batchId: string, wait: EndWait) =>
      pollForEnd(db, batchId, { ...wait, ended, stopping: stopping.signal }),

    /**
     * Drops a planned batch. A running one starts nothing more: in this process at once, in others within 1
     * s.
     */
    async cancel(batchId: string): Promise<void> {
      if ((await readStatus(db, batchId)).status === 'planned') await forgetBatch(db, batchId);
      const storeBatches = await db.transaction((tx) => requestCancel(tx, batchId, clock.now()));
      for (const storeBatch of storeBatches) {
        if (storeBatch.free) runHere(storeBatch);
        else stops.stop(storeBatchName(storeBatch), new StoreBatchStoppedError('cancelled'));
      }
    },

    /** Hands back the store batches that this process started itself. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Who overrides guard rails, and why; without it, none may be broken. */
type OverrideOption = { readonly override?: Override | undefined };

type BeginOptions = OverrideOption & { readonly durable: boolean };

export type ApplyOptions = OverrideOption & {
  readonly excludedItemIds?: readonly string[];
  /** How many items the person expects to be written. */
  readonly expectedItems?: number | undefined;
  /** When the plan they saw was submitted. */
  readonly submittedAt?: string | null | undefined;
  /** Runs first in the transaction; throwing leaves the plan unchanged. */
  readonly onLocked?: ((tx: Queryable) => Promise<void>) | undefined;
};

type EndWait = {
  readonly signal: AbortSignal;
  readonly milliseconds: number;
  readonly unlessBlocked?: boolean;
};

/** Waits for the end in this process, and also polls, as another process may be working on it. */
async function pollForEnd(
  db: Queryable,
  batchId: string,
  {
    signal,
    milliseconds,
    unlessBlocked = false,
    ended,
    stopping,
  }: EndWait & { readonly ended: EventTarget; readonly stopping: AbortSignal },
): Promise<boolean> {
  const waking = new AbortController();
  const wake = () => waking.abort();
  ended.addEventListener(batchId, wake);
  const hasEnded = () => waking.signal.aborted;
  const isOver = AbortSignal.any([AbortSignal.timeout(milliseconds), stopping, signal]);
  try {
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(MAX_POLL_MS, 2 * pause)) {
      await sleep(pause, AbortSignal.any([isOver, waking.signal])).catch(() => {});
      if (hasEnded()) return true;
      const { status, isBlocked } = await readStatus(db, batchId);
      if (status !== 'in_progress') return true;
      if (isOver.aborted || (unlessBlocked && isBlocked)) return false;
    }
  } finally {
    ended.removeEventListener(batchId, wake);
  }
}

async function readStatus(db: Queryable, batchId: string): Promise<{ status: string; isBlocked: boolean }> {
  const { rows } = await db.query<{ status: string; isBlocked: boolean }>(
    prepared(`select status, exists (select from edit_batch_stores
       where batch_id = edit_batches.id and blocked_products is not null) as "isBlocked"
     from edit_batches where id = $1`),
    [batchId],
  );
  if (!rows[0]) throw new AppError({ code: 'batch_not_found' });
  return rows[0];
}
