import { currencyIn } from '@storefleet/contract/attributes/list-prices';
import { isMetafield } from '@storefleet/contract/attributes/metafields';
import { DEFAULT_CURRENCY, type StoreStatus, type StoreType } from '@storefleet/contract/constants';
import type { Queryable } from '../../platform/db/database.ts';
import { insertRow, updateRow } from '../../platform/db/rows.ts';
import { rematch } from '../catalogue/articles/rematch.ts';
import {
  metafieldsOf,
  type NewStoreRow,
  priceListsOf,
  type StoreChanges,
  type StoreRow,
} from './stores.table.ts';

/** The index that keeps one shop from being connected twice. */
export const SHOP_URL_KEY = 'stores_shop_url_key';

/** A store with its catalogue's size, which triggers keep exact. */
export type CountedStore = StoreRow & { products_count: number; variants_count: number };

// A deleted store is hidden from every reader at once.
const COUNTED_STORES = `
  select stores.*, coalesce(counts.products_count, 0) as products_count,
    coalesce(counts.variants_count, 0) as variants_count
  from stores left join store_catalogue_counts counts on counts.store_id = stores.id
  where stores.deleted_at is null`;

export async function listStores(
  db: Queryable,
  { status, type }: { status?: StoreStatus | undefined; type?: StoreType | undefined },
): Promise<CountedStore[]> {
  const { rows } = await db.query<CountedStore>(
    `${COUNTED_STORES} and ($1::text is null or store_status = $1) and ($2::text is null or store_type = $2)`,
    [status ?? null, type ?? null],
  );
  return rows;
}

/** What stores say of the metafields that they read; nothing where none of the attributes is one. */
export async function readDefinitions(db: Queryable, attributes: readonly string[]) {
  if (!attributes.some(isMetafield)) return [];
  const { rows } = await db.query<Pick<StoreRow, 'id' | 'metafields'>>(
    "select id, metafields from stores where deleted_at is null and metafields <> '[]' order by created_at, id",
  );
  return rows.map((row) => ({ id: row.id, metafields: metafieldsOf(row) }));
}

/** In which an attribute's amounts are in these stores, or in all of them. */
export async function readCurrencies(
  db: Queryable,
  attribute: string,
  storeIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<Pick<StoreRow, 'store_currency' | 'price_lists'>>(
    `select store_currency, price_lists from stores
     where deleted_at is null and store_status <> 'archived' and ($1::uuid[] = '{}' or id = any($1))`,
    [storeIds],
  );
  return rows.flatMap((row) => {
    const store_currency = row.store_currency ?? DEFAULT_CURRENCY;
    return currencyIn({ store_currency, price_lists: priceListsOf(row) }, attribute) ?? [];
  });
}

export async function findStore(db: Queryable, id: string): Promise<CountedStore | null> {
  const { rows } = await db.query<CountedStore>(`${COUNTED_STORES} and stores.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Locks a store that the transaction is going to change. */
export async function lockStore(tx: Queryable, id: string): Promise<StoreRow | null> {
  const { rows } = await tx.query<StoreRow>(
    'select * from stores where id = $1 and deleted_at is null for update',
    [id],
  );
  return rows[0] ?? null;
}

export async function findStoreByShopUrl(db: Queryable, shopUrl: string): Promise<StoreRow | null> {
  const { rows } = await db.query<StoreRow>(
    'select * from stores where shop_url = $1 and deleted_at is null',
    [shopUrl],
  );
  return rows[0] ?? null;
}

export async function insertStore(db: Queryable, row: NewStoreRow): Promise<StoreRow> {
  const inserted = await insertRow(db, 'stores', row);
  if (!inserted) throw new Error('The new store was not returned by the database.');
  return inserted;
}

/** Returns null if the store is gone. */
export async function updateStore(
  db: Queryable,
  id: string,
  changes: StoreChanges,
): Promise<CountedStore | null> {
  await updateRow(db, 'stores', changes, 'id = $1 and deleted_at is null', id);
  return findStore(db, id);
}

/** Has the articles of a changed store compared again: amounts of one currency are, on lists that are read. */
export async function compareAgain(tx: Queryable, before: StoreRow, after: StoreRow): Promise<void> {
  const currencyOf = ({ store_currency: currency }: StoreRow) => currency ?? DEFAULT_CURRENCY;
  const isCompared =
    before.reads_price_lists !== after.reads_price_lists || currencyOf(before) !== currencyOf(after);
  if (isCompared) await rematch(tx, [after.id]);
}

/** Hides a store from every reader and removes its secrets at once. Returns false if already gone. */
export async function markStoreDeleted(tx: Queryable, id: string, deletedAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update stores set deleted_at = $2, access_token_sealed = null, refresh_token_sealed = null,
       client_secret_sealed = null,
       mssql_password_sealed = null, mssql_connection_string_sealed = null
     where id = $1 and deleted_at is null`,
    [id, deletedAt],
  );
  return rowCount === 1;
}

/** Deleted stores that still have rows to remove. */
export async function findDeletedStores(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from stores where deleted_at is not null');
  return rows.map(({ id }) => id);
}

/** Removes a deleted store's own row, and all that references it. */
export async function removeDeletedStore(db: Queryable, id: string): Promise<void> {
  await db.query('delete from stores where id = $1 and deleted_at is not null', [id]);
}
