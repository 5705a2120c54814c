import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { sleep } from '../../platform/resilience/sleep.ts';
import { createRecovery } from '../../platform/work/recovery.ts';
import { type ApplyDeps, createApplyChanges } from './apply-changes.ts';
import { forgetBefore, listStoresDue } from './changes.repository.ts';
import { claimChecks, recheckOtherAddresses } from './store-webhooks.repository.ts';
import { sendChangesJob, sendCheckJob, workOnWebhookJobs } from './webhooks.jobs.ts';
import type { WebhooksService } from './webhooks.service.ts';

export type WebhooksWorkerDeps = Omit<ApplyDeps, 'count'> & {
  readonly jobs: JobQueue;
  readonly webhooks: Pick<WebhooksService, 'base' | 'check' | 'counts'>;
  readonly soleProcess: boolean;
};

export type WebhooksWorker = { start(): Promise<void>; stop(): Promise<void> };

/** Changes due for so long have lost their job. */
const LOST_AFTER_MS = 3_000;
/** For so long a check is left to the worker that claimed it. */
const CHECK_CLAIM_MS = 5 * 60_000;
const FORGET_INTERVAL_MS = 60 * 60_000;
/** Shops repeat a delivery for four hours, and no sync takes days. */
const REMEMBERED_MS = 7 * 24 * 60 * 60_000;

/** The part of a process that takes over what shops told of, and keeps them telling. */
export function createWebhooksWorker(deps: WebhooksWorkerDeps): WebhooksWorker {
  const { db, jobs, clock, logger, soleProcess, webhooks } = deps;
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  const toWork = (storeIds: readonly string[]) => storeIds.map((store_id) => ({ store_id }));
  const changes = createRecovery({
    logger,
    soleProcess,
    claimWaiting: async (exclusive) =>
      toWork(await listStoresDue(db, { now: clock.now(), since: ago(LOST_AFTER_MS), exclusive })),
    enqueue: ({ store_id }) => sendChangesJob(jobs, store_id),
  });
  const checks = createRecovery({
    logger,
    soleProcess,
    claimWaiting: async () =>
      toWork(await claimChecks(db, { now: clock.now(), until: ago(-CHECK_CLAIM_MS) })),
    enqueue: ({ store_id }) => sendCheckJob(jobs, store_id),
  });
  const stopping = new AbortController();
  let looking: Promise<unknown> = Promise.resolve();

  async function keepForgetting(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await forgetBefore(db, ago(REMEMBERED_MS));
        await sleep(FORGET_INTERVAL_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'webhooks: old deliveries could not be removed');
        await sleep(FORGET_INTERVAL_MS, signal).catch(() => {});
      }
    }
  }

  return {
    async start() {
      await recheckOtherAddresses(db, webhooks.base, clock.now());
      await changes.recoverAtStart();
      await checks.recoverAtStart();
      const applyChanges = createApplyChanges({ ...deps, count: webhooks.counts.add });
      await workOnWebhookJobs(jobs, { applyChanges, check: webhooks.check });
      const { signal } = stopping;
      looking = Promise.all([
        changes.keepLooking(signal),
        checks.keepLooking(signal),
        keepForgetting(signal),
      ]);
    },
    /** Ends the looking; the running jobs end with the queue. */
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}
