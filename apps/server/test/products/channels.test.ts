import type { ChannelList, ProductChannels } from '@storefleet/contract/catalogue/channels';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import { describe, expect, it } from 'vitest';
import { openOneProduct } from './one-product.ts';

const CHANNELS = ['Online Store', 'Point of Sale', 'Wholesale'];
const stage = await openOneProduct({ title: 'Mug', variants: [{ sku: 'MUG' }] }, { channels: CHANNELS });
const { app, call, product: mug, shop, sync, refusalOf } = stage;

const read = () => app.bodyOf<ProductChannels>('GET', `/products/${mug.id}/channels`);
const published = async () =>
  (await read()).channels?.flatMap(({ name, is_published }) => (is_published ? [name] : []));

const inShop = () =>
  shop.channels.all.filter((channel) => shop.channels.shows(channel, stage.inShop())).map(({ name }) => name);

function publishInShop(...names: string[]) {
  for (const channel of shop.channels.all) {
    shop.channels.put(channel, stage.inShop().id, names.includes(channel.name));
  }
}

async function syncWith(...names: string[]) {
  publishInShop(...names);
  await sync();
}

const set = (channels: Record<string, boolean>) => stage.set({ channels });
const changesOf = (name: string) => stage.history(`channel.${name}`);

it('reads sales channels only if switched on', async () => {
  await syncWith('Online Store');
  expect(await read()).toEqual({ reads_channels: false, channels: null });
  expect(shop.log.recent.filter(({ operation }) => operation === 'publications')).toEqual([]);
  await stage.settle({ reads_channels: true });
  expect(await refusalOf({ channels: { Wholesale: true } })).toContain(
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
  const { channels } = await app.bodyOf<ChannelList>('GET', '/channels');
  expect(channels).toEqual(CHANNELS.map((name) => ({ name, stores: 1 })));
  expect(await changesOf('Online Store')).toEqual([]);
});

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
])('takes over by %s what was published in the shop, and notes it', async (_name, how) => {
  await syncWith('Online Store');
  publishInShop('Online Store', 'Wholesale');
  await sync(how);
  expect(await published()).toEqual(['Online Store', 'Wholesale']);
  expect((await changesOf('Wholesale'))[0]).toMatchObject({ old_value: 'false', new_value: 'true' });
});

it('notes nothing of another name of a channel', async () => {
  await syncWith('Wholesale');
  const known = await changesOf('Wholesale');
  const channel = shop.channels.all.find(({ name }) => name === 'Wholesale');
  for (const name of ['Trade', 'Wholesale']) {
    Object.assign(channel ?? {}, { name });
    shop.catalogue.updateProduct(stage.inShop().id, { vendor: name });
    await sync();
    expect(await published()).toEqual([name]);
    expect([await changesOf('Wholesale'), await changesOf('Trade')]).toEqual([known, []]);
  }
});

it('publishes and unpublishes in the shop, here and in the history, and takes it back', async () => {
  await syncWith('Online Store');
  const { status, body, text } = await set({ 'Online Store': false, Wholesale: true, 'Point of Sale': true });
  expect([status, body.succeeded, body.failed], text).toEqual([200, 2, 0]);
  expect(inShop()).toEqual(['Point of Sale', 'Wholesale']);
  expect(await published()).toEqual(['Point of Sale', 'Wholesale']);
  expect((await changesOf('Online Store'))[0]).toMatchObject({ old_value: 'true', new_value: 'false' });

  await stage.undo(body.batch_id);
  await expect.poll(published).toEqual(['Online Store']);
  expect(inShop()).toEqual(['Online Store']);
});

it('reads again what became of a change whose answer was lost', async () => {
  await syncWith('Online Store');
  stage.loseAnswerOf('publishablePublish');
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
  await syncWith('Online Store', 'Wholesale');
  await set({ Wholesale: false });
  expect(await stage.isFoundBy(filter)).toBe(isFound);
});

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
  ['a sync of changes', 'sync-changes'],
])(
  'finds no product by a channel that its store no longer reads, and keeps it through %s',
  async (name, how) => {
    await syncWith('Online Store');
    await stage.settle({ reads_channels: false });
    shop.catalogue.updateProduct(stage.inShop().id, { vendor: name });
    await sync(how);
    expect(await stage.isFoundBy('channel:"Online Store"')).toBe(false);
    expect(await stage.isFoundBy(`vendor:"${name}"`)).toBe(true);
    await stage.settle({ reads_channels: true });
    expect(await stage.isFoundBy('channel:"Online Store"')).toBe(true);
  },
);

it('is shown, exported and restored as of a moment', async () => {
  await syncWith('Online Store');
  const then = new Date(Date.now() + 1).toISOString();
  expect((await set({ Wholesale: true })).body.succeeded).toBe(1);
  await syncWith('Wholesale');
  const asOf = `as_of=${then}`;
  expect((await stage.read(`?${asOf}`)).past).toMatchObject({
    now: { 'channel.Online Store': 'false', 'channel.Wholesale': 'true' },
    uncertain: ['channel.Online Store'],
  });
  const { channels } = await app.bodyOf<ProductChannels>('GET', `/products/${mug.id}/channels?${asOf}`);
  expect(channels?.filter(({ is_published }) => is_published)).toEqual([
    { name: 'Online Store', is_published: true },
  ]);
  const columns = 'Variant SKU,Published to each channel';
  const file = await stage.exported({ query: 'mug', columns, as_of: then });
  expect(file).toContain('MUG,TRUE,FALSE,FALSE');
  const planned = await stage.preview({
    products_to_update: [{ store_id: stage.storeId, id: mug.id }],
    restore: { as_of: then, include_uncertain: true },
  });
  const items = await stage.items(planned.body.batch_id);
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
  await app.sync(connected.storeId);
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
  it('is a column for each channel, which comes back unchanged', async () => {
    await syncWith('Online Store');
    const columns = 'Variant SKU,Published to each channel';
    const text = await stage.exported({ query: 'mug', columns });
    expect(text).toBe(
      'Variant SKU,Published to Online Store,Published to Point of Sale,Published to Wholesale\r\n' +
        'MUG,TRUE,FALSE,FALSE\r\n',
    );
    expect((await stage.upload(text)).batch).toMatchObject({ unchanged: 1, failed: 0 });
    const { changes } = await stage.upload(
      'SKU,Published to Point of Sale,Published to Wholesale',
      'MUG,,TRUE',
    );
    expect(changes).toMatchObject([
      { attribute: 'channel.Wholesale', old_value: 'false', new_value: 'true' },
    ]);
  });

  it('is the column Published of Shopify’s own files, for the online store', async () => {
    await syncWith('Online Store');
    const { changes } = await stage.upload('Handle,Title,Published', 'mug-1,Mug,FALSE');
    expect(changes).toMatchObject([{ attribute: 'channel.Online Store', new_value: 'false' }]);
  });
});
