import type {
  RestSyncStarted,
  SyncAllResult,
  SyncLogList,
  SyncStarted,
  SyncStatus,
} from '@storefleet/contract/syncs/sync';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogueOf } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { createShopStage, TOKEN, UNKNOWN_ID } from '../stores/shop-stage.ts';
import { readRowVersions, readStoredCatalogue, sortedById } from './catalogue.ts';

const stage = await createShopStage();
const { app, call, lastLog, simulator, syncStatus, untilSynced } = stage;
afterEach(() => simulator.faults.clear());

/** With a plan whose REST limit is not reached in a test, which runs in real time. */
const connectShop = (products = 12, variants = 0) =>
  stage.connectShop({
    seed: 3,
    products,
    plan: 'Plus',
    ...(variants > 0 ? { largeProducts: { count: 2, variants } } : {}),
  });

const start = <Answer = SyncStarted>(storeId: string, path = 'sync-graphql') =>
  call<Answer>('POST', `/stores/${storeId}/${path}`);

async function sync(storeId: string, path = 'sync-graphql'): Promise<SyncStatus> {
  expect(await start(storeId, path)).toMatchObject({ status: 200 });
  return untilSynced(storeId);
}

describe('a sync', () => {
  it('leads from its start to the whole catalogue, and progress never decreases', async () => {
    const { shop, storeId } = await connectShop(120);
    const { status, body: started } = await start(storeId);
    expect([status, started]).toMatchObject([
      200,
      {
        success: true,
        products_count: 120,
        message: 'GraphQL sync started for store. 120 products found.',
      },
    ]);
    const seen: SyncStatus[] = [];
    const poll = async () => {
      seen.push(await syncStatus(storeId));
      return seen.at(-1)?.status;
    };
    await expect.poll(poll, { interval: 50 }).not.toBe('in_progress');
    const last = seen.at(-1);
    expect(last).toMatchObject({
      store_id: storeId,
      sync_id: started.task_id,
      status: 'completed',
      message: 'Sync completed successfully',
      progress: 100,
      processed_products: 120,
      total_products: 120,
      started_at: expect.any(String),
      completed_at: expect.any(String),
      last_sync_at: expect.any(String),
      error_message: null,
      force_stopped: false,
    });
    expect((await call('GET', `/stores/${storeId}`)).body.last_sync_at).toBe(last?.last_sync_at);
    const progress = seen.map((step) => step.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(await readStoredCatalogue(app.db, storeId)).toEqual(sortedById(catalogueOf(shop)));
    expect((await call<SyncLogList>('GET', `/stores/${storeId}/sync/logs`)).body).toMatchObject({
      total: 1,
      logs: [
        { trigger: 'manual', method: 'graphql', status: 'completed', gaps: [], counts: { created: 120 } },
      ],
    });
  });

  it('uses an export for a large shop, and finds the shop’s changes the next time', async () => {
    const { shop, storeId } = await connectShop(1_100);
    await sync(storeId);
    const [first, second] = [...shop.catalogue.products()];
    if (!first || !second) throw new Error('The shop is empty.');
    shop.catalogue.deleteProduct(first.id);
    shop.catalogue.updateProduct(second.id, { title: 'Renamed at the shop' });
    await sync(storeId);
    expect(await readStoredCatalogue(app.db, storeId)).toEqual(sortedById(catalogueOf(shop)));
    expect(await lastLog(storeId)).toMatchObject({
      counts: { created: 0, updated: 1, unchanged: 1_098, removed: 1 },
    });
  });

  it.each(['sync-graphql', 'sync', 'sync-changes'])(
    'keeps costs that the token may not read any more, and edits are made nevertheless: %s',
    async (path) => {
      const { shop, storeId } = await connectShop(3);
      await sync(storeId);
      const before = await readStoredCatalogue(app.db, storeId);
      shop.install(TOKEN, { deniedFields: { 'InventoryItem.unitCost': 'View product costs' } });
      for (const { id } of shop.catalogue.products().toArray())
        shop.catalogue.updateProduct(id, { vendor: path });
      await sync(storeId, path);
      expect(await readStoredCatalogue(app.db, storeId)).toEqual(
        before.map((product) => ({ ...product, vendor: path })),
      );
      const { rows } = await app.db.query<{ store_id: string; id: string; variant: string }>(
        'select store_id, product_id as id, id as variant from variants where store_id = $1 limit 1',
        [storeId],
      );
      const edit = {
        products_to_update: rows.map(({ variant, ...row }) => ({ ...row, selectedVariant: { id: variant } })),
        attributes_to_set: { cost: '1.23' },
      };
      expect((await call('POST', '/products/bulk-update', edit)).body).toMatchObject({ succeeded: 1 });
      const { rows: recorded } = await app.db.query(
        `select distinct attribute, origin from change_history where store_id = $1 order by attribute`,
        [storeId],
      );
      expect(recorded).toEqual([
        { attribute: 'cost', origin: 'bulk_update' },
        { attribute: 'vendor', origin: 'outside' },
      ]);
    },
  );

  it('through REST says what its first page has, and reads variants that REST omits', async () => {
    const { shop, storeId } = await connectShop(300, 150);
    const { body: started } = await start<RestSyncStarted>(storeId, 'sync');
    expect(started).toMatchObject({
      success: true,
      products_count: 250,
      pages_fetched: 1,
      has_more: true,
      message: 'Successfully started sync for 250 products from 1 page. There are more products available.',
    });
    expect(await untilSynced(storeId)).toMatchObject({
      sync_id: started.task_id,
      method: 'rest',
      status: 'completed',
      message: 'Sync completed successfully',
      processed_products: 300,
      total_products: 300,
    });
    expect(await readStoredCatalogue(app.db, storeId)).toEqual(sortedById(catalogueOf(shop)));
    const size = { products: 300, variants: shop.catalogue.variantCount };
    expect(await lastLog(storeId)).toMatchObject({
      method: 'rest',
      pages_fetched: 2,
      counts: { created: 300 },
      source_count: size,
      stored_count: size,
      gaps: [],
      notices: [],
    });
    const { storeId: small } = await connectShop(12);
    expect((await start(small, 'sync')).body).toMatchObject({
      products_count: 12,
      pages_fetched: 1,
      has_more: false,
      message: 'Successfully started sync for 12 products from 1 page.',
    });
    await untilSynced(small);
  });

  it.each([
    ['sync-graphql', 'sync'],
    ['sync', 'sync-graphql'],
  ])('rewrites no row: %s, then %s', async (first, second) => {
    const { shop, storeId } = await connectShop(120, 130);
    shop.catalogue.createProduct({ title: 'Bare', variants: [{ sku: null, cost: null, weight: 0 }] });
    await sync(storeId, first);
    const before = await readRowVersions(app.db, storeId);
    expect((await sync(storeId, second)).status).toBe('completed');
    expect(await readRowVersions(app.db, storeId)).toEqual(before);
    expect(await lastLog(storeId)).toMatchObject({
      counts: { created: 0, updated: 0, unchanged: 121, removed: 0 },
    });
  });
});

describe('a refusal', () => {
  it.each(['sync', 'sync-graphql'])('is the response to the second of two starts of %s', async (path) => {
    const { storeId } = await connectShop(60);
    const starts = await Promise.all([start(storeId, path), start(storeId, path)]);
    const [started, refused] = starts.toSorted((a, b) => a.status - b.status);
    expect(started?.status).toBe(200);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'sync_in_progress', detail: 'A sync of this store is already in progress.' },
    });
    await untilSynced(storeId);
  });

  it.each(['sync', 'sync-graphql'])(
    'is the answer of %s for a SQL Server and an archived store',
    async (path) => {
      const { storeId } = await connectShop();
      await app.db.query(`update stores set store_type = 'mssql' where id = $1`, [storeId]);
      expect(await start(storeId, path)).toMatchObject({
        status: 400,
        body: {
          code: 'wrong_store_type',
          detail: 'An MS SQL store has no GraphQL and no REST to be read through: start its MS SQL sync.',
        },
      });
      await app.db.query(`update stores set store_status = 'archived' where id = $1`, [storeId]);
      expect(await start(storeId, path)).toMatchObject({ status: 409, body: { code: 'store_archived' } });
    },
  );

  it('is the response to the wrong kind, an unknown store, and nothing to stop or reset', async () => {
    const { storeId } = await connectShop();
    const post = (path: string) => call('POST', path);
    const table = await post(`/mssql/stores/${storeId}/sync`);
    expect(table).toMatchObject({ status: 400, body: { code: 'wrong_store_type' } });
    expect(await post(`/stores/${UNKNOWN_ID}/sync-graphql`)).toMatchObject({
      status: 404,
      body: { detail: 'Store not found!' },
    });
    const refuseBoth = async () => {
      expect(await post(`/stores/${storeId}/sync/force-stop`)).toMatchObject({
        status: 409,
        body: { code: 'sync_not_running', detail: 'No sync of this store is in progress.' },
      });
      expect(await post(`/stores/${storeId}/sync/reset`)).toMatchObject({
        status: 409,
        body: {
          code: 'sync_reset_not_allowed',
          detail: 'There is nothing to reset: the last sync did not fail.',
        },
      });
    };
    await refuseBoth();
    await sync(storeId);
    await refuseBoth();
  });
});

