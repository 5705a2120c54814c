import type { Queryable } from '../../platform/db/database.ts';
import type { ShareLease } from './share.repository.ts';

export type Claims = {
  /** Products that this batch may write to. */
  readonly obtained: ReadonlySet<string>;
  /** Products that are not in our copy any more. */
  readonly gone: ReadonlySet<string>;
};

/**
 * Claims products for the batch; those that another batch holds are in neither set. A worker that takes the share up
 * after a crash has the claims of the one before it.
 */
export async function claimProducts(
  db: Queryable,
  lease: ShareLease,
  productIds: readonly string[],
  now: Date,
): Promise<Claims> {
  const obtained = new Set(await insertClaims(db, lease, productIds, now));
  const gone = new Set<string>();
  const others = productIds.filter((id) => !obtained.has(id));
  if (others.length > 0) {
    const { rows } = await db.query<{ id: string; batch_id: string | null }>(
      `select products.id, edit_claims.batch_id from products
       left join edit_claims on edit_claims.product_id = products.id
       where products.id = any ($1::uuid[])`,
      [others],
    );
    const holders = new Map(rows.map((row) => [row.id, row.batch_id]));
    for (const id of others) {
      if (!holders.has(id)) gone.add(id);
      else if (holders.get(id) === lease.batchId) obtained.add(id);
    }
  }
  return { obtained, gone };
}

/**
 * Everybody locks products in the order of their ids. The share's row is kept meanwhile, so that a worker that has
 * lost it leaves no claim behind.
 */
async function insertClaims(
  db: Queryable,
  { batchId, storeId, leaseId }: ShareLease,
  productIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await db.query<{ product_id: string }>(
    `with held as materialized (
       select batch_id from edit_batch_stores
       where batch_id = $1 and store_id = $2 and lease_id = $3 and status = 'in_progress' for share
     ), wanted as materialized (
       select id from products where id = any ($4::uuid[]) order by id for key share
     )
     insert into edit_claims (product_id, batch_id, claimed_at)
     select wanted.id, held.batch_id, $5 from held, wanted order by wanted.id
     on conflict (product_id) do nothing
     returning product_id`,
    [batchId, storeId, leaseId, productIds, now],
  );
  return rows.map((row) => row.product_id);
}

/** Releases all products of the share but those with an outcome that is not known; while nothing is being written. */
export async function releaseShareClaims(
  db: Queryable,
  { batchId, storeId, leaseId }: ShareLease,
): Promise<void> {
  await db.query(
    `with held as materialized (
       select batch_id, store_id from edit_batch_stores
       where batch_id = $1 and store_id = $2 and lease_id = $3 and status = 'in_progress' for share
     )
     delete from edit_claims using held, products
     where edit_claims.batch_id = held.batch_id and products.id = edit_claims.product_id
       and products.store_id = held.store_id and not exists (
         select from edit_items
         where edit_items.batch_id = held.batch_id and edit_items.store_id = held.store_id
           and status in ('planned', 'sent') and status = 'sent' and edit_items.product_id = edit_claims.product_id)`,
    [batchId, storeId, leaseId],
  );
}

/** In the transaction that ends the products' items. */
export async function releaseClaims(
  tx: Queryable,
  batchId: string,
  productIds: readonly string[],
): Promise<void> {
  await tx.query('delete from edit_claims where batch_id = $1 and product_id = any ($2::uuid[])', [
    batchId,
    productIds,
  ]);
}
