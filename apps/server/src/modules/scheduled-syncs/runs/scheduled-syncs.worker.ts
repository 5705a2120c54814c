import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../../platform/work/worker.ts';
import { workOnFailureNotices } from './failure-notice.jobs.ts';
import type { ScheduleRuns } from './schedule-runs.ts';

export type ScheduledSyncsWorkerDeps = WorkerDeps & {
  readonly jobs: JobQueue;
  readonly runs: ScheduleRuns;
  readonly notify: (runId: string) => Promise<void>;
  /** True when no other process can be at work on this database. */
  readonly soleProcess: boolean;
};

/** Runs made of schedules that are due, each time. */
const MADE_AT_ONCE = 20;
/** Sources asked at once: many, since a silent one keeps its slot for half a minute. */
const SLOTS = 200;
/**
 * Milliseconds before another try at what could not be made, ended or planned, or is being by another
 * process.
 */
const BUSY_INTERVAL_MS = 1_000;

/** The part of a process that starts what is due, and ends the runs whose syncs have ended. */
export function createScheduledSyncsWorker(deps: ScheduledSyncsWorkerDeps): Worker {
  const { jobs, logger, runs, notify, soleProcess } = deps;

  async function startOne(runId: string, signal: AbortSignal): Promise<void> {
    try {
      const syncId = await runs.start(runId, signal);
      if (syncId !== null) logger.info({ run_id: runId, sync_id: syncId }, 'a scheduled sync was started');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.info({ run_id: runId, reason }, 'a scheduled sync was not started');
    }
  }

  return createWorker<{ run_id: string }>(deps, {
    kind: 'schedules',
    async prepare() {
      await workOnFailureNotices(jobs, notify);
      if (soleProcess) await runs.releaseAll();
    },
    async findNext(running) {
      const { due, setBack, ended } = await runs.pending();
      if (ended) await runs.settleEnded();
      if (setBack) await runs.planAnew();
      if (due) await runs.makeDue(MADE_AT_ONCE);
      if (running.length >= SLOTS) return null;
      const id = await runs.findWaiting(running.map(({ run_id }) => run_id));
      return id === null ? null : { run_id: id };
    },
    async nextIn() {
      const { due, setBack, ended, nextDueIn } = await runs.pending();
      return due || setBack || ended ? BUSY_INTERVAL_MS : nextDueIn;
    },
    run: ({ run_id }, signal) => startOne(run_id, signal),
  });
}
