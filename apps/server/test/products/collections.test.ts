import type { CollectionList, ProductCollections } from '@storefleet/contract/catalogue/collections';
import type { Facets, Product, SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ConnectedStore, createShopStage, PATIENCE } from '../stores/shop-stage.ts';

const stage = await createShopStage();
afterAll(() => stage.close());
const { app, call } = stage;

let store: ConnectedStore;
let mug: Product;

const sync = (how?: string) => stage.app.sync(store.storeId, how);

const read = async () => (await call<ProductCollections>('GET', `/products/${mug.id}/collections`)).body;
const titles = async () => (await read()).collections?.map(({ title }) => title);

function mugInShop() {
  const [product] = [...store.shop.catalogue.products()];
  if (product === undefined) throw new Error('The mug is not in the shop.');
  return product;
}

function collectionInShop(handle: string) {
  const collection = store.shop.collections.all.find((one) => one.handle === handle);
  if (collection === undefined) throw new Error(`There is no collection ${handle} in the shop.`);
  return collection;
}

const isIn = (handle: string) => store.shop.collections.holds(collectionInShop(handle), mugInShop());

function putInShop(...handles: string[]) {
  for (const collection of store.shop.collections.all) {
    if (collection.tag === null) {
      store.shop.collections.put(collection, mugInShop().id, handles.includes(collection.handle));
    }
  }
}

async function set(collections: Record<string, boolean>) {
  return call<BulkUpdateResult>('POST', '/products/bulk-update', {
    products_to_update: [{ store_id: store.storeId, id: mug.id }],
    attributes_to_set: { collections },
  });
}

const changesOf = async (handle: string) =>
  (await call<HistoryPage>('GET', `/history?attribute=collection.${handle}`)).body.data;

beforeEach(async () => {
  if (mug === undefined) {
    store = await stage.connectShop({
      products: 0,
      collections: [{ title: 'Summer sale' }, { title: 'Gifts' }, { title: 'On offer', tag: 'offer' }],
    });
    store.shop.catalogue.createProduct({ title: 'Mug', variants: [{ sku: 'MUG' }], tags: ['offer'] });
    await sync();
    const { body } = await call<SearchResult>('GET', '/products/search?type=sku&query=MUG');
    const [first] = body.results;
    if (first === undefined) throw new Error('The mug was not synced.');
    mug = first.product;
  }
});

it('reads collections only where that is switched on', async () => {
  putInShop('summer-sale');
  await sync();
  expect(await read()).toEqual({ reads_collections: false, collections: null });
  expect(store.shop.log.recent.filter(({ operation }) => operation === 'collections')).toEqual([]);
  const { status, text } = await call('PUT', `/stores/${store.storeId}`, { reads_collections: true });
  expect(status, text).toBe(200);
  expect(await read()).toEqual({ reads_collections: true, collections: null });
  expect((await set({ gifts: true })).body.errors[0]?.error).toContain(
    'No collection with the handle gifts is read from this store.',
  );
  await sync();
  expect(await read()).toEqual({
    reads_collections: true,
    collections: [
      { handle: 'on-offer', title: 'On offer', is_manual: false },
      { handle: 'summer-sale', title: 'Summer sale', is_manual: true },
    ],
  });
  const { body } = await call<CollectionList>('GET', `/collections?store_ids=${store.storeId}`);
  expect(body.collections.map(({ title }) => title)).toEqual(['Gifts', 'On offer', 'Summer sale']);
  // What was not known before has not changed.
  expect(await changesOf('summer-sale')).toEqual([]);
});

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
])('takes over by %s what was put together in the shop, and notes it', async (_name, how) => {
  putInShop();
  await sync();
  putInShop('gifts');
  await sync(how);
  expect(await titles()).toEqual(['Gifts', 'On offer']);
  expect((await changesOf('gifts'))[0]).toMatchObject({ old_value: 'false', new_value: 'true' });
});

it('does not note what a rule brings about', async () => {
  store.shop.catalogue.updateProduct(mugInShop().id, { tags: [] });
  await sync('sync-changes');
  expect(await titles()).not.toContain('On offer');
  expect(await changesOf('on-offer')).toEqual([]);
  store.shop.catalogue.updateProduct(mugInShop().id, { tags: ['offer'] });
  await sync('sync-changes');
  expect(await titles()).toContain('On offer');
});

it.each([
  ['a sync', 'sync-graphql', 'presents'],
  ['a sync of changes', 'sync-changes', 'souvenirs'],
])('notes nothing of another handle that %s finds', async (_, how, handle) => {
  putInShop(collectionInShop('gifts').handle);
  await sync();
  const known = await changesOf('gifts');
  Object.assign(collectionInShop('gifts'), { handle });
  store.shop.catalogue.updateProduct(mugInShop().id, { vendor: handle });
  await sync(how);
  expect(await titles()).toContain('Gifts');
  expect([await changesOf('gifts'), await changesOf(handle)]).toEqual([known, []]);
  Object.assign(collectionInShop(handle), { handle: 'gifts' });
  await sync();
});

it('writes nothing where nothing changed', async () => {
  putInShop();
  await sync();
  const versions = async () =>
    (await app.db.query('select xmin from collections union all select xmin from products')).rows;
  const before = await versions();
  await sync();
  expect(await versions()).toEqual(before);
});

