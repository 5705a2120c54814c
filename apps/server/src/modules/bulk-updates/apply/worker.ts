import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { WakeUps } from '../../../platform/work/wake-ups.ts';
import type { Applier } from './apply-batch.ts';
import {
  findRunnableStoreBatch,
  nextPauseEnd,
  type RunnableStoreBatch,
  releaseAllStoreBatches,
  slotsOf,
} from './store-batch.repository.ts';

/** Store batches that one process works on side by side, of each kind of lease. */
export type EditConcurrency = {
  readonly inAll: number;
  /** Of one store: many large edits of it leave slots for those of others. */
  readonly perStore: number;
};

export type BulkUpdateWorkerDeps = {
  readonly db: Database;
  readonly logger: Logger;
  readonly concurrency: EditConcurrency;
  readonly applier: Pick<Applier, 'applyStoreBatch'>;
  readonly wakeUps: Pick<WakeUps, 'wait'>;
  /**
   * True when no other process can be at work on this database: every store batch found at the start was cut
   * off.
   */
  readonly soleProcess: boolean;
};

export type BulkUpdateWorker = { start(): Promise<void>; stop(): Promise<void> };

/**
 * Milliseconds between two searches without a notification: for store batches of dead workers, and lost
 * notifications.
 */
const SEARCH_INTERVAL_MS = 10_000;

/**
 * The part of a process that takes up store batches: new ones, those that wait no longer, and those of
 * workers that died. The rows are the queue: a store batch that waits for anything but a worker takes up no
 * slot.
 */
export function createBulkUpdateWorker(deps: BulkUpdateWorkerDeps): BulkUpdateWorker {
  const { db, logger, applier, wakeUps, concurrency, soleProcess } = deps;
  const running = new Map<Promise<void>, RunnableStoreBatch>();
  let stopping = new AbortController();
  let searching: Promise<void> = Promise.resolve();

  /** Kinds, and kinds at stores, without a free slot. */
  function full(): string[] {
    const counts = new Map<string, number>();
    for (const { kind, storeId } of running.values()) {
      for (const name of [kind, slotsOf(kind, storeId)]) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts]
      .filter(([name, count]) => count >= (name.includes(':') ? concurrency.perStore : concurrency.inAll))
      .map(([name]) => name);
  }

  function run(storeBatch: RunnableStoreBatch, signal: AbortSignal): void {
    const leased = applier
      .applyStoreBatch(storeBatch, signal, storeBatch.kind)
      .catch((error: unknown) =>
        logger.error(
          { err: error, batch_id: storeBatch.batchId, store_id: storeBatch.storeId },
          'a store batch broke off',
        ),
      )
      .finally(() => running.delete(leased));
    running.set(leased, storeBatch);
  }

  /** Until one of the runs that the last search skipped has ended, or a store batch is free. */
  async function untilMoreToDo(runs: readonly Promise<void>[], signal: AbortSignal): Promise<void> {
    const pause = Math.min(SEARCH_INTERVAL_MS, (await nextPauseEnd(db)) ?? SEARCH_INTERVAL_MS);
    const free = new AbortController();
    const isOver = AbortSignal.any([signal, free.signal]);
    await Promise.race([wakeUps.wait('edits', pause, isOver), ...runs]);
    free.abort();
  }

  async function keepSearching(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A run may end between the search that skips its store batch and the wait.
      const runs = [...running.keys()];
      try {
        const storeBatch = await findRunnableStoreBatch(db, { full: full(), running: [...running.values()] });
        if (storeBatch !== null && !signal.aborted) run(storeBatch, signal);
        else await untilMoreToDo(runs, signal);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'could not look for edits that wait for a worker');
        await wakeUps.wait('edits', SEARCH_INTERVAL_MS, signal);
      }
    }
  }

  return {
    async start() {
      if (soleProcess) await releaseAllStoreBatches(db);
      stopping = new AbortController();
      searching = keepSearching(stopping.signal);
    },
    /** Hands back what is worked on. */
    async stop() {
      stopping.abort();
      await Promise.all([searching, ...running.keys()]);
    },
  };
}
