import type { Logger } from 'pino';

export type Background = ReturnType<typeof createBackground>;

/**
 * Work whose duration must not show in an answer, such as sending a mail to an address that may or may not be
 * known. A failure is logged; stopping waits for what is under way.
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

    /** Resolves once nothing is under way. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
