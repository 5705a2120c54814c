import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import { openTestDatabase } from '@storefleet/test-support/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFullProduct, createCsvHarness } from '../../../../test/csv/csv-harness.ts';
import { addStore } from '../../../../test/products/catalogue.ts';

const db = await openTestDatabase();
const harness = createCsvHarness(db);
let borealis: string;
let hat: { id: string; variantIds: string[] };
let tent: { id: string; variantIds: string[] };

beforeEach(async () => {
  await db.query('truncate edit_batches, stores cascade');
  const atlas = await addStore(db, 'Atlas', 'EUR');
  borealis = await addStore(db, 'Borealis', 'EUR');
  const details = { vendor: 'Acme', product_type: 'Hats', status: 'active', tags: ['new', 'sale'] };
  hat = await addFullProduct(db, atlas, 'Blue Hat', { handle: 'blue-hat', ...details }, [
    {
      title: 'Red',
      sku: 'HAT-R',
      barcode: '0012345678905',
      price: '10.00',
      cost: '4.00',
      weight: '1.5',
      weight_unit: 'kg',
    },
    { title: 'Blue', sku: 'HAT-B', barcode: '4006381333931', price: '11.00' },
  ]);
  tent = await addFullProduct(db, borealis, 'Tent', { handle: 'tent', vendor: 'Acme', status: 'draft' }, [
    { sku: 'TENT', barcode: '4006381333931', price: '99.00' },
  ]);
});

const table = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;
/** Imports these lines. */
const importLines = (...lines: string[]) => harness.importText(table(...lines));
const byRow = (items: readonly BulkUpdateItem[], row: number) =>
  items.filter((item) => item.row_number === row);
const changesOf = (item: BulkUpdateItem | undefined) =>
  Object.fromEntries((item?.changes ?? []).map((change) => [change.attribute, change.new_value]));

