import type { Product, SearchResult } from '@storefleet/contract/catalogue/products';
import type { ProductStock } from '@storefleet/contract/catalogue/stock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ConnectedStore, createShopStage } from '../stores/shop-stage.ts';

const stage = await createShopStage();
afterAll(() => stage.close());
const { app, call } = stage;

const LOCATIONS = ['Main street', 'Warehouse'];
let store: ConnectedStore;
let mug: Product;

async function sync(how = 'sync-graphql') {
  await call('POST', `/stores/${store.storeId}/${how}`);
  expect(await stage.untilSynced(store.storeId)).toMatchObject({ status: 'completed', error_message: null });
}

const readStock = async () => (await call<ProductStock>('GET', `/products/${mug.id}/stock`)).body;
/** By the name of the location. */
async function levels(): Promise<Record<string, number>> {
  const { locations, variants } = await readStock();
  const names = new Map(locations.map(({ id, name }) => [id, name]));
  const [variant] = variants;
  return Object.fromEntries(
    (variant?.levels ?? []).map(({ location_id, available }) => [names.get(location_id) ?? '?', available]),
  );
}

function variantInShop() {
  const [product] = [...store.shop.catalogue.products()];
  const [variant] = product?.variants ?? [];
  if (variant === undefined) throw new Error('The mug is not in the shop.');
  return variant;
}

function setInShop(...quantities: (number | null)[]) {
  const { locations, catalogue } = store.shop;
  const stock = new Map(
    locations.flatMap(({ id }, index) => {
      const quantity = quantities[index] ?? null;
      return quantity === null ? [] : [[id, quantity] as const];
    }),
  );
  const inventoryQuantity = [...stock.values()].reduce((sum, one) => sum + one, 0);
  catalogue.updateVariant(variantInShop().id, { stock, inventoryQuantity });
}

async function switchOn(stock_per_location: boolean) {
  const { status, text } = await call('PUT', `/stores/${store.storeId}`, { stock_per_location });
  expect(status, text).toBe(200);
}

beforeEach(async () => {
  if (mug === undefined) {
    store = await stage.connectShop({ products: 0, locations: LOCATIONS });
    store.shop.catalogue.createProduct({ title: 'Mug', variants: [{ sku: 'MUG', tracked: true }] });
    await sync();
    const { body } = await call<SearchResult>('GET', '/products/search?type=sku&query=MUG');
    const [first] = body.results;
    if (first === undefined) throw new Error('The mug was not synced.');
    mug = first.product;
  }
});

it('reads stock per location only where that is switched on', async () => {
  setInShop(4, 6);
  await sync();
  expect(await readStock()).toEqual({ reads_stock: false, locations: [], variants: [] });
  const asked = store.shop.log.recent.filter(({ operation }) => operation === 'locations');
  expect(asked).toEqual([]);
  await switchOn(true);
  expect(await readStock()).toMatchObject({ reads_stock: true, locations: [] });
  await sync();
  expect(await levels()).toEqual({ 'Main street': 4, Warehouse: 6 });
  const { body } = await call<{ locations: unknown[] }>('GET', `/stores/${store.storeId}/locations`);
  expect(body.locations).toMatchObject([
    { name: 'Main street', is_active: true },
    { name: 'Warehouse', is_active: true },
  ]);
});

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
  ['a sync of changes', 'sync-changes'],
])('takes over by %s what moved between locations, and where it is no longer stocked', async (_name, how) => {
  setInShop(9, 1);
  await sync();
  setInShop(8, 3);
  await sync(how);
  expect(await levels()).toEqual({ 'Main street': 8, Warehouse: 3 });
  setInShop(12, null);
  await sync(how);
  expect(await levels()).toEqual({ 'Main street': 12 });
});

it('writes nothing where nothing changed', async () => {
  const versions = async () =>
    (await app.db.query('select xmin from variant_stock order by location_id')).rows;
  const before = await versions();
  expect(before).not.toEqual([]);
  await sync();
  expect(await versions()).toEqual(before);
});