it('a sync is stopped while its shop does not respond, and a reset allows syncs again', async () => {
  const { storeId } = await connectShop(1_100);
  simulator.faults.add({ action: { kind: 'slow', milliseconds: 600_000 }, target: 'download' });
  await start(storeId);
  expect(await call('POST', `/stores/${storeId}/sync/force-stop`)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Sync was force stopped' },
  });
  expect(await syncStatus(storeId)).toMatchObject({
    status: 'failed',
    message: 'Sync was force stopped',
    error_message: 'Sync was force stopped',
    force_stopped: true,
    can_reset: true,
  });
  simulator.faults.clear();
  expect(await start(storeId)).toMatchObject({ status: 409, body: { code: 'sync_force_stopped' } });
  expect((await call('POST', `/stores/${storeId}/sync/reset`)).body).toEqual({
    success: true,
    message: 'Sync status was reset. New syncs are allowed.',
  });
  expect(await syncStatus(storeId)).toMatchObject({
    status: 'idle',
    progress: 0,
    processed_products: 0,
    force_stopped: false,
  });
  expect(await sync(storeId)).toMatchObject({ status: 'completed' });
});

it('sync all starts every store and waits for none; one call returns the states', async () => {
  const { body } = await call<SyncAllResult>('POST', '/stores/sync-all');
  expect(body.total_stores).toBeGreaterThan(1);
  expect(body).toMatchObject({ successful_syncs: body.total_stores, failed_syncs: 0 });
  const ids = body.results.map(({ store_id }) => store_id);
  for (const id of ids) await untilSynced(id);
  const { storeId: fresh } = await connectShop();
  const states = await call<Record<string, SyncStatus>>('POST', '/stores/sync/status-batch', {
    store_ids: [...ids, fresh, UNKNOWN_ID],
  });
  const idle = { status: 'idle', progress: 0, sync_id: null, can_reset: false };
  const completed = ids.map((id) => [id, { status: 'completed', progress: 100 }]);
  expect(states.body).toMatchObject(Object.fromEntries([...completed, [fresh, idle]]));
  expect(Object.keys(states.body)).toHaveLength(ids.length + 1);
});

it('a log lists the newest 100 runs by default, and all page by page', async () => {
  const { storeId } = await connectShop(1);
  await app.db.query(
    `insert into sync_runs (id, store_id, method, trigger, status, counted_products, counted_exactly,
       total_products, enqueued_at, created_at, started_at, completed_at)
     select gen_random_uuid(), $1, 'graphql', 'manual', 'completed', n, true, n, at, at, at, at
     from generate_series(1, 101) n, lateral (select timestamptz '2026-01-01Z' + n * interval '1 hour') times (at)`,
    [storeId],
  );
  const logs = async (query: string) =>
    (await call<SyncLogList>('GET', `/stores/${storeId}/sync/logs${query}`)).body;
  const all = await logs('');
  expect([all.logs.length, all.total]).toEqual([100, 101]);
  expect(all.logs[0]?.started_at).toBe('2026-01-05T05:00:00.000Z');
  expect((await logs('?limit=2&offset=99')).logs.map(({ started_at }) => started_at)).toEqual([
    '2026-01-01T02:00:00.000Z',
    '2026-01-01T01:00:00.000Z',
  ]);
});
