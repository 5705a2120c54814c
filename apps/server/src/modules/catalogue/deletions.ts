import type { Queryable } from '../../platform/db/database.ts';

/** Removes up to `limit` products that a sync held back; returns how many. */
export async function removeSomeHeld(tx: Queryable, storeId: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from products where id in (
       select product_id from sync_held_back_removals where store_id = $1 limit $2)`,
    [storeId, limit],
  );
  return rowCount;
}

/** Removes at most `limit` products of a deleted store with their variants; returns how many. */
export async function removeProductsOfDeletedStore(
  db: Queryable,
  storeId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from products where id in (
       select product.id from products product join stores on stores.id = product.store_id
       where product.store_id = $1 and stores.deleted_at is not null limit $2)`,
    [storeId, limit],
  );
  return rowCount;
}
