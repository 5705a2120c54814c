import type { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import type { ShopOptions } from '@storefleet/shopify-simulator/server';
import { expect } from 'vitest';
import { catalogueOf } from '../../src/connectors/shopify/testing/simulated-shop.ts';
import { type ConnectedStore, createShopStage } from '../stores/shop-stage.ts';
import { readStoredCatalogue, sortedById } from '../sync/catalogue.ts';

/** The public address of the server under test; the simulator's tunnel stands in for the internet. */
export const HOOKS = 'https://shop-hooks.example';
export const API_SECRET = 'shpss_000000000000000000000000000000aa';

/** The whole server, with simulated shops that reach it. */
export async function createWebhooksStage(environment: Record<string, string> = {}) {
  const stage = await createShopStage({ environment: { WEBHOOKS_URL: HOOKS, ...environment } });
  const { app, call, simulator } = stage;
  simulator.tunnels.set(HOOKS, app.url);

  const connectShop = (shopOptions: Partial<ShopOptions> = {}, store: Record<string, unknown> = {}) =>
    stage.connectShop(
      { products: 12, variantsPerProduct: 2, apiSecret: API_SECRET, ...shopOptions },
      { client_secret: API_SECRET, ...store },
    );

  async function enable(storeId: string): Promise<StoreWebhooks> {
    const { status, body } = await call<StoreWebhooks>('POST', `/stores/${storeId}/webhooks`);
    expect(status).toBe(200);
    return body;
  }

  /** Makes waiting changes due. */
  const hurry = (storeId: string) =>
    app.db.query('update webhook_changes set due_at = now() where store_id = $1 and due_at > now()', [
      storeId,
    ]);
  async function waiting(storeId: string): Promise<number> {
    return (await app.db.query('select from webhook_changes where store_id = $1', [storeId])).rows.length;
  }
  async function nothingWaits(storeId: string): Promise<void> {
    const left = async () => {
      await hurry(storeId);
      return waiting(storeId);
    };
    await expect.poll(left).toBe(0);
  }
  const readCopy = (storeId: string) => readStoredCatalogue(app.db, storeId);

  return {
    ...stage,
    connectShop,
    enable,
    hurry,
    waiting,
    nothingWaits,
    readCopy,

    /** A synced store whose shop notifies of its changes. */
    async connectNotifyingShop(shopOptions: Partial<ShopOptions> = {}): Promise<ConnectedStore> {
      const store = await connectShop(shopOptions);
      await app.sync(store.storeId);
      await enable(store.storeId);
      return store;
    },

    async webhooks(storeId: string): Promise<StoreWebhooks> {
      return (await call<StoreWebhooks>('GET', `/stores/${storeId}/webhooks`)).body;
    },

    /** Resolves when the copy equals the shop, and nothing waits any more. */
    async copyFollows({ shop, storeId }: ConnectedStore): Promise<void> {
      const copy = async () => {
        await hurry(storeId);
        return readCopy(storeId);
      };
      await expect.poll(copy).toEqual(sortedById(catalogueOf(shop)));
      await nothingWaits(storeId);
    },
  };
}

export function productIds({ shop }: ConnectedStore): number[] {
  return [...shop.catalogue.products()].map(({ id }) => id);
}

export const gid = (id: number | undefined) => `gid://shopify/Product/${id}`;
