import { workOnStoreJobs } from './modules/stores/store-jobs.ts';
import type { Services } from './services.ts';

type Worker = { start(): Promise<void>; stop(): Promise<void> };

/** Everything this process works on in the background, in one list. */
export function buildWorker(services: Services): Worker {
  return {
    async start() {
      await services.wakeUps.open();
      await workOnStoreJobs(services);
      await services.syncWorker.start();
      await services.webhooksWorker.start();
      await services.bulkUpdateWorker.start();
      await services.lateWritesWorker.start();
      await services.scheduledSyncsWorker.start();
      await services.articlesWorker.start();
      await services.retentionWorker.start();
      await services.interruptedWorker.start();
      await services.auditCollector.start();
    },
    async stop() {
      await Promise.all([
        services.wakeUps.close(),
        services.syncWorker.stop(),
        services.webhooksWorker.stop(),
        services.bulkUpdateWorker.stop(),
        services.lateWritesWorker.stop(),
        services.scheduledSyncsWorker.stop(),
        services.articlesWorker.stop(),
        services.retentionWorker.stop(),
        services.interruptedWorker.stop(),
        services.auditCollector.stop(),
      ]);
    },
  };
}
