import type { Comparison } from '@storefleet/contract/articles/compare';
import { type EditableAttribute, PLAIN_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { Facets, Product, SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { isProductAttribute, valueIn } from '@storefleet/contract/values/attribute-value';
import { expect, it } from 'vitest';
import { openOneProduct } from './one-product.ts';

const MUG = {
  title: 'Mug',
  seoTitle: 'A mug',
  variants: [{ sku: 'MUG', harmonizedSystemCode: '691110', countryCodeOfOrigin: 'PT', tracked: true }],
};
const stage = await openOneProduct(MUG);
const { app, exported, history, read, shop, storeId, sync } = stage;

async function found(query: string): Promise<Product[]> {
  const { results } = await app.bodyOf<SearchResult>('GET', `/products/search?${query}`);
  return results.map(({ product }) => product);
}
async function currentOf(attribute: EditableAttribute) {
  const product = await read();
  return valueIn((attribute in product ? product : product.variants[0]) ?? {}, attribute);
}
const set = (attribute: EditableAttribute, value: unknown) => stage.set({ [attribute]: value });
const total = async () => (await app.bodyOf<HistoryPage>('GET', '/history')).total;

/** The shop's own values. */
const inShop = () => ({ ...stage.variantInShop(), ...stage.inShop() });

/** The state after an upgrade, before any sync. */
async function forgetAttributes() {
  const none = (of: 'product' | 'variant') =>
    PLAIN_ATTRIBUTES.filter((name) => isProductAttribute(name) === (of === 'product'))
      .map((name) => `${name} = null`)
      .join(', ');
  await app.db.query(`update variants set ${none('variant')}`);
  await app.db.query(`update products set ${none('product')}, content_hash = 'of before'`);
  await app.db.query('update product_filter_values set attribute_marks = 0');
}

it.each([
  ['inventory_policy', 'continue', 'inventoryPolicy', 'CONTINUE', 'deny', 'DENY'],
  ['tracked', false, 'tracked', false, 'true', true],
  ['taxable', false, 'taxable', false, 'true', true],
  ['requires_shipping', false, 'requiresShipping', false, 'true', true],
  ['hs_code', '6911.10.00', 'harmonizedSystemCode', '69111000', '691110', '691110'],
  ['hs_code', null, 'harmonizedSystemCode', null, '691110', '691110'],
  ['country_of_origin', 'de', 'countryCodeOfOrigin', 'DE', 'PT', 'PT'],
  ['country_of_origin', null, 'countryCodeOfOrigin', null, 'PT', 'PT'],
  ['seo_title', 'Mugs | Mill', 'seoTitle', 'Mugs | Mill', 'A mug', 'A mug'],
  ['seo_description', 'Of clay.', 'seoDescription', 'Of clay.', null, null],
  ['handle', 'Clay Mug', 'handle', 'clay-mug', 'mug-1', 'mug-1'],
] as const)(
  '%s is set to %j in the shop, here and in the history, changed there, and undone',
  async (...row) => {
    const [attribute, value, field, held, before, heldBefore] = row;
    const { status, body, text } = await set(attribute, value);
    expect([status, body.succeeded, body.failed], text).toEqual([200, 1, 0]);
    expect(inShop()[field]).toBe(held);
    const now = await currentOf(attribute);
    expect(now?.toLowerCase() ?? null).toBe(held === null ? null : String(held).toLowerCase());
    expect((await history(attribute))[0]).toMatchObject({ old_value: before, new_value: now });
    expect((await set(attribute, value)).body).toMatchObject({ unchanged: attribute === 'handle' ? 0 : 1 });

    await stage.undo(body.batch_id);
    await expect.poll(() => currentOf(attribute)).toBe(before);
    expect(inShop()[field]).toBe(heldBefore);
  },
);

it('a unit price is shown by its measure, hidden, changed in the shop, and undone', async () => {
  const current = async () => (await read()).variants[0]?.unit_price;
  const shown = await set('unit_price', '500g/kg');
  expect([shown.body.succeeded, await current()], shown.text).toEqual([1, '500 g / 1 kg']);
  expect(inShop()).toMatchObject({
    showUnitPrice: true,
    unitPriceMeasurement: { quantityValue: 500, quantityUnit: 'G', referenceValue: 1, referenceUnit: 'KG' },
  });
  expect((await history('unit_price'))[0]).toMatchObject({ old_value: null, new_value: '500 g / 1 kg' });

  const { body: hidden } = await set('unit_price', null);
  expect([hidden.succeeded, await current(), inShop().showUnitPrice]).toEqual([1, '', false]);
  await stage.undo(hidden.batch_id);
  await expect.poll(current).toBe('500 g / 1 kg');
  expect(inShop().showUnitPrice).toBe(true);

  const litre = { quantityValue: 0.75, quantityUnit: 'L', referenceValue: 100, referenceUnit: 'ML' };
  shop.catalogue.updateVariant(stage.variantInShop().id, { unitPriceMeasurement: litre });
  await sync('sync');
  expect(await current()).toBe('0.75 l / 100 ml');
  expect((await history('unit_price'))[0]).toMatchObject({ origin: 'outside' });
});

it('files have a unit price in the four columns of Shopify’s', async () => {
  const file = await exported({ query: 'MUG', type: 'sku' });
  const [header = '', row = ''] = file.trim().split('\r\n');
  const at = header.split(',').indexOf('Unit Price Total Measure');
  expect([header.split(',').slice(at, at + 1), row]).toEqual([
    ['Unit Price Total Measure'],
    expect.stringContaining('0.75'),
  ]);
  const planned = async (text: string) =>
    (await stage.upload(text)).items.map(({ changes, error }) => error ?? changes);
  const rows = (measure: string) =>
    `Variant SKU,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit\nMUG,${measure}`;
  expect(await planned(rows('0.75,L,100,ml'))).toEqual([[]]);
  expect(await planned(rows('250,g,100,g'))).toEqual([
    [expect.objectContaining({ old_value: '0.75 l / 100 ml', new_value: '250 g / 100 g' })],
  ]);
  expect(await planned(rows('250,g,1,l'))).toEqual([
    expect.stringContaining('Unit price measure must be what is sold and a base measure of the same kind'),
  ]);
});

it('redirects the old address of a product when its handle changes', async () => {
  await set('handle', 'cup');
  expect(shop.catalogue.redirects.get('/products/mug-1')).toBe('/products/cup');
  shop.catalogue.createProduct({ title: 'Bowl', handle: 'bowl' });
  expect(await stage.refusalOf({ handle: 'bowl' })).toContain(
    'Another product of the store has this handle already.',
  );
  await set('handle', 'mug-1');
});

it.each([
  ['inventory_policy', 'maybe', 'Out-of-stock policy must be deny or continue.'],
  ['tracked', 'perhaps', 'Inventory tracking must be yes or no.'],
  ['hs_code', '12', 'HS code must have 6 to 13 digits.'],
  ['unit_price', '5 g / 1 l', 'Unit price measure must be what is sold and a base measure'],
  ['country_of_origin', 'QQ', 'Country of origin must be the code of a country, such as DE or US.'],
  ['taxable', null, 'Taxable must not be blank.'],
] as const)('%s takes no %j', async (attribute, value, message) => {
  const { status, body } = await set(attribute, value);
  expect([status, body.errors[0]?.message]).toEqual([400, expect.stringMatching(message)]);
});

it('an attribute that was never read says so, and is neither compared nor recorded', async () => {
  await sync();
  await forgetAttributes();
  const unread = await read();
  expect([unread.seo_title, unread.variants[0]?.tracked, unread.variants[0]?.hs_code]).toEqual([
    null,
    null,
    null,
  ]);
  expect(await stage.refusalOf({ tracked: false })).toContain(
    'The inventory tracking has not been read from the store yet: sync the store first.',
  );
  for (const filter of ['is:untracked', 'no:hs-code', 'no:seo-title']) {
    expect(await found(`query=&filter=${filter}`), filter).toEqual([]);
  }
  const noted = await total();
  await sync();
  expect(await total()).toBe(noted);
  expect((await read()).variants[0]).toMatchObject({ tracked: true, hs_code: '691110' });
});

it('a change in the shop itself is recorded, filterable and counted', async () => {
  shop.catalogue.updateVariant(stage.variantInShop().id, { tracked: false, harmonizedSystemCode: null });
  shop.catalogue.updateProduct(stage.inShop().id, { seoTitle: null });
  await sync();
  expect((await history('tracked'))[0]).toMatchObject({
    origin: 'outside',
    old_value: 'true',
    new_value: 'false',
  });
  for (const filter of ['is:untracked', 'no:hs-code', 'no:seo-title']) {
    const titles = (await found(`query=&filter=${encodeURIComponent(filter)}`)).map(({ title }) => title);
    expect(titles, filter).toContain('Mug');
  }
  expect((await found('query=&filter=-is:untracked')).map(({ title }) => title)).toEqual([]);
  const { flags } = await app.bodyOf<Facets>('GET', '/products/facets?query=mug');
  expect(flags).toMatchObject({ untracked: 1, no_hs_code: 1, no_seo_title: 1, no_origin: 0 });
  const { flags: narrowed } = await app.bodyOf<Facets>('GET', '/products/facets?query=&filter=no:hs-code');
  expect(narrowed).toMatchObject({ untracked: 2 });
});

it('two stores differ in values that both have, not where one was never read', async () => {
  const other = await stage.connectShop({ products: 0 });
  other.shop.catalogue.createProduct({
    ...MUG,
    variants: [{ ...MUG.variants[0], countryCodeOfOrigin: 'DE' }],
  });
  await app.sync(other.storeId);
  const differing = async () => {
    const path = '/compare?attributes=country_of_origin&differs_in=country_of_origin';
    return (await app.bodyOf<Comparison>('GET', path)).rows.length;
  };
  await expect.poll(differing).toBe(1);
  await app.db.query('update variants set country_of_origin = null where store_id = $1', [other.storeId]);
  await expect.poll(differing).toBe(0);
});

it('files use Shopify’s words, and restore the values', async () => {
  await sync();
  const columns =
    'Variant SKU,Storefleet Store ID,Variant Inventory Policy,Variant Inventory Tracker,Variant Taxable,HS Code,COO,SEO Title';
  const written = () => exported({ query: 'MUG', type: 'sku', store_ids: storeId, columns });
  const header = (await written()).trim().split('\r\n')[0] ?? '';
  expect(header.split(',').toSorted()).toEqual(columns.split(',').toSorted());
  await forgetAttributes();
  expect(await written()).toContain('Not read yet');
  const imported = async (text: string) =>
    (await stage.upload(text)).items.flatMap(({ changes, error }) =>
      error === null ? changes.map(({ attribute, new_value }) => [attribute, new_value]) : [[error]],
    );
  const unread = await written();
  await sync();
  expect(await imported(unread)).toEqual([]);
  expect(await imported(await written())).toEqual([]);
  const lines = [
    'Variant SKU,Storefleet Store ID,Variant Inventory Policy,Variant Inventory Tracker,Variant Taxable,HS Code,COO',
    `MUG,${storeId},CONTINUE,shopify,FALSE,6911.10.00,`,
  ];
  expect(await imported(lines.join('\n'))).toEqual(
    expect.arrayContaining([
      ['inventory_policy', 'continue'],
      ['tracked', 'true'],
      ['taxable', 'false'],
      ['hs_code', '69111000'],
      ['country_of_origin', null],
    ]),
  );
});