describe('matching rows', () => {
  it('finds variants by SKU and plans the differences', async () => {
    const { batch, items } = await harness.importText(
      table('Variant SKU,Variant Price,Cost per item', 'HAT-R,12.5,4', 'HAT-B,11.0,', 'NONE,1,1'),
      { file_name: 'prices.csv' },
    );
    expect(batch).toMatchObject({
      origin: 'csv_import',
      status: 'planned',
      attributes: ['price'],
      total: 3,
      unchanged: 1,
      failed: 1,
      import_report: {
        file_name: 'prices.csv',
        rows: 3,
        matched: 2,
        unmatched: 1,
        ambiguous: 0,
        invalid: 0,
        matched_by: ['Variant SKU'],
        applied_columns: ['Variant Price', 'Cost per item'],
        ignored_columns: [],
        encoding: 'UTF-8',
        delimiter: ',',
      },
    });
    expect(byRow(items, 2)).toMatchObject([
      {
        status: 'planned',
        variant_id: hat.variantIds[0],
        product_title: 'Blue Hat',
        changes: [{ attribute: 'price', old_value: '10.00', new_value: '12.50' }],
      },
    ]);
    expect(byRow(items, 3)).toMatchObject([{ status: 'unchanged' }]);
    expect(byRow(items, 4)).toMatchObject([
      { status: 'failed', error: 'No variant has the SKU “NONE”.', sku: 'NONE', store_id: null },
    ]);
  });

  it('prefers the variant id; SKU and barcode are then values', async () => {
    const { items } = await importLines(
      'SKU,Barcode,Storefleet Variant ID',
      `HAT-RED,4006381333948,${hat.variantIds[0]?.toUpperCase()}`,
    );
    expect(items).toHaveLength(1);
    expect(changesOf(items[0])).toEqual({ sku: 'HAT-RED', barcode: '4006381333948' });
  });

  it('asks which variant is meant if a code has several', async () => {
    const { batch, items } = await importLines('Barcode,Price', '4006381333931,5');
    expect(batch.import_report).toMatchObject({ matched: 0, ambiguous: 1 });
    expect(items[0]).toMatchObject({
      status: 'failed',
      error:
        'The barcode “4006381333931” fits 2 variants in “Atlas” and “Borealis”. Add the column “Storefleet Variant ID”, “Storefleet Store” or “Handle” to say which is meant.',
    });
  });

  it.each(['012345678905', '12345678905', '00012345678905'])(
    'knows the barcode 0012345678905 as %s, in another form or without the zeros that a spreadsheet dropped',
    async (barcode) => {
      const { items } = await importLines('Barcode,Price', `${barcode},5`);
      expect(items).toMatchObject([{ status: 'planned' }]);
    },
  );

  it('leaves out the apostrophe that makes a spreadsheet take a code for text', async () => {
    await db.query("update variants set sku = '007' where sku = 'HAT-B'");
    const byBarcode = await importLines('Barcode,Price', "'0012345678905,5");
    expect(byBarcode.items).toMatchObject([{ status: 'planned', variant_id: hat.variantIds[0] }]);
    const { items } = await importLines('SKU,Barcode', "'007,'4006381333931", "HAT-R,'4006381333948");
    expect(items.map(changesOf)).toEqual([{}, { barcode: '4006381333948' }]);
    await db.query(`update variants set barcode = E'\\'0\\r\\n0 ' where sku = 'HAT-R'`);
    const { items: same } = await importLines('SKU,Barcode', 'HAT-R,"\'0\n0 "');
    expect(same).toMatchObject([{ status: 'unchanged' }]);
  });

  it('tells codes apart by a space at the end, and finds them without it', async () => {
    await db.query("update variants set sku = 'HAT-R ' where sku = 'HAT-B'");
    const { items } = await importLines('SKU,Price', 'HAT-R ,5', 'HAT-R,6', 'TENT ,7');
    expect(items.map(({ variant_id, changes }) => [variant_id, changes[0]?.new_value])).toEqual([
      [hat.variantIds[1], '5.00'],
      [hat.variantIds[0], '6.00'],
      [tent.variantIds[0], '7.00'],
    ]);
  });

  it('says how a spreadsheet may have shortened a barcode or SKU', async () => {
    const { items } = await importLines('Barcode,Price', '4567890,5', '45678901,5');
    expect(items.map(({ error }) => error)).toEqual([
      'No variant has the barcode “4567890”. If a spreadsheet dropped its leading zeros, format the column as text and fill in the whole number.',
      'No variant has the barcode “45678901”.',
    ]);
    const { items: bySku } = await importLines('SKU,Price', '123,5');
    expect(bySku[0]?.error).toContain('If a spreadsheet dropped its leading zeros');
  });

  it('narrows by the row’s store and handle, and by the selected stores', async () => {
    for (const [header, cell] of [
      ['Storefleet Store', 'borealis'],
      ['Store', 'Borealis'],
      ['Store,Storefleet Store', 'Number 7,Borealis'],
      ['Storefleet Store ID', borealis],
      ['URL handle', 'tent'],
    ]) {
      const { items } = await importLines(`Barcode,Price,${header}`, `4006381333931,5,${cell}`);
      expect(items).toMatchObject([{ status: 'planned', variant_id: tent.variantIds[0] }]);
    }
    const file = table('Barcode,Price', '4006381333931,5', '0012345678905,5');
    const { items } = await harness.importText(file, { store_ids: borealis });
    expect(items).toMatchObject([
      { status: 'planned', variant_id: tent.variantIds[0] },
      {
        status: 'failed',
        error: 'No variant has the barcode “0012345678905” in the stores that were chosen.',
      },
    ]);
  });

  it('finds a barcode in another form in the row’s store, or in each store that has it', async () => {
    await db.query("update variants set barcode = '012345678905' where sku = 'TENT'");
    for (const barcode of ['012345678905', '0012345678905']) {
      const named = await importLines('Barcode,Price,Store', `${barcode},5,Atlas`, `${barcode},6,Borealis`);
      const found = named.items.map(({ variant_id }) => variant_id);
      expect(found).toEqual([hat.variantIds[0], tent.variantIds[0]]);
      const each = await harness.importText(table('Barcode,Price', `${barcode},5`), {
        in_each_store: 'true',
      });
      expect(each.items.map(({ store_name }) => store_name).toSorted()).toEqual(['Atlas', 'Borealis']);
    }
  });

  it.each(['Store', 'Storefleet Store ID'])(
    'says that there is no such store in the column %s',
    async (name) => {
      const { items } = await importLines(`SKU,Price,${name}`, 'TENT,5,Boralis');
      expect(items.map(({ error }) => error)).toEqual([
        'There is no store “Boralis”. Write its name as in Storefleet, or ignore this column.',
      ]);
    },
  );

  it('refuses a second row for the same variant', async () => {
    const { batch, items } = await importLines(
      'SKU,Barcode,Price',
      'HAT-R,0012345678905,12',
      ',0012345678905,13',
    );
    expect(byRow(items, 3)).toMatchObject([
      { status: 'failed', error: 'Row 2 is about the same variant. Keep one of the two rows.' },
    ]);
    expect(batch.import_report).toMatchObject({ matched: 1, invalid: 1, matched_by: ['SKU'] });
  });

  it('does not clear the SKU of a row matched by barcode', async () => {
    const { items } = await importLines('SKU,Barcode,Price', ',0012345678905,13');
    expect(items.map(changesOf)).toEqual([{ price: '13.00' }]);
  });

  it('matches products by handle for product values', async () => {
    const { items } = await importLines(
      'Handle,Vendor,Price',
      'blue-hat,Bolt,',
      'tent,Bolt,98',
      'blue-hat,Bolt,5',
    );
    expect(byRow(items, 2)).toMatchObject([{ variant_id: null, changes: [{ attribute: 'vendor' }] }]);
    // The only variant of a product is meant by its handle.
    expect(byRow(items, 3).map(changesOf)).toEqual([{ vendor: 'Bolt' }, { price: '98.00' }]);
    expect(byRow(items, 4)).toMatchObject([
      {
        status: 'failed',
        error:
          'This product has more than one variant: fill in the SKU or the barcode of the one that is meant.',
      },
    ]);
  });

  it('clears a product value in a row with nothing but a handle, unless it has an image', async () => {
    const { items } = await importLines(
      'Handle,Type,Image Src',
      'blue-hat,,',
      'tent,Tents,1.png',
      'tent,,2.png',
    );
    expect(items.map(({ row_number, changes }) => [row_number, changes[0]?.new_value])).toEqual([
      [2, null],
      [3, 'Tents'],
    ]);
  });

  it('ignores products of a deleted store', async () => {
    await db.query('update stores set deleted_at = now() where id = $1', [borealis]);
    const { items } = await importLines('SKU,Price', 'TENT,1');
    expect(items).toMatchObject([{ status: 'failed', error: 'No variant has the SKU “TENT”.' }]);
  });
});

