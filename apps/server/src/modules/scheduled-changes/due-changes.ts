import type { DueWork } from '../scheduled-syncs/runs/scheduled-syncs.worker.ts';
import { defineNotices, type Notice, workOnNotices } from './notice.jobs.ts';
import { type DueDeps, runDue } from './run-due.ts';
import { changeLeases, findDue, nextDueIn } from './scheduled-changes.repository.ts';

/** Each may compute a revert: more would block the embedded database for others. */
const SLOTS = 4;

/** Scheduled changes as work for the schedule worker. */
export function createDueChanges(
  deps: DueDeps & { readonly notify: (notice: Notice) => Promise<void>; readonly soleProcess: boolean },
): DueWork {
  const { db, clock, jobs, notify, soleProcess } = deps;
  defineNotices(jobs);
  return {
    async prepare() {
      await workOnNotices(jobs, notify);
      // Existing leases are leftovers.
      if (soleProcess) await changeLeases.releaseAll(db);
    },
    findNext: (running) =>
      running.length >= SLOTS ? Promise.resolve(null) : findDue(db, clock.now(), running),
    nextIn: () => nextDueIn(db, clock.now()),
    run: (batchId) => runDue(deps, batchId),
  };
}
