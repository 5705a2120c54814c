import type { PriceList } from '@storefleet/contract/attributes/list-prices';
import { v7 as uuidv7 } from 'uuid';
import type {
  SourceChannel,
  SourceCollection,
  SourceProduct,
  SourceStock,
} from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { writeChannels, writeCollections } from '../collections/write-collections.ts';
import { noteFoundChanges } from '../note-found.ts';
import { writePriceLists } from '../price-lists.ts';
import { writeAndNoteStock } from '../stock/note-stock.ts';
import { hashProducts } from './catalogue-diff.ts';
import { deleteVanishedVariants, planWrites, uniqueVariants } from './catalogue-plan.ts';
import { insertProducts, rememberRead, updateProducts, writeVariants } from './catalogue-statements.ts';

/** Single products as read from the source, outside of a sync. */
export type PartialReading = {
  readonly products: readonly SourceProduct[];
  /** Products that the source no longer has. */
  readonly goneIds: readonly string[];
  /** Taken before the request to the source. */
  readonly readAt: Date;
  readonly stock?: SourceStock | undefined;
  readonly collections?: readonly SourceCollection[] | undefined;
  readonly priceLists?: readonly PriceList[] | undefined;
  readonly channels?: readonly SourceChannel[] | undefined;
};

export type PartialResult = {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  /** Products with an edit made here since the read; they have to be read again. */
  readonly toReadAgain: readonly string[];
};

/**
 * Locks the store's catalogue for this transaction: other partial writes wait, and a running sync waits
 * between two batches. False if the store is deleted or archived, in which case nothing may be written.
 */
export async function holdCatalogue(tx: Queryable, storeId: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from stores where id = $1 and deleted_at is null and store_status <> 'archived' for no key update`,
    [storeId],
  );
  if (rows.length === 0) return false;
  await tx.query(`select from sync_runs where store_id = $1 and status = 'in_progress' for update`, [
    storeId,
  ]);
  return true;
}

/**
 * Stores single products, in a transaction that holds the catalogue. Keeps later edits and reads. A running
 * sync neither overwrites this with older pages, nor removes or restores a product because of it.
 */
export async function writePartial(
  tx: Queryable,
  storeId: string,
  { products, goneIds, readAt, stock, collections, channels, priceLists }: PartialReading,
  now: Date,
): Promise<PartialResult> {
  await lockProducts(tx, storeId, [...products.map(({ sourceId }) => sourceId), ...goneIds]);
  const plan = await planWrites(tx, storeId, hashProducts(products), readAt);
  if (plan.added.length > 0) await insertProducts(tx, storeId, now, plan.added);
  if (plan.changed.length > 0) await updateProducts(tx, storeId, now, plan.changed);
  if (plan.confirmed.length > 0) await rememberRead(tx, plan.confirmed);
  await deleteVanishedVariants(tx, plan);
  const finder = { foundBy: 'webhook', batchId: uuidv7() } as const;
  await noteFoundChanges(tx, storeId, finder, plan.found, now);
  const variants = uniqueVariants(plan.variants);
  if (variants.length > 0) await writeVariants(tx, storeId, { readAt, now }, variants);
  await noteRead(
    tx,
    plan.unchanged.map((product) => product.id),
    readAt,
  );
  if (stock) await writeAndNoteStock(tx, storeId, stock, 'webhook', { readAt, now });
  if (collections) await writeCollections(tx, storeId, collections);
  if (priceLists) await writePriceLists(tx, storeId, priceLists);
  if (channels) await writeChannels(tx, storeId, channels);
  await keepHere(
    tx,
    storeId,
    products.map((product) => product.sourceId),
    readAt,
  );
  const removal = await removeGone(tx, storeId, goneIds, readAt);
  return {
    created: plan.added.length,
    updated: plan.changed.length,
    removed: removal.removed,
    toReadAgain: [...plan.edited, ...removal.edited],
  };
}

/** All in one statement and in the order that edits use, to avoid deadlocks. */
async function lockProducts(tx: Queryable, storeId: string, sourceIds: readonly string[]): Promise<void> {
  await tx.query(
    'select from products where store_id = $1 and source_id = any ($2::text[]) order by id for update',
    [storeId, sourceIds],
  );
}

/** A page that a sync read earlier and that differs is older than this. */
async function noteRead(tx: Queryable, productIds: readonly string[], readAt: Date): Promise<void> {
  if (productIds.length === 0) return;
  await tx.query(
    'update products set read_at = $2 where id = any ($1::uuid[]) and (read_at is null or read_at < $2)',
    [productIds, readAt],
  );
}

/** The product exists after all, whether presumed gone or held back. */
async function keepHere(
  tx: Queryable,
  storeId: string,
  sourceIds: readonly string[],
  readAt: Date,
): Promise<void> {
  if (sourceIds.length === 0) return;
  await tx.query(
    'delete from gone_products where store_id = $1 and source_id = any ($2::text[]) and read_at < $3',
    [storeId, sourceIds, readAt],
  );
  await tx.query(
    `delete from sync_held_back_removals held using products
     where held.store_id = $1 and products.id = held.product_id and products.source_id = any ($2::text[])`,
    [storeId, sourceIds],
  );
}

async function removeGone(
  tx: Queryable,
  storeId: string,
  sourceIds: readonly string[],
  readAt: Date,
): Promise<{ removed: number; edited: string[] }> {
  if (sourceIds.length === 0) return { removed: 0, edited: [] };
  const { rows } = await tx.query<{ id: string; source_id: string; is_edited: boolean }>(
    `select id, source_id, coalesce(edited_at >= $3, false) as is_edited from products
     where store_id = $1 and source_id = any ($2::text[]) and (read_at is null or read_at <= $3)
     order by id for update`,
    [storeId, sourceIds, readAt],
  );
  const edited = rows.filter((row) => row.is_edited).map((row) => row.source_id);
  const ids = rows.filter((row) => !row.is_edited).map((row) => row.id);
  await tx.query('delete from products where id = any ($1::uuid[])', [ids]);
  await tx.query(
    `insert into gone_products (store_id, source_id, read_at) select $1, unnest($2::text[]), $3
     on conflict (store_id, source_id) do update set read_at = greatest(gone_products.read_at, excluded.read_at)`,
    [storeId, sourceIds.filter((id) => !edited.includes(id)), readAt],
  );
  return { removed: ids.length, edited };
}
