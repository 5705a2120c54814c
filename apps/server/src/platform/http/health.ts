import type { FastifyInstance } from 'fastify';

export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;

/** /healthz says that the process is up, /readyz that everything it needs answers. */
export function registerHealth(app: FastifyInstance, checks: ReadinessChecks): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [
        name,
        (await check().catch(() => false)) ? 'ok' : 'failed',
      ]),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(results) });
  });
}
