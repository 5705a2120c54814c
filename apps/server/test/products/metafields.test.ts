import type { HistoryPage } from '@storefleet/contract/edits/history';
import type { StoreMetafields } from '@storefleet/contract/stores/metafields';
import type { StoreEditing } from '@storefleet/contract/stores/store-editing';
import type { Store } from '@storefleet/contract/stores/stores';
import type { MetafieldDefinition } from '@storefleet/shopify-simulator/catalogue/metafields';
import { expect, it } from 'vitest';
import { openOneProduct } from './one-product.ts';

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

const stage = await openOneProduct({ title: 'Mug', variants: [{ sku: 'MUG' }] }, { metafields: DEFINITIONS });
const { app, exported, history, read, shop, storeId, sync } = stage;
const choose = (...names: string[]) =>
  app.bodyOf<StoreMetafields>('PUT', `/stores/${storeId}/metafields`, { names });
const set = (metafields: Record<string, string | null>, more = {}) => stage.set({ ...more, metafields });
const refusalOf = (name: string, value: string) => stage.refusalOf({ metafields: { [name]: value } });

const placeOf = (name: string) => {
  const [, , namespace = '', key = ''] = name.split('.');
  const isOfProduct = name.startsWith('product');
  const { id: ownerId } = isOfProduct ? stage.inShop() : stage.variantInShop();
  const ownerType = isOfProduct ? ('PRODUCT' as const) : ('PRODUCTVARIANT' as const);
  return { productId: stage.inShop().id, place: { ownerType, ownerId, namespace, key } };
};
const inShop = (name: string) => shop.metafields.get(placeOf(name).place)?.value ?? null;
function changeInShop(name: string, value: string | null, type = 'single_line_text_field') {
  const { place, productId } = placeOf(name);
  shop.writeMetafield(place, productId, value === null ? null : { type, value });
}

it('are read only where they are chosen', async () => {
  expect(await read()).not.toHaveProperty('metafields');
  const offered = await app.bodyOf<StoreMetafields>('GET', `/stores/${storeId}/metafields`);
  expect(
    offered.definitions.map(({ name, owner, is_read, points }) => [name, owner, is_read, points]),
  ).toEqual([
    ['Fabric', 'product', false, 7],
    ['Season', 'product', false, 7],
    ['Size chart', 'product', false, 7],
    ['Length', 'variant', false, 63],
  ]);
  expect(await refusalOf(MATERIAL, 'Wool')).toContain('is not read from this store');
  const chosen = await choose(MATERIAL, LENGTH);
  expect(chosen.definitions.filter(({ is_read }) => is_read).map(({ name }) => name)).toEqual([
    'Fabric',
    'Length',
  ]);
  expect(await refusalOf(MATERIAL, 'Wool')).toContain('has not been read from the store yet');
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
    const { status, body, text } = await set({ [name]: value });
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
    expect((await set({ [name]: value })).body).toMatchObject({ unchanged: 1 });

    await stage.undo(body.batch_id);
    const undone = { old_value: held, new_value: before, origin: 'undo' };
    await expect.poll(async () => (await history(name))[0]).toMatchObject(undone);
    expect(inShop(name)).toBe(before);
  },
);

it('one changed in the shop meanwhile is a conflict, and is kept', async () => {
  changeInShop(MATERIAL, 'Hemp');
  expect(await refusalOf(MATERIAL, 'Wool')).toContain('is “Hemp” now');
  expect(inShop(MATERIAL)).toBe('Hemp');
});

it('one changed between reading and writing is a conflict as well', async () => {
  await sync();
  const hold = stage.simulator.hold({ shop: shop.domain, match: 'metafieldsSet', when: 'before' });
  const update = refusalOf(MATERIAL, 'Wool');
  await hold.reached;
  changeInShop(MATERIAL, 'Jute');
  hold.release();
  expect(await update).toContain('is “Jute” now');
  expect(inShop(MATERIAL)).toBe('Jute');
});

it('are written separately from other attributes', async () => {
  await sync();
  const { body } = await set({ [MATERIAL]: 'Clay', [LENGTH]: '3' }, { vendor: 'Mill', title: 'Cup' });
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
  expect(await refusalOf(name, value)).toContain(message);
});

it('a bulk update of what a search finds says in its title what the shop calls it', async () => {
  const cleared = await stage.preview({
    search: { query: 'MUG', type: 'sku' },
    attributes_to_set: { metafields: { [MATERIAL]: null, [LENGTH]: '7' } },
  });
  expect(cleared.body).toMatchObject({
    title: 'Fabric cleared, Length set to 7, “MUG”, 2 variants in 1 store',
    failed: 0,
  });
  const { metafields } = await app.bodyOf<Store>('GET', `/stores/${storeId}`);
  expect(metafields[0]).toMatchObject({ name: 'Fabric', key: 'custom.material' });
});

