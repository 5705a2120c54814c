import { altsAsText, orderOf } from '@storefleet/contract/attributes/images';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import { expect, it } from 'vitest';
import { openOneProduct } from './one-product.ts';

const MEDIA = [1, 2, 3].map((id) => ({ id, name: `mug_${id}.png`, alt: id === 2 ? 'From above' : '' }));
const idOf = (number: number) => `gid://shopify/MediaImage/${number}`;
const order = (...numbers: number[]) => orderOf(numbers.map(idOf));
const alts = (...texts: [number, string][]) =>
  altsAsText(Object.fromEntries(texts.map(([number, alt]) => [idOf(number), alt])));
const stage = await openOneProduct({ title: 'Mug', media: MEDIA, variants: [{ sku: 'MUG' }] });
const { inShop, read, shop, sync } = stage;

const images = async () => (await read()).images?.map(({ id, alt }) => [id, alt]);
const mediaInShop = () => inShop().media.map(({ id, alt }) => [id, alt]);
const set = async (attributes: object) => (await stage.set(attributes)).body;

it('are read by every way of syncing, in order and with their alt texts', async () => {
  expect(stage.product.images).toBeUndefined();
  await stage.settle({ reads_images: true });
  const all = MEDIA.map(({ id, alt }) => [idOf(id), alt]);
  for (const how of ['sync-graphql', 'sync']) {
    await sync(how);
    expect(await images(), how).toEqual(all);
  }
  expect((await read()).images?.[0]).toMatchObject({
    type: 'image',
    url: expect.stringContaining('mug_1.png'),
  });
  expect(await stage.changesOf('image_order')).toEqual([]);
  const { results } = await stage.app.bodyOf<SearchResult>('GET', '/products/search?query=mug');
  expect(results[0]?.product).not.toHaveProperty('images');
});

it('are put in order and described, with what the shop holds compared, and both are undone', async () => {
  const texts = { image_alts: alts([1, 'From the side'], [2, 'From above']) };
  const changed = await set({ image_order: order(3, 1, 2), ...texts });
  expect([changed.succeeded, changed.failed]).toEqual([2, 0]);
  expect(mediaInShop()).toEqual([
    [3, ''],
    [1, 'From the side'],
    [2, 'From above'],
  ]);
  expect(await images()).toEqual(mediaInShop().map(([id, alt]) => [idOf(Number(id)), alt]));
  expect((await read()).image_url).toContain('mug_3.png');
  expect(await stage.changesOf('image_order')).toEqual([['bulk_update', order(1, 2, 3), order(3, 1, 2)]]);
  expect(await stage.changesOf('image_alts')).toEqual([
    ['bulk_update', alts([2, 'From above']), texts.image_alts],
  ]);

  await stage.undo(changed.batch_id);
  await expect.poll(async () => (await stage.changesOf('image_order')).length).toBe(2);
  await expect.poll(async () => (await stage.changesOf('image_alts')).length).toBe(2);
  expect(mediaInShop()).toEqual(MEDIA.map(({ id, alt }) => [id, alt]));
});

it('are left alone where the shop holds others, and a change there is found', async () => {
  const show = (media: typeof MEDIA) => shop.catalogue.updateProduct(inShop().id, { media });
  show(MEDIA.toReversed());
  await sync('sync-changes');
  expect((await stage.changesOf('image_order'))[0]).toEqual(['outside', order(1, 2, 3), order(3, 2, 1)]);
  show(MEDIA);
  expect((await set({ image_order: order(2, 1, 3) })).succeeded).toBe(0);
  expect(mediaInShop().map(([id]) => id)).toEqual([1, 2, 3]);
  expect((await stage.changesOf('image_order'))[0]).toEqual(['outside', order(3, 2, 1), order(1, 2, 3)]);
  show(MEDIA.map((image) => (image.id === 1 ? { ...image, alt: 'In the shop' } : image)));
  expect((await set({ image_alts: alts([1, 'Ours']) })).succeeded).toBe(0);
  const [before, now] = [alts([2, 'From above']), alts([1, 'In the shop'], [2, 'From above'])];
  expect((await stage.changesOf('image_alts'))[0]).toEqual(['outside', before, now]);
  await sync();
  expect((await stage.changesOf('image_alts'))[0]).toEqual(['outside', before, now]);
  expect(await stage.refusalOf({ image_order: order(3, 2) })).toContain('Its images have changed.');
  const texts = alts([1, 'Ours'], [2, 'From above'], [9, 'Of none']);
  expect(await stage.refusalOf({ image_alts: texts })).toContain('Its images have changed.');
  expect(mediaInShop()[0]).toEqual([1, 'In the shop']);
});

it.each([
  [{ image_order: 'first second' }, 'An image order must be the ids of all images'],
  [{ image_alts: 'From above' }, 'Alt texts must be a JSON object'],
  [{ image_alts: JSON.stringify({ [idOf(1)]: 'x'.repeat(513) }) }, 'at most 512 characters'],
])('refuses %j', async (values, message) => {
  expect((await set(values)).errors[0]?.message).toContain(message);
});
