import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { WakeUps } from '../../../platform/work/wake-ups.ts';
import { workOnFailureNotices } from './failure-notice.jobs.ts';
import type { ClaimedRun } from './schedule-runs.repository.ts';
import type { ScheduleRuns } from './schedule-runs.ts';

export type ScheduledSyncsWorkerDeps = {
  readonly jobs: JobQueue;
  readonly logger: Logger;
  readonly runs: ScheduleRuns;
  readonly wakeUps: Pick<WakeUps, 'wait'>;
  readonly notify: (runId: string) => Promise<void>;
  /** True when no other process can be at work on this database: every claim found at the start was cut off. */
  readonly soleProcess: boolean;
};

export type ScheduledSyncsWorker = { start(): Promise<void>; stop(): Promise<void> };

/** Milliseconds between two looks where nobody was woken: for runs of dead processes, and a clock that was set. */
const LOOK_INTERVAL_MS = 10_000;
/** Milliseconds before another look where there was more to do than one look does, or another process does it. */
const BUSY_INTERVAL_MS = 1_000;
/**
 * Runs that one process begins with in one look; what else is due is left to other processes, or to the next look. It
 * does not matter how many sources of earlier looks have not answered yet: silent ones hold up no other.
 */
const STARTS_PER_LOOK = 20;

/** The part of a process that starts what is due, and ends the runs whose syncs have ended. */
export function createScheduledSyncsWorker(deps: ScheduledSyncsWorkerDeps): ScheduledSyncsWorker {
  const { jobs, logger, runs, wakeUps, notify, soleProcess } = deps;
  const stopping = new AbortController();
  const starting = new Set<Promise<void>>();
  let looking: Promise<void> = Promise.resolve();

  function begin(claimed: readonly ClaimedRun[]): void {
    for (const run of claimed) {
      const started = startOne(run).finally(() => starting.delete(started));
      starting.add(started);
    }
  }

  async function startOne(run: ClaimedRun): Promise<void> {
    const names = { schedule_id: run.scheduled_sync_id, run_id: run.id };
    try {
      const syncId = await runs.start(run, stopping.signal);
      logger.info({ ...names, sync_id: syncId }, 'a scheduled sync was started');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      logger.info({ ...names, reason }, 'a scheduled sync was not started');
    }
  }

  /** Answers for how many milliseconds there is nothing to do. */
  async function look(): Promise<number> {
    const { due, setBack, abandoned, ended, nextDueIn } = await runs.look();
    if (ended) await runs.settleEnded();
    if (setBack) await runs.planAnew();
    if (abandoned) begin(await runs.takeOver(STARTS_PER_LOOK, { all: false }));
    if (due) begin(await runs.claimDue(STARTS_PER_LOOK));
    if (due || setBack || abandoned || ended) return BUSY_INTERVAL_MS;
    return Math.min(LOOK_INTERVAL_MS, nextDueIn ?? LOOK_INTERVAL_MS);
  }

  async function keepLooking(): Promise<void> {
    let isAway = false;
    while (!stopping.signal.aborted) {
      let pause = LOOK_INTERVAL_MS;
      try {
        pause = await look();
        isAway = false;
      } catch (error) {
        if (!isAway) logger.warn({ err: error }, 'could not look for schedules that are due');
        isAway = true;
      }
      await wakeUps.wait('schedules', pause, stopping.signal);
    }
  }

  return {
    async start() {
      await workOnFailureNotices(jobs, notify);
      if (soleProcess) begin(await runs.takeOver(Number.MAX_SAFE_INTEGER, { all: true }));
      looking = keepLooking();
    },
    /** Hands back what is being started; syncs that run end with the queue. */
    async stop() {
      stopping.abort();
      await looking;
      await Promise.all(starting);
    },
  };
}
