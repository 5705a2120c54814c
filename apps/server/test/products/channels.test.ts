import type { ChannelList, ProductChannels } from '@storefleet/contract/catalogue/channels';
import type { Facets, Product, SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedStore, createShopStage, PATIENCE } from '../stores/shop-stage.ts';

const stage = await createShopStage();
afterAll(() => stage.close());
const { call } = stage;

const CHANNELS = ['Online Store', 'Point of Sale', 'Wholesale'];
let store: ConnectedStore;
let mug: Product;

async function sync(how = 'sync-graphql') {
  await call('POST', `/stores/${store.storeId}/${how}`);
  expect(await stage.untilSynced(store.storeId)).toMatchObject({ status: 'completed', error_message: null });
}

const read = async () => (await call<ProductChannels>('GET', `/products/${mug.id}/channels`)).body;
const published = async () =>
  (await read()).channels?.flatMap(({ name, is_published }) => (is_published ? [name] : []));

function mugInShop() {
  const [product] = [...store.shop.catalogue.products()];
  if (product === undefined) throw new Error('The mug is not in the shop.');
  return product;
}

const inShop = () =>
  store.shop.channels.all
    .filter((channel) => store.shop.channels.shows(channel, mugInShop()))
    .map(({ name }) => name);

function publishInShop(...names: string[]) {
  for (const channel of store.shop.channels.all) {
    store.shop.channels.put(channel, mugInShop().id, names.includes(channel.name));
  }
}

async function set(channels: Record<string, boolean>) {
  return call<BulkUpdateResult>('POST', '/products/bulk-update', {
    products_to_update: [{ store_id: store.storeId, id: mug.id }],
    attributes_to_set: { channels },
  });
}

const changesOf = async (name: string) =>
  (await call<HistoryPage>('GET', `/history?attribute=${encodeURIComponent(`channel.${name}`)}`)).body.data;

beforeEach(async () => {
  if (mug === undefined) {
    store = await stage.connectShop({ products: 0, channels: CHANNELS });
    store.shop.catalogue.createProduct({ title: 'Mug', variants: [{ sku: 'MUG' }] });
    await sync();
    const { body } = await call<SearchResult>('GET', '/products/search?type=sku&query=MUG');
    const [first] = body.results;
    if (first === undefined) throw new Error('The mug was not synced.');
    mug = first.product;
  }
});

it('reads sales channels only if switched on', async () => {
  publishInShop('Online Store');
  await sync();
  expect(await read()).toEqual({ reads_channels: false, channels: null });
  expect(store.shop.log.recent.filter(({ operation }) => operation === 'publications')).toEqual([]);
  const { status, text } = await call('PUT', `/stores/${store.storeId}`, { reads_channels: true });
  expect(status, text).toBe(200);
  expect((await set({ Wholesale: true })).body.errors[0]?.error).toContain(
    'No sales channel called Wholesale is read from this store.',
  );
  await sync();
  expect(await read()).toEqual({
    reads_channels: true,
    channels: [
      { name: 'Online Store', is_published: true },
      { name: 'Point of Sale', is_published: false },
      { name: 'Wholesale', is_published: false },
    ],
  });
  const { body } = await call<ChannelList>('GET', '/channels');
  expect(body.channels).toEqual(CHANNELS.map((name) => ({ name, stores: 1 })));
  expect(await changesOf('Online Store')).toEqual([]);
});

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
])('takes over by %s what was published in the shop, and notes it', async (_name, how) => {
  publishInShop('Online Store');
  await sync();
  publishInShop('Online Store', 'Wholesale');
  await sync(how);
  expect(await published()).toEqual(['Online Store', 'Wholesale']);
  expect((await changesOf('Wholesale'))[0]).toMatchObject({ old_value: 'false', new_value: 'true' });
});

it('notes nothing of another name of a channel', async () => {
  publishInShop('Wholesale');
  await sync();
  const known = await changesOf('Wholesale');
  const channel = store.shop.channels.all.find(({ name }) => name === 'Wholesale');
  for (const name of ['Trade', 'Wholesale']) {
    Object.assign(channel ?? {}, { name });
    store.shop.catalogue.updateProduct(mugInShop().id, { vendor: name });
    await sync();
    expect(await published()).toEqual([name]);
    expect([await changesOf('Wholesale'), await changesOf('Trade')]).toEqual([known, []]);
  }
});