describe('cell values', () => {
  it('change nothing without a column, and clear with an empty cell', async () => {
    const { batch, items } = await importLines('SKU,Cost per item', 'HAT-R,');
    expect(items).toMatchObject([
      { changes: [{ attribute: 'cost', old_value: '4.00', new_value: null }], warnings: ['cleared'] },
    ]);
    expect(batch.warnings).toMatchObject([{ code: 'cleared', count: 1 }]);
  });

  it.each([
    ['Variant Price', '', 'Variant Price: Price must not be blank.'],
    ['Price', '"1,234"', 'Price: “1,234” could be 1234 or 1.234: write 1234 or 1.2340.'],
    ['Price', '"12,5"', 'Price: Write decimals with a point: 12.5.'],
    ['Status', 'sold', 'Status: Status must be active, draft, archived or unlisted.'],
    [
      'Barcode',
      '8.59E+12',
      'Barcode: “8.59E+12” is a long number that a spreadsheet has shortened: its last digits are lost. Format the column as text and fill in the whole number.',
    ],
    [
      'Barcode',
      '12345678905',
      'Barcode: “12345678905” is “0012345678905” without the zeros in front, as spreadsheets drop them. Format the column as text and fill in the whole code.',
    ],
    ['Variant Grams', 'heavy', 'Variant Grams: Weight must be a number of at least 0.'],
  ])('the %s %j is refused with a sentence', async (column, cell, sentence) => {
    const { batch, items } = await importLines(`SKU,${column}`, `HAT-R,${cell}`);
    expect(items).toMatchObject([{ status: 'failed', variant_id: hat.variantIds[0], error: sentence }]);
    expect(batch.import_report).toMatchObject({ matched: 0, invalid: 1 });
  });

  it.each([
    ['10121', '“10121” is “010121” without the zeros in front'],
    ['1.0121E+12', '“1.0121E+12” is a long number that a spreadsheet has shortened'],
  ])('the HS code %s is refused like a barcode', async (cell, sentence) => {
    await db.query("update variants set hs_code = '010121'");
    const { items } = await importLines('SKU,HS Code', `HAT-R,${cell}`);
    expect(items[0]?.error).toContain(`HS Code: ${sentence}`);
  });

  it('with a spreadsheet’s own line ends are unchanged', async () => {
    await db.query(`update products set title = E'Blue\\r\\nHat' where handle = 'blue-hat'`);
    const { items } = await importLines('SKU,Title', 'HAT-R,"Blue\nHat"');
    expect(items).toMatchObject([{ status: 'unchanged' }]);
  });

  it('a shortened barcode of a key column is explained', async () => {
    const { items } = await importLines('Barcode,Price', '4.01E+12,5');
    expect(items[0]?.error).toContain('a spreadsheet has shortened');
  });

  it.each([
    ['3-1', '3-Jan'],
    ['3-1', '03. Jan'],
    ['3/1', '3-janv.'],
    ['MAR1', '1-Mar'],
    ['DEC-12', '12. Dez'],
    ['5-99', 'May-99'],
    ['1-2-26', '01.02.2026'],
    ['1/2/26', '2026-02-01'],
  ])('are refused if a spreadsheet has made a date of the code %s', async (sku, cell) => {
    await db.query("update variants set sku = $1 where sku = 'HAT-R'", [sku]);
    const { items } = await importLines('Storefleet Variant ID,SKU', `${hat.variantIds[0]},${cell}`);
    expect(items[0]?.error).toContain(`“${cell}” is a date that a spreadsheet has made of “${sku}”.`);
    const { items: byKey } = await importLines('SKU,Price', `${cell},5`);
    expect(byKey[0]?.error).toContain('If a spreadsheet has made a date of it');
  });

  it.each([
    ['3-1', '3-2'],
    ['3-1', '3-1-30'],
    ['HAT', '3-Jan'],
    ['3-1', 'HAT-1'],
    ['12-ABC', '12-ABD'],
    ['2026-01-03', '2026-01-04'],
  ])('may be changed from %s to %s', async (sku, cell) => {
    await db.query("update variants set sku = $1 where sku = 'HAT-R'", [sku]);
    const { items } = await importLines('Storefleet Variant ID,SKU', `${hat.variantIds[0]},${cell}`);
    expect(items.map(changesOf)).toEqual([{ sku: cell }]);
  });

  it('that could mean two numbers are unchanged if one of them is the present one', async () => {
    await db.query("update variants set weight = 0.858726, weight_unit = 'kg' where sku = 'HAT-R'");
    await db.query("update variants set price = 1234 where sku = 'HAT-B'");
    const weights = await importLines('SKU;Variant Grams', 'HAT-R;858,726', 'HAT-B;858,726');
    expect(weights.items.map(({ status, error }) => error ?? status)).toEqual([
      'unchanged',
      expect.stringContaining('could be 858726 or 858,726'),
    ]);
    const prices = await importLines('SKU;Price', 'HAT-B;1.234');
    expect(prices.items).toMatchObject([{ status: 'unchanged' }]);
  });

  it('may have decimal commas if another delimiter is used', async () => {
    const { items } = await importLines('SKU;Price;Cost per item', 'HAT-R;12,5;3', 'HAT-B;1.234,50;3.000');
    expect(byRow(items, 2).map(changesOf)).toEqual([{ price: '12.50', cost: '3.00' }]);
    expect(byRow(items, 3)).toMatchObject([
      { error: 'Cost per item: “3.000” could be 3000 or 3,000: write 3000 or 3,0000.' },
    ]);
  });

  it('in grams are converted to the variant’s unit, and rounded grams equal the present weight', async () => {
    const { items } = await importLines('SKU,Weight value (grams)', 'HAT-R,2250');
    expect(items.map(changesOf)).toEqual([{ weight: '2.25' }]);
    await db.query("update variants set weight = 1, weight_unit = 'lb' where sku = 'HAT-R'");
    const rounded = await importLines('SKU,Variant Grams', 'HAT-R,454');
    expect(rounded.items).toMatchObject([{ status: 'unchanged' }]);
    const pounds = await importLines('SKU,Variant Grams', 'HAT-R,1000');
    expect(pounds.items.map(changesOf)).toEqual([{ weight: '2.204623' }]);
    await db.query("update variants set weight = 1.5, weight_unit = 'oz' where sku = 'HAT-R'");
    const ounces = await importLines('SKU;Variant Grams', 'HAT-R;42,5242846875');
    expect(ounces.items).toMatchObject([{ status: 'unchanged' }]);
    const computed = await importLines('SKU,Variant Grams', 'HAT-R,33.3333333333333');
    expect(computed.items.map(changesOf)).toEqual([{ weight: '1.175799' }]);
  });

  it('beyond the header get their row refused', async () => {
    const { items } = await importLines('SKU,Price', 'HAT-R,12,50', 'HAT-B,12,,');
    expect(byRow(items, 2)[0]?.error).toBe(
      'This row has 3 cells, the header names 2. Put cells that hold the delimiter in quotation marks.',
    );
    expect(byRow(items, 3)).toMatchObject([{ status: 'planned' }]);
  });
});

