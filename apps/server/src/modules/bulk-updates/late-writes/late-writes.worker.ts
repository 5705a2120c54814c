import { createWorker, type Worker, type WorkerDeps } from '../../../platform/work/worker.ts';
import { checkLateWrites, claimDueChecks, type DueChecks, type LateWritesDeps } from './late-writes.ts';

/** Checks for late writes, of one store after the other; any number of processes may do so. */
export function createLateWritesWorker(deps: LateWritesDeps & WorkerDeps): Worker {
  return createWorker<DueChecks>(deps, {
    kind: 'late-writes',
    findNext: async (running) => (running.length > 0 ? null : claimDueChecks(deps)),
    nextIn: async () => null,
    run: (due, signal) => checkLateWrites(deps, due, signal),
  });
}
