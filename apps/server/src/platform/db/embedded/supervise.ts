/** A process of the database that takes connections. */
export type RunningDatabase = {
  readonly pid: number;
  /** Resolves when it has ended, with how. */
  readonly exited: Promise<string>;
  /** Finishes what runs, writes everything out and ends it. */
  stop(): Promise<void>;
};

/** Milliseconds between two restarts, doubled each time. */
const FIRST_RESTART_DELAY = 250;
const LONGEST_RESTART_DELAY = 10_000;

/** Starts the database, and again whenever it ends by itself; rejects where the first start fails. */
export async function supervise(
  start: () => Promise<RunningDatabase>,
  onTrouble: (sentence: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let restart: Promise<void> | undefined;
  let delay = FIRST_RESTART_DELAY;
  let running = await start();

  const watch = (): void => {
    void running.exited.then((how) => {
      if (stopping) return;
      onTrouble(`The embedded database ended unexpectedly (${how}) and is started again.`);
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
      onTrouble(error instanceof Error ? error.message : String(error));
      delay = Math.min(delay * 2, LONGEST_RESTART_DELAY);
      scheduleRestart();
    }
  };
  watch();

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await restart;
      await running.stop();
    },
  };
}
