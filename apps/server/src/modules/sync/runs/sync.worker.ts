import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { createRunRecovery } from './run-recovery.ts';
import { createRunSync, type RunSyncDeps } from './run-sync.ts';
import { sendSyncJob, workOnSyncJobs } from './sync.jobs.ts';

export type SyncWorkerDeps = Omit<RunSyncDeps, 'enqueue'> & {
  readonly jobs: JobQueue;
  /** Stores that this process syncs side by side. */
  readonly concurrency: number;
  readonly soleProcess: boolean;
};

export type SyncWorker = { start(): Promise<void>; stop(): Promise<void> };

/** The part of a process that works on runs, its own and those that other processes left behind. */
export function createSyncWorker(deps: SyncWorkerDeps): SyncWorker {
  const { jobs } = deps;
  const enqueue = (runId: string) => sendSyncJob(jobs, { run_id: runId, cut_off: false });
  const recovery = createRunRecovery({ ...deps, enqueue: (run) => sendSyncJob(jobs, run) });
  const stopping = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  return {
    async start() {
      await recovery.recoverAtStart();
      await workOnSyncJobs(jobs, deps.concurrency, createRunSync({ ...deps, enqueue }));
      looking = recovery.keepLooking(stopping.signal);
    },
    /** Ends the looking; the running jobs end with the queue. */
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}
