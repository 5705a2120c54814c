import type { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import type { Database } from '@storefleet/server/platform/db/database';
import {
  type ShopOptions,
  type Simulator,
  startShopifySimulator,
} from '@storefleet/shopify-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { expect } from 'vitest';
import { catalogueOf, TOKEN } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { readStoredCatalogue, sortedById } from '../sync/catalogue.ts';

/** The public address of the server under test; the simulator's tunnel stands for the internet. */
export const HOOKS = 'https://shop-hooks.example';
export const API_SECRET = 'shpss_000000000000000000000000000000aa';
/** Milliseconds: what a shop tells is taken over within seconds, also on a busy machine. */
const PATIENCE = { timeout: 30_000, interval: 50 };

type Shop = ReturnType<Simulator['addShop']>;
export type ConnectedStore = { readonly shop: Shop; readonly storeId: string };

/** The whole server and simulated shops that reach it. */
export async function createWebhooksStage(environment: Record<string, string> = {}) {
  const simulator = await startShopifySimulator();
  const options = {
    SHOPIFY_ALLOWED_HOSTS: `*.localhost:${simulator.port}`,
    WEBHOOKS_URL: HOOKS,
    ...environment,
  };
  const app = await startApp();
  let shops = 0;

  async function startApp(db?: Database): Promise<TestApp> {
    const started = await createTestApp({ environment: options, ...(db ? { db } : {}) });
    simulator.tunnels.set(HOOKS, started.url);
    return started;
  }

  async function call<Answer>(method: string, path: string, json?: unknown) {
    const response = await app.fetchApi(path, { method, ...(json === undefined ? {} : { json }) });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Answer };
  }

  return {
    simulator,
    get app() {
      return app;
    },
    call,

    /** A shop with a store that is connected to it, not synced yet. */
    async connectShop(
      shopOptions: Partial<ShopOptions> = {},
      store: Record<string, unknown> = {},
    ): Promise<ConnectedStore> {
      shops += 1;
      const domain = `shop-${shops}.localhost`;
      const shop = simulator.addShop({
        domain,
        products: 12,
        variantsPerProduct: 2,
        token: TOKEN,
        apiSecret: API_SECRET,
        ...shopOptions,
      });
      const { status, body } = await call<{ id: string }>('POST', '/stores', {
        shop_name: domain,
        shop_url: `${domain}:${simulator.port}`,
        access_token: TOKEN,
        client_secret: API_SECRET,
        api_version: '2026-10',
        store_type: 'shopify',
        ...store,
      });
      expect(status).toBe(201);
      return { shop, storeId: body.id };
    },

    async sync(storeId: string): Promise<void> {
      expect((await call('POST', `/stores/${storeId}/sync-graphql`)).status).toBe(200);
      await expect
        .poll(
          async () => (await call<{ status: string }>('GET', `/stores/${storeId}/sync/status`)).body,
          PATIENCE,
        )
        .toMatchObject({ status: 'completed' });
    },

    async enable(storeId: string): Promise<StoreWebhooks> {
      const { status, body } = await call<StoreWebhooks>('POST', `/stores/${storeId}/webhooks`);
      expect(status).toBe(200);
      return body;
    },

    async webhooks(storeId: string): Promise<StoreWebhooks> {
      return (await call<StoreWebhooks>('GET', `/stores/${storeId}/webhooks`)).body;
    },

    /** Until the copy holds exactly what the shop does, and nothing waits any more. */
    async copyFollows({ shop, storeId }: ConnectedStore): Promise<void> {
      await expect
        .poll(() => readStoredCatalogue(app.db, storeId), PATIENCE)
        .toEqual(sortedById(catalogueOf(shop)));
      await this.nothingWaits(storeId);
    },

    async nothingWaits(storeId: string): Promise<void> {
      await expect.poll(() => waiting(app.db, storeId), PATIENCE).toBe(0);
    },

    waiting: (storeId: string) => waiting(app.db, storeId),

    async close() {
      await app.close();
      await simulator.close();
    },
  };
}

export type WebhooksStage = Awaited<ReturnType<typeof createWebhooksStage>>;

async function waiting(db: Database, storeId: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from webhook_changes where store_id = $1',
    [storeId],
  );
  return rows[0]?.count ?? 0;
}

export function productIds({ shop }: ConnectedStore): number[] {
  return [...shop.catalogue.products()].map(({ id }) => id);
}

export const gid = (id: number | undefined) => `gid://shopify/Product/${id}`;
