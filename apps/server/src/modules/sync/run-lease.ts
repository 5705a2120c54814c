import type { Database } from '../../platform/db/database.ts';
import type { WatchedLease } from '../../platform/lease/lease.ts';
import { beat, hasEnded, isHeld } from './sync-run.repository.ts';

/** The right of one worker to write for one run, until another takes the run up. */
export type RunLease = { readonly runId: string; readonly leaseId: string; readonly storeId: string };

/** Lost when the run has ended or belongs to another worker, and when its store is gone or archived. */
export function watchedRun(db: Database, lease: RunLease): WatchedLease {
  return {
    name: { run_id: lease.runId },
    isHeld: () => isHeld(db, lease),
    beat: () => beat(db, lease),
    hasEnded: () => hasEnded(db, lease),
  };
}
