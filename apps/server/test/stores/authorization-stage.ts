import { request } from 'node:http';
import type { Store } from '@storefleet/contract/stores/stores';
import { type Shop, type Simulator, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createTestApp, TEST_USER, type TestApp } from '@storefleet/test-support/app';
import { type TestClock, testClock } from '@storefleet/test-support/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

/** The app of the settings, as Shopify knows it. */
export const APP = { clientId: 'client-1', clientSecret: 'shpss_0123456789abcdef', name: 'Fleet' };
export const MINUTE = 60_000;

export type Attempt = { store: Store; authorizeUrl: URL; cookie: string };

/**
 * The server with the app in its settings, a new shop for each test, and a person who connects stores with
 * it.
 */
export function useAuthorizationStage() {
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
    token = await newToken(app);
    shops += 1;
    simulator.faults.clear();
    simulator.addApp(APP);
    shop = simulator.addShop({ domain: `shop-${shops}.localhost`, products: 3, organization: 'others' });
    host = `${shop.domain}:${simulator.port}`;
    await saveApp();
  });

  async function api<T>(method: string, path: string, json?: unknown): Promise<Answer<T>> {
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

  const begin = async (store?: Store) => attemptOf(api, store ?? (await createStore()));

  return {
    get simulator() {
      return simulator;
    },
    get clock() {
      return clock;
    },
    get app() {
      return app;
    },
    /** Of this test. */
    get shop() {
      return shop;
    },
    /** Of the shop, with its port. */
    get host() {
      return host;
    },
    logLines,
    api,
    saveApp,
    createStore,
    readStore,
    begin,
    install: (attempt: Attempt) => install(simulator, attempt),
    comeBack,

    async connectStore(): Promise<Store> {
      const attempt = await begin();
      expect((await comeBack(await install(simulator, attempt), attempt.cookie)).status).toBe(302);
      return readStore(attempt.store.id);
    },

    count: (id: string) => countProducts(app, id),

    /** How often the shop was asked for a token. */
    tokensAsked: () => shop.log.counters().byOperation['POST access_token'] ?? 0,
  };
}

/** Asks the shop how many products it has, with the store's token. */
async function countProducts(app: TestApp, storeId: string): Promise<number> {
  const connector = await app.services.stores.connectorFor(storeId);
  return (await connector.count(new AbortController().signal)).products;
}

type Answer<T> = { status: number; headers: Headers; body: T };
type Api = <T>(method: string, path: string, json?: unknown) => Promise<Answer<T>>;

async function attemptOf(api: Api, store: Store): Promise<Attempt> {
  const { status, headers, body } = await api<{ authorize_url: string }>(
    'POST',
    `/stores/${store.id}/authorize`,
  );
  expect(status).toBe(200);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { store, authorizeUrl: new URL(body.authorize_url), cookie };
}

async function newToken(app: TestApp): Promise<string> {
  const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: TEST_USER.email, password: TEST_USER.password }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** What a person does who chooses Install: answers where the browser is sent. */
function install(simulator: Simulator, { authorizeUrl }: Attempt): Promise<URL> {
  const headers = { host: authorizeUrl.host, 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(authorizeUrl.pathname, simulator.url),
      { method: 'POST', headers },
      (response) => {
        response.resume();
        resolve(new URL(response.headers.location ?? 'about:blank'));
      },
    );
    sent.on('error', reject);
    sent.end(authorizeUrl.search.slice(1));
  });
}

function comeBack(to: URL, cookie: string | null): Promise<Response> {
  return fetch(to, { redirect: 'manual', headers: cookie === null ? {} : { cookie } });
}
