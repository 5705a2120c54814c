import type { HeldRemovals, RemovalDecision } from '@storefleet/contract/syncs/sync';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import { removeSomeHeld } from '../catalogue/deletions.ts';
import { forgetHeld, holdOffSyncs, listHeld, summariseHeld } from './held-removals.repository.ts';
import type { SyncedStore } from './sync.service.ts';

/** Products removed in one transaction: more would keep everybody else waiting on the embedded database. */
const PRODUCTS_PER_REMOVAL = 250;

export type HeldRemovalsService = ReturnType<typeof createHeldRemovalsService>;

/** A person's word on the products that vanished from a source in suspicious number. */
export function createHeldRemovalsService({
  db,
  findStore,
}: {
  readonly db: Database;
  readonly findStore: (storeId: string) => Promise<SyncedStore>;
}) {
  async function refuseUndecidable(storeId: string): Promise<void> {
    const store = await findStore(storeId);
    if (store.store_status === 'archived') throw new AppError({ code: 'store_archived' });
    const { held_back } = await summariseHeld(db, storeId);
    if (held_back === 0) throw new AppError({ code: 'no_removals_held' });
  }

  return {
    async list(storeId: string, page: { limit: number; offset: number }): Promise<HeldRemovals> {
      await findStore(storeId);
      const summary = await summariseHeld(db, storeId);
      const products = await listHeld(db, storeId, page);
      return {
        held_back: summary.held_back,
        total_products: summary.total_products,
        sync_id: summary.run_id,
        found_at: summary.found_at?.toISOString() ?? null,
        products: products.map(({ source_id, ...product }) => ({ ...product, shopify_id: source_id })),
      };
    },

    /** Not while a sync runs: it may have seen some of the products again. */
    async approve(storeId: string): Promise<RemovalDecision> {
      await refuseUndecidable(storeId);
      let removed = 0;
      for (;;) {
        const count = await db.transaction(async (tx) => {
          if (!(await holdOffSyncs(tx, storeId))) throw new AppError({ code: 'sync_in_progress' });
          return removeSomeHeld(tx, storeId, PRODUCTS_PER_REMOVAL);
        });
        if (count === 0) break;
        removed += count;
      }
      return { success: true, removed, message: `${products(removed)} removed.` };
    },

    async dismiss(storeId: string): Promise<RemovalDecision> {
      await refuseUndecidable(storeId);
      const kept = await forgetHeld(db, storeId);
      return { success: true, removed: 0, message: `${products(kept)} kept. The next sync checks again.` };
    },
  };
}

function products(count: number): string {
  return `${formatQuantity(count, 'product')} ${count === 1 ? 'was' : 'were'}`;
}