describe('product values', () => {
  it('are on the product’s first row, as in Shopify’s own file', async () => {
    const { items } = await importLines(
      'Handle,Title,Tags,Type,Variant SKU,Variant Price,Image Src',
      'blue-hat,Blue Hat,"sale, winter",,HAT-R,10.00,https://example.com/1.png',
      'blue-hat,,,,HAT-B,12.00,',
      'blue-hat,,,,,,https://example.com/2.png',
    );
    expect(items).toMatchObject([
      {
        variant_id: null,
        row_number: 2,
        changes: [
          { attribute: 'product_type', new_value: null },
          { attribute: 'tags', old_value: 'new, sale', new_value: 'sale, winter' },
        ],
        warnings: ['cleared'],
      },
      { variant_id: hat.variantIds[0], status: 'unchanged' },
      { variant_id: hat.variantIds[1], row_number: 3, changes: [{ attribute: 'price' }] },
    ]);
  });

  it('are not cleared by a further row whose first row was left out or refused', async () => {
    const alone = await importLines('Handle,Title,Tags,SKU,Price', 'blue-hat,,,HAT-B,12');
    expect(alone.items.map(changesOf)).toEqual([{ price: '12.00' }]);
    const after = await importLines('Handle,Tags,SKU,Price', 'blue-hat,new,HAT-R,free', 'blue-hat,,HAT-B,12');
    expect(byRow(after.items, 3).map(changesOf)).toEqual([{ price: '12.00' }]);
  });

  it('must agree on all rows of a product', async () => {
    const { batch, items } = await importLines(
      'SKU,Vendor,Price',
      'HAT-R,Bolt,12',
      'HAT-B,Nut,13',
      'TENT,Bolt,98',
    );
    const sentence =
      'Vendor belongs to the whole product, but row 2 says “Bolt” and row 3 says “Nut”. Write the same in both.';
    expect(items.filter((item) => item.status === 'failed')).toMatchObject([
      { row_number: 3, variant_id: hat.variantIds[1], error: sentence },
      { row_number: 2, variant_id: null, error: sentence },
    ]);
    expect(byRow(items, 4).map(changesOf)).toEqual([{ vendor: 'Bolt' }, { price: '98.00' }]);
    expect(batch.import_report).toMatchObject({ rows: 3, matched: 2, invalid: 1 });
  });
});

