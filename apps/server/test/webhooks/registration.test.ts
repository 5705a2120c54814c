import { randomBytes } from 'node:crypto';
import { createTestApp } from '@storefleet/test-support/app';
import { createTestDatabase } from '@storefleet/test-support/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { readStoredCatalogue } from '../sync/catalogue.ts';
import {
  API_SECRET,
  type ConnectedStore,
  createWebhooksStage,
  HOOKS,
  productIds,
  type WebhooksStage,
} from './webhooks-stage.ts';

let stage: WebhooksStage;
beforeAll(async () => {
  stage = await createWebhooksStage();
});
afterAll(() => stage.close());

const PATIENCE = { timeout: 40_000, interval: 100 };
const subscribed = ({ shop }: ConnectedStore) => shop.webhooks.subscriptions.map(({ uri }) => uri);

describe('switching them on and off', () => {
  it('has the shop tell, or tell no more; nothing that waited is taken over', async () => {
    const store = await stage.connectShop();
    const off = { enabled: false, active: false, unavailable_because: null, error: null };
    expect(await stage.webhooks(store.storeId)).toMatchObject(off);
    await stage.enable(store.storeId);
    expect(await stage.enable(store.storeId)).toMatchObject({ enabled: true, active: true });
    expect(subscribed(store)).toEqual(Array(4).fill(`${HOOKS}/webhooks/shopify/${store.storeId}`));
    const { status, body } = await stage.call('DELETE', `/stores/${store.storeId}/webhooks`);
    expect(status).toBe(200);
    expect(body).toMatchObject(off);
    expect(subscribed(store)).toEqual([]);
  });

  it('says why the shop refused some of them', async () => {
    const store = await stage.connectShop({ scopes: ['read_products'] });
    const own = await stage.enable(store.storeId);
    expect(own).toMatchObject({ enabled: true, active: false });
    expect(own.error).toContain('Shopify will not tell of inventory_items/update');
    expect(own.topics.filter(({ registered }) => !registered).map(({ topic }) => topic)).toEqual([
      'inventory_items/update',
    ]);
  });

  it('says what is missing, and refuses with the same sentence', async () => {
    const store = await stage.connectShop({}, { client_secret: undefined });
    const { unavailable_because } = await stage.webhooks(store.storeId);
    expect(unavailable_because).toContain("Enter the app's API secret key");
    expect(await stage.call('POST', `/stores/${store.storeId}/webhooks`)).toMatchObject({
      status: 409,
      body: { detail: unavailable_because },
    });
    expect(await stage.call('GET', '/stores/00000000-0000-7000-8000-000000000000/webhooks')).toMatchObject({
      status: 404,
    });
  });

  it('keeps trying where the shop does not answer, and tells why', async () => {
    const store = await stage.connectShop();
    store.shop.revoke(TOKEN);
    const own = await stage.enable(store.storeId);
    expect(own).toMatchObject({ enabled: true, active: false });
    expect(own.error).toContain('does not accept the access token');
    store.shop.install('shpat_another', { app: TOKEN });
    await stage.call('PUT', `/stores/${store.storeId}`, { access_token: 'shpat_another' });
    await expect
      .poll(() => stage.webhooks(store.storeId), PATIENCE)
      .toMatchObject({ active: true, error: null });
  });
});

it('a shop that has forgotten the subscriptions is told again', async () => {
  const store = await stage.connectShop();
  await stage.enable(store.storeId);
  for (const { id } of store.shop.webhooks.subscriptions) store.shop.webhooks.unsubscribe(id);
  // The hour until the next look has passed.
  await stage.app.db.query('update store_webhooks set next_check_at = now() where store_id = $1', [
    store.storeId,
  ]);
  await expect.poll(() => subscribed(store).length, PATIENCE).toBe(4);
});

it('an archived store’s shop tells no more, and tells again once the store is back', async () => {
  const store = await stage.connectShop();
  await stage.enable(store.storeId);
  await stage.call('PUT', `/stores/${store.storeId}`, { store_status: 'archived' });
  await expect.poll(() => subscribed(store), PATIENCE).toEqual([]);
  await stage.call('PUT', `/stores/${store.storeId}`, { store_status: 'active' });
  await expect.poll(() => stage.webhooks(store.storeId), PATIENCE).toMatchObject({ active: true });
}, 90_000);

it('a store that is archived while its shop is asked is taken off at the shop all the same', async () => {
  const store = await stage.connectShop();
  const held = stage.simulator.hold({
    when: 'before',
    shop: store.shop.domain,
    match: 'webhookSubscriptions(',
  });
  const enabling = stage.enable(store.storeId);
  await held.reached;
  await stage.call('PUT', `/stores/${store.storeId}`, { store_status: 'archived' });
  held.release();
  await enabling;
  await expect.poll(() => subscribed(store), PATIENCE).toEqual([]);
}, 90_000);

it('a token that fails keeps what was told of until another one is there; the store says why', async () => {
  const store = await stage.connectShop();
  await stage.sync(store.storeId);
  await stage.enable(store.storeId);
  store.shop.revoke(TOKEN);
  store.shop.catalogue.updateProduct(productIds(store)[0] ?? 0, { title: 'Told while the token was gone' });
  await expect
    .poll(async () => (await stage.webhooks(store.storeId)).error, PATIENCE)
    .toContain('does not accept the access token');
  expect(await stage.waiting(store.storeId)).toBeGreaterThan(0);
  store.shop.install('shpat_another', { app: TOKEN });
  await stage.call('PUT', `/stores/${store.storeId}`, { access_token: 'shpat_another' });
  await stage.copyFollows(store);
  expect(await stage.webhooks(store.storeId)).toMatchObject({ active: true, error: null });
}, 90_000);

it('a server that dies after it was told takes it over when it is back, also at another address', async () => {
  const { simulator } = stage;
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
  // A worker was taking it over when the process died.
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
  const app = await createTestApp({
    environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${stage.simulator.port}` },
  });
  const created = await app.fetchApi('/stores', {
    method: 'POST',
    json: {
      shop_name: 'Home',
      shop_url: `home.localhost:${stage.simulator.port}`,
      access_token: TOKEN,
      client_secret: API_SECRET,
    },
  });
  const { id } = (await created.json()) as { id: string };
  const why =
    'Shopify can only send to a public https address. Set APP_URL to the one this server has, or WEBHOOKS_URL where Shopify reaches it at another.';
  expect(await (await app.fetchApi(`/stores/${id}/webhooks`)).json()).toMatchObject({
    unavailable_because: why,
  });
  expect(await (await app.fetchApi(`/stores/${id}/webhooks`, { method: 'POST' })).json()).toMatchObject({
    detail: why,
  });
  await app.close();
});
