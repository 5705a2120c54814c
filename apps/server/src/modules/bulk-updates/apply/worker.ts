import type { Database } from '../../../platform/db/database.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../../platform/work/worker.ts';
import { storeBatchLeases } from '../store-batch-lease.ts';
import type { Applier } from './apply-batch.ts';
import {
  findRunnableStoreBatch,
  nextStoreBatchIn,
  type RunnableStoreBatch,
} from './store-batch.repository.ts';

/** Store batches that a process runs in parallel, per kind of lease. */
type EditConcurrency = {
  readonly inAll: number;
  /** Per store, so that many large edits of one store leave slots for others. */
  readonly perStore: number;
};

type BulkUpdateWorkerDeps = WorkerDeps & {
  readonly db: Database;
  readonly concurrency: EditConcurrency;
  readonly applier: Pick<Applier, 'applyStoreBatch'>;
  /** True if no other process can be working on this database. */
  readonly soleProcess: boolean;
};

/** Claims store batches: new ones, those whose wait is over, and those of dead workers. */
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
