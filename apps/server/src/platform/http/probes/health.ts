import type { FastifyInstance } from 'fastify';

type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;
/** A sentence for the operator, or null. */
type Notice = () => Promise<string | null>;

/**
 * /healthz reports that the process is up, /readyz that everything it needs responds, with notices for the
 * operator even if it does.
 */
export function registerHealth(
  app: FastifyInstance,
  checks: ReadinessChecks,
  notices: readonly Notice[] = [],
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const [results, told] = await Promise.all([
      Promise.all(
        Object.entries(checks).map(async ([name, check]) => [
          name,
          (await check().catch(() => false)) ? 'ok' : 'failed',
        ]),
      ),
      Promise.all(notices.map((notice) => notice().catch(() => null))),
    ]);
    const ready = results.every(([, result]) => result === 'ok');
    const sentences = told.filter((sentence) => sentence !== null);
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      checks: Object.fromEntries(results),
      ...(sentences.length > 0 ? { notices: sentences } : {}),
    });
  });
}
