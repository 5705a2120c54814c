/** How many variants per second do 1, 2 and 4 worker processes sync from twenty stores at once? */
import { setTimeout } from 'node:timers/promises';
import type { SyncAllResult, SyncStatusByStore } from '@storefleet/contract/syncs/sync';
import type { DatabaseKind, EmptyDatabase } from './lib/databases/databases.ts';
import { type ExportedShop, openExportedShops } from './lib/exported-shop.ts';
import { measureExportFloor } from './lib/floor/exported-shop-floor.ts';
import { type Product, startProduct } from './lib/product.ts';
import { readValue } from './lib/product-sync.ts';
import { count, printTable, say, seconds } from './lib/table.ts';

const STORES = 20;
const WORKERS = [1, 2, 4];
/** Milliseconds between two checks; the measured times are those stored. */
const POLL_INTERVAL = 250;

/** Only on PostgreSQL: the embedded database belongs to one process. */
export async function benchWorkers(
  databases: readonly DatabaseKind[],
  { variants }: { variants: number },
): Promise<void> {
  const kind = databases.find(({ isShared }) => isShared);
  if (kind === undefined) return;
  const domains = Array.from({ length: STORES }, (_, index) => `bench-${index}.localhost`);
  say(`exports of ${STORES} shops`);
  const { shops, close } = await openExportedShops(domains, variants);
  const total = shops.reduce((sum, shop) => sum + shop.variants, 0);
  say(`the floor of ${STORES} syncs, ${kind.title}`);
  const { milliseconds: floor } = await measureExportFloor(kind, shops);
  const rows: string[][] = [];
  for (const workers of WORKERS) {
    say(`${STORES} syncs with ${workers} worker processes, ${kind.title}`);
    const duration = await measure(kind, shops, workers);
    rows.push([
      String(workers),
      seconds(floor),
      seconds(duration),
      (duration / floor).toFixed(2),
      count(Math.round(total / (duration / 1_000))),
    ]);
  }
  await close();
  printTable(
    `Syncs of ${STORES} stores with ${count(variants)} variants each at once, ${kind.title}, once`,
    ['Workers', 'Floor', 'Syncs', 'Ratio', 'Variants a second'],
    rows,
  );
}

async function measure(kind: DatabaseKind, shops: readonly ExportedShop[], workers: number): Promise<number> {
  const database = await kind.create();
  const allowed = { SHOPIFY_ALLOWED_HOSTS: shops.map(({ address }) => address).join() };
  const product = await startProduct(database, { ...allowed, PROCESS_ROLE: 'web' });
  const processes = await Promise.all(
    Array.from({ length: workers }, () => startProduct(database, { ...allowed, PROCESS_ROLE: 'worker' })),
  );
  const storeIds: string[] = [];
  for (const [index, shop] of shops.entries()) {
    const { address, token, apiVersion } = shop;
    const { id } = await product.call<{ id: string }>('POST', '/stores', {
      shop_name: `Bench ${index + 1}`,
      shop_url: address,
      access_token: token,
      api_version: apiVersion,
    });
    storeIds.push(id);
  }
  const duration = await syncAll(product, database, storeIds);
  for (const worker of processes) await worker.stop();
  await product.stop();
  await database.remove();
  return duration;
}

/** Milliseconds from the first request to the end of the last run. */
async function syncAll(
  product: Product,
  database: EmptyDatabase,
  storeIds: readonly string[],
): Promise<number> {
  const started = await product.call<SyncAllResult>('POST', '/stores/sync-all');
  if (started.failed_syncs > 0) throw new Error('Not every store could be synced.');
  for (;;) {
    await setTimeout(POLL_INTERVAL);
    const states = Object.values(
      await product.call<SyncStatusByStore>('POST', '/stores/sync/status-batch', { store_ids: storeIds }),
    );
    const failed = states.find(({ status }) => status === 'failed');
    if (failed) throw new Error(`A sync failed: ${failed.error_message}`);
    if (states.every(({ status }) => status === 'completed')) break;
  }
  return Number(
    await readValue(
      database,
      'select extract(epoch from max(completed_at) - min(created_at)) * 1000 as value from sync_runs',
    ),
  );
}
