import { describe, expect, it } from 'vitest';
import type { Connector } from '../../connector.ts';
import {
  AS_LARGE,
  AS_SMALL,
  catalogueOf,
  type Reading,
  type ReadOptions,
  readAll,
  restOf,
  withoutCost,
} from '../testing/simulated-shop.ts';
import { useSimulation } from '../testing/simulation.ts';

/** Holds for every way to read: page by page, by bulk operation, and through REST. */

const simulation = useSimulation();

type Read = (connector: Connector, options?: ReadOptions) => Promise<Reading>;

describe.each<[string, number[], Read]>([
  ['page by page', [50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 20], (way, more) => readAll(way, AS_SMALL, more)],
  ['by an export', [0, 250, 250, 20], (way, more) => readAll(way, AS_LARGE, more)],
  ['through REST', [250, 250, 20], (way, more) => readAll(restOf(way), AS_SMALL, more)],
])('the catalogue read %s', (_way, pageSizes, read) => {
  it('reads every product with every field, and resumes from each checkpoint', async () => {
    const { connector, shop } = simulation.open({ products: 520 });
    const truth = catalogueOf(shop);
    const { products, pages, end } = await read(connector);
    expect(products).toEqual(truth);
    expect(pages.map((page) => page.products.length)).toEqual(pageSizes);
    const { variantCount } = shop.catalogue;
    expect(end).toEqual({ sourceProducts: 520, sourceVariants: variantCount, notices: [] });
    for (const [index, { checkpoint }] of pages.slice(0, -1).entries()) {
      const before = pages.slice(0, index + 1).flatMap((page) => page.products);
      const rest = await read(connector, { checkpoint });
      expect([...before, ...rest.products]).toEqual(truth);
      expect(rest.end).toEqual(end);
    }
  });

  it('reads all variants of large products: 99, 100, 101 and 2,000', async () => {
    const { connector, shop } = simulation.open({
      products: 3,
      largeProducts: { count: 1, variants: 1_200 },
    });
    for (const size of [99, 100, 101, 2_000]) {
      const variants = Array.from({ length: size }, (_, index) => ({
        title: `Size ${index}`,
        price: '12.50',
      }));
      shop.catalogue.createProduct({ title: `With ${size}`, tags: ['Outdoor', 'a tag'], variants });
    }
    const { products, end } = await read(connector);
    expect(products).toEqual(catalogueOf(shop));
    expect(end.sourceVariants).toBe(products.flatMap(({ variants }) => variants).length);
  });

  it('is empty for an empty shop', async () => {
    const { products, end } = await read(simulation.open({ products: 0 }).connector);
    expect(products).toEqual([]);
    expect(end).toEqual({ sourceProducts: 0, sourceVariants: 0, notices: [] });
  });

  it('reads without costs if they are refused, and says so, also after a restart', async () => {
    const { connector, shop } = simulation.open({
      products: 300,
      largeProducts: { count: 1, variants: 130 },
      scopes: ['read_products'],
      deniedFields: { 'InventoryItem.unitCost': 'View product costs' },
    });
    const { products, pages, end } = await read(connector);
    expect(products).toEqual(withoutCost(catalogueOf(shop)));
    expect(end.notices).toEqual([
      expect.stringContaining('The cost per item is not readable with this token'),
    ]);
    const resumed = await read(connector, { checkpoint: pages.at(-1)?.checkpoint ?? null });
    expect(resumed.end.notices).toEqual(end.notices);
  });

  it('fails with the name of the missing scope', async () => {
    const { connector } = simulation.open({ scopes: ['read_inventory'] });
    await expect(read(connector)).rejects.toMatchObject({
      kind: 'scope_missing',
      message: expect.stringContaining('read_products'),
    });
  });

  it('starts over from an unknown checkpoint', async () => {
    const { connector, shop } = simulation.open({ products: 60 });
    const checkpoint = { kind: 'other', after: null, costReadable: true };
    expect((await read(connector, { checkpoint })).products).toEqual(catalogueOf(shop));
  });

  it('stops when it is aborted', async () => {
    const { connector } = simulation.open({ products: 600 });
    const stop = new AbortController();
    const onPage = () => stop.abort(new Error('Sync was force stopped'));
    await expect(read(connector, { signal: stop.signal, onPage })).rejects.toThrow('Sync was force stopped');
  });
});
