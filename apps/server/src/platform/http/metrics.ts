import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolUsage } from '../db/database.ts';
import type { QueueCounts } from '../jobs/job-queue.ts';

export type MetricSources = {
  poolUsage(): PoolUsage;
  jobCounts(): Promise<QueueCounts[]>;
  /** By outcome, since the start of the process. */
  webhookCounts(): Readonly<Record<string, number>>;
};

/** Prometheus text at /metrics: the process, the answers by route, the database's connections, the job queue, webhooks. */
export function registerMetrics(
  app: FastifyInstance,
  { poolUsage, jobCounts, webhookCounts }: MetricSources,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      {
        method: request.method,
        // Addresses of no route share one label, or a scanner could make any number of them.
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
  });

  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool; waiting counts requests without one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { total, idle, waiting } = poolUsage();
      this.set({ state: 'active' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });

  new Gauge({
    name: 'jobs',
    help: 'Jobs in the queue',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      // What can be measured is answered also while the database is away.
      for (const counts of await jobCounts().catch(() => [])) {
        this.set({ queue: counts.name, state: 'queued' }, counts.queued);
        this.set({ queue: counts.name, state: 'active' }, counts.active);
        this.set({ queue: counts.name, state: 'failed' }, counts.failed);
      }
    },
  });

  new Counter({
    name: 'webhooks_total',
    help: 'What shops sent, and changes that were taken over, in this process',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(webhookCounts())) this.inc({ outcome }, count);
    },
  });

  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
