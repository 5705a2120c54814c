import type { Product, ProductDetail, SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import type { StoreMetafields } from '@storefleet/contract/stores/metafields';
import type { StoreEditing } from '@storefleet/contract/stores/store-editing';
import type { Store } from '@storefleet/contract/stores/stores';
import type { MetafieldDefinition } from '@storefleet/shopify-simulator/catalogue/metafields';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ConnectedStore, createShopStage, PATIENCE } from '../stores/shop-stage.ts';

const stage = await createShopStage();
afterAll(() => stage.close());
const { call } = stage;

const MATERIAL = 'product.metafields.custom.material';
const LENGTH = 'variant.metafields.specs.length';
const of = (ownerType: MetafieldDefinition['ownerType']) => ({ ownerType, namespace: 'custom' as string });
const DEFINITIONS: MetafieldDefinition[] = [
  {
    ...of('PRODUCT'),
    key: 'material',
    name: 'Fabric',
    type: 'single_line_text_field',
    pinnedPosition: 1,
    values: ['Canvas'],
  },
  {
    ...of('PRODUCTVARIANT'),
    namespace: 'specs',
    key: 'length',
    name: 'Length',
    type: 'number_decimal',
    validations: [
      { name: 'min', value: '0' },
      { name: 'max', value: '100' },
    ],
  },
  {
    ...of('PRODUCT'),
    key: 'season',
    name: 'Season',
    type: 'single_line_text_field',
    validations: [{ name: 'choices', value: '["Summer", "Winter"]' }],
  },
  { ...of('PRODUCT'), key: 'size_chart', name: 'Size chart', type: 'json' },
];

let store: ConnectedStore;
let mug: Product;

const sync = (how?: string) => stage.app.sync(store.storeId, how);
const read = async () => (await call<Product>('GET', `/products/${mug.id}`)).body;
const choose = (...names: string[]) =>
  call<StoreMetafields>('PUT', `/stores/${store.storeId}/metafields`, { names });
const history = async (attribute: string) =>
  (await call<HistoryPage>('GET', `/history?attribute=${attribute}`)).body.data;

const set = (attributes_to_set: object, metafields: Record<string, string | null>) =>
  call<BulkUpdateResult>('POST', '/products/bulk-update', {
    products_to_update: [{ store_id: store.storeId, id: mug.id }],
    attributes_to_set: { ...attributes_to_set, metafields },
  });

const placeOf = (name: string) => {
  const [, , namespace = '', key = ''] = name.split('.');
  const [product] = [...store.shop.catalogue.products()];
  const isOfProduct = name.startsWith('product');
  const ownerId = (isOfProduct ? product?.id : product?.variants[0]?.id) ?? 0;
  const ownerType = isOfProduct ? ('PRODUCT' as const) : ('PRODUCTVARIANT' as const);
  return { productId: product?.id ?? 0, place: { ownerType, ownerId, namespace, key } };
};
function variantInShop() {
  const [variant] = [...store.shop.catalogue.products()].flatMap((product) => product.variants);
  if (variant === undefined) throw new Error('The mug is not in the shop.');
  return variant;
}
const inShop = (name: string) => store.shop.metafields.get(placeOf(name).place)?.value ?? null;
function changeInShop(name: string, value: string | null, type = 'single_line_text_field') {
  const { place, productId } = placeOf(name);
  store.shop.writeMetafield(place, productId, value === null ? null : { type, value });
}

beforeEach(async () => {
  if (mug !== undefined) return;
  store = await stage.connectShop({ products: 0, metafields: DEFINITIONS });
  store.shop.catalogue.createProduct({ title: 'Mug', variants: [{ sku: 'MUG' }] });
  await sync();
  const { body } = await call<SearchResult>('GET', '/products/search?type=sku&query=MUG');
  const [item] = body.results;
  if (item === undefined) throw new Error('The mug was not synced.');
  mug = item.product;
});

it('are read only where they are chosen', async () => {
  expect(await read()).not.toHaveProperty('metafields');
  const { body } = await call<StoreMetafields>('GET', `/stores/${store.storeId}/metafields`);
  expect(body.definitions.map(({ name, owner, is_read, points }) => [name, owner, is_read, points])).toEqual([
    ['Fabric', 'product', false, 7],
    ['Season', 'product', false, 7],
    ['Size chart', 'product', false, 7],
    ['Length', 'variant', false, 63],
  ]);
  const unread = await set({}, { [MATERIAL]: 'Wool' });
  expect(unread.body.errors[0]?.error).toContain('is not read from this store');
  const chosen = await choose(MATERIAL, LENGTH);
  expect(chosen.body.definitions.filter(({ is_read }) => is_read).map(({ name }) => name)).toEqual([
    'Fabric',
    'Length',
  ]);
  const early = await set({}, { [MATERIAL]: 'Wool' });
  expect(early.body.errors[0]?.error).toContain('has not been read from the store yet');
  await sync();
  expect((await read()).metafields).toEqual({ 'custom.material': 'Canvas' });
  expect((await read()).variants[0]?.metafields).toEqual({ 'specs.length': null });
  expect(await history(MATERIAL)).toEqual([]);
});