it('a file has them under Shopify’s headings, and is taken back with other values', async () => {
  const query = { query: 'MUG', type: 'sku' };
  const file = await exported(query);
  const [header = '', row = ''] = file.trim().split('\r\n');
  expect(header).toContain(
    'Fabric (product.metafields.custom.material),Season (product.metafields.custom.season),' +
      'Size chart (product.metafields.custom.size_chart),Length (variant.metafields.specs.length)',
  );
  expect(row).toMatch(/,Clay,,,3$/);
  const few = await exported({ ...query, columns: `Variant SKU,${LENGTH}` });
  expect(few.trim().split('\r\n')).toEqual(['Variant SKU,Length (variant.metafields.specs.length)', 'MUG,3']);

  const upload = async (...lines: string[]) => (await stage.upload(...lines)).batch;
  expect(await upload(header, row)).toMatchObject({ status: 'planned', total: 1, unchanged: 1 });
  const unread = 'Color (product.metafields.shopify.color-pattern)';
  const planned = await upload(`${header},${unread}`, `${row.replace(/,Clay,,,3$/, ',Cork,,,4.50')},red`);
  expect(planned).toMatchObject({ failed: 0, attributes: [MATERIAL, LENGTH] });
  expect(planned.import_report?.ignored_columns).toContain(unread);
  await stage.apply(planned.batch_id);
  expect([inShop(MATERIAL), inShop(LENGTH)]).toEqual(['Cork', '4.5']);
});

it('numbers in a file may have a decimal comma where its language has one', async () => {
  const { changes } = await stage.upload(`SKU;${LENGTH};${MATERIAL}`, 'MUG;7,25;1,5');
  expect(changes).toMatchObject([
    { attribute: MATERIAL, new_value: '1,5' },
    { attribute: LENGTH, new_value: '7.25' },
  ]);
  const { batch } = await stage.upload(`SKU,${LENGTH}`, 'MUG,"7,25"');
  expect(batch.errors[0]?.error).toContain('Write decimals with a point: 7.25.');
});

it('are described to the editor as in the shop, including what cannot be edited', async () => {
  expect((await read()).metafield_definitions?.[0]).toMatchObject({ name: 'Fabric', key: 'custom.material' });
  const { locked } = await app.bodyOf<StoreEditing>('GET', `/stores/${storeId}/editing`);
  expect(Object.keys(locked)).toEqual(['product.metafields.custom.size_chart']);
});

it('get their current names with the next full sync, and deleted definitions say so', async () => {
  const { definitions } = shop.metafields;
  const defined = [...definitions];
  const season = 'product.metafields.custom.season';
  definitions.splice(
    0,
    definitions.length,
    ...defined.filter(({ key }) => key !== 'season').map((one) => ({ ...one, name: `${one.name} now` })),
  );
  try {
    const said = async () =>
      (await read()).metafield_definitions?.map(({ key, name, is_deleted = false }) => [
        key,
        name,
        is_deleted,
      ]);
    await sync('sync-changes');
    expect(await said()).toContainEqual(['custom.material', 'Fabric', false]);
    await sync();
    expect(await said()).toEqual(
      expect.arrayContaining([
        ['custom.material', 'Fabric now', false],
        ['custom.season', 'Season', true],
      ]),
    );
    const chosen = await choose(MATERIAL, LENGTH, season);
    expect(chosen.definitions.find(({ key }) => key === 'custom.season')).toMatchObject({
      is_read: true,
      is_deleted: true,
      points: 7,
    });
  } finally {
    definitions.splice(0, definitions.length, ...defined);
  }
  await sync();
  const offered = await app.bodyOf<StoreMetafields>('GET', `/stores/${storeId}/metafields`);
  expect(offered.definitions.filter(({ is_deleted }) => is_deleted)).toEqual([]);
});

it('have past values in the history', async () => {
  const then = new Date();
  await set({ [MATERIAL]: 'Glass' });
  const held = await read(`?as_of=${then.toISOString()}`);
  expect(held.metafields?.['custom.material']).toBe('Cork');
  expect(held.past?.now).toMatchObject({ [MATERIAL]: 'Glass' });
});

it('stay as last read once they are not chosen any more, without a recorded change', async () => {
  const noted = (await app.bodyOf<HistoryPage>('GET', '/history')).total;
  const { metafields, variants } = await read();
  const isRead = async (way: string, ...names: string[]) => {
    await choose(...names);
    shop.catalogue.updateVariant(stage.variantInShop().id, { sku: way });
    await sync(way);
    expect((await read()).variants[0]).toMatchObject({ sku: way, metafields: variants[0]?.metafields });
    expect((await read()).metafields).toEqual(metafields);
  };
  await isRead('sync-graphql', LENGTH);
  await isRead('sync');
  await isRead('sync-changes');
  const { data } = await app.bodyOf<HistoryPage>('GET', '/history');
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
