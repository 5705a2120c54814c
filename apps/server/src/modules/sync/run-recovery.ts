import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { sleep } from '../../platform/resilience/sleep.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { claimWaitingRuns } from './sync-run.repository.ts';

/** With the 30 s after which a silent worker is taken for dead, a run goes on within 60 s of its process's death. */
const LOOK_INTERVAL_MS = 10_000;
/** A run asked for so recently is left to the job that is on its way. */
const QUIET_FOR_MS = 15_000;

export type RunRecoveryDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly enqueue: (runId: string) => Promise<void>;
  /** True when no other process can be at work on this database: every run found at the start was cut off. */
  readonly soleProcess: boolean;
};

/** Finds the runs that nobody works on and asks for them to be taken up; any number of processes may do so. */
export function createRunRecovery({ db, clock, logger, enqueue, soleProcess }: RunRecoveryDeps) {
  async function recover(exclusive: boolean): Promise<void> {
    const runIds = await claimWaitingRuns(db, { now: clock.now(), quietForMs: QUIET_FOR_MS, exclusive });
    for (const runId of runIds) {
      logger.info({ run_id: runId }, 'asking for a sync run to be taken up');
      await enqueue(runId);
    }
  }

  return {
    /** Before this process starts to work on runs of its own. */
    recoverAtStart: () => recover(soleProcess),

    /** Goes on looking until the signal is aborted. */
    async keepLooking(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await sleep(LOOK_INTERVAL_MS, signal);
          await recover(false);
        } catch (error) {
          if (signal.aborted) return;
          logger.warn({ err: error }, 'could not look for sync runs to take up');
        }
      }
    },
  };
}