describe('file formats', () => {
  const lines = ['sku;PRICE;Notes', 'HAT-R;12;"Müller said:\r\n""yes"""', '', 'HAT-B;13;'];

  it.each([
    ['UTF-8', Buffer.from(lines.join('\r\n'))],
    ['UTF-8', Buffer.from(`\uFEFF${lines.join('\n')}`)],
    ['Windows-1252', Buffer.from(lines.join('\n'), 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${lines.join('\r\n')}`, 'utf16le')],
    ['UTF-16', Buffer.from(`\uFEFF${lines.join('\r\n')}`, 'utf16le').swap16()],
    ['UTF-16', Buffer.from(lines.join('\n'), 'utf16le')],
  ])('reads %s', async (encoding, bytes) => {
    const { batch, items } = await harness.importBytes(bytes);
    expect(batch.import_report).toMatchObject({
      encoding,
      delimiter: ';',
      rows: 2,
      matched: 2,
      ignored_columns: ['Notes'],
    });
    expect(items.map((item) => [item.row_number, changesOf(item)])).toEqual([
      [2, { price: '12.00' }],
      [4, { price: '13.00' }],
    ]);
  });

  it('with tabs, old line ends and Excel’s delimiter line are read', async () => {
    expect((await harness.importText('SKU\tPrice\rHAT-R\t12\r')).batch.import_report).toMatchObject({
      delimiter: '\t',
      matched: 1,
    });
    const { items } = await harness.importText('sep=;\r\nSKU;Price\r\nHAT-R;12\r\n');
    expect(items.map((item) => item.row_number)).toEqual([3]);
  });

  it('restore text that was kept from running as a formula', async () => {
    const { items } = await importLines('SKU,Barcode,Vendor', "HAT-R,'-12,'=1+1");
    expect(items.map(changesOf)).toEqual([{ vendor: '=1+1' }, { barcode: '-12' }]);
  });

  it.each<[string, string | Buffer, string]>([
    ['an empty one', '', 'This file is empty. Its first row must name the columns.'],
    ['one without rows', 'SKU,Price\r\n\r\n', 'This file has a header but no rows below it.'],
    ['one without a header', 'HAT-R,12\r\nHAT-B,13\r\n', 'The first row names no column that is known here.'],
    [
      'one that identifies nothing',
      'Vendor,Price\r\nBlue Hat,12\r\n',
      'This file has no column to find the variants by.',
    ],
    ['one that changes nothing', 'SKU,Notes\r\nHAT-R,x\r\n', 'This file has no column that can be changed.'],
    [
      'one with a repeated column',
      'SKU,Price,Variant Price\r\nHAT-R,1,2\r\n',
      'The columns “Price” and “Variant Price” mean the same. Remove one of them.',
    ],
    [
      'one with an open quotation mark',
      'SKU,Price\r\nHAT-R,12\r\n"HAT-B,13\r\nTENT,14\r\n',
      'A quotation mark that opens in row 3 is never closed',
    ],
    [
      'one with a stray quotation mark',
      'SKU,Price\r\nHAT-R,12\r\n"HAT"-B,13\r\n',
      'Row 3 has a quotation mark where none can be.',
    ],
    [
      'a damaged Excel file',
      Buffer.from('PK\x03\x04\x14\x00\x06\x00', 'latin1'),
      'This Excel file cannot be read. Open it in Excel, save it again as .xlsx, and import that file.',
    ],
    [
      'an old Excel file',
      Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'),
      'This Excel file has a password or is of an old kind.',
    ],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'This is not a text file.'],
    [
      'one in two encodings',
      Buffer.concat([Buffer.from('SKU,Title\r\nMü,x\r\n'), Buffer.from('Mü,x\r\n', 'latin1')]),
      'Some characters of this file cannot be read. Save it again with the encoding UTF-8',
    ],
  ])('%s is refused with a sentence', async (_name, file, sentence) => {
    expect(await harness.refusalOf(file)).toContain(sentence);
    const { rows } = await db.query('select from edit_batches');
    expect(rows).toHaveLength(0);
  });

  it('with too many rows are refused', async () => {
    const rows = Array.from({ length: 100_001 }, (_, index) => `S${index},1\r\n`);
    expect(await harness.refusalOf(`SKU,Price\r\n${rows.join('')}`)).toBe(
      'This file has more than 100,000 rows. Split it into several files.',
    );
  });

  it('take as many rows as documented', { timeout: 240_000 }, async () => {
    const rows = Array.from({ length: 99_998 }, (_, index) => `S${index},1\r\n`);
    const { batch } = await harness.importText(`SKU,Price\r\nHAT-R,1\r\n${rows.join('')}HAT-B,2\r\n`);
    expect(batch).toMatchObject({ total: 100_000, failed: 99_998 });
    expect(batch.import_report).toMatchObject({ rows: 100_000, matched: 2, unmatched: 99_998 });
  });
});