it('publishes and unpublishes in the shop, here and in the history, and takes it back', async () => {
  publishInShop('Online Store');
  await sync();
  const { status, body, text } = await set({ 'Online Store': false, Wholesale: true, 'Point of Sale': true });
  expect([status, body.succeeded, body.failed], text).toEqual([200, 2, 0]);
  expect(inShop()).toEqual(['Point of Sale', 'Wholesale']);
  expect(await published()).toEqual(['Point of Sale', 'Wholesale']);
  expect((await changesOf('Online Store'))[0]).toMatchObject({ old_value: 'true', new_value: 'false' });

  const undone = await call('POST', '/history/undo', { batch_id: body.batch_id });
  expect(undone.status, undone.text).toBe(202);
  await expect.poll(published, PATIENCE).toEqual(['Online Store']);
  expect(inShop()).toEqual(['Online Store']);
});

it('reads again what became of a change whose answer was lost', async () => {
  publishInShop('Online Store');
  await sync();
  stage.simulator.faults.add({
    shop: store.shop.domain,
    action: { kind: 'applied_answer_lost' },
    match: 'publishablePublish',
    times: 1,
  });
  expect((await set({ Wholesale: true })).body).toMatchObject({ succeeded: 1, failed: 0 });
  expect(await published()).toEqual(['Online Store', 'Wholesale']);
});

it.each([
  ['channel:"online store"', true],
  ['channel:wholesale', false],
  ['channel:wholesale,"Online Store"', true],
  ['-channel:Wholesale', true],
  ['-channel:"Online Store"', false],
  ['channel:Attic', false],
  ['-channel:constructor', true],
  ['channel:"Online Store" price:>1000', false],
])('finds products by the channels they are published to: %s', async (filter, isFound) => {
  publishInShop('Online Store', 'Wholesale');
  await sync();
  await set({ Wholesale: false });
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

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
  ['a sync of changes', 'sync-changes'],
])(
  'finds no product by a channel that its store no longer reads, and keeps it through %s',
  async (name, how) => {
    const reads = (reads_channels: boolean) => call('PUT', `/stores/${store.storeId}`, { reads_channels });
    const find = async (filter: string) => {
      const query = new URLSearchParams({ query: '', type: 'name', filter });
      const { body } = await call<SearchResult>('GET', `/products/search?${query}`);
      return body.results.length;
    };
    publishInShop('Online Store');
    await sync();
    await reads(false);
    store.shop.catalogue.updateProduct(mugInShop().id, { vendor: name });
    await sync(how);
    expect(await find('channel:"Online Store"')).toBe(0);
    expect(await find(`vendor:"${name}"`)).toBe(1);
    await reads(true);
    expect(await find('channel:"Online Store"')).toBe(1);
  },
);

it('is shown, exported and restored as of a moment', async () => {
  publishInShop('Online Store');
  await sync();
  const then = new Date(Date.now() + 1).toISOString();
  expect((await set({ Wholesale: true })).body.succeeded).toBe(1);
  publishInShop('Wholesale');
  await sync();
  const asOf = `as_of=${then}`;
  const { body: past } = await call<Product>('GET', `/products/${mug.id}?${asOf}`);
  expect(past.past).toMatchObject({
    now: { 'channel.Online Store': 'false', 'channel.Wholesale': 'true' },
    uncertain: ['channel.Online Store'],
  });
  const { body } = await call<ProductChannels>('GET', `/products/${mug.id}/channels?${asOf}`);
  expect(body.channels?.filter(({ is_published }) => is_published)).toEqual([
    { name: 'Online Store', is_published: true },
  ]);
  const columns = 'Variant SKU,Published to each channel';
  const file = `/products/export?${new URLSearchParams({ query: 'mug', columns, as_of: then })}`;
  expect(await (await stage.app.fetchApi(file)).text()).toContain('MUG,TRUE,FALSE,FALSE');
  const planned = await call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: [{ store_id: store.storeId, id: mug.id }],
    restore: { as_of: then, include_uncertain: true },
  });
  const path = `/products/bulk-updates/${planned.body.batch_id}/items`;
  const { items } = (await call<BulkUpdateItemList>('GET', path)).body;
  expect(items.flatMap(({ changes }) => changes)).toMatchObject([
    { attribute: 'channel.Wholesale', old_value: 'true', new_value: 'false' },
    { attribute: 'channel.Online Store', old_value: 'false', new_value: 'true' },
  ]);
});

