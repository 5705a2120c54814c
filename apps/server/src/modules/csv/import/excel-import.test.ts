import { openTestDatabase } from '@storefleet/test-support/database';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import writeSpreadsheet from 'write-excel-file/node';
import { addFullProduct, createCsvHarness } from '../../../../test/csv/csv-harness.ts';
import { addStore } from '../../../../test/products/catalogue.ts';
import { toXlsx } from '../export/xlsx-writer.ts';

const db = await openTestDatabase();
const harness = createCsvHarness(db);

beforeEach(async () => {
  await db.query('truncate edit_batches, stores cascade');
  const atlas = await addStore(db, 'Atlas', 'EUR');
  await addFullProduct(db, atlas, 'Blue Hat', { vendor: 'Acme' }, [
    { title: 'Red', sku: '0012', barcode: '4006381333931', price: '10.00', cost: '4.00' },
    { title: 'Blue', sku: 'HAT-B', price: '11.00', cost: '5.00' },
  ]);
});

type Cell = string | number | boolean | Date | null;
const cellOf = (value: Cell) =>
  value === null ? null : value instanceof Date ? { value, format: 'yyyy-mm-dd' } : { value };
const excelFile = (sheets: Record<string, readonly (readonly Cell[])[]>) =>
  writeSpreadsheet(
    Object.entries(sheets).map(([sheet, rows]) => ({ sheet, data: rows.map((row) => row.map(cellOf)) })),
  ).toBuffer();

/** The file with a change to the XML of its first sheet. */
function rewritten(file: Buffer, change: (xml: string) => string): Buffer {
  const files = unzipSync(file);
  const path = Object.keys(files).find((name) => name.startsWith('xl/worksheets/sheet')) ?? '';
  files[path] = strToU8(change(strFromU8(files[path] ?? new Uint8Array())));
  return Buffer.from(zipSync(files));
}

async function changesOf(file: Buffer, query: Record<string, string> = {}) {
  const { batch, items } = await harness.importBytes(file, query);
  const changes = items.map(({ row_number, changes: changed, error }) => [
    row_number,
    error ?? changed.map(({ attribute, new_value }) => `${attribute} ${new_value}`).join(', '),
  ]);
  return { report: batch.import_report, changes };
}

