import type { Store } from '@storefleet/contract/stores/stores';
import { type Simulator, startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

export const TOKEN = 'shpat_0123456789abcdef0123456789ab1234';

/**
 * The server without stores at the begin of each test, and two shops: `atlas`, and `narrow` without
 * read_products.
 */
export function useStoresStage() {
  let simulator: Simulator;
  let app: TestApp;
  const logLines: string[] = [];

  beforeAll(async () => {
    simulator = await startShopifySimulator();
    simulator.addShop({
      domain: 'atlas.localhost',
      aliases: ['old-atlas.localhost'],
      name: 'Atlas Outdoor',
      token: TOKEN,
      products: 3,
      currency: 'EUR',
      email: 'owner@atlas.example',
      country: 'NO',
    });
    simulator.addShop({ domain: 'narrow.localhost', token: TOKEN, scopes: ['read_inventory'], products: 1 });
    app = await createTestApp({
      environment: { SHOPIFY_ALLOWED_HOSTS: `*.myshopify.com,*.localhost:${simulator.port}` },
      logger: pino({ level: 'trace' }, { write: (line) => logLines.push(line) }),
    });
  });
  afterAll(async () => {
    await app.close();
    await simulator.close();
  });
  beforeEach(async () => {
    await app.db.query('delete from stores');
  });

  const host = (name: string) => `${name}.localhost:${simulator.port}`;

  async function call<T = Store>(method: string, path: string, json?: unknown) {
    const response = await app.fetchApi(path, { method, ...(json === undefined ? {} : { json }) });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) as T & { detail: string; code: string } };
  }

  const newStore = (fields: Record<string, unknown> = {}) => ({
    shop_name: 'Atlas',
    shop_url: host('atlas'),
    access_token: TOKEN,
    api_version: '2026-10',
    ...fields,
  });

  return {
    get app() {
      return app;
    },
    logLines,
    /** The address of a shop, whether there is one or not. */
    host,
    call,
    newStore,

    async createStore(fields: Record<string, unknown> = {}): Promise<Store> {
      const { status, body, text } = await call('POST', '/stores', newStore(fields));
      expect(status, text).toBe(201);
      return body;
    },
  };
}
