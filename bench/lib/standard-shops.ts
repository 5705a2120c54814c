import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Child, nextMessage, startChild } from './child-process.ts';
import { send } from './host-request.ts';

const PROCESS = fileURLToPath(new URL('./simulator.process.ts', import.meta.url));
const API_VERSION = '2026-10';
/** What Shopify gives an app on a shop of its standard plan, in points and points a second. */
const BUCKET = 2_000;
const RESTORE_RATE = 100;

type Counters = { points: number; throttled: number; longestThrottledRow: number };

export type StandardShops = {
  /** As `POST /stores` takes them. */
  readonly shops: { shop_name: string; shop_url: string; access_token: string; api_version: string }[];
  readonly allowedHosts: string;
  untilBucketsAreFull(): Promise<void>;
  /** Points that each shop has charged so far. */
  points(): Promise<number[]>;
  /** The least that a shop takes to grant so many points from a full bucket. */
  secondsFor(points: number): number;
  /** Requests refused for want of points, and the longest row of them in one shop. */
  refusals(): Promise<{ throttled: number; longestThrottledRow: number }>;
  /** Sets prices of single variants, shop by shop in turn, each call after the answer to the one before. */
  editOneByOne(edits: number): Promise<void>;
  /** The same until there were as many pauses as shops; answers the number of edits. */
  editUntilBucketsAreEmpty(): Promise<number>;
  close(): Promise<void>;
};

/** Shops with Shopify's standard limits, in a process of their own. */
export async function openStandardShops(options: {
  count: number;
  products: number;
  variantsPerProduct: number;
}): Promise<StandardShops> {
  const simulator: Child = startChild(PROCESS);
  const port = await nextMessage<number>(simulator);
  const control = `http://127.0.0.1:${port}/__sim`;
  const domains = Array.from({ length: options.count }, (_, index) => `bench-${index}.localhost`);
  const token = (index: number) => `shpat_${String(index).padStart(32, '0')}`;
  for (const [index, domain] of domains.entries()) {
    await post(`${control}/shops`, {
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
        async (domain) => (await get<{ counters: Counters }>(`${control}/shops/${domain}`)).counters,
      ),
    );
  let edited = 0;
  /** Answers whether the shop asked for a pause. */
  const editNext = (): Promise<boolean> => {
    const index = edited % domains.length;
    edited += 1;
    return editFirstVariant(`http://127.0.0.1:${port}`, domains[index] ?? '', token(index), edited);
  };

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
    async editOneByOne(edits) {
      for (let edit = 0; edit < edits; edit++) await editNext();
    },
    async editUntilBucketsAreEmpty() {
      const before = edited;
      for (let pauses = 0; pauses < domains.length; ) {
        if (await editNext()) pauses += 1;
      }
      return edited - before;
    },
    close: simulator.stop,
  };
}

const FIRST_VARIANT = '{ products(first: 1) { nodes { id variants(first: 1) { nodes { id } } } } }';
const SET_PRICE = `mutation SetPrice($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) { userErrors { field message } }
}`;

type FirstVariant = { products: { nodes: { id: string; variants: { nodes: { id: string }[] } }[] } };
const firstVariants = new Map<string, { productId: string; id: string }>();

/** Whichever variant it is, a call costs the same. */
async function editFirstVariant(
  origin: string,
  domain: string,
  token: string,
  number: number,
): Promise<boolean> {
  let paused = false;
  const ask = <Data>(query: string, variables: object) =>
    askShop<Data>(
      `${origin}/admin/api/${API_VERSION}/graphql.json`,
      { host: domain, token },
      { query, variables },
      () => {
        paused = true;
      },
    );
  let first = firstVariants.get(`${origin} ${domain}`);
  if (first === undefined) {
    const { products } = await ask<FirstVariant>(FIRST_VARIANT, {});
    const product = products.nodes[0];
    first = { productId: product?.id ?? '', id: product?.variants.nodes[0]?.id ?? '' };
    firstVariants.set(`${origin} ${domain}`, first);
  }
  await ask(SET_PRICE, {
    productId: first.productId,
    variants: [{ id: first.id, price: `${(number % 90) + 10}.00` }],
  });
  return paused;
}

/** Waits and asks again where the bucket is empty, as long as the documentation says. */
async function askShop<Data>(
  address: string,
  { host, token }: { host: string; token: string },
  body: object,
  onPause: () => void,
): Promise<Data> {
  for (;;) {
    const answer = await post<{ data?: Data; errors?: unknown; extensions?: { cost?: Cost } }>(
      address,
      body,
      {
        host,
        'x-shopify-access-token': token,
      },
    );
    if (answer.data !== undefined) return answer.data;
    const cost = answer.extensions?.cost;
    if (!cost) throw new Error(`The shop refused an edit: ${JSON.stringify(answer.errors)}`);
    onPause();
    const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
    await setTimeout((1_000 * missing) / cost.throttleStatus.restoreRate);
  }
}

type Cost = {
  requestedQueryCost: number;
  throttleStatus: { currentlyAvailable: number; restoreRate: number };
};

const get = <Answer>(address: string) => send<Answer>('GET', address);
const post = <Answer>(address: string, body: object, headers: Record<string, string> = {}) =>
  send<Answer>('POST', address, body, headers);
