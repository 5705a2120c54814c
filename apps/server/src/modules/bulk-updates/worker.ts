import type { Database } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { createRecovery, QUIET_FOR_MS } from '../../platform/lease/recovery.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Applier } from './apply-batch.ts';
import { type ShareConcurrency, sendShareJob, workOnShareJobs } from './share.jobs.ts';
import { claimWaitingShares } from './share.repository.ts';

export type BulkUpdateWorkerDeps = {
  readonly db: Database;
  readonly jobs: JobQueue;
  readonly logger: Logger;
  readonly concurrency: ShareConcurrency;
  readonly applier: Pick<Applier, 'applyShare'>;
  /** True when no other process can be at work on this database: every share found at the start was cut off. */
  readonly soleProcess: boolean;
};

export type BulkUpdateWorker = { start(): Promise<void>; stop(): Promise<void> };

/** The part of a process that works on shares, its own and those that other processes left behind. */
export function createBulkUpdateWorker(deps: BulkUpdateWorkerDeps): BulkUpdateWorker {
  const { db, jobs, logger, applier, concurrency, soleProcess } = deps;
  const recovery = createRecovery({
    logger,
    soleProcess,
    claimWaiting: (exclusive) => claimWaitingShares(db, { quietForMs: QUIET_FOR_MS, exclusive }),
    enqueue: (share) => sendShareJob(jobs, share),
  });
  const stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  return {
    async start() {
      await recovery.recoverAtStart();
      await workOnShareJobs(jobs, concurrency, applier.applyShare);
      looking = recovery.keepLooking(stopping.signal);
    },
    /** Ends the looking; the running jobs end with the queue. */
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}