describe('an Excel file', () => {
  it('is read as the table it shows', async () => {
    const { report, changes } = await changesOf(
      await excelFile({
        Notes: [],
        Prices: [
          [null, null],
          ['SKU', 'Price', 'Cost per item', 'Vendor'],
          ['0012', 19.9, 0.1 + 0.2, 'Acme'],
          [null, null],
          ['HAT-B', '12.50', 1.1, 'Acme'],
        ],
      }),
      { file_name: 'prices.xlsx' },
    );
    expect(changes).toEqual([
      [3, 'price 19.90, cost 0.30'],
      [5, 'price 12.50, cost 1.10'],
    ]);
    expect(report).toMatchObject({ rows: 2, encoding: 'Excel', delimiter: '', sheet: 'Prices' });
  });

  it('finds codes stored as numbers, and reads dates and booleans as text', async () => {
    const rows: Cell[][] = [
      ['Barcode', 'Vendor', 'Price'],
      [4006381333931, new Date('2026-03-01'), 21],
    ];
    const { changes } = await changesOf(await excelFile({ A: rows }));
    expect(changes).toEqual([
      [2, 'vendor 2026-03-01'],
      [2, 'price 21.00'],
    ]);
  });

  it('keeps an apostrophe, which is no mark there, unless a CSV file of ours had it', async () => {
    const rows = [
      ['SKU', 'Vendor'],
      ['HAT-B', "'=x"],
    ];
    expect((await changesOf(await excelFile({ A: rows }))).changes).toEqual([[2, "vendor '=x"]]);
    await db.query("update products set vendor = '=x'");
    expect((await changesOf(await excelFile({ A: rows }))).changes).toEqual([[2, '']]);
  });

  it('keeps characters that XML has not, so that our own comes back unchanged', async () => {
    await db.query('update products set title = $1', ['Blue\u000bHat\u001f_x000B_\u0085\ufffd\u0080']);
    const table = await harness.csv.productTable(
      { query: 'hat', type: 'name', sort_direction: 'asc' },
      harness.signal,
    );
    const { rows } = toXlsx(table, harness.signal);
    const file = Buffer.concat((await Array.fromAsync(rows)).map((piece) => Buffer.from(piece)));
    const { batch } = await harness.importBytes(file);
    expect(batch).toMatchObject({ total: 2, unchanged: 2 });
  });

  it('is read from the named sheet', async () => {
    const file = await excelFile({
      Old: [
        ['SKU', 'Price'],
        ['HAT-B', 1],
      ],
      New: [
        ['SKU', 'Price'],
        ['HAT-B', 2],
      ],
    });
    expect((await changesOf(file, { sheet: 'New' })).changes).toEqual([[2, 'price 2.00']]);
    await expect(changesOf(file, { sheet: 'None' })).rejects.toThrow(
      'This file has no sheet “None”. It has “Old”, “New”.',
    );
  });

  it('has no value where a formula failed or was never calculated', async () => {
    const file = await excelFile({
      A: [
        ['SKU', 'Price', 'Cost per item'],
        ['0012', 11.5, 4],
        ['HAT-B', 12, 77.7],
      ],
    });
    const broken = rewritten(file, (xml) =>
      xml
        .replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="e"><f>A9</f><v>#N/A</v></c>')
        .replace(/<c r="C3"[^>]*>.*?<\/c>/, '<c r="C3"><f>A9*2</f></c>'),
    );
    expect((await changesOf(broken)).changes).toEqual([
      [
        2,
        'Variant Price: The formula of this cell failed (#N/A). Fix it, or leave the row out.'.replace(
          'Variant ',
          '',
        ),
      ],
      [3, 'Cost per item: The formula of this cell failed (#NOT CALCULATED!). Fix it, or leave the row out.'],
    ]);
  });

  it('is read the same if its writer prefixes every element', async () => {
    const file = await excelFile({
      A: [
        ['SKU', 'Cost per item'],
        ['0012', 4],
        ['HAT-B', 77.7],
      ],
    });
    const broken = rewritten(file, (xml) =>
      xml
        .replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2" t="e"><f>A9</f><v>#N/A</v></c>')
        .replace(/<c r="B3"[^>]*>.*?<\/c>/, '<c r="B3"><f>A9*2</f></c>')
        .replaceAll(/<(\/?)(?=\w)/g, '<$1x:')
        .replace('xmlns=', 'xmlns:x='),
    );
    expect((await changesOf(broken)).changes).toEqual([
      [2, 'Cost per item: The formula of this cell failed (#N/A). Fix it, or leave the row out.'],
      [3, 'Cost per item: The formula of this cell failed (#NOT CALCULATED!). Fix it, or leave the row out.'],
    ]);
  });

  it('has dates where codes looked like one', async () => {
    await db.query("update variants set sku = '3-1' where sku = 'HAT-B'");
    const { rows } = await db.query<{ id: string }>("select id from variants where sku = '3-1'");
    const id = rows[0]?.id ?? '';
    const sheet: Cell[][] = [
      ['Storefleet Variant ID', 'SKU'],
      [id, new Date('2026-01-03')],
    ];
    expect((await changesOf(await excelFile({ A: sheet }))).changes).toEqual([
      [
        2,
        'SKU: “2026-01-03” is a date that a spreadsheet has made of “3-1”. Format the column as text and fill in “3-1” again.',
      ],
    ]);
  });

  it('has lost the last digits of a code of more than 15, stored as a number', async () => {
    await db.query("update variants set barcode = '1234567890123456' where sku = 'HAT-B'");
    const { changes } = await changesOf(
      await excelFile({
        A: [
          ['SKU', 'Barcode'],
          ['HAT-B', 1234567890123450],
        ],
      }),
    );
    expect(changes).toEqual([
      [
        2,
        expect.stringContaining('“1.23456789012345E+15” is a long number that a spreadsheet has shortened'),
      ],
    ]);
  });

  it.each([
    ['nothing in it', () => excelFile({ A: [] }), 'This file is empty.'],
    [
      'no tables',
      async () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })),
      'This Excel file cannot be read.',
    ],
    [
      'more in it than fits',
      async () => Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(65 * 1024 * 1024) })),
      'This Excel file unpacks to more than 64 MB.',
    ],
  ])('is refused with %s', async (_name, file, sentence) => {
    expect(await harness.refusalOf(await file())).toContain(sentence);
  });
});
