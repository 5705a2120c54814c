import { describe, expect, it } from 'vitest';
import type { ChangesReading, Connector } from '../../connector.ts';
import type { JsonValue } from '../../json-value.ts';
import { AS_SMALL, catalogueOf, type ReadOptions, readAll } from '../testing/simulated-shop.ts';
import { type SimulatedShop, useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();
const signal = new AbortController().signal;

function readingOf({ changesSince }: Connector): ChangesReading {
  if (!changesSince) throw new Error('A Shopify store says what changed.');
  return changesSince;
}

async function markOf({ connector }: SimulatedShop): Promise<JsonValue> {
  const { mark } = await connector.count(signal);
  if (mark === undefined) throw new Error('The shop told no time.');
  return mark;
}

const readSince = ({ connector }: SimulatedShop, since: JsonValue, options?: ReadOptions) =>
  readAll(
    { readCatalogue: (read) => readingOf(connector).readChanges({ ...read, since, until: since }) },
    AS_SMALL,
    options,
  );

/** An hour later, so that the overlap contains no earlier changes. */
async function marked(options: Parameters<typeof simulation.open>[0] = {}) {
  const opened = simulation.open(options);
  const since = await markOf(opened);
  simulation.clock.advance(3_600_000);
  const [first, second] = [...opened.shop.catalogue.products()];
  const [variant] = first?.variants ?? [];
  if (!first || !second || !variant) throw new Error('The shop is empty.');
  return { ...opened, since, first, second, variant };
}

const gid = (id: number) => `gid://shopify/Product/${id}`;

describe('what changed since a mark', () => {
  type Marked = Awaited<ReturnType<typeof marked>>;
  it.each<[string, (shop: Marked) => void]>([
    ['a title', ({ shop, first }) => void shop.catalogue.updateProduct(first.id, { title: 'New' })],
    ['a price', ({ shop, variant }) => void shop.catalogue.updateVariant(variant.id, { price: '1.00' })],
    ['a cost', ({ shop, variant }) => void shop.catalogue.updateVariant(variant.id, { cost: '0.50' })],
    ['a weight', ({ shop, variant }) => void shop.catalogue.updateVariant(variant.id, { weight: 9 })],
    ['stock', ({ shop, variant }) => void shop.catalogue.updateVariant(variant.id, { inventoryQuantity: 1 })],
    ['a new variant', ({ shop, first }) => void shop.catalogue.createVariant(first.id, { title: 'XL' })],
  ])('has the product of %s, whole and as it is now, and no other', async (_what, change) => {
    const opened = await marked();
    change(opened);
    const { products, end } = await readSince(opened, opened.since);
    expect(products).toEqual(catalogueOf(opened.shop).slice(0, 1));
    expect(end).toMatchObject({ sourceProducts: 20, notices: [] });
  });

  it('is nothing if nothing changed, includes new products, and never deleted ones', async () => {
    const opened = await marked();
    expect((await readSince(opened, opened.since)).products).toEqual([]);
    const { id } = opened.shop.catalogue.createProduct({ title: 'Here now' });
    opened.shop.catalogue.updateProduct(opened.first.id, { title: 'Gone soon' });
    opened.shop.catalogue.deleteProduct(opened.first.id);
    const { products, end } = await readSince(opened, opened.since);
    expect(products.map(({ sourceId }) => sourceId)).toEqual([gid(id)]);
    expect(end.sourceProducts).toBe(20);
  });

  it('is found by the next reading if the search index lagged', async () => {
    const opened = await marked();
    opened.shop.searchLagMs = 60_000;
    opened.shop.catalogue.updateProduct(opened.first.id, { title: 'Late' });
    const next = await markOf(opened);
    expect((await readSince(opened, opened.since)).products).toEqual([]);
    simulation.clock.advance(60_000);
    const { products } = await readSince(opened, next);
    expect(products.map(({ title }) => title)).toEqual(['Late']);
  });

  it('resumes from each checkpoint, over many pages', async () => {
    const opened = await marked({ products: 300 });
    for (const product of opened.shop.catalogue.products())
      opened.shop.catalogue.updateProduct(product.id, { vendor: 'Everybody' });
    const { pages, products } = await readSince(opened, opened.since);
    expect(products).toHaveLength(300);
    for (const [index, { checkpoint }] of pages.entries()) {
      const rest = await readSince(opened, opened.since, { checkpoint });
      const before = pages.slice(0, index + 1).flatMap((page) => page.products);
      const met = new Set([...before, ...rest.products].map(({ sourceId }) => sourceId));
      expect(met.size).toBe(300);
    }
  });

  it('skips changed costs and weights without the scope, and says so', async () => {
    const opened = await marked({ scopes: ['read_products'] });
    opened.shop.catalogue.updateVariant(opened.variant.id, { price: '3.00', cost: '1.00' });
    opened.shop.catalogue.updateVariant(opened.second.variants[0]?.id ?? 0, { cost: '2.00' });
    const { products, end } = await readSince(opened, opened.since);
    expect(products.map(({ sourceId }) => sourceId)).toEqual([gid(opened.first.id)]);
    expect(end.notices).toEqual([expect.stringContaining('read_inventory')]);
  });
});

it('refuses a mark of another shop', async () => {
  const [one, two] = [simulation.open(), simulation.open()];
  expect(readingOf(one.connector).refusalOf(await markOf(one))).toBeNull();
  expect(readingOf(one.connector).refusalOf(await markOf(two))).toContain('Sync everything once');
});
