import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Store } from '@storefleet/contract/stores/stores';
import type { Simulator } from '@storefleet/shopify-simulator/server';
import { TEST_USER } from '@storefleet/test-support/app';
import { testClock } from '@storefleet/test-support/clock';
import { pino } from 'pino';
import { beforeEach, expect } from 'vitest';
import { createShopStage, type Shop } from './shop-stage.ts';

/** The app in the settings, as registered at Shopify. */
export const APP = { clientId: 'client-1', clientSecret: 'shpss_0123456789abcdef', name: 'Fleet' };
export const MINUTE = 60_000;
const idle = new AbortController().signal;

export type Attempt = { store: Store; authorizeUrl: URL; cookie: string };

/**
 * The server with the app in its settings, a new shop for each test, and a person who connects stores with
 * it.
 */
export async function createAuthorizationStage() {
  const clock = testClock(new Date());
  const logLines: string[] = [];
  const environment = { PROCESS_ROLE: 'web', ENCRYPTION_KEY: randomBytes(32).toString('base64') };
  const logger = pino({ level: 'trace' }, { write: (line: string) => logLines.push(line) });
  const stage = await createShopStage({ environment, clock, logger });
  const { app, simulator } = stage;
  const { services } = app;
  await app.signIn();
  let token: string;
  let shop: Shop;
  let shops = 0;
  beforeEach(async () => {
    // The last one has expired if a test let months pass.
    token = await app.signInAgain(TEST_USER);
    shops += 1;
    simulator.faults.clear();
    simulator.addApp(APP);
    shop = simulator.addShop({ domain: `shop-${shops}.localhost`, products: 3, organization: 'others' });
    await saveApp();
  });

  const api = <Answer = Store>(method: string, path: string, json?: unknown) =>
    stage.call<Answer>(method, path, json, token);
  const hostOf = () => `${shop.domain}:${simulator.port}`;
  const readStore = (id: string) => services.stores.requireStore(id);

  const saveApp = (fields: Record<string, string> = {}) =>
    services.settings.saveShopifyApp({
      api_key: APP.clientId,
      api_secret: APP.clientSecret,
      callback_url: '',
      scopes: '',
      ...fields,
    });

  async function createStore(): Promise<Store> {
    const fields = { shop_name: hostOf(), shop_url: hostOf(), connection_method: 'oauth' };
    return (await api('POST', '/stores', fields)).body;
  }

  async function begin(store?: Store): Promise<Attempt> {
    const begun = store ?? (await createStore());
    const path = `/stores/${begun.id}/authorize`;
    const { status, headers, body } = await api<{ authorize_url: string }>('POST', path);
    expect(status).toBe(200);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { store: begun, authorizeUrl: new URL(body.authorize_url), cookie };
  }

  const install = (attempt: Attempt) => installApp(simulator, attempt);
  /** Installs the app and returns in the same browser. */
  const finish = async (attempt: Attempt) => comeBack(await install(attempt), attempt.cookie);

  return {
    ...stage,
    clock,
    /** This test's shop. */
    get shop() {
      return shop;
    },
    /** The shop's host with port. */
    get host() {
      return hostOf();
    },
    environment,
    logLines,
    api,
    saveApp,
    createStore,
    readStore,
    begin,
    install,
    comeBack,
    finish,

    async connectStore(): Promise<Store> {
      const attempt = await begin();
      expect((await finish(attempt)).status).toBe(302);
      return readStore(attempt.store.id);
    },

    /** Asks the shop for its number of products, with the store's token. */
    async count(id: string, { stores } = services): Promise<number> {
      return (await (await stores.connectorFor(id)).count(idle)).products;
    },

    /** How often a token was requested from the shop. */
    tokensAsked: () => shop.log.counters().byOperation['POST access_token'] ?? 0,
  };
}

function comeBack(to: URL, cookie: string | null): Promise<Response> {
  return fetch(to, { redirect: 'manual', headers: cookie === null ? {} : { cookie } });
}

/** Chooses Install; returns where the browser is redirected. */
function installApp({ url }: Simulator, { authorizeUrl }: Attempt): Promise<URL> {
  const { host, pathname, search } = authorizeUrl;
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(new URL(pathname, url), { method: 'POST', headers });
  sent.end(search.slice(1));
  return new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      response.resume();
      resolve(new URL(response.headers.location ?? 'about:blank'));
    });
  });
}
