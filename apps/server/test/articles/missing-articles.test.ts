import type { MissingArticles } from '@storefleet/contract/articles/missing';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { openTestApp } from '@storefleet/test-support/app';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { addProduct, addStore } from '../products/catalogue.ts';

const app = await openTestApp({ environment: { PROCESS_ROLE: 'web' } });
await app.signIn();
const { db } = app;
const [zurich, berlin, paris] = [
  await addStore(db, 'A Zurich', 'CHF'),
  await addStore(db, 'B Berlin', 'EUR'),
  await addStore(db, 'C Paris', 'EUR'),
];
await addProduct(db, zurich, 'Another stove', [{ sku: 'X-1' }], { handle: 'stove' });
await addProduct(db, zurich, 'Lamp', [{ sku: 'L-1' }]);
const red = { price: '20.00', cost: '8.50', weight: '1.5', weight_unit: 'kg' };
await addProduct(
  db,
  berlin,
  'Stove',
  [
    { ...red, title: 'S / Red', sku: '-S-1', barcode: '4006381333931', compare_at_price: '25.00' },
    { ...red, title: 'M / Red', sku: 'S-2' },
  ],
  { handle: 'stove', vendor: 'Acme, Inc.', product_type: 'Stoves', tags: ['a', 'b'], status: 'active' },
);
// One duplicate article; two products with the same title; one without a handle.
await addProduct(db, berlin, 'Über  7!', [{ sku: 'M-1' }, { sku: 'm-1' }, { sku: 'M-2' }], {
  handle: null,
});
// Zurich has the other variant.
await addProduct(db, berlin, 'Lamp', [{ sku: 'L-1' }, { sku: 'L-2' }]);
await addProduct(db, paris, 'Réchaud', [{ sku: 's-2', price: '21.00' }]);
await addProduct(db, paris, 'Cup', [{ sku: 'C-1' }]);

const ask = (query: object = {}) => new URLSearchParams({ store_id: zurich, ...query });
const missing = async (query?: object) =>
  await app.bodyOf<MissingArticles>('GET', `/compare/missing?${ask(query)}`);
const rowsOf = async (query?: object) => {
  const response = await app.fetchApi(`/compare/missing/export?${ask(query)}`);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return parse(text, { columns: true, bom: true }) as Record<string, string>[];
};
const put = async (path: string, json: object) => {
  const response = await app.fetchApi(path, { method: 'PUT', json });
  expect(response.status).toBe(200);
};

it('counts what a store lacks, and says which store has most of it', async () => {
  const none = ['price', 'cost', 'compare_at_price'];
  expect(await missing()).toEqual({
    articles: 6,
    sources: [
      {
        store_id: berlin,
        store_name: 'B Berlin',
        currency: 'EUR',
        articles: 4,
        products: 2,
        left_out: 1,
        empty_amounts: none,
      },
      {
        store_id: paris,
        store_name: 'C Paris',
        currency: 'EUR',
        articles: 2,
        products: 2,
        left_out: 0,
        empty_amounts: none,
      },
    ],
  });
  expect(await missing({ query: 'stove', store_ids: `${zurich},${paris}` })).toMatchObject({ articles: 0 });
  expect(await missing({ store_id: berlin })).toMatchObject({
    articles: 2,
    sources: [
      { store_name: 'A Zurich', articles: 1 },
      { store_name: 'C Paris', articles: 1, empty_amounts: [] },
    ],
  });
});

