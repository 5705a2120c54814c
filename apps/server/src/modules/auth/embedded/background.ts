import type { Logger } from 'pino';

export type Background = ReturnType<typeof createBackground>;

/**
 * Work whose duration must not show in a response, such as mailing an address that may or may not be known.
 * Failures are logged; stopping waits for running work.
 */
export function createBackground(logger: Logger) {
  const running = new Set<Promise<void>>();
  return {
    run(what: string, work: () => Promise<void>): void {
      const done = work()
        .catch((error: unknown) => logger.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(done));
      running.add(done);
    },

    /** Resolves once nothing is running. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
