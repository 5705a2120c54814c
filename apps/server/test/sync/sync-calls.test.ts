import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncAllResult, SyncLogList, SyncStarted, SyncStatus } from '@storefleet/contract/syncs/sync';
import { type Simulator, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { readStoredCatalogue, sortedById } from './catalogue.ts';

const POLL_INTERVAL_MS = 50;

let simulator: Simulator;
let app: TestApp;

beforeAll(async () => {
  simulator = await startShopifySimulator();
  app = await createTestApp({ environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}` } });
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});

async function call<Answer>(method: 'GET' | 'POST', path: string, json?: unknown) {
  const response = await app.fetchApi(path, { method, ...(json === undefined ? {} : { json }) });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function connectShop(name: string, products: number) {
  const shop = simulator.addShop({ domain: `${name}.localhost`, products, token: TOKEN });
  const { body } = await call<{ id: string }>('POST', '/stores', {
    shop_name: name,
    shop_url: `${name}.localhost:${simulator.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
    store_type: 'shopify',
  });
  return { shop, storeId: body.id };
}

/** Asks as the dashboard does, and answers what it saw on the way. */
async function watchUntilEnded(storeId: string): Promise<SyncStatus[]> {
  const seen: SyncStatus[] = [];
  const look = async () => {
    const { body } = await call<SyncStatus>('GET', `/stores/${storeId}/sync/status`);
    seen.push(body);
    return body.status;
  };
  await expect.poll(look, { interval: POLL_INTERVAL_MS }).not.toBe('in_progress');
  return seen;
}

describe('a Shopify store', () => {
  it('is synced from its start call to the whole catalogue, and progress never goes backwards', async () => {
    const { shop, storeId } = await connectShop('atlas', 120);
    const started = await call<SyncStarted>('POST', `/stores/${storeId}/sync-graphql`);
    expect(started).toMatchObject({
      status: 200,
      body: {
        success: true,
        products_count: 120,
        message: 'GraphQL sync started for store. 120 products found.',
      },
    });
    const seen = await watchUntilEnded(storeId);
    expect(seen.at(-1)).toMatchObject({
      store_id: storeId,
      sync_id: started.body.task_id,
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
    expect((await call<Store>('GET', `/stores/${storeId}`)).body.last_sync_at).toBe(
      seen.at(-1)?.last_sync_at,
    );
    const progress = seen.map((status) => status.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(await readStoredCatalogue(app.db, storeId)).toEqual(sortedById(catalogueOf(shop)));

    const { body } = await call<SyncLogList>('GET', `/stores/${storeId}/sync/logs`);
    expect(body).toMatchObject({
      total: 1,
      logs: [
        { trigger: 'manual', method: 'graphql', status: 'completed', gaps: [], counts: { created: 120 } },
      ],
    });
  });

  it('is read by an export when it is large, and follows the shop at the next sync', async () => {
    const { shop, storeId } = await connectShop('borealis', 1_100);
    await call('POST', `/stores/${storeId}/sync-graphql`);
    await watchUntilEnded(storeId);
    const [first, second] = [...shop.catalogue.products()];
    if (!first || !second) throw new Error('The shop is empty.');
    shop.catalogue.deleteProduct(first.id);
    shop.catalogue.updateProduct(second.id, { title: 'Renamed at the shop' });
    await call('POST', `/stores/${storeId}/sync-graphql`);
    await watchUntilEnded(storeId);
    expect(await readStoredCatalogue(app.db, storeId)).toEqual(sortedById(catalogueOf(shop)));
    const { body } = await call<SyncLogList>('GET', `/stores/${storeId}/sync/logs?limit=1`);
    expect(body.logs[0]).toMatchObject({ counts: { created: 0, updated: 1, unchanged: 1_098, removed: 1 } });
  });

  it('answers a second start, a stop without a sync and an unknown store with a sentence', async () => {
    const { storeId } = await connectShop('cirrus', 60);
    const starts = await Promise.all([
      call<{ detail?: string }>('POST', `/stores/${storeId}/sync-graphql`),
      call<{ detail?: string }>('POST', `/stores/${storeId}/sync-graphql`),
    ]);
    expect(starts.map((start) => start.status).toSorted()).toEqual([200, 409]);
    expect(starts.find((start) => start.status === 409)?.body.detail).toBe(
      'A sync of this store is already in progress.',
    );
    await watchUntilEnded(storeId);
    expect(await call('POST', `/stores/${storeId}/sync/force-stop`)).toMatchObject({
      status: 409,
      body: { code: 'sync_not_running', detail: 'No sync of this store is in progress.' },
    });
    expect(await call('POST', '/stores/00000000-0000-7000-8000-000000000000/sync-graphql')).toMatchObject({
      status: 404,
      body: { detail: 'Store not found!' },
    });
  });

  it('is stopped within 2 s while its shop is silent, and synced again after a reset', async () => {
    const { storeId } = await connectShop('dorado', 1_100);
    simulator.faults.add({ action: { kind: 'slow', milliseconds: 600_000 }, target: 'download' });
    await call('POST', `/stores/${storeId}/sync-graphql`);
    const stopped = await call('POST', `/stores/${storeId}/sync/force-stop`);
    expect(stopped).toMatchObject({
      status: 200,
      body: { success: true, message: 'Sync was force stopped' },
    });
    expect((await call<SyncStatus>('GET', `/stores/${storeId}/sync/status`)).body).toMatchObject({
      status: 'failed',
      message: 'Sync was force stopped',
      force_stopped: true,
      can_reset: true,
    });
    simulator.faults.clear();
    expect(await call('POST', `/stores/${storeId}/sync-graphql`)).toMatchObject({ status: 409 });
    expect(await call('POST', `/stores/${storeId}/sync/reset`)).toEqual({
      status: 200,
      body: { success: true, message: 'Sync status was reset. New syncs are allowed.' },
    });
    expect((await call<SyncStatus>('GET', `/stores/${storeId}/sync/status`)).body).toMatchObject({
      status: 'idle',
      progress: 0,
      force_stopped: false,
    });
    expect(await call('POST', `/stores/${storeId}/sync-graphql`)).toMatchObject({ status: 200 });
    expect((await watchUntilEnded(storeId)).at(-1)?.status).toBe('completed');
  });
});

it('sync all starts every store and waits for none; the states come in one call', async () => {
  const { body } = await call<SyncAllResult>('POST', '/stores/sync-all');
  expect(body.total_stores).toBeGreaterThan(1);
  expect(body).toMatchObject({ successful_syncs: body.total_stores, failed_syncs: 0 });
  const ids = body.results.map((result) => result.store_id);
  for (const id of ids) await watchUntilEnded(id);
  const states = await call<Record<string, SyncStatus>>('POST', '/stores/sync/status-batch', {
    store_ids: ids,
  });
  expect(Object.values(states.body).map((state) => state.status)).toEqual(ids.map(() => 'completed'));
});

it('a log lists the newest 100 runs unless asked otherwise, and all page by page', async () => {
  const { storeId } = await connectShop('elbe', 1);
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
