import type { Queryable } from '../../../platform/db/database.ts';
import { lazily } from '../../../platform/db/lazily.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import {
  heldStoreBatch,
  type StoreBatchKey,
  type StoreBatchLease,
  storeBatchLeases,
} from '../store-batch-lease.ts';

type Claims = {
  /** Products that this batch may write. */
  readonly obtained: ReadonlySet<string>;
  /** Products that our copy no longer has. */
  readonly gone: ReadonlySet<string>;
};

type ClaimOptions = {
  readonly now: Date;
  /** Whether to claim products that our copy no longer has. */
  readonly evenIfRemoved: boolean;
};

/**
 * Matches the claims of a store batch. A claim of an older version has no store: it belongs to the product's
 * store.
 */
const isOfStoreBatch = (
  claims: string,
  storeBatch: string,
) => `(${claims}.batch_id = ${storeBatch}.batch_id and ${storeBatch}.store_id
  = coalesce(${claims}.store_id, (select store_id from products where products.id = ${claims}.product_id)))`;

/** Matches a store batch with claims. */
export const hasClaims = (storeBatch: string) =>
  `exists (select from edit_claims claim where ${isOfStoreBatch('claim', storeBatch)})`;

/**
 * Claims products. Those of other batches are in neither set; those of a dead worker are obtained. Locks
 * products by id, and the store batch, so that a lost lease leaves no claim behind.
 */
export async function claimProducts(
  db: Queryable,
  lease: StoreBatchLease,
  productIds: readonly string[],
  { now, evenIfRemoved }: ClaimOptions,
): Promise<Claims> {
  const { rows } = await db.query<{ product_id: string }>(
    prepared(`with ${heldStoreBatch('share', lazily)}, found as materialized (
       select id from products where id = any ($4::uuid[]) order by id for key share
     )
     insert into edit_claims (product_id, batch_id, store_id, claimed_at)
     select wanted.id, held.batch_id, held.store_id, $5
     from held, (select id from found union select id from unnest($4::uuid[]) as id where $6) as wanted
     order by wanted.id
     on conflict (product_id) do nothing
     returning product_id`),
    storeBatchLeases.params(lease, productIds, now, evenIfRemoved),
  );
  const inserted = new Set(rows.map((row) => row.product_id));
  return classifyUnclaimed(db, lease, productIds, { inserted, evenIfRemoved });
}

/** Says what the unclaimed products are: already ours, gone, or another batch's. */
export async function classifyUnclaimed(
  db: Queryable,
  lease: StoreBatchLease,
  productIds: readonly string[],
  options: { readonly inserted: ReadonlySet<string> } & Pick<ClaimOptions, 'evenIfRemoved'>,
): Promise<Claims> {
  const obtained = new Set(productIds.filter((id) => options.inserted.has(id)));
  const gone = new Set<string>();
  const others = productIds.filter((id) => !obtained.has(id));
  if (others.length > 0) {
    const { rows } = await db.query<{ id: string; batch_id: string | null; is_there: boolean }>(
      prepared(`select asked.id, edit_claims.batch_id, products.id is not null as is_there
       from unnest($1::uuid[]) as asked (id) left join products on products.id = asked.id
       left join edit_claims on edit_claims.product_id = asked.id`),
      [others],
    );
    for (const { id, batch_id, is_there } of rows) {
      if (!is_there && !options.evenIfRemoved) gone.add(id);
      else if (batch_id === lease.batchId) obtained.add(id);
    }
  }
  return { obtained, gone };
}

/** Releases all products but those with an unknown outcome; only while nothing is being written. */
export async function releaseSettledClaims(db: Queryable, lease: StoreBatchLease): Promise<void> {
  await db.query(
    prepared(`with ${heldStoreBatch('share')}
     delete from edit_claims using held
     where ${isOfStoreBatch('edit_claims', 'held')} and not exists (
         select from edit_items
         where edit_items.batch_id = held.batch_id and edit_items.store_id = held.store_id
           and status in ('planned', 'sent') and status = 'sent' and edit_items.product_id = edit_claims.product_id)`),
    storeBatchLeases.params(lease),
  );
}

/** For the transaction that ends the store batch. */
export async function releaseAllClaims(tx: Queryable, { batchId, storeId }: StoreBatchKey): Promise<void> {
  await tx.query(
    `delete from edit_claims using edit_batch_stores store_batch
     where store_batch.batch_id = $1 and store_batch.store_id = $2
       and ${isOfStoreBatch('edit_claims', 'store_batch')}`,
    [batchId, storeId],
  );
}