it.each([
  ['a full sync', 'sync-graphql'],
  ['a sync of changes', 'sync-changes'],
  ['a sync through REST', 'sync'],
])('are stored by %s, and recorded if they were changed in the shop', async (_name, way) => {
  const before = inShop(MATERIAL);
  changeInShop(MATERIAL, `Felt ${way}`);
  await sync(way);
  expect((await read()).metafields).toEqual({ 'custom.material': `Felt ${way}` });
  expect((await history(MATERIAL))[0]).toMatchObject({
    origin: 'outside',
    old_value: before,
    new_value: `Felt ${way}`,
  });
});

it.each([
  [MATERIAL, 'Wool', 'Wool'],
  [LENGTH, '12.50', '12.5'],
] as const)(
  '%s is written to the shop, kept here and in the history, and undone',
  async (name, value, held) => {
    const before = inShop(name);
    const { status, body, text } = await set({}, { [name]: value });
    expect([status, body.succeeded], text).toEqual([200, 1]);
    expect(inShop(name)).toBe(held);
    const key = name.split('.').slice(2).join('.');
    const product = await read();
    expect({ ...product.metafields, ...product.variants[0]?.metafields }[key]).toBe(held);
    expect((await history(name))[0]).toMatchObject({
      old_value: before,
      new_value: held,
      old_value_known: true,
    });
    expect((await set({}, { [name]: value })).body).toMatchObject({ unchanged: 1 });

    await call('POST', '/history/undo', { batch_id: body.batch_id });
    const undone = { old_value: held, new_value: before, origin: 'undo' };
    await expect.poll(async () => (await history(name))[0], PATIENCE).toMatchObject(undone);
    expect(inShop(name)).toBe(before);
  },
);

it('one changed in the shop meanwhile is a conflict, and is kept', async () => {
  changeInShop(MATERIAL, 'Hemp');
  const { body } = await set({}, { [MATERIAL]: 'Wool' });
  expect(body.errors[0]?.error).toContain('is “Hemp” now');
  expect(inShop(MATERIAL)).toBe('Hemp');
});

it('one changed between reading and writing is a conflict as well', async () => {
  await sync();
  const hold = stage.simulator.hold({ shop: store.shop.domain, match: 'metafieldsSet', when: 'before' });
  const update = set({}, { [MATERIAL]: 'Wool' });
  await hold.reached;
  changeInShop(MATERIAL, 'Jute');
  hold.release();
  expect((await update).body.errors[0]?.error).toContain('is “Jute” now');
  expect(inShop(MATERIAL)).toBe('Jute');
});

it('are written separately from other attributes', async () => {
  await sync();
  const { body } = await set({ vendor: 'Mill', title: 'Cup' }, { [MATERIAL]: 'Clay', [LENGTH]: '3' });
  expect([body.succeeded, body.failed]).toEqual([3, 0]);
  expect(await read()).toMatchObject({ vendor: 'Mill', metafields: { 'custom.material': 'Clay' } });
  expect(inShop(LENGTH)).toBe('3');
});

it.each([
  [LENGTH, '101', 'Must be 100 or less.'],
  [LENGTH, 'long', 'Must be a number such as 12.5.'],
  [MATERIAL, 'two\nlines', 'Must be a single line.'],
  ['product.metafields.custom.season', 'Spring', 'Must be one of: Summer, Winter.'],
  ['product.metafields.custom.size_chart', '{}', 'is of the type json, which can only be changed in Shopify'],
])('%s rejects %j', async (name, value, message) => {
  await choose(MATERIAL, LENGTH, 'product.metafields.custom.season', 'product.metafields.custom.size_chart');
  await sync();
  const { body } = await set({}, { [name]: value });
  expect(body.errors[0]?.error).toContain(message);
});

it('a bulk update of what a search finds says in its title what the shop calls it', async () => {
  const preview = (metafields: Record<string, string | null>) =>
    call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
      search: { query: 'MUG', type: 'sku' },
      attributes_to_set: { metafields },
    });
  const cleared = await preview({ [MATERIAL]: null, [LENGTH]: '7' });
  expect(cleared.body).toMatchObject({
    title: 'Fabric cleared, Length set to 7, “MUG”, 2 variants in 1 store',
    failed: 0,
  });
  const { body } = await call<Store>('GET', `/stores/${store.storeId}`);
  expect(body.metafields[0]).toMatchObject({ name: 'Fabric', key: 'custom.material' });
});

