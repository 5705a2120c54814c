import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { SHOPIFY_APP_SETTINGS } from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores';
import { type Shop, type Simulator, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createTestApp, TEST_USER, type TestApp } from '@storefleet/test-support/app';
import { type TestClock, testClock } from '@storefleet/test-support/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const APP = { clientId: 'client-1', clientSecret: 'shpss_0123456789abcdef', name: 'Fleet' };
const MINUTE = 60_000;
const idle = new AbortController().signal;

let simulator: Simulator;
let clock: TestClock;
let app: TestApp;
let token: string;
let shop: Shop;
let host: string;
let shops = 0;
const logLines: string[] = [];

beforeAll(async () => {
  clock = testClock(new Date());
  simulator = await startShopifySimulator({ clock });
  app = await createTestApp({
    environment: { SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}`, PROCESS_ROLE: 'web' },
    clock,
    logger: pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) }),
  });
  await app.signIn();
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});
beforeEach(async () => {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: TEST_USER.email, password: TEST_USER.password }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
  shops += 1;
  simulator.faults.clear();
  simulator.addApp(APP);
  shop = simulator.addShop({ domain: `shop-${shops}.localhost`, products: 3, organization: 'others' });
  host = `${shop.domain}:${simulator.port}`;
  await saveApp();
});

async function api<T>(
  method: string,
  path: string,
  json?: unknown,
): Promise<{ status: number; headers: Headers; body: T }> {
  const answer = await app.fetchApi(path, { method, token, ...(json === undefined ? {} : { json }) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
}

const saveApp = (fields: Record<string, string> = {}) =>
  app.services.settings.saveShopifyApp({
    api_key: APP.clientId,
    api_secret: APP.clientSecret,
    callback_url: '',
    scopes: '',
    ...fields,
  });

async function createStore(): Promise<Store> {
  const fields = { shop_name: host, shop_url: host, connection_method: 'oauth', api_version: '2026-10' };
  return (await api<Store>('POST', '/stores', fields)).body;
}

const readStore = (id: string) => app.services.stores.requireStore(id);

type Attempt = { store: Store; authorizeUrl: URL; cookie: string };

async function begin(store?: Store): Promise<Attempt> {
  const begun = store ?? (await createStore());
  const { status, headers, body } = await api<{ authorize_url: string }>(
    'POST',
    `/stores/${begun.id}/authorize`,
  );
  expect(status).toBe(200);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { store: begun, authorizeUrl: new URL(body.authorize_url), cookie };
}

/** What a person does who chooses Install: answers where the browser is sent. */
function install({ authorizeUrl }: Attempt): Promise<URL> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(authorizeUrl.pathname, simulator.url),
      {
        method: 'POST',
        headers: { host: authorizeUrl.host, 'content-type': 'application/x-www-form-urlencoded' },
      },
      (response) => {
        response.resume();
        resolve(new URL(response.headers.location ?? 'about:blank'));
      },
    );
    sent.on('error', reject);
    sent.end(authorizeUrl.search.slice(1));
  });
}

const comeBack = (to: URL, cookie: string | null) =>
  fetch(to, { redirect: 'manual', headers: cookie === null ? {} : { cookie } });

/** Signs a return anew, as nobody but Shopify and the app can. */
function signed(to: URL, changes: Record<string, string | null>): URL {
  const changed = new URL(to);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  changed.searchParams.delete('hmac');
  const unsigned = new URLSearchParams(changed.searchParams);
  unsigned.sort();
  const hmac = createHmac('sha256', APP.clientSecret).update(unsigned.toString().replaceAll('+', '%20'));
  changed.searchParams.set('hmac', hmac.digest('hex'));
  return changed;
}

async function expectFailure(attempt: Attempt, answer: Response, sentence: string): Promise<void> {
  const { id } = attempt.store;
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `${app.url}/stores/${id}?authorization=failed`,
  ]);
  const store = await readStore(id);
  expect(store.authorization_error).toContain(sentence);
  expect(store).toMatchObject({ has_access_token: false, granted_scopes: null, authorized_at: null });
}

async function connectStore(): Promise<Store> {
  const attempt = await begin();
  expect((await comeBack(await install(attempt), attempt.cookie)).status).toBe(302);
  return readStore(attempt.store.id);
}

const count = async (id: string) => (await (await app.services.stores.connectorFor(id)).count(idle)).products;
const tokensAsked = () => shop.log.counters().byOperation['POST access_token'] ?? 0;

describe('beginning', () => {
  it('leads to the consent page of the shop, and binds the attempt to the browser', async () => {
    const { store, authorizeUrl } = await begin();
    expect(authorizeUrl.origin).toBe(`http://${host}`);
    expect(Object.fromEntries(authorizeUrl.searchParams)).toEqual({
      client_id: APP.clientId,
      scope: 'read_products,write_products,read_inventory,write_inventory,read_locations',
      redirect_uri: `${app.url}/oauth/shopify/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      'grant_options[]': '',
    });
    const { headers } = await api('POST', `/stores/${store.id}/authorize`);
    expect(headers.get('set-cookie')).toMatch(/; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
  });

  it('asks with the callback address and the scopes of the settings', async () => {
    await saveApp({
      callback_url: 'https://fleet.example/oauth/shopify/callback',
      scopes: 'read_products, write_products',
    });
    const { searchParams } = (await begin()).authorizeUrl;
    expect(searchParams.get('redirect_uri')).toBe('https://fleet.example/oauth/shopify/callback');
    expect(searchParams.get('scope')).toBe('read_products,write_products');
  });

  it('is for a store that connects by OAuth, with an app in the settings', async () => {
    const { id } = await createStore();
    const code = async () => (await api<{ code: string }>('POST', `/stores/${id}/authorize`)).body.code;
    for (const key of Object.values(SHOPIFY_APP_SETTINGS)) {
      await app.db.query('delete from settings where key = $1', [key]);
    }
    expect(await code()).toBe('shopify_app_missing');
    await saveApp();
    await api('PUT', `/stores/${id}`, { store_status: 'archived' });
    expect(await code()).toBe('store_archived');
    await api('PUT', `/stores/${id}`, {
      store_status: 'active',
      connection_method: 'admin_api_token',
      access_token: 'shpat_0123456789abcdef',
    });
    expect(await code()).toBe('not_connected_by_oauth');
    expect((await app.fetchApi(`/stores/${id}/authorize`, { method: 'POST', token: null })).status).toBe(401);
    await app.db.query(`update stores set store_type = 'mssql' where id = $1`, [id]);
    expect((await api('POST', `/stores/${id}/authorize`)).body).toMatchObject({
      code: 'wrong_store_type',
      detail: 'An MS SQL store is not connected with Shopify.',
    });
  });

  it('is needed before anything else', async () => {
    const { id } = await createStore();
    await expect(count(id)).rejects.toThrow(`Connect ${host} with Shopify first`);
  });
});

describe('coming back', () => {
  it('connects the store', async () => {
    const attempt = await begin();
    const answer = await comeBack(await install(attempt), attempt.cookie);
    const { id } = attempt.store;
    expect(answer.headers.get('location')).toBe(`${app.url}/stores/${id}?authorization=connected`);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await readStore(id)).toMatchObject({
      has_access_token: true,
      granted_scopes: ['write_products', 'write_inventory', 'read_locations'],
      authorized_at: clock.now().toISOString(),
      authorization_error: null,
    });
    expect(await count(id)).toBe(3);
    const { body } = await api<{ success: boolean }>('POST', `/stores/${id}/test-graphql-connection`);
    expect(body.success).toBe(true);
  });

  it('is possible once', async () => {
    const attempt = await begin();
    const to = await install(attempt);
    const answers = await Promise.all([comeBack(to, attempt.cookie), comeBack(to, attempt.cookie)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 400]);
    expect((await readStore(attempt.store.id)).has_access_token).toBe(true);
  });

  it('does nothing in another browser, and leaves the attempt to the one that began', async () => {
    const attempt = await begin();
    const other = await begin(attempt.store);
    const to = await install(attempt);
    for (const cookie of [
      null,
      other.cookie,
      `${attempt.cookie.split('=')[0]}=${other.cookie.split('=')[1]}`,
    ]) {
      const answer = await comeBack(to, cookie);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('began in another browser');
    }
    expect(tokensAsked()).toBe(0);
    expect((await comeBack(to, attempt.cookie)).status).toBe(302);
  });

  it('does nothing with a state that nobody began', async () => {
    const attempt = await begin();
    const to = await install(attempt);
    const answer = await comeBack(signed(to, { state: 'a-state-of-my-own' }), attempt.cookie);
    expect(answer.status).toBe(400);
    expect((await comeBack(new URL(`${app.url}/oauth/shopify/callback`), null)).status).toBe(400);
    expect(tokensAsked()).toBe(0);
  });

  const alter = (change: (query: URLSearchParams) => void) => (to: URL) => {
    change(to.searchParams);
    return to;
  };
  const resign = (changes: Record<string, string | null>) => (to: URL) => signed(to, changes);
  const unsigned = 'does not carry the app';
  const badTime = "Check this server's clock";
  const forgeries: [string, (to: URL) => URL, string][] = [
    ['no signature', alter((query) => query.delete('hmac')), unsigned],
    ['a signature of others', alter((query) => query.set('hmac', 'a'.repeat(64))), unsigned],
    ['a signature in capitals', alter((query) => query.set('hmac', 'A'.repeat(64))), unsigned],
    ['a signature that is too short', alter((query) => query.set('hmac', 'ab')), unsigned],
    ['another code than was signed', alter((query) => query.set('code', 'mine')), unsigned],
    ['a parameter that was not signed', alter((query) => query.set('next', '/x')), unsigned],
    ['a parameter twice', alter((query) => query.append('code', 'mine')), unsigned],
    ['another shop', resign({ shop: 'other.myshopify.com' }), 'other.myshopify.com was connected at Shopify'],
    ['an old time', resign({ timestamp: '1700000000' }), badTime],
    ['no time', resign({ timestamp: null }), badTime],
    ['no code', resign({ code: null }), 'Shopify sent no code'],
    ['a refusal', resign({ error: 'access_denied', code: null }), 'The app was not approved at Shopify'],
  ];
  it.each(forgeries)('refuses %s', async (_case, forge, sentence) => {
    const attempt = await begin();
    const to = forge(await install(attempt));
    await expectFailure(attempt, await comeBack(to, attempt.cookie), sentence);
    expect(tokensAsked()).toBe(0);
  });

  it('takes a parameter that it does not know, as long as it is signed', async () => {
    const attempt = await begin();
    const to = signed(await install(attempt), { locale: 'de é', embedded: '1' });
    expect((await comeBack(to, attempt.cookie)).headers.get('location')).toContain('authorization=connected');
  });

  it('refuses one that took too long', async () => {
    const attempt = await begin();
    clock.advance(16 * MINUTE);
    const to = await install(attempt);
    await expectFailure(attempt, await comeBack(to, attempt.cookie), 'It took too long at Shopify');
  });

  it('refuses a code that was used, or came too late', async () => {
    const attempt = await begin();
    const to = await install(attempt);
    clock.advance(80_000);
    await expectFailure(attempt, await comeBack(to, attempt.cookie), 'it was used already or came too late');
  });

  it('refuses a shop that does not let the app read products', async () => {
    simulator.addApp({ ...APP, scopes: ['read_locations', 'write_inventory'] });
    const attempt = await begin();
    const to = await install(attempt);
    await expectFailure(
      attempt,
      await comeBack(to, attempt.cookie),
      'did not allow the app to read products',
    );
  });

  it('connects with what is allowed, as long as products can be read', async () => {
    simulator.addApp({ ...APP, scopes: ['read_products'] });
    const { granted_scopes, has_access_token } = await connectStore();
    expect([granted_scopes, has_access_token]).toEqual([['read_products'], true]);
  });

  it.each([
    [
      'another app was set',
      () => saveApp({ api_key: 'client-2' }),
      'The Shopify app in Settings was changed',
    ],
    [
      'another secret was set',
      () => saveApp({ api_secret: 'shpss_other' }),
      'Check the API secret in Settings',
    ],
    [
      'the store was moved',
      (id: string) => api('PUT', `/stores/${id}`, { shop_url: `moved-${shops}.localhost:${simulator.port}` }),
      'and this store is moved-',
    ],
  ])('refuses one during which %s', async (_case, change, sentence) => {
    const attempt = await begin();
    const to = await install(attempt);
    await change(attempt.store.id);
    await expectFailure(attempt, await comeBack(to, attempt.cookie), sentence);
  });

  it('refuses one of a member who was disabled meanwhile', async () => {
    const members = app.services.auth.embedded?.members;
    const member = await members?.create({ email: `leaving-${shops}@example.com` });
    const { id } = await createStore();
    const { authorizeUrl, state, browserKey } = await app.services.authorizations.begin(id, member?.id ?? '');
    const to = await install({ store: await readStore(id), authorizeUrl: new URL(authorizeUrl), cookie: '' });
    await members?.disable(member?.id ?? '', null);
    const outcome = await app.services.authorizations.finish(to.searchParams, browserKey, idle);
    expect([to.searchParams.get('state'), outcome]).toEqual([state, { storeId: id, connected: false }]);
    expect(await readStore(id)).toMatchObject({
      has_access_token: false,
      authorization_error: expect.stringContaining('disabled meanwhile'),
    });
    expect(tokensAsked()).toBe(0);
  });

  it('keeps nothing for a store that was moved, archived or deleted while the shop was asked', async () => {
    for (const change of [
      (id: string) => api('PUT', `/stores/${id}`, { store_status: 'archived' }),
      (id: string) => api('DELETE', `/stores/${id}`),
    ]) {
      const attempt = await begin();
      const to = await install(attempt);
      const hold = simulator.hold({
        target: 'oauth',
        shop: shop.domain,
        match: 'access_token',
        when: 'after',
      });
      const answer = comeBack(to, attempt.cookie);
      await hold.reached;
      await change(attempt.store.id);
      hold.release();
      expect((await answer).headers.get('location')).toContain('authorization=failed');
      const { rows } = await app.db.query('select access_token_sealed from stores where id = $1', [
        attempt.store.id,
      ]);
      expect(rows.filter((row) => row.access_token_sealed !== null)).toEqual([]);
      await app.db.query('delete from stores where id = $1', [attempt.store.id]);
    }
  });

  it('tells of a shop that does not answer, and can be begun again', async () => {
    const attempt = await begin();
    const to = await install(attempt);
    simulator.faults.add({ target: 'oauth', match: 'access_token', action: { kind: 'applied_answer_lost' } });
    await expectFailure(attempt, await comeBack(to, attempt.cookie), 'broke off');
    const again = await begin(attempt.store);
    await comeBack(await install(again), again.cookie);
    expect(await readStore(attempt.store.id)).toMatchObject({
      has_access_token: true,
      authorization_error: null,
    });
  });
});

describe('a connected store', () => {
  const refreshes = () => tokensAsked() - 1;

  it('renews its token before it expires, over and over', async () => {
    const { id } = await connectStore();
    for (let hour = 1; hour <= 3; hour++) {
      clock.advance(58 * MINUTE);
      expect(await count(id)).toBe(3);
      expect(refreshes()).toBe(hour);
    }
    expect(shop.log.counters().byOutcome['401']).toBeUndefined();
    expect((await readStore(id)).granted_scopes).toEqual([
      'write_products',
      'write_inventory',
      'read_locations',
    ]);
  });

  it('is not lost with the answer that brought its next token', async () => {
    const { id } = await connectStore();
    clock.advance(60 * MINUTE);
    simulator.faults.add({ target: 'oauth', action: { kind: 'applied_answer_lost' } });
    expect(await count(id)).toBe(3);
    clock.advance(60 * MINUTE);
    expect(await count(id)).toBe(3);
  });

  it('is renewed once by many jobs at the same moment', async () => {
    const { id } = await connectStore();
    clock.advance(60 * MINUTE);
    expect(await Promise.all([count(id), count(id), count(id), count(id)])).toEqual([3, 3, 3, 3]);
    expect(refreshes()).toBe(1);
  });

  it('uses a token that never expires, where the shop gives one', async () => {
    simulator.addApp({ ...APP, expiringTokens: false });
    const { id } = await connectStore();
    clock.advance(10_000 * MINUTE);
    expect(await count(id)).toBe(3);
    expect(refreshes()).toBe(0);
  });

  it.each([
    ['expires', {}, 'has ended. Connect the store with Shopify again.'],
    ['never expires', { expiringTokens: false }, 'Connect the store with Shopify again.'],
  ])(
    'says that it has to be connected again when the app is uninstalled and its token %s',
    async (_case, options, sentence) => {
      simulator.addApp({ ...APP, ...options });
      const { id } = await connectStore();
      shop.uninstallClient(APP.clientId);
      await expect(count(id)).rejects.toThrow(sentence);
      expect((await readStore(id)).authorization_error).toContain(sentence);
      const again = await begin(await readStore(id));
      await comeBack(await install(again), again.cookie);
      expect([await count(id), (await readStore(id)).authorization_error]).toEqual([3, null]);
    },
  );

  it('that was not connected again stays connected, and says so once its connection was tested', async () => {
    const store = await connectStore();
    const again = await begin(store);
    const cancelled = new URL(await install(again));
    cancelled.searchParams.set('error', 'access_denied');
    await comeBack(cancelled, again.cookie);
    expect((await readStore(store.id)).authorization_error).toContain('was not approved');

    const tested = await api<{ success: boolean }>('POST', `/stores/${store.id}/test-graphql-connection`);
    expect([tested.body.success, (await readStore(store.id)).authorization_error]).toEqual([true, null]);
  });

  it('is not renewed in the name of another app', async () => {
    const { id } = await connectStore();
    await saveApp({ api_key: 'client-2' });
    clock.advance(60 * MINUTE);
    await expect(count(id)).rejects.toThrow('through another Shopify app than the one in Settings');
    await saveApp();
    expect(await count(id)).toBe(3);
  });

  it('has to be connected again when nobody renewed its token for months', async () => {
    const { id } = await connectStore();
    clock.advance(91 * 24 * 60 * MINUTE);
    await expect(count(id)).rejects.toThrow('has ended. Connect the store with Shopify again.');
  });
});

it('shows no code, state, token or secret in a log line', async () => {
  const attempt = await begin();
  const to = await install(attempt);
  await comeBack(to, attempt.cookie);
  await comeBack(to, attempt.cookie);
  expect(logLines.length).toBeGreaterThan(0);
  const secrets = [
    APP.clientSecret,
    to.searchParams.get('code') ?? '',
    to.searchParams.get('state') ?? '',
    attempt.cookie.split('=')[1] ?? '',
    ...shop.tokens,
  ];
  expect(secrets.filter((secret) => logLines.join('\n').includes(secret))).toEqual([]);
});
