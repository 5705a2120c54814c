import type { Database } from '../../../platform/db/database.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../../platform/work/worker.ts';
import type { Applier } from './apply-batch.ts';
import {
  findRunnableStoreBatch,
  nextStoreBatchIn,
  type RunnableStoreBatch,
} from './store-batch.repository.ts';
import { storeBatchLeases } from './store-batch-lease.ts';

/** Store batches that one process works on side by side, of each kind of lease. */
export type EditConcurrency = {
  readonly inAll: number;
  /** Of one store: many large edits of it leave slots for those of others. */
  readonly perStore: number;
};

export type BulkUpdateWorkerDeps = WorkerDeps & {
  readonly db: Database;
  readonly concurrency: EditConcurrency;
  readonly applier: Pick<Applier, 'applyStoreBatch'>;
  /** True when no other process can be at work on this database. */
  readonly soleProcess: boolean;
};

/** Takes up store batches: new ones, those that wait no longer, and those of workers that died. */
export function createBulkUpdateWorker(deps: BulkUpdateWorkerDeps): Worker {
  const { db, applier, concurrency, soleProcess } = deps;
  return createWorker<RunnableStoreBatch>(deps, {
    kind: 'edits',
    prepare: async () => {
      if (soleProcess) await storeBatchLeases.releaseAll(db);
    },
    findNext: (running) => findRunnableStoreBatch(db, { full: fullSlots(running, concurrency), running }),
    nextIn: () => nextStoreBatchIn(db),
    run: (storeBatch, signal) => applier.applyStoreBatch(storeBatch, signal, storeBatch.kind),
  });
}

/** Kinds, and kinds at stores, without a free slot. */
function fullSlots(running: readonly RunnableStoreBatch[], { inAll, perStore }: EditConcurrency): string[] {
  const counts = new Map<string, { used: number; slots: number }>();
  const use = (name: string, slots: number) =>
    counts.set(name, { used: (counts.get(name)?.used ?? 0) + 1, slots });
  for (const { kind, storeId } of running) {
    use(kind, inAll);
    use(`${kind}:${storeId}`, perStore);
  }
  return [...counts].filter(([, { used, slots }]) => used >= slots).map(([name]) => name);
}
