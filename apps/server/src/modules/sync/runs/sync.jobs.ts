import { z } from 'zod';
import type { Queryable } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { WaitingRun } from './sync-run.repository.ts';

/** One job for one time slice of one run. The row holds everything else: a job may be lost or delivered twice. */
const SYNC_JOB = 'sync-run';
const SyncJob = z.object({ run_id: z.uuid() });

/** The queue's upper limit, one day; a run that takes longer is handed back and goes on in a new job. */
const EXPIRE_IN_SECONDS = 24 * 60 * 60 - 1;

/**
 * A job is never tried again by the queue itself: the recovery finds every run that nobody works on, whether its
 * job failed, was lost, or died with its process.
 */
export function defineSyncJob(jobs: JobQueue): void {
  jobs.define(SYNC_JOB, { policy: 'short', expireInSeconds: EXPIRE_IN_SECONDS, retryLimit: 0 });
}

/** At most one job of a run waits at a time; one that was cut off comes before all others. */
export async function sendSyncJob(
  jobs: JobQueue,
  { run_id, cut_off }: WaitingRun,
  tx?: Queryable,
): Promise<void> {
  await jobs.send(
    SYNC_JOB,
    { run_id },
    { singletonKey: run_id, priority: cut_off ? 1 : 0, ...(tx ? { tx } : {}) },
  );
}

export async function workOnSyncJobs(
  jobs: JobQueue,
  concurrency: number,
  runSync: (runId: string, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await jobs.work(SYNC_JOB, { concurrency }, ({ data, signal }) =>
    runSync(SyncJob.parse(data).run_id, signal),
  );
}
