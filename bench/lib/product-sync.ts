import { setTimeout } from 'node:timers/promises';
import type { SyncLogList, SyncStarted, SyncStatus } from '@storefleet/contract/syncs/sync';
import type { EmptyDatabase } from './databases/databases.ts';
import type { ExportedShop } from './exported-shop.ts';
import type { Product } from './product.ts';

/** Milliseconds between two checks of a sync that runs; its duration is the server's own. */
const POLL_INTERVAL = 500;

export type SyncCall = { readonly storeId: string; readonly path: string; readonly variants: number };

export async function addStore(product: Product, shop: ExportedShop): Promise<SyncCall> {
  const { id: storeId } = await product.call<{ id: string }>('POST', '/stores', {
    shop_name: 'Bench',
    shop_url: shop.address,
    access_token: shop.token,
    api_version: shop.apiVersion,
  });
  return { storeId, path: `/stores/${storeId}/sync-graphql`, variants: shop.variants };
}

/** Milliseconds from the taking up of the run to its end, by the server's clock. */
export async function syncOnce(product: Product, { storeId, path, variants }: SyncCall): Promise<number> {
  const { task_id } = await product.call<SyncStarted>('POST', path);
  let status: SyncStatus;
  do {
    await setTimeout(POLL_INTERVAL);
    status = await product.call<SyncStatus>('GET', `/stores/${storeId}/sync/status`);
  } while (status.status === 'in_progress');
  if (status.status !== 'completed') throw new Error(`The sync failed: ${status.error_message}`);
  const { logs } = await product.call<SyncLogList>('GET', `/stores/${storeId}/sync/logs`);
  const log = logs.find(({ id }) => id === task_id);
  if (log?.stored_count?.variants !== variants || log.completed_at === null) {
    throw new Error(`The sync stored ${log?.stored_count?.variants} of ${variants} variants.`);
  }
  return Date.parse(log.completed_at) - Date.parse(log.started_at);
}

export async function nextTransaction(database: EmptyDatabase): Promise<string> {
  return readValue(database, `select pg_current_xact_id()::text as value`);
}

/** Whatever is written again, even with equal values, carries the number of the transaction that did it. */
export async function rowsWrittenSince(database: EmptyDatabase, transaction: string): Promise<number> {
  const newer = (table: string) => `(select count(*) from ${table} where xmin::text::bigint > $1::bigint)`;
  return Number(
    await readValue(database, `select (${newer('products')} + ${newer('variants')})::text as value`, [
      transaction,
    ]),
  );
}

/** The one value that a statement returns, on its own connection. */
export async function readValue(database: EmptyDatabase, statement: string, params: string[] = []) {
  const db = database.connect();
  try {
    const { rows } = await db.query<{ value: string }>(statement, params);
    return rows[0]?.value ?? '';
  } finally {
    await db.close();
  }
}
