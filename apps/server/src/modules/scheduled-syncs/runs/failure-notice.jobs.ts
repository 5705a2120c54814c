import { z } from 'zod';
import type { Queryable } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';

const FAILURE_NOTICE = 'scheduled-syncs.failure-notice';
const Payload = z.object({ run_id: z.uuid() });

/** Covers a mail server that is unavailable for an hour. */
const RETRY = { retryLimit: 60, retryDelaySeconds: 60 } as const;

export function defineFailureNotices(jobs: JobQueue): void {
  jobs.define(FAILURE_NOTICE, RETRY);
}

/**
 * Queues a mail about a schedule that has reached its failure limit, in the transaction that ends the run.
 */
export async function sendFailureNotice(jobs: JobQueue, runId: string, tx: Queryable): Promise<void> {
  await jobs.send(FAILURE_NOTICE, { run_id: runId }, { tx });
}

export async function workOnFailureNotices(
  jobs: JobQueue,
  notify: (runId: string) => Promise<void>,
): Promise<void> {
  await jobs.work(FAILURE_NOTICE, { concurrency: 1 }, ({ data }) => notify(Payload.parse(data).run_id));
}
