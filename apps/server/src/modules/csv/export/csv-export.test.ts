import { declared, LISTED_PLAIN_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import { openTestDatabase } from '@storefleet/test-support/database';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFullProduct, createCsvHarness, textOf } from '../../../../test/csv/csv-harness.ts';
import { addStore } from '../../../../test/products/catalogue.ts';

const db = await openTestDatabase();
const harness = createCsvHarness(db);
let atlas: string;
/** These products were never synced. */
const NOT_READ_YET = Object.fromEntries(
  LISTED_PLAIN_ATTRIBUTES.map((name) => [declared(name).headings?.[0], 'Not read yet']),
);

beforeEach(async () => {
  await db.query('truncate edit_batches, stores cascade');
  atlas = await addStore(db, 'Atlas', 'EUR');
});

type Row = Record<string, string>;
const read = (text: string): Row[] => parse(text, { columns: true, bom: true, record_delimiter: '\r\n' });

describe('exporting a search', () => {
  it('has Shopify’s columns, grouped by product, and our own', async () => {
    const ofProduct = { handle: 'blue-hat', vendor: 'Acme, Inc.', product_type: 'Hats', status: 'active' };
    const codes = { sku: '00123', barcode: '0012345678905' };
    const amounts = { price: '10.00', compare_at_price: '12.50', cost: '4.00', inventory_quantity: -3 };
    const { variantIds } = await addFullProduct(
      db,
      atlas,
      'Blue "Hat"',
      { ...ofProduct, tags: ['new', 'sale'] },
      [{ title: 'Red', ...codes, ...amounts, weight: '1.5', weight_unit: 'kg' }, { title: 'Blue' }],
    );
    const text = await harness.exportText('hat');
    expect(text.startsWith('\uFEFFHandle,Title,Vendor,Type,Tags,Variant SKU,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(read(text)).toEqual([
      {
        Handle: 'blue-hat',
        Title: 'Blue "Hat"',
        Vendor: 'Acme, Inc.',
        Type: 'Hats',
        Tags: 'new, sale',
        'Variant SKU': '00123',
        'Variant Grams': '1500',
        'Variant Inventory Qty': '-3',
        'Variant Price': '10.00',
        'Variant Compare At Price': '12.50',
        'Variant Barcode': '0012345678905',
        'Variant Weight Unit': 'kg',
        'Cost per item': '4.00',
        Status: 'active',
        ...NOT_READ_YET,
        'Unit Price Total Measure Unit': '',
        'Unit Price Base Measure': '',
        'Unit Price Base Measure Unit': '',
        'Storefleet Store': 'Atlas',
        'Storefleet Store ID': atlas,
        'Storefleet Currency': 'EUR',
        'Storefleet Variant': 'Red',
        'Storefleet Variant ID': variantIds[0],
      },
      expect.objectContaining({
        Handle: 'blue-hat',
        Title: '',
        Vendor: '',
        Status: '',
        'Variant SKU': '',
        'Variant Price': '',
        'Storefleet Variant': 'Blue',
        'Storefleet Variant ID': variantIds[1],
      }),
    ]);
  });

  it('has every page in the order of the search, and only the matching variants', async () => {
    for (let number = 1; number <= 550; number++) {
      const name = `Hat ${String(number).padStart(4, '0')}`;
      await addFullProduct(db, atlas, name, {}, [
        { sku: `H-${number}`, price: String(number) },
        { sku: 'X' },
      ]);
    }
    const sorted = { type: 'sku', sort_by: 'price', sort_direction: 'desc' } as const;
    const file = await harness.csv.productTable({ query: 'h-', ...sorted }, harness.signal);
    expect(file.name).toMatch(/^products-\d{4}-\d\d-\d\d$/);
    const prices = read(await textOf(file)).map((row) => row['Variant Price']);
    expect(prices).toEqual(Array.from({ length: 550 }, (_, index) => String(550 - index)));
  });

  it('is only a header if nothing was found', async () => {
    const text = await harness.exportText('nothing');
    expect(text.trim().split('\r\n')).toHaveLength(1);
  });

  it('stops when aborted', async () => {
    await addFullProduct(db, atlas, 'Hat', {}, [{}]);
    const query = { query: 'hat', type: 'name', sort_direction: 'asc' } as const;
    const file = await harness.csv.productTable(query, AbortSignal.abort(new Error('gone')));
    await expect(textOf(file)).rejects.toThrow('gone');
  });
});

