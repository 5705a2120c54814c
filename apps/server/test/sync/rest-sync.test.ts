import type { RestSyncStarted, SyncLogList, SyncStatus } from '@storefleet/contract/syncs/sync';
import {
  type ShopOptions,
  type Simulator,
  startShopifySimulator,
} from '@storefleet/shopify-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOf, TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { readRowVersions, readStoredCatalogue, sortedById } from './catalogue.ts';

let simulator: Simulator;
let app: TestApp;
let shops = 0;

beforeAll(async () => {
  simulator = await startShopifySimulator();
  app = await createTestApp({ environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}` } });
});
afterEach(() => simulator.faults.clear());
afterAll(async () => {
  await app.close();
  await simulator.close();
});

async function call<Answer>(method: 'GET' | 'POST', path: string, json?: unknown) {
  const response = await app.fetchApi(path, { method, ...(json === undefined ? {} : { json }) });
  return { status: response.status, body: (await response.json()) as Answer };
}

/** On a plan whose REST limit is not reached by a test, which runs in real time. */
async function connectShop(options: Partial<ShopOptions> = {}) {
  shops += 1;
  const domain = `rest-${shops}.localhost`;
  const shop = simulator.addShop({ domain, seed: 3, products: 40, token: TOKEN, plan: 'Plus', ...options });
  const { body } = await call<{ id: string }>('POST', '/stores', {
    shop_name: domain,
    shop_url: `${domain}:${simulator.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
    store_type: 'development',
  });
  return { shop, storeId: body.id };
}

const statusOf = async (storeId: string) =>
  (await call<SyncStatus>('GET', `/stores/${storeId}/sync/status`)).body;

async function untilEnded(storeId: string): Promise<SyncStatus> {
  await expect.poll(async () => (await statusOf(storeId)).status).not.toBe('in_progress');
  return statusOf(storeId);
}

async function syncBy(path: 'sync' | 'sync-graphql', storeId: string): Promise<SyncStatus> {
  expect(await call('POST', `/stores/${storeId}/${path}`)).toMatchObject({ status: 200 });
  return untilEnded(storeId);
}

async function lastLog(storeId: string) {
  const { body } = await call<SyncLogList>('GET', `/stores/${storeId}/sync/logs?limit=1`);
  return body.logs[0];
}

describe('POST /stores/{id}/sync', () => {
  it('tells of the first page, and brings the whole catalogue with the variants that REST does not show', async () => {
    const { shop, storeId } = await connectShop({
      products: 300,
      largeProducts: { count: 2, variants: 150 },
    });
    const started = await call<RestSyncStarted>('POST', `/stores/${storeId}/sync`);
    expect(started).toMatchObject({
      status: 200,
      body: {
        success: true,
        products_count: 250,
        pages_fetched: 1,
        has_more: true,
        message: 'Successfully started sync for 250 products from 1 page. There are more products available.',
      },
    });
    expect(await untilEnded(storeId)).toMatchObject({
      sync_id: started.body.task_id,
      method: 'rest',
      status: 'completed',
      message: 'Sync completed successfully',
      processed_products: 300,
      total_products: 300,
    });
    expect(await readStoredCatalogue(app.db, storeId)).toEqual(sortedById(catalogueOf(shop)));
    expect(await lastLog(storeId)).toMatchObject({
      method: 'rest',
      pages_fetched: 2,
      counts: { created: 300 },
      source_count: { products: 300, variants: shop.catalogue.variantCount },
      stored_count: { products: 300, variants: shop.catalogue.variantCount },
      gaps: [],
      notices: [],
    });
  });

  it('tells of one page that there are no more', async () => {
    const { storeId } = await connectShop({ products: 12 });
    expect((await call('POST', `/stores/${storeId}/sync`)).body).toMatchObject({
      products_count: 12,
      pages_fetched: 1,
      has_more: false,
      message: 'Successfully started sync for 12 products from 1 page.',
    });
    await untilEnded(storeId);
  });

  it.each([
    ['sync-graphql', 'sync'],
    ['sync', 'sync-graphql'],
  ] as const)('writes no row anew: %s, then %s', async (first, second) => {
    const { shop, storeId } = await connectShop({
      products: 120,
      largeProducts: { count: 1, variants: 130 },
    });
    shop.catalogue.createProduct({ title: 'Bare', variants: [{ sku: null, cost: null, weight: 0 }] });
    await syncBy(first, storeId);
    const before = await readRowVersions(app.db, storeId);
    expect((await syncBy(second, storeId)).status).toBe('completed');
    expect(await readRowVersions(app.db, storeId)).toEqual(before);
    expect(await lastLog(storeId)).toMatchObject({
      counts: { created: 0, updated: 0, unchanged: 121, removed: 0 },
    });
  });

  it('is refused for an archived store, for one that is being synced, and for SQL Server', async () => {
    const { storeId } = await connectShop();
    const statuses = await Promise.all([
      call<{ code?: string }>('POST', `/stores/${storeId}/sync`),
      call<{ code?: string }>('POST', `/stores/${storeId}/sync`),
    ]);
    expect(statuses.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [200, undefined],
      [409, 'sync_in_progress'],
    ]);
    await untilEnded(storeId);
    await app.db.query("update stores set store_status = 'archived' where id = $1", [storeId]);
    expect(await call('POST', `/stores/${storeId}/sync`)).toMatchObject({ body: { code: 'store_archived' } });
    await app.db.query("update stores set store_status = 'active', store_type = 'mssql' where id = $1", [
      storeId,
    ]);
    expect(await call('POST', `/stores/${storeId}/sync`)).toMatchObject({
      status: 400,
      body: {
        code: 'wrong_store_type',
        detail: 'An MS SQL store has no GraphQL and no REST to be read through: start its MS SQL sync.',
      },
    });
  });
});
