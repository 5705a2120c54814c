import type { GuardRail } from '@storefleet/contract/edits/guard-rails';
import type { Store } from '@storefleet/contract/stores/stores';
import { describe, expect, it } from 'vitest';
import { type Problem, TOKEN } from '../stores/shop-stage.ts';
import { openOneProduct } from './one-product.ts';

const stage = await openOneProduct(
  { title: 'Mug', variants: [{ sku: 'MUG', price: '10.00' }] },
  {
    priceLists: [
      { name: 'Europe', currency: 'EUR' },
      { name: 'Japan', currency: 'JPY', adjustment: 10 },
      { name: 'Wholesale', of: 'company' },
    ],
  },
);
const { app, call, shop, storeId, sync, upload, variantInShop } = stage;

function listInShop(name = 'Europe') {
  const list = shop.priceLists.all.find((one) => one.name === name);
  if (list === undefined) throw new Error(`There is no price list ${name} in the shop.`);
  return list;
}

const setInShop = (price: string | null, compareAtPrice: string | null = null, list = 'Europe') =>
  shop.priceLists.set(
    listInShop(list),
    variantInShop().id,
    price === null ? null : { price, compareAtPrice },
  );
async function syncWith(...fixed: Parameters<typeof setInShop>) {
  setInShop(...fixed);
  await sync();
}
const inShop = (list = 'Europe') => shop.priceLists.fixed(listInShop(list), variantInShop());

const held = async () => (await stage.read()).variants[0]?.list_prices;
const set = (list_prices: Record<string, string | null>) => stage.set({ list_prices });
const refusalOf = (list_prices: object) => stage.refusalOf({ list_prices });
const updates = [{ store_id: storeId, id: stage.product.id }];

const NONE = {
  'list_price.Europe': null,
  'list_compare_at_price.Europe': null,
  'list_price.Japan': null,
  'list_compare_at_price.Japan': null,
};

it('reads the fixed prices of markets only where it is switched on', async () => {
  await syncWith('9.50', '12.00');
  expect(await held()).toBeUndefined();
  expect(shop.log.recent.filter(({ operation }) => operation === 'priceLists')).toEqual([]);
  await stage.settle({ reads_price_lists: true });
  await sync();
  expect(await held()).toEqual({
    ...NONE,
    'list_price.Europe': '9.50',
    'list_compare_at_price.Europe': '12.00',
  });
  const { price_lists } = await app.bodyOf<Store>('GET', `/stores/${storeId}`);
  expect(price_lists).toMatchObject([
    { name: 'Europe', currency: 'EUR', adjustment: 0 },
    { name: 'Japan', currency: 'JPY', adjustment: 10 },
  ]);
});

it.each([
  ['a sync', 'sync-graphql'],
  ['a sync through REST', 'sync'],
])('finds by %s what was changed in the shop, and says so in the history', async (_name, how) => {
  await syncWith('9.50');
  setInShop('8.75');
  await sync(how);
  expect(await held()).toMatchObject({ 'list_price.Europe': '8.75' });
  expect((await stage.history('list_price.Europe'))[0]).toMatchObject({
    old_value: '9.50',
    new_value: '8.75',
    origin: 'outside',
    // Amounts are in the currency of the list.
    store_details: { store_currency: 'EUR' },
  });
});

describe('where they are not read', () => {
  const isRead = (reads_price_lists: boolean) => stage.settle({ reads_price_lists });
  const mayRead = (may: boolean) =>
    shop.install(TOKEN, may ? {} : { deniedFields: { 'QueryRoot.priceLists': 'to view catalogs.' } });

  it.each([
    ['a sync', 'sync-graphql', isRead],
    ['a sync through REST', 'sync', isRead],
    ['a sync of changes', 'sync-changes', isRead],
    ['a sync whose token may not read them', 'sync-graphql', mayRead],
  ])('keeps what it knows through %s', async (name, how, allow) => {
    await syncWith('9.50', '12.00');
    await allow(false);
    shop.catalogue.updateVariant(variantInShop().id, { barcode: name });
    await sync(how);
    expect((await stage.read()).variants[0]?.barcode).toBe(name);
    await allow(true);
    const prices = { 'list_price.Europe': '9.50', 'list_compare_at_price.Europe': '12.00' };
    expect(await held()).toEqual({ ...NONE, ...prices });
    // What the shop changed meanwhile is found as ever.
    await syncWith('7.25', '12.00');
    expect(await held()).toMatchObject({ 'list_price.Europe': '7.25' });
    expect((await stage.history('list_price.Europe'))[0]).toMatchObject({
      old_value: '9.50',
      new_value: '7.25',
      origin: 'outside',
    });
  });
});

