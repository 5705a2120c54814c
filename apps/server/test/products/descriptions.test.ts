import type { Product, ProductList, SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ConnectedStore, createShopStage, PATIENCE } from '../stores/shop-stage.ts';

const stage = await createShopStage();
afterAll(() => stage.close());
const { app, call } = stage;

const OF_CLAY = '<p>Of <b>clay</b>.</p>';
let store: ConnectedStore;
let mug: Product;

const sync = (how?: string) => stage.app.sync(store.storeId, how);

const read = async () => (await call<Product>('GET', `/products/${mug.id}`)).body.description;
const inShop = () => [...store.shop.catalogue.products()][0];
const history = async () =>
  (await call<HistoryPage>('GET', '/history?attribute=description')).body.data.map(
    ({ origin, old_value, new_value }) => [origin, old_value, new_value],
  );
const changeInShop = (descriptionHtml: string) =>
  store.shop.catalogue.updateProduct(inShop()?.id ?? 0, { descriptionHtml });
const set = async (description: string | null) =>
  call<BulkUpdateResult>('POST', '/products/bulk-update', {
    products_to_update: [{ store_id: store.storeId, id: mug.id }],
    attributes_to_set: { description },
  });
async function switchOn(reads_descriptions: boolean) {
  const { status, text } = await call('PUT', `/stores/${store.storeId}`, { reads_descriptions });
  expect(status, text).toBe(200);
}

beforeEach(async () => {
  if (mug !== undefined) return;
  store = await stage.connectShop({ products: 0 });
  store.shop.catalogue.createProduct({ title: 'Mug', descriptionHtml: OF_CLAY, variants: [{ sku: 'MUG' }] });
  await sync();
  const { body } = await call<ProductList>('GET', `/products/stores/${store.storeId}`);
  const [product] = body.products;
  if (product === undefined) throw new Error('The mug was not synced.');
  mug = product;
});

it('is read by every way of syncing where it is switched on, and forgotten where it is switched off', async () => {
  expect(await read()).toBeNull();
  expect((await set('<p>New</p>')).body.errors[0]?.error).toContain(
    'The description has not been read from the store yet: switch descriptions on in its settings and sync it.',
  );
  await switchOn(true);
  await sync();
  expect(await read()).toBe(OF_CLAY);
  expect(await history()).toEqual([]);
  await sync('sync');
  expect(await read()).toBe(OF_CLAY);
  changeInShop('<p>Of glass.</p>');
  await sync('sync-changes');
  expect(await read()).toBe('<p>Of glass.</p>');
  expect(await history()).toEqual([['outside', OF_CLAY, '<p>Of glass.</p>']]);
  await switchOn(false);
  await sync();
  expect(await read()).toBeNull();
  await switchOn(true);
  changeInShop(OF_CLAY);
  await sync();
  expect([await read(), (await history()).length]).toEqual([OF_CLAY, 1]);
});

it('is no part of a search', async () => {
  const { body } = await call<SearchResult>('GET', '/products/search?query=mug');
  expect(body.results[0]?.product).not.toHaveProperty('description');
});

it('is set, compared with what the shop holds, and undone', async () => {
  const { body } = await set('<p>Of <i>tin</i>.</p>');
  expect([body.succeeded, inShop()?.descriptionHtml]).toEqual([1, '<p>Of <i>tin</i>.</p>']);
  expect((await history())[0]).toEqual(['bulk_update', OF_CLAY, '<p>Of <i>tin</i>.</p>']);
  await call('POST', '/history/undo', { batch_id: body.batch_id });
  await expect.poll(read, PATIENCE).toBe(OF_CLAY);
  expect(inShop()?.descriptionHtml).toBe(OF_CLAY);

  changeInShop('<p>Of oak.</p>');
  const conflict = (await set('<p>Of tin.</p>')).body;
  expect([conflict.succeeded, inShop()?.descriptionHtml]).toEqual([0, '<p>Of oak.</p>']);
  const { body: items } = await call<BulkUpdateItemList>(
    'GET',
    `/products/bulk-updates/${conflict.batch_id}/items`,
  );
  expect(items.items[0]?.changes[0]).toMatchObject({ current_value: '<p>Of oak.</p>' });
  await sync();

  expect((await set(null)).body.succeeded).toBe(1);
  expect([await read(), inShop()?.descriptionHtml]).toEqual(['', '']);
  const tooLong = await set(`<p>${'ü'.repeat(300_000)}</p>`);
  expect(tooLong.body.errors[0]?.error).toContain(
    'The description is too long: Shopify takes 512 KB at most.',
  );
});

it('gets a text at its end, and other words, of many products at once', async () => {
  changeInShop('<p class="oak">Of <b>oak</b>.</p>');
  await sync();
  const change = async (description_change: object) => {
    const { status, body, text } = await call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
      search: { query: 'mug', filter: '', type: 'name' },
      description_change,
    });
    expect(status, text).toBe(201);
    const { body: items } = await call<BulkUpdateItemList>(
      'GET',
      `/products/bulk-updates/${body.batch_id}/items`,
    );
    return { ...body, changes: items.items.flatMap(({ changes }) => changes) };
  };
  const added = await change({ operation: 'append', text: 'Tom & Co' });
  expect([added.title, added.changes]).toEqual([
    'Description ends with “Tom & Co”, “mug”, 1 product in 1 store',
    [
      expect.objectContaining({
        old_value: '<p class="oak">Of <b>oak</b>.</p>',
        new_value: '<p class="oak">Of <b>oak</b>.</p>\n<p>Tom &amp; Co</p>',
      }),
    ],
  ]);
  const replaced = await change({ operation: 'replace', find: 'oak', text: 'ash' });
  await call('POST', `/products/bulk-updates/${replaced.batch_id}/apply`, {});
  await expect.poll(read, PATIENCE).toBe('<p class="oak">Of <b>ash</b>.</p>');
  expect(inShop()?.descriptionHtml).toBe('<p class="oak">Of <b>ash</b>.</p>');
  expect(await change({ operation: 'replace', find: 'pine', text: 'fir' })).toMatchObject({
    unchanged: 1,
  });
  const refused = await call('POST', '/products/bulk-updates/preview', {
    search: { query: 'mug', filter: '', type: 'name' },
    description_change: { operation: 'replace', find: ' ', text: 'fir' },
  });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('Enter the text to replace.'),
  ]);
});

it('files have it where it is asked for, and bring it back', async () => {
  changeInShop('<p>Of "oak", and\nold.</p>');
  await sync();
  const file = async (columns: string) => {
    const query = `query=MUG&type=sku&columns=${encodeURIComponent(columns)}`;
    return (await app.fetchApi(`/products/export?${query}`, {})).text();
  };
  const written = await file('Variant SKU,Body (HTML)');
  expect(written).toContain('"<p>Of ""oak"", and\nold.</p>"');
  expect(await (await app.fetchApi('/products/export?query=MUG&type=sku', {})).text()).not.toContain('Body');
  const response = await app.fetchApi('/products/bulk-updates/import', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: written.replace('old', 'new'),
  });
  const { batch_id } = (await response.json()) as { batch_id: string };
  const { body } = await call<BulkUpdateItemList>('GET', `/products/bulk-updates/${batch_id}/items`);
  expect(body.items[0]?.changes).toMatchObject([
    {
      attribute: 'description',
      old_value: '<p>Of "oak", and\nold.</p>',
      new_value: '<p>Of "oak", and\nnew.</p>',
    },
  ]);
});
