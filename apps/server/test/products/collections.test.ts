import type { CollectionList, ProductCollections } from '@storefleet/contract/catalogue/collections';
import { expect, it } from 'vitest';
import { openOneProduct } from './one-product.ts';

const stage = await openOneProduct(
  { title: 'Mug', variants: [{ sku: 'MUG' }], tags: ['offer'] },
  { collections: [{ title: 'Summer sale' }, { title: 'Gifts' }, { title: 'On offer', tag: 'offer' }] },
);
const { app, product: mug, shop, inShop, sync } = stage;

const read = (more = '') => app.bodyOf<ProductCollections>('GET', `/products/${mug.id}/collections${more}`);
const titles = async () => (await read()).collections?.map(({ title }) => title);

function collectionInShop(handle: string) {
  const collection = shop.collections.all.find((one) => one.handle === handle);
  if (collection === undefined) throw new Error(`There is no collection ${handle} in the shop.`);
  return collection;
}

const isIn = (handle: string) => shop.collections.holds(collectionInShop(handle), inShop());

function putInShop(...handles: string[]) {
  for (const collection of shop.collections.all) {
    if (collection.tag === null) {
      shop.collections.put(collection, inShop().id, handles.includes(collection.handle));
    }
  }
}

async function syncWith(...handles: string[]) {
  putInShop(...handles);
  await sync();
}

const set = (collections: Record<string, boolean>) => stage.set({ collections });
const refusalOf = (collections: Record<string, boolean>) => stage.refusalOf({ collections });
const changesOf = (handle: string) => stage.history(`collection.${handle}`);

it('reads collections only where that is switched on', async () => {
  await syncWith('summer-sale');
  expect(await read()).toEqual({ reads_collections: false, collections: null });
  expect(shop.log.recent.filter(({ operation }) => operation === 'collections')).toEqual([]);
  await stage.settle({ reads_collections: true });
  expect(await read()).toEqual({ reads_collections: true, collections: null });
  expect(await refusalOf({ gifts: true })).toContain(
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
  const known = await app.bodyOf<CollectionList>('GET', `/collections?store_ids=${stage.storeId}`);
  expect(known.collections.map(({ title }) => title)).toEqual(['Gifts', 'On offer', 'Summer sale']);
  // What was not known before has not changed.
  expect(await changesOf('summer-sale')).toEqual([]);
});

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
])('takes over by %s what was put together in the shop, and notes it', async (_name, how) => {
  await syncWith();
  putInShop('gifts');
  await sync(how);
  expect(await titles()).toEqual(['Gifts', 'On offer']);
  expect((await changesOf('gifts'))[0]).toMatchObject({ old_value: 'false', new_value: 'true' });
});

it('does not note what a rule brings about', async () => {
  shop.catalogue.updateProduct(inShop().id, { tags: [] });
  await sync('sync-changes');
  expect(await titles()).not.toContain('On offer');
  expect(await changesOf('on-offer')).toEqual([]);
  shop.catalogue.updateProduct(inShop().id, { tags: ['offer'] });
  await sync('sync-changes');
  expect(await titles()).toContain('On offer');
});

it.each([
  ['a sync', 'sync-graphql', 'presents'],
  ['a sync of changes', 'sync-changes', 'souvenirs'],
])('notes nothing of another handle that %s finds', async (_, how, handle) => {
  await syncWith(collectionInShop('gifts').handle);
  const known = await changesOf('gifts');
  Object.assign(collectionInShop('gifts'), { handle });
  shop.catalogue.updateProduct(inShop().id, { vendor: handle });
  await sync(how);
  expect(await titles()).toContain('Gifts');
  expect([await changesOf('gifts'), await changesOf(handle)]).toEqual([known, []]);
  Object.assign(collectionInShop(handle), { handle: 'gifts' });
  await sync();
});

it('writes nothing where nothing changed', async () => {
  await syncWith();
  const versions = async () =>
    (await app.db.query('select xmin from collections union all select xmin from products')).rows;
  const before = await versions();
  await sync();
  expect(await versions()).toEqual(before);
});

it('puts a product into a collection in the shop, here and in the history, and takes it back', async () => {
  await syncWith('gifts');
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

  await stage.undo(body.batch_id);
  await expect.poll(titles).toEqual(['Gifts', 'On offer']);
  expect([isIn('summer-sale'), isIn('gifts')]).toEqual([false, true]);
});

it('writes nothing where somebody in the shop has done the same meanwhile', async () => {
  await syncWith();
  putInShop('gifts');
  shop.writes.clear();
  expect((await set({ gifts: true })).body).toMatchObject({ unchanged: 1, failed: 0 });
  expect(shop.writes.all).toEqual([]);
  expect(await titles()).toEqual(['Gifts', 'On offer']);
});

it('reads again what became of a change whose answer was lost', async () => {
  await syncWith();
  stage.loseAnswerOf('productUpdate');
  expect((await set({ gifts: true })).body).toMatchObject({ succeeded: 1, failed: 0 });
  expect([isIn('gifts'), await titles()]).toEqual([true, ['Gifts', 'On offer']]);
});

it('says that a collection has rules since it was read', async () => {
  await syncWith();
  stage.simulator.faults.add({
    shop: shop.domain,
    action: { kind: 'user_error', message: "Can't manually add products to a smart collection" },
    match: 'productUpdate',
    times: 1,
  });
  expect(await refusalOf({ gifts: true })).toContain('The collection is filled by its own rules');
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
  expect(await refusalOf({ [handle]: false })).toContain(sentence);
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
  await syncWith('summer-sale', 'gifts');
  await set({ gifts: false });
  expect(await stage.isFoundBy(filter)).toBe(isFound);
});

it('keeps what it knows where they are switched off', async () => {
  await syncWith('gifts');
  const known = await titles();
  expect(known).toContain('Gifts');
  await stage.settle({ reads_collections: false });
  shop.catalogue.updateProduct(inShop().id, { vendor: 'Kept' });
  await sync();
  await stage.settle({ reads_collections: true });
  expect(await titles()).toEqual(known);
});

it('says which collections held a product at a moment', async () => {
  await syncWith('summer-sale');
  const then = new Date(Date.now() + 1).toISOString();
  await syncWith();
  const { collections } = await read(`?as_of=${then}`);
  expect(collections?.map(({ title }) => title)).toEqual(['On offer', 'Summer sale']);
  expect((await stage.read(`?as_of=${then}`)).past?.now).toEqual({ 'collection.summer-sale': 'false' });
});