it.each([
  ['market-price:Europe<10', true],
  ['market-price:"europe=9.5"', true],
  ['market-price:Europe>=9.51', false],
  ['market-price:Europe=9..10', true],
  ['market-price:Japan>0', false],
  ['market-price:Japan>0,Europe<10 price:>9', true],
  ['-market-price:Japan>=0', true],
  ['-market-price:Europe>=0', false],
  ['market-price:Mars<10', false],
])('finds variants by their fixed prices: %s', async (filter, isFound) => {
  await syncWith('9.50');
  expect(await stage.isFoundBy(filter)).toBe(isFound);
});

describe('editing', () => {
  it('sets a fixed price in shop, copy and history, keeps its compare-at price, and undoes it', async () => {
    await syncWith('9.50', '12.00');
    const { status, body, text } = await set({ 'list_price.Europe': '9.99' });
    expect([status, body.succeeded], text).toEqual([200, 1]);
    expect(inShop()).toEqual({ price: '9.99', compareAtPrice: '12.00' });
    expect(await held()).toMatchObject({ 'list_price.Europe': '9.99' });
    expect((await stage.history('list_price.Europe'))[0]).toMatchObject({
      old_value: '9.50',
      new_value: '9.99',
      store_details: { store_currency: 'EUR' },
    });
    expect((await set({ 'list_price.Europe': '9.99' })).body).toMatchObject({ unchanged: 1 });

    await stage.undo(body.batch_id);
    await expect.poll(() => inShop()).toEqual({ price: '9.50', compareAtPrice: '12.00' });
    await expect.poll(held).toMatchObject({ 'list_price.Europe': '9.50' });
  });

  it('removes a fixed price together with its compare-at price, and brings both back', async () => {
    await syncWith('9.50', '12.00');
    const { body } = await set({ 'list_price.Europe': null });
    expect(body).toMatchObject({ succeeded: 1, failed: 0 });
    expect(inShop()).toBeNull();
    expect(await held()).toEqual(NONE);
    await stage.undo(body.batch_id);
    await expect.poll(() => inShop()).toEqual({ price: '9.50', compareAtPrice: '12.00' });
  });

  it('sets prices of two lists, each in its own currency', async () => {
    await syncWith(null);
    const { body } = await set({
      'list_price.Europe': '7',
      'list_compare_at_price.Europe': '8',
      'list_price.Japan': '1200',
    });
    expect(body).toMatchObject({ failed: 0 });
    expect([inShop(), inShop('Japan')]).toEqual([
      { price: '7.00', compareAtPrice: '8.00' },
      { price: '1200.00', compareAtPrice: null },
    ]);
    setInShop(null, null, 'Japan');
  });

  it('leaves alone what was changed in the shop meanwhile', async () => {
    await syncWith('9.50');
    setInShop('8.00');
    const { body } = await set({ 'list_price.Europe': '9.99' });
    expect(body).toMatchObject({ succeeded: 0, failed: 1 });
    expect(body.errors[0]).toMatchObject({ conflict: { based_on: '9.50', current: '8.00' } });
    expect(inShop()).toMatchObject({ price: '8.00' });
  });

  it.each([
    [
      'a list that there is not',
      { 'list_price.Mars': '1' },
      'No price list called Mars is read from this store.',
    ],
    [
      'more decimals than the currency has',
      { 'list_price.Japan': '1.5' },
      'Price (Japan) has no decimals on this price list.',
    ],
    [
      'a compare-at price alone',
      { 'list_compare_at_price.Europe': '5' },
      'It has no fixed price on the price list Europe',
    ],
  ])('says why %s cannot be set', async (_name, values, sentence) => {
    await syncWith(null);
    expect(await refusalOf(values)).toContain(sentence);
  });

  it('stores the prices of two lists that are set at once', async () => {
    await syncWith('9.50');
    const { body } = await set({ 'list_price.Europe': '8.80', 'list_price.Japan': '900' });
    expect(body).toMatchObject({ succeeded: 2, failed: 0 });
    expect([inShop()?.price, inShop('Japan')?.price]).toEqual(['8.80', '900.00']);
    expect(await held()).toMatchObject({ 'list_price.Europe': '8.80', 'list_price.Japan': '900.00' });
    await syncWith(null, null, 'Japan');
  });

  it('keeps to guard rails about prices, in the currency of the list, when planned and when applied', async () => {
    await syncWith('9.50', '10.00');
    const preview = (value: string) =>
      stage.preview({
        products_to_update: updates,
        attributes_to_set: { list_prices: { 'list_price.Europe': value } },
      });
    const { body: free } = await preview('0');
    expect(free.warnings.map(({ code }) => code)).toEqual(['zero_price', 'large_change']);
    const { body: undercut } = await preview('10.50');
    expect(undercut.warnings.map(({ code }) => code)).toEqual(['compare_at_below_price']);
    const { body: earlier } = await preview('7.40');
    const rule = { kind: 'floor', attribute: 'price', amount: '7.50', currency: 'EUR' };
    const { body: rail, text } = await call<GuardRail>('POST', '/guard-rails', { effect: 'block', rule });
    const complaint = 'Price (Europe) becomes 7.40; at least 7.50 EUR is allowed.';
    const { body: batch } = await preview('7.40');
    expect(batch.guard_rails, text).toMatchObject([{ guard_rail_id: rail.id, rows: 1 }]);
    const [item] = await stage.items(batch.batch_id);
    expect(item?.guard_rails).toMatchObject([{ message: complaint }]);
    for (const { batch_id } of [earlier, batch]) {
      const applied = await call<Problem>('POST', `/products/bulk-updates/${batch_id}/apply`, {});
      expect([applied.status, applied.body.code]).toEqual([409, 'override_reason_missing']);
    }
    expect((await set({ 'list_price.Europe': '7.40' })).status).toBe(409);
    expect((await set({ 'list_price.Europe': '7.60', 'list_price.Japan': '5' })).body.failed).toBe(0);
    expect(inShop()).toMatchObject({ price: '7.60' });
    await call('DELETE', `/guard-rails/${rail.id}`);
    await syncWith(null, null, 'Japan');
  });

  it('raises fixed prices by percent with an ending', async () => {
    await syncWith('9.50');
    const raise = (attribute: string) =>
      stage.preview({
        products_to_update: updates,
        price_change: { attribute, operation: 'increase', unit: 'percent', value: 10, rounding: '.99' },
      });
    const { body } = await raise('list_price.Europe');
    expect(body.title).toContain('Price (Europe) +10 %, ending .99');
    expect((await raise('list_price.Japan')).body.title).toContain('Price (Japan) +10 %, whole amounts');
    expect(await stage.items(body.batch_id)).toMatchObject([
      {
        store_currency: 'EUR',
        changes: [{ attribute: 'list_price.Europe', old_value: '9.50', new_value: '9.99' }],
      },
    ]);
    await stage.apply(body.batch_id);
    expect(inShop()?.price).toBe('9.99');
  });
});

