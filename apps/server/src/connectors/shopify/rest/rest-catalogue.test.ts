import type { FaultAction } from '@storefleet/shopify-simulator/server';
import { describe, expect, it } from 'vitest';
import { AS_SMALL, catalogueOf, type ReadOptions, readAll, restOf } from '../testing/simulated-shop.ts';
import { type SimulatedShop, useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();

const read = ({ connector }: Pick<SimulatedShop, 'connector'>, options?: ReadOptions) =>
  readAll(restOf(connector), AS_SMALL, options);

const holdItems = ({ shop: { domain: shop } }: SimulatedShop) =>
  simulation.simulator.hold({ shop, target: 'rest', match: 'inventory_items', when: 'before' });

function addProduct({ shop }: SimulatedShop, title: string, variants: number) {
  return shop.catalogue.createProduct({
    title,
    tags: ['Outdoor', 'a tag'],
    variants: Array.from({ length: variants }, (_, index) => ({
      title: `Size ${index + 1}`,
      sku: `${title}-${index + 1}`,
      price: '12.50',
      cost: `${index + 1}.00`,
      weight: 0.5,
    })),
  });
}

describe('the whole catalogue', () => {
  it.each([
    { products: 0, first: { products: 0, hasMore: false } },
    { products: 250, first: { products: 250, hasMore: false } },
    { products: 251, first: { products: 250, hasMore: true } },
  ])('of $products products reports what its first page has', async ({ products, first }) => {
    const { connector } = simulation.open({ products });
    expect(await restOf(connector).firstPage(new AbortController().signal)).toEqual(first);
  });
});

describe('the pace', () => {
  it('is the shop’s, however small its bucket and large its catalogue', async () => {
    const shop = simulation.open({ products: 700, variantsPerProduct: 8 });
    expect((await read(shop)).products).toHaveLength(700);
    const { byOutcome, byOperation } = shop.shop.log.counters();
    expect(byOperation).toMatchObject({ 'GET products': 3, 'GET inventory_items': 56 });
    expect(byOutcome['429']).toBeUndefined();
    expect(shop.waits.length).toBeGreaterThan(5);
    expect(Math.max(...shop.waits)).toBeLessThanOrEqual(2_000);
  });

  it('waits when others have filled the bucket, and is not refused twice in a row', async () => {
    const shop = simulation.open({ products: 600 });
    await read(shop, {
      onPage: () => {
        const calls = shop.shop.app(shop.shop.tokens[0] ?? '')?.calls;
        while (calls?.add()) {}
      },
    });
    const outcomes = shop.shop.log.recent.filter(({ kind }) => kind === 'rest');
    const refused = outcomes.map(({ outcome }) => outcome === '429');
    expect(refused.filter(Boolean).length).toBeGreaterThan(0);
    // Up to four calls may be under way when the bucket is found full; no more are sent before the wait is
    // over.
    expect(longestRow(refused)).toBeLessThanOrEqual(4);
  });
});

function longestRow(values: readonly boolean[]): number {
  let longest = 0;
  let row = 0;
  for (const value of values) {
    row = value ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return longest;
}

describe('what a token may not see', () => {
  it('of REST’s costs is read through GraphQL, with a notice', async () => {
    const shop = simulation.open({ products: 300, scopes: ['read_products'] });
    const { products, pages, end } = await read(shop);
    expect(products).toEqual(catalogueOf(shop.shop));
    expect(end.notices).toEqual([expect.stringContaining('lacks the permission read_inventory')]);
    const calls = shop.shop.log.counters().byOperation['GET inventory_items'];
    expect(calls).toBeLessThanOrEqual(4);
    const resumed = await read(shop, { checkpoint: pages.at(-1)?.checkpoint ?? null });
    expect(resumed.end.notices).toEqual(end.notices);
  });
});

describe('errors', () => {
  it('resume after the last product when the link to the next page has expired', async () => {
    const shop = simulation.open({ products: 600 });
    const { products } = await read(shop, { onPage: () => simulation.clock.advance(3_600_000) });
    expect(products).toEqual(catalogueOf(shop.shop));
    expect(shop.shop.log.counters().byOutcome['400']).toBe(2);
  });

  it('such as broken connections, resets, gateways and HTML pages are survived', async () => {
    const shop = simulation.open({ products: 800 });
    const arm = (action: FaultAction, match: string, skip = 0) =>
      shop.arm(action, { target: 'rest', match, skip });
    arm({ kind: 'cut', afterBytes: 20_000, ending: 'reset' }, '/products');
    arm({ kind: 'cut', afterBytes: 500, ending: 'reset' }, 'inventory_items', 2);
    arm({ kind: 'reset' }, 'inventory_items', 4);
    arm({ kind: 'status', status: 502, html: true }, '/products', 3);
    arm({ kind: 'status', status: 429, html: true }, 'inventory_items', 9);
    expect((await read(shop)).products).toEqual(catalogueOf(shop.shop));
    expect(simulation.simulator.faults.list().map(({ fired }) => fired)).toEqual([1, 1, 1, 1, 1]);
  });

  it('do not delay an abort, even in the middle of a call', async () => {
    const shop = simulation.open({ products: 600 });
    const hold = holdItems(shop);
    const stop = new AbortController();
    const reading = read(shop, { signal: stop.signal });
    await hold.reached;
    stop.abort(new Error('Sync was force stopped'));
    await expect(reading).rejects.toThrow('Sync was force stopped');
    hold.drop();
  });
});

describe('a shop that changes meanwhile', () => {
  it('loses no product because others come and go between the pages', async () => {
    const shop = simulation.open({ products: 600 });
    const [first] = [...shop.shop.catalogue.products()];
    const last = [...shop.shop.catalogue.products()].at(-1);
    if (first === undefined || last === undefined) throw new Error('The shop is empty.');
    let page = 0;
    const { products, end } = await read(shop, {
      onPage: () => {
        page += 1;
        if (page !== 1) return;
        shop.shop.catalogue.deleteProduct(first.id);
        shop.shop.catalogue.updateProduct(last.id, { title: 'Renamed between the pages' });
        addProduct(shop, 'New between the pages', 2);
      },
    });
    expect(products.slice(1)).toEqual(catalogueOf(shop.shop));
    expect(end.sourceProducts).toBe(600);
  });

  it('has a product read again if its variant disappears before its cost is read', async () => {
    const shop = simulation.open({ products: 3 });
    const product = addProduct(shop, 'Shrinks', 3);
    const gone = addProduct(shop, 'Vanishes', 1);
    const hold = holdItems(shop);
    const reading = read(shop);
    await hold.reached;
    shop.shop.catalogue.deleteVariant(product.variants[1]?.id ?? 0);
    shop.shop.catalogue.deleteProduct(gone.id);
    hold.release();
    const { products } = await reading;
    expect(products).toEqual(catalogueOf(shop.shop));
    expect(products.at(-1)?.variants).toHaveLength(2);
  });
});
