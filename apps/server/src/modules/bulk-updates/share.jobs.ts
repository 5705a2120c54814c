import { z } from 'zod';
import type { Queryable } from '../../platform/db/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { ShareKey, WaitingShare } from './share.repository.ts';

/** One job for one turn at one share. The rows know everything else: a job may be lost, or come twice. */
const SHARE_JOB = 'bulk-update-share';
/** Its own places: what a dead worker left unfinished goes on at once, though all places are taken by large edits. */
const CUT_OFF_SHARE_JOB = 'bulk-update-share-cut-off';
const ShareJob = z.object({ batch_id: z.uuid(), store_id: z.uuid() });

/** Shares that one process works on side by side, besides small ones that a person waits for. */
export type ShareConcurrency = {
  readonly inAll: number;
  /** Of one store: many large edits of it leave room for those of others. */
  readonly perStore: number;
};

/** The queue's upper limit, one day; a share that takes longer is handed back and goes on in a new job. */
const EXPIRE_IN_SECONDS = 24 * 60 * 60 - 1;

/** Never tried again by the queue itself: the recovery finds every share that nobody works on. */
export function defineShareJob(jobs: JobQueue): void {
  for (const name of [SHARE_JOB, CUT_OFF_SHARE_JOB]) {
    jobs.define(name, { policy: 'short', expireInSeconds: EXPIRE_IN_SECONDS, retryLimit: 0 });
  }
}

/** At most one job of a share waits at a time. */
export async function sendShareJob(
  jobs: JobQueue,
  { batchId, storeId, cutOff }: WaitingShare,
  tx?: Queryable,
): Promise<void> {
  await jobs.send(
    cutOff ? CUT_OFF_SHARE_JOB : SHARE_JOB,
    { batch_id: batchId, store_id: storeId },
    { singletonKey: `${batchId}:${storeId}`, group: storeId, ...(tx ? { tx } : {}) },
  );
}

export async function workOnShareJobs(
  jobs: JobQueue,
  { inAll, perStore }: ShareConcurrency,
  applyShare: (share: ShareKey, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  for (const name of [SHARE_JOB, CUT_OFF_SHARE_JOB]) {
    await jobs.work(name, { concurrency: inAll, perGroup: perStore }, ({ data, signal }) => {
      const { batch_id, store_id } = ShareJob.parse(data);
      return applyShare({ batchId: batch_id, storeId: store_id }, signal);
    });
  }
}
