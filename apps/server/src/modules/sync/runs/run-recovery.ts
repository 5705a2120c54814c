import type { Database } from '../../../platform/db/database.ts';
import { createRecovery, QUIET_FOR_MS, type RecoveryDeps } from '../../../platform/work/recovery.ts';
import { claimWaitingRuns, type WaitingRun } from './sync-run.repository.ts';

export type RunRecoveryDeps = Pick<RecoveryDeps<object>, 'logger' | 'soleProcess'> & {
  readonly db: Database;
  readonly enqueue: (run: WaitingRun) => Promise<void>;
};

/** Finds the runs that nobody works on and asks for them to be taken up; any number of processes may do so. */
export function createRunRecovery({ db, ...deps }: RunRecoveryDeps) {
  return createRecovery({
    ...deps,
    claimWaiting: (exclusive) => claimWaitingRuns(db, { quietForMs: QUIET_FOR_MS, exclusive }),
  });
}
