import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { createWorker, type Worker, type WorkerDeps } from '../../../platform/work/worker.ts';
import { workOnFailureNotices } from './failure-notice.jobs.ts';
import type { ScheduleRuns } from './schedule-runs.ts';

/** Other work with due times: finds the next by id, and runs it. */
export type DueWork = {
  readonly prepare: () => Promise<void>;
  readonly findNext: (running: readonly string[]) => Promise<string | null>;
  /** Milliseconds until more is due; null if nothing is. */
  readonly nextIn: () => Promise<number | null>;
  readonly run: (id: string) => Promise<void>;
};

type ScheduledSyncsWorkerDeps = WorkerDeps & {
  readonly jobs: JobQueue;
  readonly runs: ScheduleRuns;
  readonly notify: (runId: string) => Promise<void>;
  readonly changes: DueWork;
  /** True if no other process can be using this database. */
  readonly soleProcess: boolean;
};

/** Runs created per round for due schedules. */
const MADE_AT_ONCE = 20;
/** Sources contacted at once: many, since a silent one blocks its slot for half a minute. */
const SLOTS = 200;
/**
 * Milliseconds before retrying what failed to be created, ended or planned, or is locked by another process.
 */
const BUSY_INTERVAL_MS = 1_000;

/** The worker that starts what is due, and ends the runs whose syncs have ended. */
export function createScheduledSyncsWorker(deps: ScheduledSyncsWorkerDeps): Worker {
  const { jobs, logger, runs, changes, notify, soleProcess } = deps;

  async function startOne(runId: string, signal: AbortSignal): Promise<void> {
    try {
      const syncId = await runs.start(runId, signal);
      if (syncId !== null) logger.info({ run_id: runId, sync_id: syncId }, 'a scheduled sync was started');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.info({ run_id: runId, reason }, 'a scheduled sync was not started');
    }
  }

  return createWorker<{ run_id: string } | { batch_id: string }>(deps, {
    kind: 'schedules',
    async prepare() {
      await workOnFailureNotices(jobs, notify);
      await changes.prepare();
      if (soleProcess) await runs.releaseAll();
    },
    async findNext(running) {
      const { due, setBack, ended } = await runs.pending();
      if (ended) await runs.settleEnded();
      if (setBack) await runs.replan();
      if (due) await runs.makeDue(MADE_AT_ONCE);
      const batch_id = await changes.findNext(
        running.flatMap((work) => ('batch_id' in work ? work.batch_id : [])),
      );
      if (batch_id !== null) return { batch_id };
      if (running.length >= SLOTS) return null;
      const run_id = await runs.findWaiting(running.flatMap((work) => ('run_id' in work ? work.run_id : [])));
      return run_id === null ? null : { run_id };
    },
    async nextIn() {
      const { due, setBack, ended, nextDueIn } = await runs.pending();
      if (due || setBack || ended) return BUSY_INTERVAL_MS;
      const next = [nextDueIn, await changes.nextIn()].filter((milliseconds) => milliseconds !== null);
      return next.length === 0 ? null : Math.min(...next);
    },
    run: (work, signal) => ('batch_id' in work ? changes.run(work.batch_id) : startOne(work.run_id, signal)),
  });
}
