import { request } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { type Shop, type ShopOptions, type Simulator, startShopifySimulator } from '../src/server.ts';

export const TOKEN = 'shpat_00000000000000000000000000000001';
export const API = '/admin/api/2026-10';
export const GRAPHQL = `${API}/graphql.json`;

type Answer = { status: number; headers: Record<string, string | undefined>; text: string };
type CallOptions = { method?: string; headers?: Record<string, string | null>; body?: string };

/** Plain HTTP with a custom Host header, which `fetch` would not send. */
export function call(url: string, host: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const defaults = { host, 'x-shopify-access-token': TOKEN, 'content-type': 'application/json' };
  const given = Object.entries({ ...defaults, ...options.headers });
  const headers = Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== null));
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method: options.method ?? 'GET', headers }, (response) => {
      const answer = { status: response.statusCode ?? 0, headers: response.headers as Answer['headers'] };
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ ...answer, text: Buffer.concat(chunks).toString('utf8') }));
    });
    sent.on('error', reject);
    sent.end(options.body);
  });
}

type GraphqlBody<Data> = {
  errors?: { message: string; extensions: Record<string, unknown> }[];
  data?: Data;
  extensions?: { cost: { actualQueryCost: number; throttleStatus: { currentlyAvailable: number } } };
};

export type OpenShop = {
  shop: Shop;
  host: string;
  call(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body: string): Promise<Answer>;
  graphql<Data>(query: string, variables?: Record<string, unknown>): Promise<GraphqlBody<Data>>;
};

/** One simulator for the tests of a file, with a clock late in November 2026 that only tests advance. */
export function simulation() {
  let time = Date.UTC(2026, 10, 20, 12);
  let started: Simulator | undefined;
  let shops = 0;
  const simulator = (): Simulator => {
    if (started === undefined) throw new Error('The simulator starts before the first test.');
    return started;
  };
  beforeAll(async () => {
    started = await startShopifySimulator({ clock: { now: () => new Date(time) } });
  });
  afterAll(() => started?.close());
  return {
    simulator,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
    /** A shop for one test, with ways to talk to it. */
    open(options: Partial<ShopOptions> = {}): OpenShop {
      shops += 1;
      const { url, port, addShop } = simulator();
      const shop = addShop({
        domain: `shop-${shops}.localhost`,
        seed: 11,
        products: 60,
        token: TOKEN,
        ...options,
      });
      const host = `${shop.domain}:${port}`;
      const post = (path: string, body: string) => call(url, host, path, { method: 'POST', body });
      return {
        shop,
        host,
        call: (path, callOptions) => call(url, host, path, callOptions),
        post,
        graphql: async (query, variables = {}) =>
          JSON.parse((await post(GRAPHQL, JSON.stringify({ query, variables }))).text),
      };
    },
  };
}

/** A product of the shop with this many variants, each at 10.00, by global id. */
export function makeProduct({ shop }: OpenShop, variants = 2) {
  const made = shop.catalogue.createProduct({
    title: 'Cap',
    variants: Array.from({ length: variants }, (_, index) => ({ price: '10.00', sku: `CAP-${index}` })),
  });
  return {
    id: `gid://shopify/Product/${made.id}`,
    variants: made.variants.map(({ id }) => `gid://shopify/ProductVariant/${id}`),
  };
}
