import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolUsage } from '../../db/database.ts';
import type { OldestWaiting, QueueCounts } from '../../jobs/job-queue.ts';

type MetricSources = {
  poolUsage(): PoolUsage;
  jobCounts(): Promise<QueueCounts[]>;
  oldestWaiting(): Promise<OldestWaiting[]>;
  /** Numbers of the database shared by all processes: descriptions by name, and the current values. */
  shared: {
    descriptions: Readonly<Record<string, string>>;
    read(): Promise<Readonly<Record<string, number>>>;
  };
  process: { version: string; role: string };
  /** By outcome, since the process started. */
  webhookCounts(): Readonly<Record<string, number>>;
};

/** Milliseconds between samples of the event loop's delay: the default of 10 takes half an idle server. */
const EVENT_LOOP_PRECISION = 100;

/**
 * Prometheus text at /metrics: the process, responses by route, database connections, the job queue,
 * webhooks, and the work that is pending for all processes together.
 */
export function registerMetrics(app: FastifyInstance, sources: MetricSources): void {
  const { poolUsage, jobCounts, oldestWaiting, webhookCounts, shared } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION });

  new Gauge({
    name: 'storefleet_info',
    help: 'Always 1; which version runs, and in which role',
    labelNames: ['version', 'role'],
    registers: [registry],
  }).set(sources.process, 1);

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
        // Unmatched addresses share one label, or a scanner could create any number of them.
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
      // While the database is unavailable, the rest is still reported.
      for (const counts of await jobCounts().catch(() => [])) {
        this.set({ queue: counts.name, state: 'queued' }, counts.queued);
        this.set({ queue: counts.name, state: 'active' }, counts.active);
        this.set({ queue: counts.name, state: 'failed' }, counts.failed);
      }
    },
  });

  new Gauge({
    name: 'jobs_oldest_waiting_seconds',
    help: 'How long the oldest job of the queue could have been started already',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue, seconds } of await oldestWaiting().catch(() => [])) this.set({ queue }, seconds);
    },
  });

  registerSharedGauges(registry, shared);

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

/** One query serves them all; while the database is unavailable they are NaN, not the last known value. */
function registerSharedGauges(registry: Registry, { descriptions, read }: MetricSources['shared']): void {
  let reading: ReturnType<typeof read> | null = null;
  const readTogether = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  for (const [name, help] of Object.entries(descriptions)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figures = await readTogether().catch(() => null);
        this.set(figures?.[name] ?? Number.NaN);
      },
    });
  }
}
