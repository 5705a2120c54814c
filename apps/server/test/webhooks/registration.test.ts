import { randomBytes } from 'node:crypto';
import { createTestApp } from '@storefleet/test-support/app';
import { createTestDatabase } from '@storefleet/test-support/database';
import { describe, expect, it } from 'vitest';
import { type ConnectedStore, createShopStage, TOKEN, UNKNOWN_ID } from '../stores/shop-stage.ts';
import { readStoredCatalogue } from '../sync/catalogue.ts';
import { API_SECRET, createWebhooksStage, HOOKS, productIds } from './webhooks-stage.ts';

const stage = await createWebhooksStage();
const { call, connectShop, copyFollows, enable, simulator, webhooks } = stage;

const PATIENCE = { timeout: 40_000, interval: 100 };
async function replaceToken({ shop, storeId }: ConnectedStore): Promise<void> {
  shop.install('shpat_another', { app: TOKEN });
  await call('PUT', `/stores/${storeId}`, { access_token: 'shpat_another' });
}
const subscribed = ({ shop }: ConnectedStore) => shop.webhooks.subscriptions.map(({ uri }) => uri);

describe('switching webhooks on and off', () => {
  it('registers and unregisters them; waiting changes are dropped', async () => {
    const store = await connectShop();
    const off = { enabled: false, active: false, unavailable_because: null, error: null };
    expect(await webhooks(store.storeId)).toMatchObject(off);
    await enable(store.storeId);
    expect(await enable(store.storeId)).toMatchObject({ enabled: true, active: true });
    expect(subscribed(store)).toEqual(Array(5).fill(`${HOOKS}/webhooks/shopify/${store.storeId}`));
    const { status, body } = await call('DELETE', `/stores/${store.storeId}/webhooks`);
    expect(status).toBe(200);
    expect(body).toMatchObject(off);
    expect(subscribed(store)).toEqual([]);
  });

  it('says why the shop refused some of them', async () => {
    const store = await connectShop({ scopes: ['read_products'] });
    const own = await enable(store.storeId);
    expect(own).toMatchObject({ enabled: true, active: false });
    expect(own.error).toContain('Shopify will not report inventory_items/update');
    expect(own.topics.filter(({ registered }) => !registered).map(({ topic }) => topic)).toEqual([
      'inventory_items/update',
    ]);
  });

  it('says what is missing, and is refused with the same sentence', async () => {
    const store = await connectShop({}, { client_secret: undefined });
    const { unavailable_because } = await webhooks(store.storeId);
    expect(unavailable_because).toContain("Enter the app's API secret key");
    expect(await call('POST', `/stores/${store.storeId}/webhooks`)).toMatchObject({
      status: 409,
      body: { detail: unavailable_because },
    });
    expect(await call('GET', `/stores/${UNKNOWN_ID}/webhooks`)).toMatchObject({
      status: 404,
    });
  });
});

it('an unresponsive shop is retried, and the store says why', async () => {
  const store = await connectShop();
  store.shop.revoke(TOKEN);
  const own = await enable(store.storeId);
  expect(own).toMatchObject({ enabled: true, active: false });
  expect(own.error).toContain('does not accept the access token');
  await replaceToken(store);
  await expect.poll(() => webhooks(store.storeId), PATIENCE).toMatchObject({ active: true, error: null });
});

it('a shop that has lost the subscriptions gets them again', async () => {
  const store = await connectShop();
  await enable(store.storeId);
  for (const { id } of store.shop.webhooks.subscriptions) store.shop.webhooks.unsubscribe(id);
  // The hour until the next check has passed.
  await stage.app.db.query('update store_webhooks set next_check_at = now() where store_id = $1', [
    store.storeId,
  ]);
  await expect.poll(() => subscribed(store).length, PATIENCE).toBe(5);
});

