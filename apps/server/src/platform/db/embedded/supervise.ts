import { formatQuantity } from '@storefleet/contract/values/quantity';

/** A database process that accepts connections. */
export type RunningDatabase = {
  readonly pid: number;
  /** Resolves with the way it ended. */
  readonly exited: Promise<string>;
  /** Finishes running statements, flushes everything and ends it. */
  stop(): Promise<void>;
};

/** Milliseconds until the first restart, doubled each time. */
const FIRST_RESTART_DELAY = 250;
const LONGEST_RESTART_DELAY = 10_000;

type Supervised = {
  /** A sentence once it has ended unexpectedly; null before. */
  notice(): string | null;
  stop(): Promise<void>;
};

/** Starts the database, and restarts it whenever it ends unexpectedly; rejects if the first start fails. */
export async function supervise(
  start: () => Promise<RunningDatabase>,
  {
    onTrouble,
    describeFailure,
  }: { onTrouble: (sentence: string) => void; describeFailure: (error: unknown) => string },
): Promise<Supervised> {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let restart: Promise<void> | undefined;
  let delay = FIRST_RESTART_DELAY;
  let ends = 0;
  let notice: string | null = null;
  let running = await start();

  const watch = (): void => {
    void running.exited.then((how) => {
      if (stopping) return;
      ends += 1;
      onTrouble(`The embedded database ended unexpectedly (${how}) and is started again.`);
      notice = `The embedded database has ended unexpectedly ${formatQuantity(ends, 'time')} since this server started, last at ${new Date().toISOString()} (${how}).`;
      scheduleRestart();
    });
  };
  const scheduleRestart = (): void => {
    timer = setTimeout(() => {
      restart = startAgain();
    }, delay);
  };
  const startAgain = async (): Promise<void> => {
    try {
      running = await start();
      delay = FIRST_RESTART_DELAY;
      if (!stopping) watch();
    } catch (error) {
      if (stopping) return;
      onTrouble(describeFailure(error));
      delay = Math.min(delay * 2, LONGEST_RESTART_DELAY);
      scheduleRestart();
    }
  };
  watch();

  return {
    notice: () => notice,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await restart;
      await running.stop();
    },
  };
}