it('exports them in Shopify’s import columns, with a product’s rows together, as drafts', async () => {
  const [first, second, ...others] = await rowsOf();
  expect(first).toEqual({
    Handle: 'stove-2',
    Title: 'Stove',
    'Body (HTML)': '',
    Vendor: 'Acme, Inc.',
    Type: 'Stoves',
    Tags: 'a, b',
    Published: 'TRUE',
    'Option1 Name': 'Option 1',
    'Option1 Value': 'S',
    'Option2 Name': 'Option 2',
    'Option2 Value': 'Red',
    'Option3 Name': '',
    'Option3 Value': '',
    'Variant SKU': '-S-1',
    'Variant Grams': '1500',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': '',
    'Variant Compare At Price': '',
    'Variant Requires Shipping': 'TRUE',
    'Variant Taxable': 'TRUE',
    'Variant Barcode': '4006381333931',
    'Variant Weight Unit': 'kg',
    'Cost per item': '',
    Status: 'draft',
  });
  expect(second).toMatchObject({
    Handle: 'stove-2',
    Title: '',
    'Option1 Name': '',
    'Option1 Value': 'M',
    'Variant SKU': 'S-2',
    'Variant Taxable': 'TRUE',
    Status: '',
  });
  const named = others.map((row) => [
    row.Handle,
    row['Option1 Name'],
    row['Option1 Value'],
    row['Variant SKU'],
  ]);
  expect(named).toEqual([
    ['uber-7', 'Option', 'Default Title', 'M-1'],
    ['uber-7', '', 'Default Title (2)', 'M-2'],
  ]);
  const cup = (await rowsOf({ source_id: paris })).find(({ Title }) => Title === 'Cup');
  expect(cup).toMatchObject({ 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' });
});

it('converts amounts to the currency of the store: by rate, by rule, or not at all', async () => {
  await put('/rules/rates', { rates: [{ from: 'EUR', to: 'CHF', rate: '0.9512' }], version: 1 });
  expect((await missing()).sources[0]?.empty_amounts).toEqual([]);
  const amounts = async () => {
    const [row] = await rowsOf();
    return [row?.['Variant Price'], row?.['Variant Compare At Price'], row?.['Cost per item']];
  };
  expect(await amounts()).toEqual(['19.02', '23.78', '8.09']);
  const way = { kind: 'formula', factor: '1.05', ending: '.90' };
  const rule = { attribute: 'price', store_ids: [zurich], source_store_id: berlin, way };
  expect((await app.fetchApi('/rules', { method: 'POST', json: rule })).status).toBe(201);
  expect(await amounts()).toEqual(['20.90', '23.78', '8.09']);
});

it('exports a file that our own import finds unchanged once the shop has the articles', async () => {
  const file = await (await app.fetchApi(`/compare/missing/export?${ask()}`)).text();
  const rows = parse(file, { columns: true, bom: true }) as Record<string, string>[];
  for (const products of Map.groupBy(rows, ({ Handle }) => Handle).values()) {
    const [{ Handle = '', Title = '', Vendor = '', Type = '', Tags = '' } = {}] = products;
    await addProduct(
      app.db,
      zurich,
      Title,
      products.map((row) => ({
        sku: row['Variant SKU'] ?? '',
        barcode: row['Variant Barcode'] || null,
        price: row['Variant Price'] || null,
        cost: row['Cost per item'] || null,
        compare_at_price: row['Variant Compare At Price'] || null,
        weight: row['Variant Grams'] ? '1.5' : null,
        weight_unit: row['Variant Grams'] ? 'kg' : null,
        inventory_policy: row['Variant Inventory Policy'] ?? null,
        tracked: String(row['Variant Inventory Tracker'] === 'shopify'),
        requires_shipping: row['Variant Requires Shipping']?.toLowerCase() ?? null,
        taxable: row['Variant Taxable']?.toLowerCase() ?? null,
      })),
      {
        handle: Handle,
        vendor: Vendor || null,
        product_type: Type || null,
        tags: Tags === '' ? [] : Tags.split(', '),
        status: 'draft',
      },
    );
  }
  expect((await missing()).sources[0]).toMatchObject({ store_name: 'C Paris', articles: 1 });
  await app.db.query('update stores set access_token_sealed = $2 where id = $1', [
    zurich,
    app.services.secretBox.seal('shpat_1', `stores/${zurich}/access_token`),
  ]);
  const sent = await app.fetchApi(`/products/bulk-updates/import?store_ids=${zurich}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'text/csv' },
  });
  expect((await sent.json()) as BulkUpdateBatch).toMatchObject({
    total: rows.length,
    unchanged: rows.length,
    failed: 0,
    import_report: { rows: rows.length, matched: rows.length, unmatched: 0, invalid: 0 },
  });
});

it.each<[string, () => object, string]>([
  ['the store itself as the source', () => ({ source_id: zurich }), 'validation_failed'],
  [
    'a store that is not there',
    () => ({ store_id: '01a1fbda-66f1-7314-a08f-0fcc3155c20b' }),
    'store_not_found',
  ],
])('refuses %s', async (_, query, code) => {
  const answer = await app.fetchApi(`/compare/missing/export?${ask(query())}`);
  expect(await answer.json()).toMatchObject({ code });
});
