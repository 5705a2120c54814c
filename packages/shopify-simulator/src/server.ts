import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hold, type HoldMoment, Holds } from '@storefleet/simulator-kit/holds';
import { type Clock, systemClock } from './clock.ts';
import { type Fault, Faults } from './faults.ts';
import { answer, type Parts } from './router.ts';
import { type ClientAppOptions, toClientApp } from './shop/client-app.ts';
import { ResultStorage } from './shop/result-storage.ts';
import { Shop } from './shop/shop.ts';
import type { ShopOptions } from './shop/shop-options.ts';
import { StagedUploads } from './shop/staged-uploads.ts';

export type { Fault, FaultAction } from './faults.ts';
export type { ClientAppOptions } from './shop/client-app.ts';
export type { Shop } from './shop/shop.ts';
export type { ShopOptions } from './shop/shop-options.ts';
export type { Write } from './shop/write-log.ts';

/** Which requests to hold, and when. */
type HoldOptions = Omit<Fault, 'action'> & { readonly when: HoldMoment };

export type Simulator = Pick<Parts, 'faults' | 'shops' | 'tunnels'> & {
  /** `http://127.0.0.1:port`. The Host header selects the shop. */
  readonly url: string;
  readonly port: number;
  addShop(options: ShopOptions): Shop;
  /**
   * Registers an app, or replaces the one with the same client id; its consent page or a test installs it.
   */
  addApp(options: ClientAppOptions): void;
  hold(options: HoldOptions): Hold<void>;
  close(): Promise<void>;
};

/** Many Shopify shops on one port of the loopback interface. */
export async function startShopifySimulator(
  options: { port?: number; clock?: Clock; tunnels?: Readonly<Record<string, string>> } = {},
): Promise<Simulator> {
  const clock = options.clock ?? systemClock;
  const holds = new Holds();
  const shops = new Map<string, Shop>();
  const stopping = new AbortController();
  const parts: Parts = {
    clock,
    port: () => (server.address() as AddressInfo).port,
    storage: new ResultStorage(clock),
    uploads: new StagedUploads(clock),
    faults: new Faults(),
    holds,
    shops,
    apps: new Map(),
    tunnels: new Map(Object.entries(options.tunnels ?? {})),
    stopping: stopping.signal,
    addShop(shopOptions) {
      const shop = new Shop(shopOptions, parts);
      shops.set(shop.domain, shop);
      return shop;
    },
  };
  const server = createServer((request, response) => {
    answer(request, response, parts).catch((error: unknown) => {
      if (stopping.signal.aborted || request.socket.destroyed) return;
      console.error(`${request.method} ${request.url} failed:`, error);
      if (response.headersSent) request.socket.destroy();
      else
        response
          .writeHead(500, { 'content-type': 'application/json' })
          .end('{"errors":"An unexpected error occurred"}');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    faults: parts.faults,
    shops,
    tunnels: parts.tunnels,
    url: `http://127.0.0.1:${port}`,
    port,
    addShop: parts.addShop,
    addApp(appOptions) {
      const app = toClientApp(appOptions);
      parts.apps.set(app.clientId, app);
    },
    hold: ({ when, ...fault }) =>
      holds.heldBy(parts.faults.add({ ...fault, action: { kind: 'hold', when } })),
    async close() {
      stopping.abort();
      holds.endAll('drop');
      for (const shop of shops.values()) shop.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      await parts.storage.close();
    },
  };
}

export { stockOf } from './catalogue/stock.ts';
