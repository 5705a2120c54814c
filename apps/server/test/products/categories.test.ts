import type { Comparison } from '@storefleet/contract/articles/compare';
import type { CategoryList } from '@storefleet/contract/catalogue/categories';
import type { Product, ProductDetail, SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ConnectedStore, createShopStage, PATIENCE } from '../stores/shop-stage.ts';

const stage = await createShopStage();
afterAll(() => stage.close());
const { app, call } = stage;

const HOODIES = 'Apparel & Accessories > Clothing > Clothing Tops > Hoodies';
const DRESSES = 'Apparel & Accessories > Clothing > Dresses';
const BENCHES = 'Furniture > Benches';
let store: ConnectedStore;
let robe: Product;

const sync = (how?: string) => stage.app.sync(store.storeId, how);
const read = async () => (await call<Product>('GET', `/products/${robe.id}`)).body.category;
const history = async () => {
  const { body } = await call<HistoryPage>('GET', '/history?attribute=category');
  return body.data.map(({ origin, old_value, new_value }) => [origin, old_value, new_value]);
};

function robeInShop() {
  const product = [...store.shop.catalogue.products()].find(({ title }) => title === 'Robe');
  if (product === undefined) throw new Error('The robe is not in the shop.');
  return product;
}
const changeInShop = (category: string | null) =>
  store.shop.catalogue.updateProduct(robeInShop().id, { category });

const set = (category: string | null) =>
  call<BulkUpdateResult>('POST', '/products/bulk-update', {
    products_to_update: [{ store_id: store.storeId, id: robe.id }],
    attributes_to_set: { category },
  });

async function found(filter: string): Promise<string[]> {
  const query = `query=&filter=${encodeURIComponent(filter)}`;
  const { body } = await call<SearchResult>('GET', `/products/search?${query}`);
  return [...new Set(body.results.map(({ product }) => product.title))].sort();
}

beforeEach(async () => {
  if (robe !== undefined) return;
  store = await stage.connectShop({ products: 0 });
  store.shop.catalogue.createProduct({ title: 'Robe', category: 'aa-1-4', variants: [{ sku: 'ROBE' }] });
  store.shop.catalogue.createProduct({ title: 'Hoodie', category: 'aa-1-13-13' });
  store.shop.catalogue.createProduct({ title: 'Bench', category: 'fr-3' });
  store.shop.catalogue.createProduct({ title: 'Voucher' });
  await sync();
  const { body } = await call<SearchResult>('GET', '/products/search?type=sku&query=ROBE');
  const [first] = body.results;
  if (first === undefined) throw new Error('The robe was not synced.');
  robe = first.product;
});

it('is read by every way of syncing', async () => {
  expect(await read()).toBe(DRESSES);
  await sync('sync');
  expect([await read(), await history()]).toEqual([DRESSES, []]);
  changeInShop('fr-3');
  await sync('sync-changes');
  expect([await read(), await history()]).toEqual([BENCHES, [['outside', DRESSES, BENCHES]]]);
  changeInShop('aa-1-4');
  await sync();
});

it('is set by its full name, compared with what the shop holds, cleared and undone', async () => {
  const { body, text } = await set('Apparel & Accessories>Clothing >  Clothing Tops > Hoodies');
  expect([body.succeeded, robeInShop().category], text).toEqual([1, 'aa-1-13-13']);
  expect([await read(), (await history())[0]]).toEqual([HOODIES, ['bulk_update', DRESSES, HOODIES]]);
  await call('POST', '/history/undo', { batch_id: body.batch_id });
  await expect.poll(read, PATIENCE).toBe(DRESSES);
  expect(robeInShop().category).toBe('aa-1-4');

  changeInShop('fr-3');
  expect([(await set(HOODIES)).body.succeeded, robeInShop().category]).toEqual([0, 'fr-3']);
  await sync();
  expect((await set(null)).body.succeeded).toBe(1);
  expect([await read(), robeInShop().category]).toEqual(['', null]);
  await set(DRESSES);
});

it('takes no name that the shop does not know, and no id', async () => {
  const unknown = await set('Furniture > Dresses');
  expect(unknown.body.errors[0]?.error).toContain(
    'Shopify’s product taxonomy has no category “Furniture > Dresses”',
  );
  const id = await set('aa-1-4');
  expect([id.status, id.body.errors[0]?.message]).toEqual([
    400,
    'Category must be a full name, such as Apparel & Accessories > Clothing, not an ID.',
  ]);
  expect(robeInShop().category).toBe('aa-1-4');
});

it('finds products by a name, what is below it, or a part of it', async () => {
  expect(await found(`category:"${DRESSES}"`)).toEqual(['Robe']);
  expect(await found('category:clothing')).toEqual(['Hoodie', 'Robe']);
  expect(await found('category:"Clothing>Clothing Tops"')).toEqual(['Hoodie']);
  expect(await found('category:dress')).toEqual([]);
  expect(await found('category:~dress,furniture')).toEqual(['Bench', 'Robe']);
  expect(await found('-category:clothing')).toEqual(['Bench', 'Voucher']);
  expect(await found('no:category')).toEqual(['Voucher']);
});

it('is searched for in the shop, and listed where products have it', async () => {
  const list = async (path: string) => (await call<CategoryList>('GET', path)).body.categories;
  expect(await list('/categories?search=entryway')).toEqual([
    'Furniture > Benches > Storage & Entryway Benches',
    'Furniture > Benches > Storage & Entryway Benches > Entryway Benches',
  ]);
  expect(await list('/categories')).toContain('Furniture');
  expect(await list(`/products/facets/categories?store_ids=${store.storeId}`)).toEqual([
    HOODIES,
    DRESSES,
    BENCHES,
  ]);
});

it('is in files as Shopify writes it, and comes back', async () => {
  const query = 'query=ROBE&type=sku&columns=Variant%20SKU,Product%20Category';
  const written = await (await app.fetchApi(`/products/export?${query}`, {})).text();
  expect(written).toContain(`ROBE,${DRESSES}`);
  const response = await app.fetchApi('/products/bulk-updates/import', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: written.replace(DRESSES, HOODIES).replace('Product Category', 'Product category'),
  });
  const { batch_id } = (await response.json()) as { batch_id: string };
  const { body } = await call<BulkUpdateItemList>('GET', `/products/bulk-updates/${batch_id}/items`);
  expect(body.items[0]?.changes).toMatchObject([
    { attribute: 'category', old_value: DRESSES, new_value: HOODIES },
  ]);
});

it('is shown as of a moment, and compared between stores', async () => {
  const then = new Date(Date.now() + 1).toISOString();
  expect((await set(HOODIES)).body.succeeded).toBe(1);
  const { body: past } = await call<ProductDetail>('GET', `/products/${robe.id}?as_of=${then}`);
  expect(past).toMatchObject({ category: DRESSES, past: { now: { category: HOODIES }, uncertain: [] } });

  const other = await stage.connectShop({ products: 0 });
  other.shop.catalogue.createProduct({ title: 'Robe', category: 'fr-3', variants: [{ sku: 'ROBE' }] });
  await call('POST', `/stores/${other.storeId}/sync-graphql`);
  expect(await stage.untilSynced(other.storeId)).toMatchObject({ status: 'completed' });
  const compared = async () => {
    const { body } = await call<Comparison>('GET', '/compare?attributes=category&differs_in=category');
    return body.rows.map(({ code, cells }) => [code, cells.map(({ values }) => values.category)]);
  };
  await expect.poll(compared, PATIENCE).toEqual([['ROBE', [HOODIES, BENCHES]]]);
});