const READ_ONLY = ['read_products', 'write_products'];

async function connectWith(scopes: readonly string[]) {
  const connected = await stage.connectShop({ products: 1, channels: CHANNELS, scopes });
  const [product] = [...connected.shop.catalogue.products()];
  for (const channel of connected.shop.channels.all) {
    connected.shop.channels.put(channel, product?.id ?? 0, channel.name === 'Online Store');
  }
  await call('PUT', `/stores/${connected.storeId}`, { reads_channels: true });
  await call('POST', `/stores/${connected.storeId}/sync-graphql`);
  expect(await stage.untilSynced(connected.storeId)).toMatchObject({ status: 'completed' });
  return connected;
}

it('syncs the rest if the token may not read channels, and says so', async () => {
  const { storeId } = await connectWith(READ_ONLY);
  expect(JSON.stringify(await stage.lastLog(storeId))).toContain('read_publications');
});

it('says which scope the token needs to publish', async () => {
  const { storeId } = await connectWith([...READ_ONLY, 'read_publications']);
  const query = new URLSearchParams({ query: '', type: 'name', filter: 'price:>=0', store_ids: storeId });
  const { body } = await call<SearchResult>('GET', `/products/search?${query}`);
  const [id, channels] = [body.results[0]?.product.id, { Wholesale: true, 'Point of Sale': true }];
  const update = { products_to_update: [{ store_id: storeId, id }], attributes_to_set: { channels } };
  const { body: result } = await call<BulkUpdateResult>('POST', '/products/bulk-update', update);
  expect(result.errors[0]?.error).toContain('write_publications');
});

describe('in files', () => {
  const upload = async (...lines: string[]) => {
    const body = lines.join('\r\n');
    const headers = { 'content-type': 'text/csv' };
    const answer = await stage.app.fetchApi('/products/bulk-updates/import', {
      method: 'POST',
      body,
      headers,
    });
    const batch = (await answer.json()) as BulkUpdateBatch;
    expect(answer.status, JSON.stringify(batch)).toBe(201);
    const path = `/products/bulk-updates/${batch.batch_id}/items`;
    const { items } = (await call<BulkUpdateItemList>('GET', path)).body;
    return { batch, changes: items.flatMap((item) => item.changes) };
  };

  it('is a column for each channel, which comes back unchanged', async () => {
    publishInShop('Online Store');
    await sync();
    const columns = 'Variant SKU,Published to each channel';
    const answer = await stage.app.fetchApi(
      `/products/export?${new URLSearchParams({ query: 'mug', columns })}`,
    );
    const text = (await answer.text()).replace('\uFEFF', '');
    expect(text).toBe(
      'Variant SKU,Published to Online Store,Published to Point of Sale,Published to Wholesale\r\n' +
        'MUG,TRUE,FALSE,FALSE\r\n',
    );
    expect((await upload(text)).batch).toMatchObject({ unchanged: 1, failed: 0 });
    const { changes } = await upload('SKU,Published to Point of Sale,Published to Wholesale', 'MUG,,TRUE');
    expect(changes).toMatchObject([
      { attribute: 'channel.Wholesale', old_value: 'false', new_value: 'true' },
    ]);
  });

  it('is the column Published of Shopify’s own files, for the online store', async () => {
    publishInShop('Online Store');
    await sync();
    const { changes } = await upload('Handle,Title,Published', 'mug-1,Mug,FALSE');
    expect(changes).toMatchObject([{ attribute: 'channel.Online Store', new_value: 'false' }]);
  });
});
