import { randomBytes, randomUUID } from 'node:crypto';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { Running } from '@storefleet/contract/overview';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { type SourceDeps, type SourceKind, sourceKinds } from '@storefleet/server/connectors/registry';
import { connectDatabase } from '@storefleet/server/platform/db/database';
import { type ShopOptions, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { openTestApp, type TestApp } from '@storefleet/test-support/app';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { openTestDatabase } from '@storefleet/test-support/database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TOKEN } from '../src/connectors/shopify/testing/simulated-shop.ts';
import { untilAborted } from '../src/connectors/shopify/testing/test-client.ts';

/** Two web processes and a worker on one database: what one learns, the others know. */

const HOOKS = 'https://several.example';
/** How a worker reaches shops of the type development: it never polls twice, as none of its pauses ends by itself. */
const patient = (deps: SourceDeps): SourceKind[] =>
  sourceKinds({ ...deps, sleep: untilAborted })
    .filter(({ storeTypes }) => storeTypes.includes('development'))
    .map((kind) => ({ ...kind, storeTypes: ['development'] }));

const db = await openTestDatabase();
const simulator = closedAtEnd(await startShopifySimulator());
const environment = {
  DATABASE_URL: 'postgres://several.test/storefleet',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  APP_URL: 'http://stores.test',
  SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}`,
  SYNC_CONCURRENCY: '1',
  WEBHOOKS_URL: HOOKS,
};
const start = (role: string, moreSources?: typeof patient) => {
  const own = closedAtEnd(connectDatabase({ ...db.connection, maxConnections: 4 }));
  return openTestApp({ db: own, environment: { ...environment, PROCESS_ROLE: role }, moreSources });
};
const left = await start('web');
await left.signIn();
const right = await start('web');
const worker = await start('worker', patient);
simulator.tunnels.set(HOOKS, left.url);

async function addShop(
  app: TestApp,
  name: string,
  products: number,
  { shop, store }: { shop?: Partial<ShopOptions>; store?: Record<string, string> } = {},
): Promise<Store> {
  simulator.addShop({ domain: `${name}.localhost`, products, token: TOKEN, ...shop });
  return app.bodyOf<Store>('POST', '/stores', {
    shop_name: name,
    shop_url: `${name}.localhost:${simulator.port}`,
    access_token: TOKEN,
    api_version: '2026-10',
    store_type: 'shopify',
    ...store,
  });
}

const statusAt = (app: TestApp, store: Store) =>
  app.bodyOf<SyncStatus>('GET', `/stores/${store.id}/sync/status`);

async function untilCompleted(store: Store): Promise<void> {
  await expect.poll(async () => (await statusAt(left, store)).status).toBe('completed');
}

describe('what a person changes at one process', () => {
  it('is known at the other at once: settings, stores, a plan for an edit', async () => {
    await left.bodyOf('POST', '/settings', { key: 'app_name', value: 'Two Doors' });
    expect(await right.bodyOf('GET', '/config')).toMatchObject({ app_name: 'Two Doors' });

    const store = await addShop(left, 'planned', 3);
    await left.bodyOf('POST', `/stores/${store.id}/sync-graphql`);
    await untilCompleted(store);
    const shop = simulator.shops.get('planned.localhost');
    const named = [...(shop?.catalogue.variants() ?? [])].find(({ variant }) => variant.sku);
    const response = await left.fetchApi(`/products/bulk-updates/import?store_ids=${store.id}`, {
      method: 'POST',
      body: `SKU,Price\r\n"${named?.variant.sku}",77.00\r\n`,
      headers: { 'content-type': 'text/csv' },
    });
    const { batch_id, import_report } = (await response.json()) as BulkUpdateBatch;
    expect(import_report).toMatchObject({ matched: 1 });
    await right.bodyOf('POST', `/products/bulk-updates/${batch_id}/apply`, {});
    await expect
      .poll(async () => left.bodyOf<BulkUpdateBatch>('GET', `/products/bulk-updates/${batch_id}`))
      .toMatchObject({ status: 'completed' });
    expect(shop?.writes.all).toMatchObject([{ attribute: 'price', value: '77.00' }]);
  });

  it('includes a store’s token', async () => {
    const store = await addShop(left, 'renamed', 3);
    await right.bodyOf('PUT', `/stores/${store.id}`, { access_token: 'shpat_wrong' });
    const refused = await left.fetchApi(`/stores/${store.id}/sync-graphql`, { method: 'POST' });
    expect(refused.ok).toBe(false);
    await right.bodyOf('PUT', `/stores/${store.id}`, { access_token: TOKEN });
    await left.bodyOf('POST', `/stores/${store.id}/sync-graphql`);
    await untilCompleted(store);
  });
});

it('a force stop at one web process frees the worker from an unresponsive shop', async () => {
  const silent = await addShop(left, 'silent', 30);
  const next = await addShop(left, 'next', 3);
  const hold = simulator.hold({ when: 'before', shop: 'silent.localhost', match: 'query ProductsPage' });
  await left.bodyOf('POST', `/stores/${silent.id}/sync-graphql`);
  await hold.reached;
  await left.bodyOf('POST', `/stores/${next.id}/sync-graphql`);
  expect(await statusAt(right, silent)).toMatchObject({ status: 'in_progress', total_products: 30 });

  await right.bodyOf('POST', `/stores/${silent.id}/sync/force-stop`);
  expect(await statusAt(left, silent)).toMatchObject({ status: 'failed', force_stopped: true });
  // The only slot of the only worker was released by the unresponsive shop.
  await untilCompleted(next);
  hold.drop();
  expect(await statusAt(left, silent)).toMatchObject({ status: 'failed', processed_products: 0 });
});

it('the end of an export, reported to a web process, wakes the sync in the worker', async () => {
  const secret = 'shpss_of_several_processes';
  const store = await addShop(left, 'exported', 1_001, {
    shop: { variantsPerProduct: 1, bulkObjectsPerSecond: 0, apiSecret: secret },
    store: { store_type: 'development', client_secret: secret },
  });
  await left.bodyOf('POST', `/stores/${store.id}/webhooks`);
  await left.bodyOf('POST', `/stores/${store.id}/sync-graphql`);
  const shop = simulator.shops.get('exported.localhost');
  const polls = () => shop?.log.recent.filter(({ operation }) => operation === 'bulkOperation').length;
  await expect.poll(polls).toBe(1);
  if (shop !== undefined) shop.bulkObjectsPerSecond = null;
  await untilCompleted(store);
  expect(polls()).toBe(2);
});

it('a worker serves probes only, and refuses other requests', async () => {
  const ready = await fetch(`${worker.url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { database: 'ok', jobs: 'ok' } }]);
  expect(await (await fetch(`${worker.url}/metrics`)).text()).toContain('database_connections');
  for (const address of ['/', '/api/v1/stores', '/auth/v1/token', `/webhooks/shopify/${randomUUID()}`]) {
    const refused = await fetch(`${worker.url}${address}`, { method: 'POST' });
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      { detail: expect.stringContaining('Send people to the processes with PROCESS_ROLE=web.') },
    ]);
  }
});