it('puts a product into a collection in the shop, here and in the history, and takes it back', async () => {
  putInShop('gifts');
  await sync();
  const { status, body, text } = await set({ 'summer-sale': true, gifts: false });
  expect([status, body.succeeded, body.failed], text).toEqual([200, 1, 0]);
  expect([isIn('summer-sale'), isIn('gifts')]).toEqual([true, false]);
  expect(await titles()).toEqual(['On offer', 'Summer sale']);
  expect((await changesOf('summer-sale'))[0]).toMatchObject({ old_value: 'false', new_value: 'true' });
  expect((await set({ 'summer-sale': true, gifts: false })).body).toMatchObject({ unchanged: 1 });
  // The next sync meets what was written, and has nothing to note.
  const before = (await changesOf('gifts')).length;
  await sync();
  expect(await changesOf('gifts')).toHaveLength(before);

  const undone = await call('POST', '/history/undo', { batch_id: body.batch_id });
  expect(undone.status, undone.text).toBe(202);
  await expect.poll(titles, PATIENCE).toEqual(['Gifts', 'On offer']);
  expect([isIn('summer-sale'), isIn('gifts')]).toEqual([false, true]);
});

it('writes nothing where somebody in the shop has done the same meanwhile', async () => {
  putInShop();
  await sync();
  putInShop('gifts');
  store.shop.writes.clear();
  expect((await set({ gifts: true })).body).toMatchObject({ unchanged: 1, failed: 0 });
  expect(store.shop.writes.all).toEqual([]);
  expect(await titles()).toEqual(['Gifts', 'On offer']);
});

it('reads again what became of a change whose answer was lost', async () => {
  putInShop();
  await sync();
  stage.simulator.faults.add({
    shop: store.shop.domain,
    action: { kind: 'applied_answer_lost' },
    match: 'productUpdate',
    times: 1,
  });
  expect((await set({ gifts: true })).body).toMatchObject({ succeeded: 1, failed: 0 });
  expect([isIn('gifts'), await titles()]).toEqual([true, ['Gifts', 'On offer']]);
});

it('says that a collection has rules since it was read', async () => {
  putInShop();
  await sync();
  stage.simulator.faults.add({
    shop: store.shop.domain,
    action: { kind: 'user_error', message: "Can't manually add products to a smart collection" },
    match: 'productUpdate',
    times: 1,
  });
  expect((await set({ gifts: true })).body.errors[0]?.error).toContain(
    'The collection is filled by its own rules',
  );
});

it.each([
  [
    'a collection that there is not',
    'winter',
    'No collection with the handle winter is read from this store.',
  ],
  [
    'a collection with rules',
    'on-offer',
    'The collection is filled by its own rules: change those in Shopify.',
  ],
])('says why %s cannot be joined or left', async (_name, handle, sentence) => {
  await sync();
  expect((await set({ [handle]: false })).body.errors[0]?.error).toContain(sentence);
});

it.each([
  ['collection:"summer sale"', true],
  ['collection:summer-sale', true],
  ['collection:"On offer"', true],
  ['collection:gifts', false],
  ['collection:gifts,"Summer Sale"', true],
  ['-collection:gifts', true],
  ['-collection:"Summer sale"', false],
  ['collection:Attic', false],
  ['-collection:constructor', true],
  ['collection:summer-sale stock:>1000', false],
])('finds products by the collections that hold them: %s', async (filter, isFound) => {
  putInShop('summer-sale', 'gifts');
  await sync();
  await set({ gifts: false });
  const query = new URLSearchParams({ query: '', type: 'name', filter });
  const { status, body, text } = await call<SearchResult>('GET', `/products/search?${query}`);
  expect(status, text).toBe(200);
  expect(body.results.map(({ product }) => product.title)).toEqual(isFound ? ['Mug'] : []);
  const facets = await call<Facets>('GET', `/products/facets?${query}`);
  expect(facets.body.total).toBe(isFound ? 1 : 0);
  const search = { query: '', filter, type: 'name' };
  const planned = await call('POST', '/products/bulk-updates/preview', {
    search,
    attributes_to_set: { price: '1' },
  });
  expect(planned.status).toBe(isFound ? 201 : 400);
});

it('keeps what it knows where they are switched off', async () => {
  const reads = (reads_collections: boolean) =>
    call('PUT', `/stores/${store.storeId}`, { reads_collections });
  putInShop('gifts');
  await sync();
  const known = await titles();
  expect(known).toContain('Gifts');
  await reads(false);
  store.shop.catalogue.updateProduct(mugInShop().id, { vendor: 'Kept' });
  await sync();
  await reads(true);
  expect(await titles()).toEqual(known);
});

it('says which collections held a product at a moment', async () => {
  putInShop('summer-sale');
  await sync();
  const then = new Date(Date.now() + 1).toISOString();
  putInShop();
  await sync();
  const { body } = await call<ProductCollections>('GET', `/products/${mug.id}/collections?as_of=${then}`);
  expect(body.collections?.map(({ title }) => title)).toEqual(['On offer', 'Summer sale']);
  const { body: product } = await call<Product>('GET', `/products/${mug.id}?as_of=${then}`);
  expect(product.past?.now).toEqual({ 'collection.summer-sale': 'false' });
});
