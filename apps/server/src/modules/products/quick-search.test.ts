import type { QuickHit, QuickSearchResult } from '@storefleet/contract/catalogue/products/quick-search';
import { openTestApp } from '@storefleet/test-support/app';
import { expect, it } from 'vitest';
import { addProduct, addStore } from '../../../test/products/catalogue.ts';

const app = await openTestApp();
const atlas = await addStore(app.db, 'Atlas', 'EUR');
const birch = await addStore(app.db, 'Birch', 'USD');
const closed = await addStore(app.db, 'Closed');
await app.db.query('update stores set deleted_at = now() where id = $1', [closed]);
await addProduct(app.db, closed, 'Mug of a deleted store', [{ sku: 'MUG-1', barcode: '036000291452' }]);
const mugs = await addProduct(app.db, atlas, 'Enamel Mug', [
  { title: 'Blue', sku: 'MUG-1', barcode: '036000291452', price: '12.00' },
  { title: 'Red', sku: 'MUG-10', price: '13.00' },
]);
await addProduct(app.db, birch, 'Mug', [{ sku: 'mug-1' }]);
await addProduct(app.db, birch, 'Holder for mug-1', [{ sku: 'H-1', barcode: '4006381333931' }]);
await addProduct(app.db, birch, 'Tëa 100% _tin', [{ sku: 'T-36000' }]);
const slate = { vendor: 'Quárry  Lane', tags: ['Zigzag', 'on sale "now"'] };
for (const store of [atlas, birch, closed]) await addProduct(app.db, store, 'Slate', [{}], slate);
await app.db.query('analyze product_filter_values');

async function find(query: string): Promise<QuickHit[]> {
  const response = await app.fetchApi(`/products/quick-search?${new URLSearchParams({ query })}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as QuickSearchResult).hits;
}
const found = (hits: QuickHit[]) =>
  hits.map(({ title, found_by, variant }) => [found_by, title, variant?.title ?? null]);

it.each([
  ['036000291452', [['barcode', 'Enamel Mug', 'Blue']]],
  ['0036000291452', [['barcode', 'Enamel Mug', 'Blue']]],
  [
    'MUG-1',
    [
      ['sku', 'Enamel Mug', 'Blue'],
      ['sku', 'Mug', 'Default Title'],
      ['name', 'Holder for mug-1', 'Default Title'],
    ],
  ],
  [
    'mug',
    [
      ['sku', 'Enamel Mug', 'Blue'],
      ['sku', 'Mug', 'Default Title'],
      ['name', 'Holder for mug-1', 'Default Title'],
    ],
  ],
  ['UG-10', [['sku', 'Enamel Mug', 'Red']]],
  ['enamel mug', [['name', 'Enamel Mug', null]]],
  ['tea 100%', [['name', 'Tëa 100% _tin', 'Default Title']]],
  ['_t', [['name', 'Tëa 100% _tin', 'Default Title']]],
  ['nothing of the kind', []],
])('recognises %s', async (query, hits) => {
  expect(found(await find(query))).toEqual(hits);
});

it('recognises the ids of a product and of a variant', async () => {
  const { rows } = await app.db.query<{ source_id: string }>(
    'select source_id from variants where product_id = $1 order by position desc limit 1',
    [mugs],
  );
  const variant = rows[0]?.source_id ?? '';
  expect(found(await find(variant))).toEqual([['id', 'Enamel Mug', 'Red']]);
  expect(found(await find(`gid://shopify/Product/${mugs}`))).toEqual([['id', 'Enamel Mug', null]]);
});

it('shows the best few and says that there are more', async () => {
  const store = await addStore(app.db, 'Cedar');
  for (let number = 1; number <= 12; number += 1) await addProduct(app.db, store, `Lantern ${number}`);
  const response = await app.fetchApi('/products/quick-search?query=lantern');
  const { hits, more } = (await response.json()) as QuickSearchResult;
  expect([hits.length, more]).toEqual([8, true]);
});

it.each([
  ['quarry', [['vendor', 'Quárry  Lane', 'vendor:"Quárry  Lane"', 2]]],
  ['LANE', [['vendor', 'Quárry  Lane', 'vendor:"Quárry  Lane"', 2]]],
  ['zigzag', [['tag', 'Zigzag', 'tag:Zigzag', 2]]],
  ['sale', [['tag', 'on sale "now"', 'tag:"on sale \\"now\\""', 2]]],
  ['arry', []],
  ['z', []],
])('finds the vendors and tags that %s may mean', async (query, values) => {
  const response = await app.fetchApi(`/products/quick-search?${new URLSearchParams({ query })}`);
  const result = (await response.json()) as QuickSearchResult;
  expect(result.values.map(({ field, value, filter, products }) => [field, value, filter, products])).toEqual(
    values,
  );
});
