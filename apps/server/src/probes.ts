import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';
import { readWorkFigures, WORK_FIGURES } from './modules/overview/work-figures.ts';
import { createDiskCheck } from './platform/db/notices/disk-check.ts';
import { createNotificationNotice } from './platform/db/notices/notification-notice.ts';
import { createSchemaNotice } from './platform/db/notices/schema-notice.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { registerHealth } from './platform/http/probes/health.ts';
import { registerMetrics } from './platform/http/probes/metrics.ts';
import { AppError } from './platform/http/problem.ts';
import type { Logger } from './platform/logging/logger.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** The operator's probes of every process: /healthz, /readyz and /metrics. */
export function registerProbes(
  app: FastifyInstance,
  { db, databaseNotice, jobs, webhooks }: Services,
  { processRole, dataDir, databaseUrl }: Config,
  logger: Logger,
): void {
  registerMetrics(app, {
    poolUsage: db.poolUsage,
    jobCounts: jobs.counts,
    oldestWaiting: jobs.oldestWaiting,
    shared: { descriptions: WORK_FIGURES, read: () => readWorkFigures(db) },
    process: { version, role: processRole },
    webhookCounts: webhooks.counts.read,
  });
  const diskProblem = createDiskCheck({ db, dataDir });
  registerHealth(
    app,
    {
      database: async () => (await db.query('select 1')).rowCount === 1,
      jobs: jobs.isHealthy,
      disk: async () => (await diskProblem()) === null,
    },
    [
      diskProblem,
      async () => databaseNotice(),
      createSchemaNotice({ db, directory: MIGRATIONS, logger }),
      ...(databaseUrl === null ? [] : [createNotificationNotice({ db, logger })]),
    ],
  );
}

/** What a process that only works in the background answers. */
export async function buildWorkerApp(
  services: Services,
  config: Config,
  logger: Logger,
): Promise<FastifyInstance> {
  const app = await createHttpServer({
    logger,
    https: config.appUrl.startsWith('https:'),
    trustedProxies: config.trustedProxies,
  });
  registerProbes(app, services, config, logger);
  app.setNotFoundHandler(() => {
    throw new AppError({ code: 'not_found', detail: WORKER_ONLY });
  });
  return app;
}

const WORKER_ONLY =
  'This process only works in the background (PROCESS_ROLE=worker): it answers /healthz, /readyz and /metrics. Send people to the processes with PROCESS_ROLE=web.';
