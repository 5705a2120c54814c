import { randomBytes } from 'node:crypto';
import {
  ConnectionTest,
  type Store,
  StoreCreate,
  StoreListQuery,
  StoreUpdate,
} from '@storefleet/contract/stores/stores';
import { type Shop, type Simulator, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { type TestClock, testClock } from '@storefleet/test-support/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const APP = { clientId: 'client-1', clientSecret: 'shpss_0123456789abcdef', name: 'Fleet' };
const SCOPES = ['read_products', 'write_products', 'read_inventory', 'write_inventory', 'read_locations'];
const HOUR = 3_600_000;
const idle = new AbortController().signal;

let simulator: Simulator;
let clock: TestClock;
let app: TestApp;
let twin: TestApp;
let shop: Shop;
let host: string;
let shops = 0;
const logLines: string[] = [];

beforeAll(async () => {
  clock = testClock(new Date());
  simulator = await startShopifySimulator({ clock });
  const options = {
    environment: {
      SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}`,
      PROCESS_ROLE: 'web',
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    },
    clock,
    logger: pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) }),
  };
  app = await createTestApp(options);
  twin = await createTestApp({ ...options, db: app.db });
});
afterAll(async () => {
  await twin.close();
  await app.close();
  await simulator.close();
});
beforeEach(() => {
  shops += 1;
  simulator.faults.clear();
  simulator.addApp(APP);
  shop = simulator.addShop({
    domain: `shop-${shops}.localhost`,
    products: 3,
    clients: { [APP.clientId]: SCOPES },
  });
  host = `${shop.domain}:${simulator.port}`;
});

async function createStore(fields: Record<string, unknown> = {}): Promise<Store> {
  const store = {
    shop_name: host,
    shop_url: host,
    api_version: '2026-10',
    connection_method: 'client_credentials',
    client_id: APP.clientId,
    client_secret: APP.clientSecret,
    ...fields,
  };
  const created = await app.services.stores.create(StoreCreate.parse(store));
  // What it took to ask the shop which one it is does not count.
  shop.log.clear();
  return created;
}

const update = (id: string, fields: Record<string, unknown>) =>
  app.services.stores.update(id, StoreUpdate.parse(fields));
const count = async (id: string, { services } = app) =>
  (await (await services.stores.connectorFor(id)).count(idle)).products;
const tokensAsked = (of = shop) => of.log.counters().byOperation['POST access_token'] ?? 0;
const rowOf = async (id: string) =>
  (await app.db.query<Record<string, unknown>>('select * from stores where id = $1', [id])).rows[0];

it('asks the shop for a token once, and keeps it for every process', async () => {
  const { id } = await createStore();
  expect([await count(id), await count(id), await count(id, twin)]).toEqual([3, 3, 3]);
  expect(tokensAsked()).toBe(1);
  const store = await app.services.stores.requireStore(id);
  expect(store).toMatchObject({ has_access_token: true, access_token_hint: null });
  expect(store.granted_scopes).toEqual(['write_products', 'write_inventory', 'read_locations']);
  expect(await rowOf(id)).toMatchObject({ access_token_sealed: expect.stringMatching(/^v1\./) });
});

it('renews a token before it expires, within one long job too', async () => {
  const { id } = await createStore();
  const connector = await app.services.stores.connectorFor(id);
  for (let day = 1; day <= 3; day++) {
    expect((await connector.count(idle)).products).toBe(3);
    expect(tokensAsked()).toBe(day);
    clock.advance(24 * HOUR - 120_000);
  }
  expect(shop.log.counters().byOutcome['401']).toBeUndefined();
});

it('renews a token that the shop does not take any more, and sends the request again', async () => {
  const { id } = await createStore();
  const connector = await app.services.stores.connectorFor(id);
  await connector.count(idle);
  for (const token of shop.tokens) shop.revoke(token);
  expect((await connector.count(idle)).products).toBe(3);
  expect(tokensAsked()).toBe(2);
});

it('asks once when many jobs of two processes find the token gone at the same moment', async () => {
  const { id } = await createStore();
  const connectors = await Promise.all(
    [app, twin, app, twin, app, twin].map(({ services }) => services.stores.connectorFor(id)),
  );
  const hold = simulator.hold({ target: 'oauth', shop: shop.domain, when: 'before' });
  const counts = connectors.map((connector) => connector.count(idle));
  await hold.reached;
  hold.release();
  expect((await Promise.all(counts)).map(({ products }) => products)).toEqual([3, 3, 3, 3, 3, 3]);
  expect(tokensAsked()).toBe(1);
});

it('asks again when the answer was lost', async () => {
  const { id } = await createStore();
  simulator.faults.add({ target: 'oauth', shop: shop.domain, action: { kind: 'applied_answer_lost' } });
  expect(await count(id)).toBe(3);
  expect(tokensAsked()).toBe(2);
});

it('goes on with a token that still holds while the shop cannot give another one', async () => {
  const { id } = await createStore();
  await count(id);
  clock.advance(24 * HOUR - 120_000);
  simulator.faults.add({ target: 'oauth', times: 9, action: { kind: 'status', status: 503, html: true } });
  expect(await count(id)).toBe(3);
  expect((await rowOf(id))?.token_renewal_id).toBeNull();
});

it.each([
  ['is not installed', () => shop.uninstallClient(APP.clientId), 'The app is not installed in'],
  [
    'belongs to others',
    () => simulator.addApp({ ...APP, organization: 'another' }),
    'client credentials work within one organisation only',
  ],
  [
    'has another secret now',
    () => simulator.addApp({ ...APP, clientSecret: 'shpss_new' }),
    'does not accept the client secret of the app client-1',
  ],
])('says so when the app %s', async (_case, change, sentence) => {
  const { id } = await createStore();
  change();
  await expect(count(id)).rejects.toThrow(sentence);
  expect(await rowOf(id)).toMatchObject({ token_renewal_id: null, access_token_sealed: null });
});

it('does not keep a token of credentials that were replaced while the shop was asked', async () => {
  const other = { clientId: 'client-2', clientSecret: 'shpss_another_app' };
  simulator.addApp(other);
  shop.installClient(other.clientId, ['read_products']);
  const { id } = await createStore();
  const hold = simulator.hold({ target: 'oauth', shop: shop.domain, when: 'after' });
  const counted = count(id);
  await hold.reached;
  await update(id, { client_id: other.clientId, client_secret: other.clientSecret });
  hold.release();
  expect(await counted).toBe(3);
  expect(await rowOf(id)).toMatchObject({ granted_to_client_id: 'client-2', token_renewal_id: null });
});

it('does not take a token to the address that the store was moved to', async () => {
  const { id } = await createStore();
  const connector = await app.services.stores.connectorFor(id);
  await connector.count(idle);
  const elsewhere = { shop_url: `elsewhere.localhost:${simulator.port}` };
  await expect(update(id, elsewhere)).rejects.toThrow(
    `Enter the client secret again: the stored one is only sent to ${host}.`,
  );
  const moved = await update(id, { ...elsewhere, client_secret: APP.clientSecret });
  expect(moved).toMatchObject({ has_access_token: false, granted_scopes: null });
  shop.expireTokens();
  await expect(connector.count(idle)).rejects.toThrow('moved to another address meanwhile');
});

it('takes over from a process that died while it was renewing', async () => {
  const { id } = await createStore();
  const claimed = (seconds: number) =>
    app.db.query(
      `update stores set token_renewal_id = id, token_renewal_until = now() + make_interval(secs => $2) where id = $1`,
      [id, seconds],
    );
  await claimed(-1);
  expect(await count(id)).toBe(3);
  await update(id, { client_id: 'client-1', connection_method: 'oauth' });
  await update(id, { connection_method: 'client_credentials' });
  await claimed(600);
  const stop = new AbortController();
  const waiting = (await app.services.stores.connectorFor(id)).count(stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  expect(tokensAsked()).toBe(1);
});

it('forgets the token of a method that the store does not use any more', async () => {
  const { id } = await createStore();
  await count(id);
  const entered = 'shpat_0123456789abcdef';
  await expect(update(id, { connection_method: 'admin_api_token' })).rejects.toMatchObject({
    errors: [{ path: 'access_token', message: 'Admin API token is required.' }],
  });
  shop.install(entered);
  const store = await update(id, {
    connection_method: 'admin_api_token',
    access_token: entered,
  });
  expect(store).toMatchObject({ access_token_hint: 'cdef', granted_scopes: null });
  clock.advance(1_000 * HOUR);
  expect(await count(id)).toBe(3);
  expect(tokensAsked()).toBe(1);
});

it('goes on with a token that a person entered while a job was running', async () => {
  shop.install('shpat_first_token_of_all');
  const { id } = await createStore({
    connection_method: 'admin_api_token',
    access_token: 'shpat_first_token_of_all',
  });
  const connector = await app.services.stores.connectorFor(id);
  await connector.count(idle);
  shop.revoke('shpat_first_token_of_all');
  await expect(connector.count(idle)).rejects.toThrow('does not accept the access token');
  shop.install('shpat_second_token');
  await update(id, { access_token: 'shpat_second_token' });
  expect((await connector.count(idle)).products).toBe(3);
});

it('tries typed client credentials, and the stored secret for the own address only', async () => {
  const test = (fields: Record<string, unknown>) => {
    const input = { shop_url: host, connection_method: 'client_credentials', api_version: '2026-10' };
    return app.services.stores.testConnection(ConnectionTest.parse({ ...input, ...fields }));
  };
  const typed = { client_id: APP.clientId, client_secret: APP.clientSecret };
  expect(await test(typed)).toMatchObject({ success: true, missing_scopes: [] });
  expect((await test({ ...typed, client_secret: 'shpss_wrong' })).error).toContain('client secret');
  const { id } = await createStore();
  expect(await test({ store_id: id })).toMatchObject({ success: true });
  const elsewhere = test({ store_id: id, shop_url: `other.localhost:${simulator.port}` });
  await expect(elsewhere).rejects.toMatchObject({ code: 'validation_failed' });
  expect((await test({ store_id: id, connection_method: 'oauth' })).error).toContain(
    'connect it with Shopify, then test',
  );
});

it('shows no secret in a log line, an answer or an error', async () => {
  const { id } = await createStore();
  await count(id);
  const tokens = shop.tokens;
  shop.uninstallClient(APP.clientId);
  const error = await count(id).then(String, (reason: Error) => `${reason.stack}${JSON.stringify(reason)}`);
  const answers = JSON.stringify(await app.services.stores.list(StoreListQuery.parse({})));
  const everything = [error, answers, JSON.stringify(await rowOf(id)), ...logLines].join('\n');
  expect(tokens.length).toBeGreaterThan(0);
  for (const secret of [APP.clientSecret, ...tokens]) expect(everything).not.toContain(secret);
});
