import type { HeldRemovals, RemovalDecision } from '@storefleet/contract/syncs/sync';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import { removeSomeHeld } from '../catalogue/deletions.ts';
import type { Page } from './runs/sync-run.repository.ts';
import type { SyncedStore } from './sync.service.ts';

/** Products removed per transaction; more would block everybody else on the embedded database. */
const PRODUCTS_PER_REMOVAL = 250;

export type HeldRemovalsService = ReturnType<typeof createHeldRemovalsService>;

/** Decisions about products that vanished from a source in suspicious numbers. */
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
    const { held_back } = await summarise(db, storeId);
    if (held_back === 0) throw new AppError({ code: 'no_removals_held' });
  }

  return {
    async list(storeId: string, page: Page): Promise<HeldRemovals> {
      await findStore(storeId);
      const { found_at, ...summary } = await summarise(db, storeId);
      const products = await listHeld(db, storeId, page);
      return { ...summary, found_at: found_at?.toISOString() ?? null, products };
    },

    /** Refused while a sync runs, as it may have seen some of the products again. */
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
      const { rowCount: kept } = await db.query('delete from sync_held_back_removals where store_id = $1', [
        storeId,
      ]);
      return { success: true, removed: 0, message: `${products(kept)} kept. The next sync checks again.` };
    },
  };
}

function products(count: number): string {
  return `${formatQuantity(count, 'product')} ${count === 1 ? 'was' : 'were'}`;
}

type Summary = Omit<HeldRemovals, 'products' | 'found_at'> & { readonly found_at: Date | null };

async function summarise(db: Queryable, storeId: string): Promise<Summary> {
  const { rows } = await db.query<Summary>(
    `select count(*)::integer as held_back, max(run_id::text) as sync_id, max(held_back_at) as found_at,
       coalesce((select products_count from store_catalogue_counts where store_id = $1), 0) as total_products
     from sync_held_back_removals where store_id = $1`,
    [storeId],
  );
  return rows[0] ?? { held_back: 0, total_products: 0, sync_id: null, found_at: null };
}

async function listHeld(
  db: Queryable,
  storeId: string,
  { limit, offset }: Page,
): Promise<HeldRemovals['products']> {
  const { rows } = await db.query<HeldRemovals['products'][number]>(
    `select products.id, products.source_id as shopify_id, products.title, products.variants_count
     from sync_held_back_removals held join products on products.id = held.product_id
     where held.store_id = $1
     order by products.title, products.id limit $2 offset $3`,
    [storeId, limit, offset],
  );
  return rows;
}

/** False if a sync of the store is in progress; otherwise none can start until the transaction ends. */
async function holdOffSyncs(tx: Queryable, storeId: string): Promise<boolean> {
  await tx.query('select from store_sync_states where store_id = $1 for update', [storeId]);
  const { rows } = await tx.query(`select from sync_runs where store_id = $1 and status = 'in_progress'`, [
    storeId,
  ]);
  return rows.length === 0;
}
