import { SHOPIFY_SCOPES } from '@storefleet/contract/constants';
import {
  type Fault,
  type FaultAction,
  type Shop,
  type ShopOptions,
  type Simulator,
  startShopifySimulator,
} from '@storefleet/shopify-simulator/server';
import { type TestClock, testClock } from '@storefleet/test-support/clock';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Connector } from '../../connector.ts';
import type { ShopifyStore } from '../shopify-connector.ts';
import { TOKEN } from './simulated-shop.ts';
import { connectorOf, waitingClock } from './test-client.ts';

type Simulation = {
  readonly simulator: Simulator;
  readonly clock: TestClock;
  open(options?: Partial<ShopOptions>, store?: StoreOptions): SimulatedShop;
  /** Another connector to a shop, as after a restart. */
  connect(host: string, store?: StoreOptions): Connected;
};

/** `timeoutMs`: after so long a request counts as lost, in real time. */
type StoreOptions = { token?: string; apiVersion?: string; timeoutMs?: number } & Pick<
  ShopifyStore,
  'stockPerLocation' | 'collections'
>;
type Connected = { connector: Connector; waits: number[] };

export type SimulatedShop = Connected & {
  shop: Shop;
  host: string;
  /** Lets something go wrong at this shop. */
  arm(action: FaultAction, more?: Omit<Fault, 'action' | 'shop'>): void;
};

/**
 * A simulator for the tests of a file, and connectors on its clock, which waiting moves: an hour of pacing takes no
 * time.
 */
export function useSimulation(): Simulation {
  const clock = testClock();
  let started: Simulator | undefined;
  let shops = 0;
  beforeAll(async () => {
    started = await startShopifySimulator({ clock });
  });
  afterEach(() => started?.faults.clear());
  afterAll(() => started?.close());

  const simulator = (): Simulator => {
    if (started === undefined) throw new Error('The simulator starts before the first test.');
    return started;
  };
  const connect = (host: string, store: StoreOptions = {}) => connectorOf(host, store, waitingClock(clock));

  return {
    get simulator() {
      return simulator();
    },
    clock,
    connect,
    open(options = {}, store = {}) {
      shops += 1;
      const domain = `shop-${shops}.localhost`;
      const base = { domain, seed: 7, products: 20, token: TOKEN, scopes: SHOPIFY_SCOPES };
      const shop = simulator().addShop({ ...base, ...options });
      const host = `${domain}:${simulator().port}`;
      const arm: SimulatedShop['arm'] = (action, more = {}) =>
        void simulator().faults.add({ shop: shop.domain, action, ...more });
      return { shop, host, arm, ...connect(host, store) };
    },
  };
}
