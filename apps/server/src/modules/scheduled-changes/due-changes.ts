import type { DueWork } from '../scheduled-syncs/runs/scheduled-syncs.worker.ts';
import { defineNotices, type Notice, workOnNotices } from './notice.jobs.ts';
import { type DueDeps, runDue } from './run-due.ts';
import { changeLeases, findDue, nextDueIn } from './scheduled-changes.repository.ts';

/** Each may work out a revert: more would keep everybody else waiting on the embedded database. */
const SLOTS = 4;

/** What the worker of schedules does for scheduled changes. */
export function createDueChanges(
  deps: DueDeps & { readonly notify: (notice: Notice) => Promise<void>; readonly soleProcess: boolean },
): DueWork {
  const { db, clock, jobs, notify, soleProcess } = deps;
  defineNotices(jobs);
  return {
    async prepare() {
      await workOnNotices(jobs, notify);
      // What seems to be held was cut off.
      if (soleProcess) await changeLeases.releaseAll(db);
    },
    findNext: (running) =>
      running.length >= SLOTS ? Promise.resolve(null) : findDue(db, clock.now(), running),
    nextIn: () => nextDueIn(db, clock.now()),
    run: (batchId) => runDue(deps, batchId),
  };
}
