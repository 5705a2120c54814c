import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { WakeUps } from '../../../platform/work/wake-ups.ts';
import type { Applier } from './apply-batch.ts';
import {
  findRunnableShare,
  nextPauseEnd,
  placesOf,
  type RunnableShare,
  releaseAllShares,
} from './store-batch.repository.ts';

/** Shares that one process works on side by side, of each kind of turn. */
export type ShareConcurrency = {
  readonly inAll: number;
  /** Of one store: many large edits of it leave room for those of others. */
  readonly perStore: number;
};

export type BulkUpdateWorkerDeps = {
  readonly db: Database;
  readonly logger: Logger;
  readonly concurrency: ShareConcurrency;
  readonly applier: Pick<Applier, 'applyShare'>;
  readonly wakeUps: Pick<WakeUps, 'wait'>;
  /** True when no other process can be at work on this database: every share found at the start was cut off. */
  readonly soleProcess: boolean;
};

export type BulkUpdateWorker = { start(): Promise<void>; stop(): Promise<void> };

/** Milliseconds between two looks where nobody was woken: for shares of dead workers, and notifications that were lost. */
const LOOK_INTERVAL_MS = 10_000;

/**
 * The part of a process that takes up shares: new ones, those that wait no longer, and those of workers that died. The
 * rows are the queue: a share that waits for anything but a worker has none, and takes up no place.
 */
export function createBulkUpdateWorker(deps: BulkUpdateWorkerDeps): BulkUpdateWorker {
  const { db, logger, applier, wakeUps, concurrency, soleProcess } = deps;
  const running = new Map<Promise<void>, RunnableShare>();
  let stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();

  /** Kinds, and kinds at stores, of which all places are taken. */
  function full(): string[] {
    const counts = new Map<string, number>();
    for (const { kind, storeId } of running.values()) {
      for (const name of [kind, placesOf(kind, storeId)]) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return [...counts]
      .filter(([name, count]) => count >= (name.includes(':') ? concurrency.perStore : concurrency.inAll))
      .map(([name]) => name);
  }

  function run(share: RunnableShare, signal: AbortSignal): void {
    const turn = applier
      .applyShare(share, signal, share.kind)
      .catch((error: unknown) =>
        logger.error({ err: error, batch_id: share.batchId, store_id: share.storeId }, 'a share broke off'),
      )
      .finally(() => running.delete(turn));
    running.set(turn, share);
  }

  /** Until one of the turns that the last search counted as running has ended, or a share is free. */
  async function untilMoreToDo(turns: readonly Promise<void>[], signal: AbortSignal): Promise<void> {
    const pause = Math.min(LOOK_INTERVAL_MS, (await nextPauseEnd(db)) ?? LOOK_INTERVAL_MS);
    const free = new AbortController();
    const isOver = AbortSignal.any([signal, free.signal]);
    await Promise.race([wakeUps.wait('edits', pause, isOver), ...turns]);
    free.abort();
  }

  async function keepLooking(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A turn may end between the search that passes its share over and the wait.
      const turns = [...running.keys()];
      try {
        const share = await findRunnableShare(db, { full: full(), running: [...running.values()] });
        if (share !== null && !signal.aborted) run(share, signal);
        else await untilMoreToDo(turns, signal);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'could not look for edits that wait for a worker');
        await wakeUps.wait('edits', LOOK_INTERVAL_MS, signal);
      }
    }
  }

  return {
    async start() {
      if (soleProcess) await releaseAllShares(db);
      stopping = new AbortController();
      looking = keepLooking(stopping.signal);
    },
    /** Hands back what is worked on. */
    async stop() {
      stopping.abort();
      await Promise.all([looking, ...running.keys()]);
    },
  };
}
