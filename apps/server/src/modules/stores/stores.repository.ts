import type { StoreStatus, StoreType } from '@storefleet/contract/constants';
import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/db/database.ts';
import { type NewStoreRow, type StoreChanges, type StoreRow, storesTable } from './stores.table.ts';

/** The index that keeps one shop from being connected twice. */
export const SHOP_URL_KEY = 'stores_shop_url_key';

/** A store that a person deleted is gone for every reader from that moment on. */
const present = isNull(storesTable.deleted_at);

/** A store with the size of its catalogue, which triggers keep exact. */
export type CountedStore = StoreRow & { products_count: number; variants_count: number };

const countedColumns = {
  ...getTableColumns(storesTable),
  products_count: catalogueCount('products_count'),
  variants_count: catalogueCount('variants_count'),
};

function catalogueCount(column: 'products_count' | 'variants_count'): SQL<number> {
  return sql<number>`coalesce((select ${sql.identifier(column)} from store_catalogue_counts
    where store_id = ${storesTable}.${sql.identifier('id')}), 0)`;
}

export async function listStores(
  db: Queryable,
  { status, type }: { status?: StoreStatus | undefined; type?: StoreType | undefined },
): Promise<CountedStore[]> {
  return db.orm
    .select(countedColumns)
    .from(storesTable)
    .where(
      and(
        present,
        status ? eq(storesTable.store_status, status) : undefined,
        type ? eq(storesTable.store_type, type) : undefined,
      ),
    );
}

export async function findStore(db: Queryable, id: string): Promise<CountedStore | null> {
  const [row] = await db.orm
    .select(countedColumns)
    .from(storesTable)
    .where(and(eq(storesTable.id, id), present));
  return row ?? null;
}

/** Reads a store that the rest of the transaction is going to change. */
export async function lockStore(tx: Queryable, id: string): Promise<StoreRow | null> {
  const [row] = await tx.orm
    .select()
    .from(storesTable)
    .where(and(eq(storesTable.id, id), present))
    .for('update');
  return row ?? null;
}

export async function findStoreByShopUrl(db: Queryable, shopUrl: string): Promise<StoreRow | null> {
  const [row] = await db.orm
    .select()
    .from(storesTable)
    .where(and(eq(storesTable.shop_url, shopUrl), present));
  return row ?? null;
}

export async function insertStore(db: Queryable, row: NewStoreRow): Promise<StoreRow> {
  const [inserted] = await db.orm.insert(storesTable).values(row).returning();
  if (!inserted) throw new Error('The new store was not returned by the database.');
  return inserted;
}

/** Answers null when the store is gone. */
export async function updateStore(
  db: Queryable,
  id: string,
  changes: StoreChanges,
): Promise<CountedStore | null> {
  await db.orm
    .update(storesTable)
    .set(changes)
    .where(and(eq(storesTable.id, id), present));
  return findStore(db, id);
}

/** Hides a store from every reader and takes its secrets away at once. Answers false when it is gone already. */
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

/** Removes a deleted store's own row, and with it what refers to it. */
export async function removeDeletedStore(db: Queryable, id: string): Promise<void> {
  await db.query('delete from stores where id = $1 and deleted_at is not null', [id]);
}
