import { workOnStoreJobs } from './modules/stores/store-jobs.ts';
import type { Services } from './services.ts';

type Worker = { start(): Promise<void>; stop(): Promise<void> };

/** Everything this process works on in the background, in one list. */
export function buildWorker(services: Services): Worker {
  const workers: readonly Worker[] = [
    services.syncWorker,
    services.webhooksWorker,
    services.bulkUpdateWorker,
    services.lateWritesWorker,
    services.scheduledSyncsWorker,
    services.articlesWorker,
    services.retentionWorker,
    services.interruptedWorker,
    services.auditCollector,
  ];
  return {
    async start() {
      await services.wakeUps.open();
      await workOnStoreJobs(services);
      for (const worker of workers) await worker.start();
    },
    async stop() {
      await Promise.all([services.wakeUps.close(), ...workers.map((worker) => worker.stop())]);
    },
  };
}