describe('exporting and importing', () => {
  beforeEach(async () => {
    const borealis = await addStore(db, 'Borealis =1+1', 'USD');
    const formula = { handle: 'formula', vendor: '@cme', product_type: '-none-', status: 'active' };
    const barcode = '0012345678905';
    await addFullProduct(
      db,
      atlas,
      '=HYPERLINK("http://example.com")',
      { ...formula, tags: ['+1', "'quoted"] },
      [
        { title: 'a', sku: '-12', barcode, price: '10.00', weight: '1', weight_unit: 'lb' },
        { title: 'b', sku: "'=x", barcode: '\t1', price: '10.50', weight: '3.3', weight_unit: 'oz' },
        { title: 'c' },
      ],
    );
    await addFullProduct(db, borealis, 'Hat, "blue"\nsecond line', { handle: 'formula', status: 'draft' }, [
      { sku: '-12', barcode, price: '0.00', cost: '0.333', weight: '12', weight_unit: 'stone' },
    ]);
    await addFullProduct(db, borealis, 'Ünïcode — 界 hat', {}, [{ sku: ' padded ', price: '12.345' }]);
  });

  const exportAll = async () => {
    const texts = [];
    for (const query of ['hyperlink', 'hat']) texts.push(await harness.exportText(query));
    const [first = '', second = ''] = texts;
    return first + second.slice(second.indexOf('\r\n') + 2);
  };

  it.each(['UTF-8', 'UTF-16'])('changes nothing (%s)', async (encoding) => {
    const text = await exportAll();
    const { batch, items } = await harness.importBytes(
      Buffer.from(text, encoding === 'UTF-16' ? 'utf16le' : 'utf8'),
    );
    expect(items.map((item) => [item.status, item.error])).toEqual(Array(5).fill(['unchanged', null]));
    expect(batch).toMatchObject({ total: 5, unchanged: 5, failed: 0 });
    expect(batch.import_report).toMatchObject({
      rows: 5,
      matched: 5,
      matched_by: ['Storefleet Variant ID'],
      encoding,
    });
  });

  it('changes exactly the edited cells', async () => {
    const text = (await exportAll()).replace(',10.50,', ',11.5,').replace('@cme', '@cme Ltd');
    const { items } = await harness.importText(text);
    const changed = items.filter((item) => item.status === 'planned');
    expect(changed.map((item) => item.changes)).toEqual([
      [{ attribute: 'vendor', old_value: '@cme', new_value: '@cme Ltd' }],
      [{ attribute: 'price', old_value: '10.50', new_value: '11.50' }],
    ]);
  });
});

describe('exporting a bulk update', () => {
  it('has the rows of one kind with values and reasons', async () => {
    await addFullProduct(db, atlas, '=Hat', {}, [{ title: 'Red', sku: 'HAT', price: '10.00' }]);
    const { batch } = await harness.importText('SKU,Price\r\nHAT,12\r\nNONE,13\r\n');
    const all = await harness.csv.itemTable(batch.batch_id, {}, harness.signal);
    expect(read(await textOf(all))).toMatchObject([
      { Row: '2', Result: 'planned', Product: "'=Hat", 'Old Price': '10.00', 'New Price': '12.00' },
      { Row: '3', Result: 'failed' },
    ]);
    const problems = await harness.csv.itemTable(batch.batch_id, { show: 'problems' }, harness.signal);
    expect(problems.name).toMatch(/^bulk-update-problems-/);
    expect(read(await textOf(problems))).toMatchObject([
      { Row: '3', SKU: 'NONE', Reason: 'No variant has the SKU “NONE”.' },
    ]);
  });
});