it('an import at a process that stops ends at once, and its owner learns why', async () => {
  const store = await addShop(left, 'importing', 3);
  await left.bodyOf('POST', `/stores/${store.id}/sync-graphql`);
  await untilCompleted(store);
  const stopping = await start('web');
  const release = Promise.withResolvers<void>();
  onTestFinished(() => release.resolve());
  const locked = Promise.withResolvers<void>();
  const locking = db.transaction(async (tx) => {
    await tx.query('lock table variants in access exclusive mode');
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const leaving = new AbortController();
  const sent = stopping.fetchApi('/products/bulk-updates/import?file_name=prices.csv', {
    method: 'POST',
    body: 'SKU,Price\r\n007,99\r\n',
    headers: { 'content-type': 'text/csv' },
    token: await left.signIn(),
    signal: leaving.signal,
  });
  const listed = async () => (await left.bodyOf<Running>('GET', '/overview/running')).files;
  await expect.poll(listed).toMatchObject([{ title: 'Import of prices.csv', status: 'in_progress' }]);
  leaving.abort();
  await expect(sent).rejects.toThrow();
  const stopped = stopping.close();
  await expect
    .poll(listed)
    .toMatchObject([
      { status: 'failed', error: 'The server stopped before it was done. Please start it again.' },
    ]);
  release.resolve();
  await Promise.all([stopped, locking]);
});