describe('in files', () => {
  it('has two columns for each list under Shopify’s headings, which come back unchanged', async () => {
    await syncWith('9.50');
    const columns = 'Variant SKU,Market prices';
    const text = await stage.exported({ query: 'mug', columns });
    expect(text).toBe(
      'Variant SKU,Price / Europe,Compare At Price / Europe,Price / Japan,Compare At Price / Japan\r\nMUG,9.50,,,\r\n',
    );
    expect((await upload(text)).batch).toMatchObject({ unchanged: 1, failed: 0 });
  });

  it('is read in the currency of the list, and ignored of a list that no store reads', async () => {
    await syncWith('9.50');
    const { batch, changes } = await upload('SKU,Price / Europe,Price / Mars', 'MUG,€ 8.25,7');
    expect(batch.import_report?.ignored_columns).toEqual(['Price / Mars']);
    expect(changes).toMatchObject([{ attribute: 'list_price.Europe', old_value: '9.50', new_value: '8.25' }]);
    const other = await upload('SKU,Price / Europe', 'MUG,USD 8.25');
    expect(other.batch.errors[0]?.error).toContain('This amount is in USD, but the price list is in EUR.');
  });
});

it('says that the token may not read price lists, and syncs the rest', async () => {
  const other = await stage.connectShop({
    products: 1,
    priceLists: [{ name: 'Europe' }],
    deniedFields: { 'QueryRoot.priceLists': 'the permission to view catalogs.' },
  });
  await call('PUT', `/stores/${other.storeId}`, { reads_price_lists: true });
  await app.sync(other.storeId);
  const { notices } = (await stage.lastLog(other.storeId)) ?? { notices: [] };
  expect(notices).toEqual([expect.stringContaining('The token may not read price lists.')]);
});
