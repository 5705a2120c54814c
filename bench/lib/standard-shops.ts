import { setTimeout } from 'node:timers/promises';
import { send } from './host-request.ts';
import { startSimulator } from './simulator.ts';

const API_VERSION = '2026-10';
/** An app's points on a shop of Shopify's standard plan, and points per second. */
const BUCKET = 2_000;
const RESTORE_RATE = 100;

type Counters = { points: number; throttled: number; longestThrottledRow: number };

export type StandardShops = {
  /** For `POST /stores`. */
  readonly shops: { shop_name: string; shop_url: string; access_token: string; api_version: string }[];
  readonly allowedHosts: string;
  untilBucketsAreFull(): Promise<void>;
  /** Points charged by each shop so far. */
  points(): Promise<number[]>;
  /** The minimum time in which a shop grants this many points from a full bucket. */
  secondsFor(points: number): number;
  /** Requests throttled for lack of points, and the longest series of them in one shop. */
  refusals(): Promise<{ throttled: number; longestThrottledRow: number }>;
  close(): Promise<void>;
};

/** Shops with Shopify's standard limits, in a process of their own. */
export async function openStandardShops(options: {
  count: number;
  products: number;
  variantsPerProduct: number;
}): Promise<StandardShops> {
  const { port, control, close } = await startSimulator();
  const domains = Array.from({ length: options.count }, (_, index) => `bench-${index}.localhost`);
  const token = (index: number) => `shpat_${String(index).padStart(32, '0')}`;
  for (const [index, domain] of domains.entries()) {
    await send('POST', `${control}/shops`, {
      domain,
      seed: domain,
      token: token(index),
      plan: 'Basic',
      products: options.products,
      variantsPerProduct: options.variantsPerProduct,
    });
  }
  const counters = (): Promise<Counters[]> =>
    Promise.all(
      domains.map(
        async (domain) => (await send<{ counters: Counters }>('GET', `${control}/shops/${domain}`)).counters,
      ),
    );
  return {
    shops: domains.map((domain, index) => ({
      shop_name: `Bench ${index + 1}`,
      shop_url: `${domain}:${port}`,
      access_token: token(index),
      api_version: API_VERSION,
    })),
    allowedHosts: `*.localhost:${port}`,
    untilBucketsAreFull: () => setTimeout((1_000 * BUCKET) / RESTORE_RATE),
    points: async () => (await counters()).map(({ points }) => points),
    secondsFor: (points) => Math.max(0, points - BUCKET) / RESTORE_RATE,
    async refusals() {
      const all = await counters();
      return {
        throttled: all.reduce((sum, { throttled }) => sum + throttled, 0),
        longestThrottledRow: Math.max(...all.map(({ longestThrottledRow }) => longestThrottledRow)),
      };
    },
    close,
  };
}
