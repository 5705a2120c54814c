import type { Logger } from '../logging/logger.ts';
import type { WakeUps, WorkKind } from './wake-ups.ts';

export type Worker = { start(): Promise<void>; stop(): Promise<void> };

/** One kind of work. Its rows are the queue: what waits for anything but a worker takes up no slot. */
type WorkHandler<Work extends object> = {
  readonly kind: WorkKind;
  /** Runs before the first search, such as to release interrupted work. */
  readonly prepare?: () => Promise<void>;
  /** The next work, given what this process already runs; null if there is none, or no slot is free. */
  readonly findNext: (running: readonly Work[]) => Promise<Work | null>;
  /** Milliseconds until more is due without a notification; null if nothing waits for a time. */
  readonly nextIn: () => Promise<number | null>;
  /** Claims the work and runs it. Does nothing if another process was first. */
  readonly run: (work: Work, signal: AbortSignal) => Promise<unknown>;
};

export type WorkerDeps = { readonly logger: Logger; readonly wakeUps: Pick<WakeUps, 'wait'> };

/**
 * Milliseconds between searches without a notification: for work of dead processes, and lost notifications.
 */
const POLL_INTERVAL_MS = 10_000;

/** Runs one kind of work in this process, as much in parallel as its handler allows. */
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

  /** Waits until more work may be free, or a run counted by the last search has ended. */
  async function untilMoreToDo(runs: readonly Promise<void>[]): Promise<void> {
    const pause = Math.min(POLL_INTERVAL_MS, (await handler.nextIn()) ?? POLL_INTERVAL_MS);
    const free = new AbortController();
    await Promise.race([wakeUps.wait(kind, pause, AbortSignal.any([signal, free.signal])), ...runs]);
    free.abort();
  }

  async function keepSearching(): Promise<void> {
    let isAway = false;
    while (!signal.aborted) {
      // One may end between search and wait.
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
    /** Hands back everything that runs here. */
    async stop() {
      stopping.abort();
      await Promise.all([searching, ...running.keys()]);
    },
  };
}