it('a file has them under Shopify’s headings, and is taken back with other values', async () => {
  const file = await (await stage.app.fetchApi('/products/export?query=MUG&type=sku')).text();
  const [header = '', row = ''] = file.trim().split('\r\n');
  expect(header).toContain(
    'Fabric (product.metafields.custom.material),Season (product.metafields.custom.season),' +
      'Size chart (product.metafields.custom.size_chart),Length (variant.metafields.specs.length)',
  );
  expect(row).toMatch(/,Clay,,,3$/);
  const columns = new URLSearchParams({ query: 'MUG', type: 'sku', columns: `Variant SKU,${LENGTH}` });
  const few = await (await stage.app.fetchApi(`/products/export?${columns}`)).text();
  expect(few.trim().split('\r\n')).toEqual(['Variant SKU,Length (variant.metafields.specs.length)', 'MUG,3']);

  const upload = async (...lines: string[]) => {
    const body = lines.join('\r\n');
    const answer = await stage.app.fetchApi('/products/bulk-updates/import', { method: 'POST', body });
    return (await answer.json()) as BulkUpdateBatch;
  };
  expect(await upload(header, row)).toMatchObject({ status: 'planned', total: 1, unchanged: 1 });
  const unread = 'Color (product.metafields.shopify.color-pattern)';
  const planned = await upload(`${header},${unread}`, `${row.replace(/,Clay,,,3$/, ',Cork,,,4.50')},red`);
  expect(planned).toMatchObject({ failed: 0, attributes: [MATERIAL, LENGTH] });
  expect(planned.import_report?.ignored_columns).toContain(unread);
  await call('POST', `/products/bulk-updates/${planned.batch_id}/apply`, {});
  await expect.poll(() => [inShop(MATERIAL), inShop(LENGTH)], PATIENCE).toEqual(['Cork', '4.5']);
});

it('are described to the editor as in the shop, including what cannot be edited', async () => {
  const { body } = await call<ProductDetail>('GET', `/products/${mug.id}`);
  expect(body.metafield_definitions?.[0]).toMatchObject({ name: 'Fabric', key: 'custom.material' });
  const { locked } = (await call<StoreEditing>('GET', `/stores/${store.storeId}/editing`)).body;
  expect(Object.keys(locked)).toEqual(['product.metafields.custom.size_chart']);
});

it('get their current names with the next full sync, and deleted definitions say so', async () => {
  const { definitions } = store.shop.metafields;
  const defined = [...definitions];
  const season = 'product.metafields.custom.season';
  definitions.splice(
    0,
    definitions.length,
    ...defined.filter(({ key }) => key !== 'season').map((one) => ({ ...one, name: `${one.name} now` })),
  );
  try {
    const said = async () => {
      const { body } = await call<ProductDetail>('GET', `/products/${mug.id}`);
      return body.metafield_definitions?.map(({ key, name, is_deleted = false }) => [key, name, is_deleted]);
    };
    await sync('sync-changes');
    expect(await said()).toContainEqual(['custom.material', 'Fabric', false]);
    await sync();
    expect(await said()).toEqual(
      expect.arrayContaining([
        ['custom.material', 'Fabric now', false],
        ['custom.season', 'Season', true],
      ]),
    );
    const { body } = await choose(MATERIAL, LENGTH, season);
    expect(body.definitions.find(({ key }) => key === 'custom.season')).toMatchObject({
      is_read: true,
      is_deleted: true,
      points: 7,
    });
  } finally {
    definitions.splice(0, definitions.length, ...defined);
  }
  await sync();
  const { body } = await call<StoreMetafields>('GET', `/stores/${store.storeId}/metafields`);
  expect(body.definitions.filter(({ is_deleted }) => is_deleted)).toEqual([]);
});

it('have past values in the history', async () => {
  const then = new Date();
  await set({}, { [MATERIAL]: 'Glass' });
  const { body } = await call<Product>('GET', `/products/${mug.id}?as_of=${then.toISOString()}`);
  expect(body.metafields?.['custom.material']).toBe('Cork');
  expect(body.past?.now).toMatchObject({ [MATERIAL]: 'Glass' });
});

it('stay as last read once they are not chosen any more, without a recorded change', async () => {
  const noted = (await call<HistoryPage>('GET', '/history')).body.total;
  const { metafields, variants } = await read();
  const isRead = async (way: string, ...names: string[]) => {
    await choose(...names);
    store.shop.catalogue.updateVariant(variantInShop().id, { sku: way });
    await sync(way);
    expect((await read()).variants[0]).toMatchObject({ sku: way, metafields: variants[0]?.metafields });
    expect((await read()).metafields).toEqual(metafields);
  };
  await isRead('sync-graphql', LENGTH);
  await isRead('sync');
  await isRead('sync-changes');
  const { data } = (await call<HistoryPage>('GET', '/history')).body;
  expect(data.slice(0, -noted).map((change) => change.attribute_changed)).toEqual(['sku', 'sku', 'sku']);
  // What the shop changed meanwhile is found as ever.
  await choose(MATERIAL);
  changeInShop(MATERIAL, 'Jute');
  await sync();
  expect((await history(MATERIAL))[0]).toMatchObject({
    old_value: metafields?.['custom.material'],
    new_value: 'Jute',
  });
});
