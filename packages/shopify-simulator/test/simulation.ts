import { request } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import type { Clock } from '../src/clock.ts';
import { type Shop, type ShopOptions, type Simulator, startShopifySimulator } from '../src/server.ts';

export const TOKEN = 'shpat_00000000000000000000000000000001';

export type MovableClock = Clock & { advance(milliseconds: number): void };

/** Late in November 2026, and still until it is moved. */
export function movableClock(): MovableClock {
  let time = Date.UTC(2026, 10, 20, 12);
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

export type Answer = { status: number; headers: Record<string, string | undefined>; text: string };
export type CallOptions = {
  method?: string;
  headers?: Record<string, string | null>;
  body?: string | Buffer;
};

/** Plain HTTP with a Host header of our choice, which `fetch` would not send. */
export function call(url: string, host: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const defaults = { host, 'x-shopify-access-token': TOKEN, 'content-type': 'application/json' };
  const headers = Object.fromEntries(
    Object.entries({ ...defaults, ...options.headers }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method: options.method ?? 'GET', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string | undefined>,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(options.body);
  });
}

export type GraphqlError = {
  message: string;
  path?: (string | number)[];
  locations?: { line: number; column: number }[];
  extensions: Record<string, unknown>;
};
export type Cost = {
  requestedQueryCost: number;
  actualQueryCost: number | null;
  throttleStatus: { maximumAvailable: number; currentlyAvailable: number; restoreRate: number };
};
export type GraphqlBody<Data> = {
  errors?: GraphqlError[];
  data?: Data;
  extensions?: { cost: Cost; search?: unknown[] };
};

export type Simulation = {
  clock: MovableClock;
  simulator: () => Simulator;
  /** A shop of its own for one test, with ways to talk to it. */
  open(options?: Partial<ShopOptions>): OpenShop;
};

export type OpenShop = {
  shop: Shop;
  host: string;
  call(path: string, options?: CallOptions): Promise<Answer>;
  graphql<Data>(
    query: string,
    variables?: Record<string, unknown>,
    options?: { token?: string; version?: string },
  ): Promise<GraphqlBody<Data>>;
};

/** One simulator for the tests of a file. */
export function simulation(): Simulation {
  const clock = movableClock();
  let started: Simulator | undefined;
  let shops = 0;
  const simulator = (): Simulator => {
    if (started === undefined) throw new Error('The simulator starts before the first test.');
    return started;
  };
  beforeAll(async () => {
    started = await startShopifySimulator({ clock });
  });
  afterAll(() => started?.close());
  return {
    clock,
    simulator,
    open(options = {}) {
      shops += 1;
      const { url, port, addShop } = simulator();
      const domain = `shop-${shops}.localhost`;
      const shop = addShop({ domain, seed: 11, products: 60, token: TOKEN, ...options });
      const host = `${shop.domain}:${port}`;
      return {
        shop,
        host,
        call: (path, callOptions) => call(url, host, path, callOptions),
        async graphql<Data>(
          query: string,
          variables: Record<string, unknown> = {},
          { token = TOKEN, version = '2026-10' }: { token?: string; version?: string } = {},
        ) {
          const answer = await call(url, host, `/admin/api/${version}/graphql.json`, {
            method: 'POST',
            headers: { 'x-shopify-access-token': token },
            body: JSON.stringify({ query, variables }),
          });
          return JSON.parse(answer.text) as GraphqlBody<Data>;
        },
      };
    },
  };
}
