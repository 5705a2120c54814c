import type { Store } from '@storefleet/contract/stores/stores';
import type { SyncLog, SyncLogList, SyncStatus } from '@storefleet/contract/syncs/sync';
import {
  type ShopOptions,
  type Simulator,
  startShopifySimulator,
} from '@storefleet/shopify-simulator/server';
import { openTestApp, type TestAppOptions } from '@storefleet/test-support/app';
import type { TestClock } from '@storefleet/test-support/clock';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { expect } from 'vitest';

export const TOKEN = 'shpat_0123456789abcdef0123456789ab1234';
export const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

export type Shop = ReturnType<Simulator['addShop']>;
export type ConnectedStore = { readonly shop: Shop; readonly storeId: string };
export type Problem = {
  code: string;
  detail: string;
  errors: { path: string; message: string }[];
};

/** The whole server, and simulated shops that it may contact: `<name>.localhost`. Ends with the tests. */
export async function createShopStage({
  clock,
  environment,
  ...options
}: TestAppOptions & { clock?: TestClock } = {}) {
  const simulator = closedAtEnd(await startShopifySimulator(clock ? { clock } : {}));
  const app = await openTestApp({
    ...options,
    ...(clock ? { clock } : {}),
    environment: {
      SHOPIFY_ALLOWED_HOSTS: `*.myshopify.com,*.localhost:${simulator.port}`,
      ...environment,
    },
  });
  let shops = 0;

  /** The address of a shop, whether it exists or not. */
  const host = (name: string) => `${name}.localhost:${simulator.port}`;

  const call = <Body = Store>(method: string, path: string, json?: unknown, token?: string | null) =>
    app.call<Body>(method, path, json, { token });

  const syncStatus = async (storeId: string) =>
    (await call<SyncStatus>('GET', `/stores/${storeId}/sync/status`)).body;

  return {
    simulator,
    app,
    host,
    call,

    /** A shop with a connected store, not synced yet. */
    async connectShop(
      shopOptions: Partial<ShopOptions> = {},
      store: Record<string, unknown> = {},
    ): Promise<ConnectedStore> {
      shops += 1;
      const shop = simulator.addShop({ domain: `shop-${shops}.localhost`, token: TOKEN, ...shopOptions });
      const { status, body, text } = await call('POST', '/stores', {
        shop_name: shop.domain,
        shop_url: `${shop.domain}:${simulator.port}`,
        access_token: TOKEN,
        api_version: '2026-10',
        ...store,
      });
      expect(status, text).toBe(201);
      return { shop, storeId: body.id };
    },

    syncStatus,

    async untilSynced(storeId: string): Promise<SyncStatus> {
      await expect.poll(async () => (await syncStatus(storeId)).status).not.toBe('in_progress');
      return syncStatus(storeId);
    },

    async lastLog(storeId: string): Promise<SyncLog | undefined> {
      return (await call<SyncLogList>('GET', `/stores/${storeId}/sync/logs?limit=1`)).body.logs[0];
    },
  };
}
