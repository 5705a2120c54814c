import { createWorker, type Worker, type WorkerDeps } from '../../platform/work/worker.ts';
import { type ApplyDeps, applyChanges } from './apply-changes.ts';
import { findDueStore, nextChangeIn, storeLeases } from './changes.repository.ts';
import { claimCheck, nextCheckIn, recheckOtherAddresses } from './store-webhooks.repository.ts';
import type { WebhooksService } from './webhooks.service.ts';

type WebhooksWorkerDeps = Omit<ApplyDeps, 'count'> &
  WorkerDeps & {
    readonly webhooks: Pick<WebhooksService, 'base' | 'check' | 'counts'>;
    /** True if no other process can be using this database. */
    readonly soleProcess: boolean;
  };

/** Stores whose changes one process applies in parallel, one slot each however much the shop sends. */
const CHANGES_SLOTS = 4;
const CHECK_SLOTS = 2;

type OfStore = { readonly store_id: string };

/** The worker that applies shops' webhooks, and keeps them registered. */
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
