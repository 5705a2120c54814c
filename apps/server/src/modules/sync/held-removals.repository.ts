import type { Queryable } from '../../platform/db/database.ts';

export type HeldProduct = {
  readonly id: string;
  readonly source_id: string;
  readonly title: string;
  readonly variants_count: number;
};

export type HeldSummary = {
  readonly held_back: number;
  readonly total_products: number;
  readonly run_id: string | null;
  readonly found_at: Date | null;
};

export async function summariseHeld(db: Queryable, storeId: string): Promise<HeldSummary> {
  const { rows } = await db.query<HeldSummary>(
    `select count(*)::integer as held_back, max(run_id::text) as run_id, max(held_back_at) as found_at,
       coalesce((select products_count from store_catalogue_counts where store_id = $1), 0) as total_products
     from sync_held_back_removals where store_id = $1`,
    [storeId],
  );
  return rows[0] ?? { held_back: 0, total_products: 0, run_id: null, found_at: null };
}

export async function listHeld(
  db: Queryable,
  storeId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<HeldProduct[]> {
  const { rows } = await db.query<HeldProduct>(
    `select products.id, products.source_id, products.title, products.variants_count
     from sync_held_back_removals held join products on products.id = held.product_id
     where held.store_id = $1
     order by products.title, products.id limit $2 offset $3`,
    [storeId, limit, offset],
  );
  return rows;
}

/** Forgets that the products were held back, and so keeps them; how many. */
export async function forgetHeld(tx: Queryable, storeId: string): Promise<number> {
  const { rowCount } = await tx.query('delete from sync_held_back_removals where store_id = $1', [storeId]);
  return rowCount;
}

/** False while a sync of the store is in progress; otherwise none can start before the transaction ends. */
export async function holdOffSyncs(tx: Queryable, storeId: string): Promise<boolean> {
  await tx.query('select from store_sync_states where store_id = $1 for update', [storeId]);
  const { rows } = await tx.query(`select from sync_runs where store_id = $1 and status = 'in_progress'`, [
    storeId,
  ]);
  return rows.length === 0;
}
