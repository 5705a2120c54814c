import type { HealthReport } from '@storefleet/contract/catalogue/health/health';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import { openTestApp } from '@storefleet/test-support/app';
import { expect, it } from 'vitest';
import { addProduct, addStore, type VariantInput } from '../../../test/products/catalogue.ts';
import { noteFindings } from './daily-counts.ts';

const app = await openTestApp();
await app.signIn();
const [atlas, birch] = [await addStore(app.db, 'Atlas'), await addStore(app.db, 'Birch')];
const add = (store: string, title: string, variants: VariantInput[], status = 'active') =>
  addProduct(app.db, store, title, variants, { status });
const sound = { sku: 'S', barcode: '4006381333931', price: '10', cost: '5', inventory_quantity: 1 };
await add(atlas, 'Sound', [sound, { ...sound, compare_at_price: '12' }]);
await add(atlas, 'Free', [{ ...sound, price: '0' }]);
await add(atlas, 'Padded', [{ ...sound, sku: ' S-1 ', barcode: '4006381333931 ' }, sound]);
await add(birch, 'Damaged', [
  { ...sound, barcode: '36000291452' },
  { ...sound, barcode: '4.60761E+12' },
]);
await add(birch, 'Discounted', [{ ...sound, compare_at_price: '9' }]);
await add(birch, 'Cellar', [sound], 'draft');
await add(birch, ' ', [sound]);

const report = (query = '') => app.bodyOf<HealthReport>('GET', `/health/findings${query}`);
const post = (path: string, json: unknown) => app.fetchApi(path, { method: 'POST', json });
const counts = ({ findings }: HealthReport) =>
  Object.fromEntries(findings.flatMap(({ id, products }) => (products > 0 ? [[id, products]] : [])));

it('counts each finding, over all stores and for one', async () => {
  const all = await report();
  expect(all.products).toBe(7);
  expect(counts(all)).toEqual({
    price_zero: 1,
    below_cost: 1,
    compare_at_below_price: 1,
    damaged_barcode: 1,
    untrimmed: 1,
    draft_in_stock: 1,
    no_title: 1,
  });
  expect(counts(await report(`?store_ids=${atlas}`))).toEqual({ price_zero: 1, below_cost: 1, untrimmed: 1 });
  expect(all.findings.find(({ id }) => id === 'damaged_barcode')?.stores).toEqual([
    { store_id: birch, store_name: 'Birch', products: 1 },
  ]);
});

it('opens as a search with as many products, in all stores and in each', async () => {
  for (const store_ids of [`${atlas},${birch}`, atlas, birch]) {
    for (const { filter, products } of (await report(`?store_ids=${store_ids}`)).findings) {
      const query = new URLSearchParams({ query: '', filter, store_ids });
      const found = await app.fetchApi(`/products/search?${query}`);
      expect(((await found.json()) as SearchResult).pagination.total, filter).toBe(products);
    }
  }
});

it('shows the daily trend of each finding', async () => {
  const [yesterday, today] = [new Date(Date.now() - 86_400_000), new Date()];
  await noteFindings(app.db, yesterday);
  await app.db.query(
    `update health_counts set findings = findings || '{"price_zero": 7}' where store_id = $1`,
    [atlas],
  );
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const course = async (query?: string) =>
    (await report(query)).findings.find(({ id }) => id === 'price_zero')?.course;
  expect(await course()).toEqual([
    { date: day(yesterday), products: 7 },
    { date: day(today), products: 1 },
  ]);
  expect(await course(`?store_ids=${birch}`)).toEqual([
    { date: day(yesterday), products: 0 },
    { date: day(today), products: 0 },
  ]);
});

it.each([
  ['untrimmed', 'is:untrimmed', 'Trim SKUs and barcodes', ['barcode 4006381333931', 'sku S-1']],
  ['damaged-barcode', 'is:damaged-barcode', 'Restore leading zeros of barcodes', ['barcode 036000291452']],
  [
    'compare-at-below-price',
    'is:compare-at-below-price',
    'Clear compare-at prices below the price',
    ['compare_at_price null'],
  ],
])('plans a fix for %s', async (fix, filter, title, planned) => {
  const answer = await post('/products/bulk-updates/preview', { search: { query: '', filter }, fix });
  const batch = (await answer.json()) as BulkUpdateBatch;
  expect(batch).toMatchObject({ status: 'planned', title: expect.stringContaining(title) });
  const items = await app.fetchApi(`/products/bulk-updates/${batch.batch_id}/items?limit=50`);
  const values = ((await items.json()) as BulkUpdateItemList).items.flatMap(({ changes }) =>
    changes.map(({ attribute, new_value }) => `${attribute} ${new_value}`),
  );
  expect(values.toSorted()).toEqual(planned);
});

it('says where only a person can decide, and what a fix does not cover', async () => {
  const nothing = await post('/products/bulk-updates/preview', {
    search: { query: '', filter: 'is:damaged-barcode', store_ids: [atlas] },
    fix: 'damaged-barcode',
  });
  expect(((await nothing.json()) as { detail: string }).detail).toContain('No products found');
  const lost = await post('/products/bulk-updates/preview', {
    search: { query: '4.60761E+12', type: 'barcode', filter: 'is:damaged-barcode' },
    fix: 'damaged-barcode',
  });
  expect(((await lost.json()) as { detail: string }).detail).toContain('Only a person can tell');
  const both = await post('/products/bulk-updates/preview', {
    search: { query: '', filter: 'is:untrimmed' },
    fix: 'untrimmed',
    attributes_to_set: { sku: 'X' },
  });
  expect(((await both.json()) as { errors: { message: string }[] }).errors[0]?.message).toBe(
    'A fix takes a search, and no other values.',
  );
});

it('leaves out a deleted store while its products are being removed', async () => {
  const before = await report(`?store_ids=${birch}`);
  await app.db.query('update stores set deleted_at = now() where id = $1', [atlas]);
  const after = await report();
  expect([after.products, counts(after)]).toEqual([before.products, counts(before)]);
  expect(after.findings.map(({ course }) => course)).toEqual(before.findings.map(({ course }) => course));
});
