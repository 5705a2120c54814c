import { createWorker, type Worker, type WorkerDeps } from '../../platform/work/worker.ts';
import { type ApplyDeps, applyChanges } from './apply-changes.ts';
import { findDueStore, nextChangeIn, storeLeases } from './changes.repository.ts';
import { claimCheck, nextCheckIn, recheckOtherAddresses } from './store-webhooks.repository.ts';
import type { WebhooksService } from './webhooks.service.ts';

export type WebhooksWorkerDeps = Omit<ApplyDeps, 'count'> &
  WorkerDeps & {
    readonly webhooks: Pick<WebhooksService, 'base' | 'check' | 'counts'>;
    /** True when no other process can be at work on this database. */
    readonly soleProcess: boolean;
  };

/**
 * Stores that one process takes over changes of side by side, each in one slot however much its shop sends.
 */
const CHANGES_SLOTS = 4;
const CHECK_SLOTS = 2;

type OfStore = { readonly store_id: string };

/** The part of a process that takes over what shops notify of, and keeps them notifying. */
export function createWebhooksWorker(deps: WebhooksWorkerDeps): Worker {
  const { db, clock, soleProcess, webhooks } = deps;
  const applying = { ...deps, count: webhooks.counts.add };
  const changes = createWorker<OfStore>(deps, {
    kind: 'webhooks',
    prepare: async () => {
      if (soleProcess) await storeLeases.releaseAll(db);
    },
    findNext: (running) => inSlot(running, CHANGES_SLOTS, (storeIds) => findDueStore(db, storeIds)),
    nextIn: () => nextChangeIn(db),
    run: ({ store_id }, signal) => applyChanges(applying, store_id, signal),
  });
  const checks = createWorker<OfStore>(deps, {
    kind: 'webhook-checks',
    prepare: () => recheckOtherAddresses(db, webhooks.base),
    findNext: (running) => inSlot(running, CHECK_SLOTS, () => claimCheck(db, clock.now())),
    nextIn: () => nextCheckIn(db),
    run: ({ store_id }, signal) => webhooks.check(store_id, signal),
  });
  return {
    async start() {
      await changes.start();
      await checks.start();
    },
    async stop() {
      await Promise.all([changes.stop(), checks.stop()]);
    },
  };
}

async function inSlot(
  running: readonly OfStore[],
  slots: number,
  find: (running: readonly string[]) => Promise<string | null>,
): Promise<OfStore | null> {
  if (running.length >= slots) return null;
  const found = await find(running.map(({ store_id }) => store_id));
  return found === null ? null : { store_id: found };
}
