import type { Logger } from '../../../platform/logging/logger.ts';
import { sleep } from '../../../platform/resilience/sleep.ts';
import type { createLateWriteChecks } from './late-writes.ts';

export type LateWritesWorkerDeps = {
  readonly logger: Logger;
  readonly lateWrites: ReturnType<typeof createLateWriteChecks>;
};

export type LateWritesWorker = { start(): Promise<void>; stop(): Promise<void> };

const SEARCH_INTERVAL_MS = 10_000;

/** The part of a process that checks for late writes; any number of processes may do so. */
export function createLateWritesWorker({ logger, lateWrites }: LateWritesWorkerDeps): LateWritesWorker {
  const stopping = new AbortController();
  let searching: Promise<void> = Promise.resolve();

  async function keepSearching(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await lateWrites.checkDue(signal);
        await sleep(SEARCH_INTERVAL_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'could not look for late writes');
        await sleep(SEARCH_INTERVAL_MS, signal).catch(() => {});
      }
    }
  }

  return {
    async start() {
      searching = keepSearching(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await searching;
    },
  };
}
