import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import { expect, it } from 'vitest';
import { openOneProduct } from './one-product.ts';

const OF_CLAY = '<p>Of <b>clay</b>.</p>';
const stage = await openOneProduct({ title: 'Mug', descriptionHtml: OF_CLAY, variants: [{ sku: 'MUG' }] });
const { app, inShop, sync } = stage;

const read = async () => (await stage.read()).description;
const history = () => stage.changesOf('description');
const changeInShop = (descriptionHtml: string) =>
  stage.shop.catalogue.updateProduct(inShop().id, { descriptionHtml });
const set = async (description: string | null) => (await stage.set({ description })).body;
const switchOn = (reads_descriptions: boolean) => stage.settle({ reads_descriptions });

it('is read by every way of syncing where it is switched on, and forgotten where it is switched off', async () => {
  expect(await read()).toBeNull();
  expect(await stage.refusalOf({ description: '<p>New</p>' })).toContain(
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
  const { results } = await app.bodyOf<SearchResult>('GET', '/products/search?query=mug');
  expect(results[0]?.product).not.toHaveProperty('description');
});

it('is set, compared with what the shop holds, and undone', async () => {
  const changed = await set('<p>Of <i>tin</i>.</p>');
  expect([changed.succeeded, inShop().descriptionHtml]).toEqual([1, '<p>Of <i>tin</i>.</p>']);
  expect((await history())[0]).toEqual(['bulk_update', OF_CLAY, '<p>Of <i>tin</i>.</p>']);
  await stage.undo(changed.batch_id);
  await expect.poll(read).toBe(OF_CLAY);
  expect(inShop().descriptionHtml).toBe(OF_CLAY);

  changeInShop('<p>Of oak.</p>');
  const conflict = await set('<p>Of tin.</p>');
  expect([conflict.succeeded, inShop().descriptionHtml]).toEqual([0, '<p>Of oak.</p>']);
  const [item] = await stage.items(conflict.batch_id);
  expect(item?.changes[0]).toMatchObject({ current_value: '<p>Of oak.</p>' });
  await sync();

  expect((await set(null)).succeeded).toBe(1);
  expect([await read(), inShop().descriptionHtml]).toEqual(['', '']);
  expect(await stage.refusalOf({ description: `<p>${'ü'.repeat(300_000)}</p>` })).toContain(
    'The description is too long: Shopify takes 512 KB at most.',
  );
});

it('gets a text at its end, and other words, of many products at once', async () => {
  changeInShop('<p class="oak">Of <b>oak</b>.</p>');
  await sync();
  const change = async (description_change: object) => {
    const { status, body, text } = await stage.preview({
      search: { query: 'mug', filter: '', type: 'name' },
      description_change,
    });
    expect(status, text).toBe(201);
    const items = await stage.items(body.batch_id);
    return { ...body, changes: items.flatMap(({ changes }) => changes) };
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
  await stage.apply(replaced.batch_id);
  expect(await read()).toBe('<p class="oak">Of <b>ash</b>.</p>');
  expect(inShop().descriptionHtml).toBe('<p class="oak">Of <b>ash</b>.</p>');
  expect(await change({ operation: 'replace', find: 'pine', text: 'fir' })).toMatchObject({
    unchanged: 1,
  });
  const refused = await stage.preview({
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
  const query = { query: 'MUG', type: 'sku' };
  const written = await stage.exported({ ...query, columns: 'Variant SKU,Body (HTML)' });
  expect(written).toContain('"<p>Of ""oak"", and\nold.</p>"');
  expect(await stage.exported(query)).not.toContain('Body');
  const { changes } = await stage.upload(written.replace('old', 'new'));
  expect(changes).toMatchObject([
    {
      attribute: 'description',
      old_value: '<p>Of "oak", and\nold.</p>',
      new_value: '<p>Of "oak", and\nnew.</p>',
    },
  ]);
});
