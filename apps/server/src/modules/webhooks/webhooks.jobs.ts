import { z } from 'zod';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';

const CHANGES_JOB = 'webhook-changes';
const CHECK_JOB = 'webhook-check';
const StoreJob = z.object({ store_id: z.uuid() });

/** Stores that one process takes over changes of side by side, each in one place however much it is told of. */
const CHANGES_CONCURRENCY = 4;
const CHANGES_PER_STORE = 1;
const CHECK_CONCURRENCY = 2;

/** The rows know everything else: a job may be lost, or come twice. The recovery finds what nobody works on. */
export function defineWebhookJobs(jobs: JobQueue): void {
  jobs.define(CHANGES_JOB, { policy: 'short', retryLimit: 0 });
  jobs.define(CHECK_JOB, { policy: 'short', retryLimit: 0 });
}

/** At most one job of a store waits at a time. */
export async function sendChangesJob(jobs: JobQueue, storeId: string): Promise<void> {
  await jobs.send(CHANGES_JOB, { store_id: storeId }, { singletonKey: storeId, group: storeId });
}

export async function sendCheckJob(jobs: JobQueue, storeId: string): Promise<void> {
  await jobs.send(CHECK_JOB, { store_id: storeId }, { singletonKey: storeId });
}

export async function workOnWebhookJobs(
  jobs: JobQueue,
  handlers: {
    /** Answers whether the store needs another turn, behind those of others. */
    applyChanges: (storeId: string, signal: AbortSignal) => Promise<boolean>;
    check: (storeId: string, signal: AbortSignal) => Promise<void>;
  },
): Promise<void> {
  const places = { concurrency: CHANGES_CONCURRENCY, perGroup: CHANGES_PER_STORE };
  await jobs.work(CHANGES_JOB, places, async ({ data, signal }) => {
    const { store_id } = StoreJob.parse(data);
    if (await handlers.applyChanges(store_id, signal)) await sendChangesJob(jobs, store_id);
  });
  await jobs.work(CHECK_JOB, { concurrency: CHECK_CONCURRENCY }, ({ data, signal }) =>
    handlers.check(StoreJob.parse(data).store_id, signal),
  );
}
