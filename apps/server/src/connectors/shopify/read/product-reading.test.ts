import { expect, it } from 'vitest';
import { IDS_PER_READING, type ProductsReading } from '../../connector.ts';
import { catalogueOf, changesOf } from '../testing/simulated-shop.ts';
import { type SimulatedShop, useSimulation } from '../testing/simulation.ts';

const simulation = useSimulation();

const signal = new AbortController().signal;

const read = (shop: SimulatedShop, ids: string[]): Promise<ProductsReading> =>
  changesOf(shop.connector).readProducts(ids, { signal });

it('reads products as a sync does, also with more variants than a page, and reports deleted ones', async () => {
  const opened = simulation.open({ products: 5, largeProducts: { count: 1, variants: 730 } });
  const all = catalogueOf(opened.shop);
  const ids = all.map((product) => product.sourceId);
  const gone = ids[2] ?? '';
  opened.shop.catalogue.deleteProduct(Number(gone.split('/').at(-1)));
  simulation.clock.advance(1_000);
  const before = simulation.clock.now();
  const { products, productIds, goneIds, readAt } = await read(opened, [...ids].reverse());
  expect(products).toEqual(all.filter(({ sourceId }) => sourceId !== gone).reverse());
  expect(products.some(({ variants }) => variants.length === 730)).toBe(true);
  expect(productIds).toEqual(new Map(ids.map((id) => [id, id === gone ? [] : [id]])));
  expect(goneIds).toEqual([gone]);
  expect(readAt).toEqual(before);
});

it('finds the products of inventory items, each once', async () => {
  const opened = simulation.open({ products: 3, variantsPerProduct: 3 });
  const [first, second] = [...opened.shop.catalogue.products()];
  if (!first || !second) throw new Error('The shop is empty.');
  const itemOf = (id: number | undefined) => `gid://shopify/InventoryItem/${id}`;
  const items = first.variants.map((variant) => itemOf(variant.inventoryItemId));
  const goneItem = itemOf(second.variants[0]?.inventoryItemId);
  opened.shop.catalogue.deleteProduct(second.id);
  const { products, productIds } = await read(opened, [...items, goneItem]);
  expect(products.map(({ sourceId }) => sourceId)).toEqual([`gid://shopify/Product/${first.id}`]);
  expect(productIds.get(goneItem)).toEqual([]);
  expect(productIds.get(items[1] ?? '')).toEqual([`gid://shopify/Product/${first.id}`]);
  expect(await read(opened, [goneItem])).toMatchObject({ products: [] });
});

it('finds every product that shares an inventory item, over several pages', async () => {
  const opened = simulation.open({ products: 60 });
  const all = catalogueOf(opened.shop).map(({ sourceId }) => sourceId);
  // Not seen in a shop yet: the answer follows Shopify's changelog and schema.
  const page = (ids: string[], endCursor: string | null) => ({
    kind: 'status' as const,
    status: 200,
    body: {
      data: {
        nodes: [
          {
            variants: {
              nodes: ids.map((id) => ({ product: { id } })),
              pageInfo: { hasNextPage: endCursor !== null, endCursor },
            },
          },
        ],
      },
    },
  });
  const pages = [
    page(all.slice(0, 30), 'one'),
    page([...all.slice(29, 60), 'gid://shopify/Product/7'], null),
  ];
  for (const [skip, action] of pages.entries()) {
    opened.arm(action, { target: 'graphql', match: 'ProductsOfInventoryItems', skip });
  }
  const item = 'gid://shopify/InventoryItem/1';
  const { products, productIds, goneIds } = await read(opened, [item]);
  expect(products.map(({ sourceId }) => sourceId)).toEqual(all);
  expect(productIds).toEqual(new Map([[item, all]]));
  expect(goneIds).toEqual(['gid://shopify/Product/7']);
});

it('reads a full batch within the cost limit of a query, and without costs if these are refused', async () => {
  const opened = simulation.open({
    products: 60,
    variantsPerProduct: 90,
    deniedFields: { 'InventoryItem.unitCost': 'the permission to view product costs.' },
  });
  const all = catalogueOf(opened.shop).slice(0, IDS_PER_READING);
  const { products } = await read(
    opened,
    all.map(({ sourceId }) => sourceId),
  );
  expect(products).toHaveLength(50);
  expect(products.flatMap(({ variants }) => variants).every(({ cost }) => cost === undefined)).toBe(true);
});

it('reports a token that may not read products', async () => {
  const opened = simulation.open({ scopes: ['read_locations'] });
  const [product] = catalogueOf(opened.shop);
  await expect(read(opened, [product?.sourceId ?? ''])).rejects.toMatchObject({ kind: 'scope_missing' });
});
