import type { Logger } from '../logging/logger.ts';
import { sleep } from '../resilience/sleep.ts';

/** With the 30 s after which a silent worker is taken for dead, and what follows, work goes on within 60 s of a death. */
const LOOK_INTERVAL_MS = 10_000;
/** Work asked for so recently is left to the job that is on its way. */
export const QUIET_FOR_MS = 15_000;

export type RecoveryDeps<Work extends object> = {
  readonly logger: Logger;
  /** Marks what nobody works on as asked for and answers it; `exclusive`: also what somebody seems to hold. */
  readonly claimWaiting: (exclusive: boolean) => Promise<Work[]>;
  readonly enqueue: (work: Work) => Promise<void>;
  /** True when no other process can be at work on this database: all that is held at the start was cut off. */
  readonly soleProcess: boolean;
};

/** Finds what nobody works on and asks for it to be taken up; any number of processes may do so. */
export function createRecovery<Work extends object>(deps: RecoveryDeps<Work>) {
  const { logger, claimWaiting, enqueue, soleProcess } = deps;

  async function recover(exclusive: boolean): Promise<void> {
    for (const work of await claimWaiting(exclusive)) {
      logger.info({ work }, 'asking for work to be taken up that nobody holds');
      await enqueue(work);
    }
  }

  return {
    /** Before this process starts to work on anything of its own. */
    recoverAtStart: () => recover(soleProcess),

    /** Goes on looking until the signal is aborted. */
    async keepLooking(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        try {
          await sleep(LOOK_INTERVAL_MS, signal);
          await recover(false);
        } catch (error) {
          if (signal.aborted) return;
          logger.warn({ err: error }, 'could not look for work that nobody holds');
        }
      }
    },
  };
}
