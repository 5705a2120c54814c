import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sleep } from '../resilience/sleep.ts';

/** Milliseconds for handlers still running after all connections have ended; their queries fail then. */
const GRACE = 2_000;

/** Closing waits even for handlers whose client has gone: they use the database, which closes next. */
export function waitForHandlers(app: FastifyInstance): void {
  const running = new Set<FastifyRequest>();
  const { promise: ended, resolve: allEnded } = Promise.withResolvers<void>();
  let closing = false;
  app.addHook('preHandler', async (request) => {
    running.add(request);
  });
  app.addHook('onSend', async (request) => {
    running.delete(request);
    if (closing && running.size === 0) allEnded();
  });
  app.addHook('onClose', async () => {
    closing = true;
    if (running.size === 0) return;
    const waited = new AbortController();
    await Promise.race([ended, sleep(GRACE, waited.signal).catch(() => {})]);
    waited.abort();
  });
}
