/**
 * How many variants a second do 1, 2 and 4 worker processes sync from twenty stores at once, and how soon does a force
 * stop asked at a web process end a run on a worker?
 */
import { setTimeout } from 'node:timers/promises';
import type { SyncAllResult, SyncStatusByStore } from '@storefleet/contract/sync';
import type { DatabaseKind, EmptyDatabase } from './lib/databases.ts';
import { type ExportedShop, openExportedShops } from './lib/exported-shop.ts';
import { measureExportFloor } from './lib/exported-shop-floor.ts';
import { send } from './lib/host-request.ts';
import { type Product, startProduct } from './lib/product.ts';
import { say } from './lib/progress.ts';
import { count, printTable, seconds } from './lib/table.ts';
import { startWorkers } from './lib/worker-processes.ts';

const STORES = 20;
const WORKERS = [1, 2, 4];
/** Milliseconds between two looks; what is measured are the times that are stored. */
const POLL_INTERVAL = 250;
const LOOK_INTERVAL = 20;
const FORCE_STOPS = 5;

type Scaled = { duration: number; stops: number[] };

/** On PostgreSQL alone: the embedded database belongs to one process. */
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
    const { duration, stops } = await measure(kind, shops, workers);
    rows.push([
      String(workers),
      seconds(floor),
      seconds(duration),
      (duration / floor).toFixed(2),
      count(Math.round(total / (duration / 1_000))),
      seconds(Math.max(...stops)),
    ]);
  }
  await close();
  printTable(
    `Syncs of ${STORES} stores with ${count(variants)} variants each at once, ${kind.title}, once`,
    ['Workers', 'Floor', 'Syncs', 'Ratio', 'Variants a second', 'Force stop, slowest'],
    rows,
  );
}

async function measure(kind: DatabaseKind, shops: readonly ExportedShop[], workers: number): Promise<Scaled> {
  const database = await kind.create();
  const environment = {
    ...database.environment,
    SHOPIFY_ALLOWED_HOSTS: shops.map(({ address }) => address).join(),
    LOG_LEVEL: 'warn',
  };
  const product = await startProduct(database, { environment: { ...environment, PROCESS_ROLE: 'web' } });
  const endWorkers = await startWorkers(workers, environment);
  const stores: { id: string; shop: ExportedShop }[] = [];
  for (const [index, shop] of shops.entries()) {
    const { address, token, apiVersion } = shop;
    const { id } = await product.call<{ id: string }>('POST', '/stores', {
      shop_name: `Bench ${index + 1}`,
      shop_url: address,
      access_token: token,
      api_version: apiVersion,
    });
    stores.push({ id, shop });
  }
  const duration = await syncAll(
    product,
    database,
    stores.map(({ id }) => id),
  );
  const stops = await forceStops(product, database, stores);
  await endWorkers();
  await product.stop();
  await database.remove();
  return { duration, stops };
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
  return ask(
    database,
    'select extract(epoch from max(completed_at) - min(created_at)) * 1000 as value from sync_runs',
  );
}

/** Milliseconds from the end of a run by a force stop until its worker has let go of it, by the stored times. */
async function forceStops(
  product: Product,
  database: EmptyDatabase,
  stores: readonly { id: string; shop: ExportedShop }[],
): Promise<number[]> {
  const times: number[] = [];
  for (const { id, shop } of stores.slice(0, FORCE_STOPS)) {
    // Whichever of the two the sync reads by.
    for (const match of ['StartBulkQuery', 'ProductsPage']) {
      const action = { kind: 'hold', when: 'before' };
      await send('POST', `${shop.control}/faults`, { action, shop: shop.domain, match });
    }
    await product.call('POST', `/stores/${id}/sync-graphql`);
    await send('GET', `${shop.control}/holds?wait=true`);
    await product.call('POST', `/stores/${id}/sync/force-stop`);
    // The worker lets go although the shop does not answer.
    const job = `from jobs.job where name = 'sync-run'`;
    while ((await ask(database, `select count(*) as value ${job} and state = 'active'`)) > 0)
      await setTimeout(LOOK_INTERVAL);
    await send('POST', `${shop.control}/holds/drop`);
    const stopped = `select completed_at from sync_runs where store_id = '${id}' order by created_at desc limit 1`;
    times.push(
      await ask(
        database,
        `select extract(epoch from max(completed_on) - (${stopped})) * 1000 as value ${job}`,
      ),
    );
  }
  return times;
}

async function ask(database: EmptyDatabase, statement: string): Promise<number> {
  const db = database.connect();
  try {
    const { rows } = await db.query<{ value: string }>(statement);
    return Number(rows[0]?.value);
  } finally {
    await db.close();
  }
}
