import { createWorker, type Worker, type WorkerDeps } from '../../../platform/work/worker.ts';
import { createRunSync, type RunSyncDeps } from './run-sync.ts';
import { findReadyRun, nextRunIn, runLeases } from './sync-run.repository.ts';

type SyncWorkerDeps = RunSyncDeps &
  WorkerDeps & {
    /** Number of stores that this process syncs in parallel. */
    readonly concurrency: number;
    /** True if no other process can be working on this database. */
    readonly soleProcess: boolean;
  };

export function createSyncWorker(deps: SyncWorkerDeps): Worker {
  const { db, concurrency, soleProcess } = deps;
  const runSync = createRunSync(deps);
  return createWorker<{ run_id: string }>(deps, {
    kind: 'syncs',
    prepare: async () => {
      if (soleProcess) await runLeases.releaseAll(db);
    },
    async findNext(running) {
      if (running.length >= concurrency) return null;
      const id = await findReadyRun(
        db,
        running.map(({ run_id }) => run_id),
      );
      return id === null ? null : { run_id: id };
    },
    nextIn: () => nextRunIn(db),
    run: ({ run_id }, signal) => runSync(run_id, signal),
  });
}
