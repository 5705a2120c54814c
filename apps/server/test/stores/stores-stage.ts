import type { Store } from '@storefleet/contract/stores/stores';
import { pino } from 'pino';
import { beforeEach, expect } from 'vitest';
import { createShopStage, TOKEN } from './shop-stage.ts';

/**
 * The server without stores at the start of each test, and two shops: `atlas`, and `narrow` without
 * read_products.
 */
export async function createStoresStage() {
  const logLines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => logLines.push(line) });
  const stage = await createShopStage({ logger });
  const { app, call, host, simulator } = stage;
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
  beforeEach(async () => {
    await app.db.query('delete from stores');
  });

  const newStore = (fields: Record<string, unknown> = {}) => ({
    shop_name: 'Atlas',
    shop_url: host('atlas'),
    access_token: TOKEN,
    api_version: '2026-10',
    ...fields,
  });

  return {
    ...stage,
    logLines,
    newStore,

    async createStore(fields: Record<string, unknown> = {}): Promise<Store> {
      const { status, body, text } = await call('POST', '/stores', newStore(fields));
      expect(status, text).toBe(201);
      return body;
    },

    change: (id: string, fields: Record<string, unknown>) => call('PUT', `/stores/${id}`, fields),
    read: async (id: string) => (await call('GET', `/stores/${id}`)).body,
  };
}
