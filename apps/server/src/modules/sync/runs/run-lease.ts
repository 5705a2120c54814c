import type { Database } from '../../../platform/db/database.ts';
import type { WatchedLease } from '../../../platform/work/lease.ts';
import { beat, hasEnded, isHeld, type RunLease } from './sync-run.repository.ts';

/** Lost when the run has ended or belongs to another worker, and when its store is gone or archived. */
export function watchedRun(db: Database, lease: RunLease): WatchedLease {
  return {
    name: { run_id: lease.runId },
    isHeld: () => isHeld(db, lease),
    beat: () => beat(db, lease),
    hasEnded: () => hasEnded(db, lease),
  };
}
