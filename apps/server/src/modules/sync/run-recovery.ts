import type { Database } from '../../platform/db/database.ts';
import { createRecovery, QUIET_FOR_MS, type RecoveryDeps } from '../../platform/lease/recovery.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { claimWaitingRuns } from './sync-run.repository.ts';

export type RunRecoveryDeps = Pick<RecoveryDeps<object>, 'logger' | 'soleProcess'> & {
  readonly db: Database;
  readonly clock: Clock;
  readonly enqueue: (runId: string) => Promise<void>;
};

/** Finds the runs that nobody works on and asks for them to be taken up; any number of processes may do so. */
export function createRunRecovery({ db, clock, enqueue, ...deps }: RunRecoveryDeps) {
  return createRecovery({
    ...deps,
    async claimWaiting(exclusive) {
      const runIds = await claimWaitingRuns(db, { now: clock.now(), quietForMs: QUIET_FOR_MS, exclusive });
      return runIds.map((run_id) => ({ run_id }));
    },
    enqueue: ({ run_id }) => enqueue(run_id),
  });
}
