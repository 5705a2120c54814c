import type { Logger } from '../logging/logger.ts';
import type { WakeUps, WorkKind } from './wake-ups.ts';

export type Worker = { start(): Promise<void>; stop(): Promise<void> };

/** Work of one kind. Its rows are the queue: what waits for anything but a worker takes up no slot. */
export type WorkHandler<Work extends object> = {
  readonly kind: WorkKind;
  /** Before the first search, such as for work that was cut off. */
  readonly prepare?: () => Promise<void>;
  /**
   * What is to be worked on next, given what this process works on; null when nothing is, or no slot is free.
   */
  readonly findNext: (running: readonly Work[]) => Promise<Work | null>;
  /** Milliseconds until there may be more without a notification; null when nothing waits for a time. */
  readonly nextIn: () => Promise<number | null>;
  /** Claims the work, and works on it. Another process may have been first: then it does nothing. */
  readonly run: (work: Work, signal: AbortSignal) => Promise<unknown>;
};

export type WorkerDeps = { readonly logger: Logger; readonly wakeUps: Pick<WakeUps, 'wait'> };

/**
 * Milliseconds between two searches without a notification: for work of dead processes, and lost
 * notifications.
 */
const POLL_INTERVAL_MS = 10_000;

/** Works on one kind of work in this process, side by side as far as its handler allows. */
export function createWorker<Work extends object>(deps: WorkerDeps, handler: WorkHandler<Work>): Worker {
  const { logger, wakeUps } = deps;
  const { kind } = handler;
  const running = new Map<Promise<void>, Work>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let searching: Promise<void> = Promise.resolve();

  function begin(work: Work): void {
    const run = handler
      .run(work, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) logger.error({ err: error, kind, work }, 'work broke off');
      })
      .then(() => void running.delete(run));
    running.set(run, work);
  }

  /** Until more work may be free, or one of those runs has ended that the last search counted. */
  async function untilMoreToDo(runs: readonly Promise<void>[]): Promise<void> {
    const pause = Math.min(POLL_INTERVAL_MS, (await handler.nextIn()) ?? POLL_INTERVAL_MS);
    const free = new AbortController();
    await Promise.race([wakeUps.wait(kind, pause, AbortSignal.any([signal, free.signal])), ...runs]);
    free.abort();
  }

  async function keepSearching(): Promise<void> {
    let isAway = false;
    while (!signal.aborted) {
      // One may end between the search and the wait.
      const runs = [...running.keys()];
      try {
        const work = await handler.findNext([...running.values()]);
        if (work !== null && !signal.aborted) begin(work);
        else await untilMoreToDo(runs);
        isAway = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!isAway) logger.warn({ err: error, kind }, 'could not search for work');
        isAway = true;
        await wakeUps.wait(kind, POLL_INTERVAL_MS, signal);
      }
    }
  }

  return {
    async start() {
      await handler.prepare?.();
      searching = keepSearching();
    },
    /** Has everything that runs here handed back. */
    async stop() {
      stopping.abort();
      await Promise.all([searching, ...running.keys()]);
    },
  };
}