it('an archived store is unregistered, and registered again once it is restored', async () => {
  const store = await connectShop();
  await enable(store.storeId);
  await call('PUT', `/stores/${store.storeId}`, { store_status: 'archived' });
  await expect.poll(() => subscribed(store), PATIENCE).toEqual([]);
  await call('PUT', `/stores/${store.storeId}`, { store_status: 'active' });
  await expect.poll(() => webhooks(store.storeId), PATIENCE).toMatchObject({ active: true });
}, 90_000);

it('a store archived during the registration is unregistered nevertheless', async () => {
  const store = await connectShop();
  const held = simulator.hold({
    when: 'before',
    shop: store.shop.domain,
    match: 'webhookSubscriptions(',
  });
  const enabling = enable(store.storeId);
  await held.reached;
  await call('PUT', `/stores/${store.storeId}`, { store_status: 'archived' });
  held.release();
  await enabling;
  await expect.poll(() => subscribed(store), PATIENCE).toEqual([]);
}, 90_000);

it('changes wait while a token fails, until there is a new one; the store says why', async () => {
  const store = await stage.connectNotifyingShop();
  store.shop.revoke(TOKEN);
  store.shop.catalogue.updateProduct(productIds(store)[0] ?? 0, { title: 'Told while the token was gone' });
  await expect
    .poll(async () => (await webhooks(store.storeId)).error, PATIENCE)
    .toContain('does not accept the access token');
  expect(await stage.waiting(store.storeId)).toBeGreaterThan(0);
  await replaceToken(store);
  await copyFollows(store);
  expect(await webhooks(store.storeId)).toMatchObject({ active: true, error: null });
}, 90_000);

it('a server that dies after a webhook applies it when it is back, even at another address', async () => {
  const db = await createTestDatabase();
  const environment = {
    SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const start = async (origin: string, role: string) => {
    const app = await createTestApp({
      db,
      environment: { ...environment, WEBHOOKS_URL: origin, PROCESS_ROLE: role },
    });
    simulator.tunnels.set(origin, app.url);
    return app;
  };
  const receiving = await start('https://old.example', 'web');
  const shop = simulator.addShop({
    domain: 'restarted.localhost',
    products: 3,
    token: TOKEN,
    apiSecret: API_SECRET,
  });
  const created = await receiving.fetchApi('/stores', {
    method: 'POST',
    json: {
      shop_name: 'Restarted',
      shop_url: `restarted.localhost:${simulator.port}`,
      access_token: TOKEN,
      client_secret: API_SECRET,
      store_type: 'shopify',
    },
  });
  const { id: storeId } = (await created.json()) as { id: string };
  await receiving.fetchApi(`/stores/${storeId}/webhooks`, { method: 'POST' });
  const product = shop.catalogue.createProduct({ title: 'Told before the end' });
  await shop.webhooks.settled();
  await receiving.close();
  // A worker was applying it when the process died.
  await db.query('update store_webhooks set lease_id = gen_random_uuid(), heartbeat_at = now()');

  const back = await start('https://new.example', 'all');
  const titles = async () => (await readStoredCatalogue(db, storeId)).map(({ title }) => title);
  await expect.poll(titles, PATIENCE).toEqual(['Told before the end']);
  const uris = () => [...new Set(shop.webhooks.subscriptions.map(({ uri }) => uri))];
  await expect.poll(uris, PATIENCE).toEqual([`https://new.example/webhooks/shopify/${storeId}`]);
  shop.catalogue.updateProduct(product.id, { title: 'Told at the new address' });
  await expect.poll(titles, PATIENCE).toEqual(['Told at the new address']);
  await back.close();
  await db.close();
}, 120_000);

it('a server that Shopify cannot reach says so, and what to set', async () => {
  const home = await createShopStage();
  const { storeId } = await home.connectShop({}, { client_secret: API_SECRET });
  const why =
    'Shopify can only send to a public https address. Set APP_URL to the one this server has, or WEBHOOKS_URL where Shopify reaches it at another.';
  const answer = async (method: string) => (await home.call(method, `/stores/${storeId}/webhooks`)).body;
  expect(await answer('GET')).toMatchObject({ unavailable_because: why });
  expect(await answer('POST')).toMatchObject({ detail: why });
});
