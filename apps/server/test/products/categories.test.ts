import type { Comparison } from '@storefleet/contract/articles/compare';
import type { CategoryList } from '@storefleet/contract/catalogue/categories';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import { expect, it } from 'vitest';
import { openOneProduct } from './one-product.ts';

const HOODIES = 'Apparel & Accessories > Clothing > Clothing Tops > Hoodies';
const DRESSES = 'Apparel & Accessories > Clothing > Dresses';
const BENCHES = 'Furniture > Benches';
const stage = await openOneProduct({ title: 'Robe', category: 'aa-1-4', variants: [{ sku: 'ROBE' }] });
const { app, inShop, refusalOf, shop, sync } = stage;
shop.catalogue.createProduct({ title: 'Hoodie', category: 'aa-1-13-13' });
shop.catalogue.createProduct({ title: 'Bench', category: 'fr-3' });
shop.catalogue.createProduct({ title: 'Voucher' });
await sync();

const read = async () => (await stage.read()).category;
const history = () => stage.changesOf('category');
const changeInShop = (category: string | null) => shop.catalogue.updateProduct(inShop().id, { category });
const set = (category: string | null) => stage.set({ category });

async function found(filter: string): Promise<string[]> {
  const query = new URLSearchParams({ query: '', filter });
  const { results } = await app.bodyOf<SearchResult>('GET', `/products/search?${query}`);
  return [...new Set(results.map(({ product }) => product.title))].sort();
}

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
  expect([body.succeeded, inShop().category], text).toEqual([1, 'aa-1-13-13']);
  expect([await read(), (await history())[0]]).toEqual([HOODIES, ['bulk_update', DRESSES, HOODIES]]);
  await stage.undo(body.batch_id);
  await expect.poll(read).toBe(DRESSES);
  expect(inShop().category).toBe('aa-1-4');

  changeInShop('fr-3');
  expect([(await set(HOODIES)).body.succeeded, inShop().category]).toEqual([0, 'fr-3']);
  await sync();
  expect((await set(null)).body.succeeded).toBe(1);
  expect([await read(), inShop().category]).toEqual(['', null]);
  await set(DRESSES);
});

it('takes no name that the shop does not know, and no id', async () => {
  expect(await refusalOf({ category: 'Furniture > Dresses' })).toContain(
    'Shopify’s product taxonomy has no category “Furniture > Dresses”',
  );
  const id = await set('aa-1-4');
  expect([id.status, id.body.errors[0]?.message]).toEqual([
    400,
    'Category must be a full name, such as Apparel & Accessories > Clothing, not an ID.',
  ]);
  expect(inShop().category).toBe('aa-1-4');
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
  const list = async (path: string) => (await app.bodyOf<CategoryList>('GET', path)).categories;
  expect(await list('/categories?search=entryway')).toEqual([
    'Furniture > Benches > Storage & Entryway Benches',
    'Furniture > Benches > Storage & Entryway Benches > Entryway Benches',
  ]);
  expect(await list('/categories')).toContain('Furniture');
  expect(await list(`/products/facets/categories?store_ids=${stage.storeId}`)).toEqual([
    HOODIES,
    DRESSES,
    BENCHES,
  ]);
});

it('is in files as Shopify writes it, and comes back', async () => {
  const columns = 'Variant SKU,Product Category';
  const written = await stage.exported({ query: 'ROBE', type: 'sku', columns });
  expect(written).toContain(`ROBE,${DRESSES}`);
  const renamed = written.replace(DRESSES, HOODIES).replace('Product Category', 'Product category');
  expect((await stage.upload(renamed)).changes).toMatchObject([
    { attribute: 'category', old_value: DRESSES, new_value: HOODIES },
  ]);
});

it('is shown as of a moment, and compared between stores', async () => {
  const then = new Date(Date.now() + 1).toISOString();
  expect((await set(HOODIES)).body.succeeded).toBe(1);
  expect(await stage.read(`?as_of=${then}`)).toMatchObject({
    category: DRESSES,
    past: { now: { category: HOODIES }, uncertain: [] },
  });

  const other = await stage.connectShop({ products: 0 });
  other.shop.catalogue.createProduct({ title: 'Robe', category: 'fr-3', variants: [{ sku: 'ROBE' }] });
  await app.sync(other.storeId);
  const compared = async () => {
    const path = '/compare?attributes=category&differs_in=category';
    const { rows } = await app.bodyOf<Comparison>('GET', path);
    return rows.map(({ code, cells }) => [code, cells.map(({ values }) => values.category)]);
  };
  await expect.poll(compared).toEqual([['ROBE', [HOODIES, BENCHES]]]);
});
