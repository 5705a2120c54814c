import { Readable } from 'node:stream';
import { ImportPlan, ImportSettings, NearQuestion } from '@storefleet/contract/edits/imports';
import { openTestDatabase } from '@storefleet/test-support/database';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { addFullProduct, createCsvHarness } from '../../../test/csv/csv-harness.ts';
import { addStore } from '../../../test/products/catalogue.ts';
import { readBatch, SAM } from '../../../test/products/planning.ts';
import { removeLeftFiles } from './import/read/kept-files.ts';

const db = await openTestDatabase();
const { csv, signal } = createCsvHarness(db);
const stores = { atlas: '', borealis: '' };

stores.atlas = await addStore(db, 'Atlas', 'CHF');
stores.borealis = await addStore(db, 'Borealis', 'EUR');
const products: [title: string, sku: string | null, barcode: string | null][] = [
  ['Scarf', 'ACC-000010-01', '4006381333931'],
  ['Scarf, red', 'ACC-000010-02', '4006381333948'],
  ['Rope', 'ROPE 10/M', '012345678905'],
  ['Lamp', 'LAMP', null],
  ['Old lamp', 'LAMP', null],
  ['Boot', 'B00T-7', null],
  ['Unlabelled', null, null],
];
for (const [title, sku, barcode] of products) {
  await addFullProduct(db, stores.atlas, title, { handle: title.toLowerCase() }, [
    { sku, barcode, price: '10.00' },
  ]);
}
await addFullProduct(db, stores.borealis, 'Scarf', { handle: 'scarf' }, [
  { sku: 'ACC-000010-01', price: '9.00' },
]);

const upload = (text: string) => csv.uploadImport(Readable.from([Buffer.from(text)]), null, SAM);
const kept = (id: string) => ({ id, user: SAM });
const match = (id: string, settings: z.input<typeof ImportSettings> = {}) =>
  csv.matchImport(kept(id), ImportSettings.parse(settings), signal);
async function plan(id: string, settings: z.input<typeof ImportPlan>) {
  const run = { user: SAM, signal, progress: { done: 0, total: null } };
  const { batch_id } = await csv.planImport(kept(id), ImportPlan.parse(settings), run);
  return readBatch(db, batch_id);
}

it.each<[name: string, rows: string, hasHeader: boolean, meanings: Record<string, string | null>]>([
  [
    'headings that are known',
    'EAN\tCompare at\n4006381333931\t5',
    true,
    { EAN: 'barcode', 'Compare at': 'compare_at_price' },
  ],
  ['codes below an unknown heading', 'Ref\tNew\nLAMP\t5', true, { Ref: 'sku', New: null }],
  [
    'a second code beside a known one, which would be written',
    'SKU\tCase\nLAMP\t4006381333931',
    true,
    { SKU: 'sku', Case: null },
  ],
  ['SKU and price', 'LAMP\t12,50\nB00T-7\t3', false, { 'Column A': 'sku', 'Column B': 'price' }],
  [
    'price before the barcode, with a currency',
    'CHF 1’234.50\t4006381333931',
    false,
    { 'Column A': 'price', 'Column B': 'barcode' },
  ],
  [
    'barcodes that nobody has yet',
    '4006381333955\tScarf\t12.90',
    false,
    { 'Column A': 'barcode', 'Column B': null, 'Column C': 'price' },
  ],
  [
    'a stock that is no price',
    'LAMP\t12\t1.234,50',
    false,
    { 'Column A': 'sku', 'Column B': null, 'Column C': 'price' },
  ],
])('recognises %s', async (_, rows, hasHeader, meanings) => {
  const { has_header, columns } = await upload(rows);
  expect(has_header).toBe(hasHeader);
  expect(Object.fromEntries(columns.map(({ heading, meaning }) => [heading, meaning]))).toEqual(meanings);
});

it('treats the first row as the person chose', async () => {
  const { id } = await upload('Lamp\tNew lamp');
  const read = await csv.readImport(kept(id), { has_header: false });
  expect(read.columns[0]).toEqual({ heading: 'Column A', samples: ['Lamp'], meaning: null });
});

const COLUMNS = { 'Column A': 'sku', 'Column B': 'price' } as const;
const byCode = { has_header: false, columns: COLUMNS, in_each_store: true };

it('counts matches by store, lists ambiguous rows, and plans chosen variants', async () => {
  const { id } = await upload('ACC-000010-02\t12.50\nLAMP\t13.00\nACC-000010-0l\t8\nNOBODY\t5.00');
  const { open, ...counts } = await match(id, byCode);
  expect(counts).toEqual({
    rows: 4,
    matched: 1,
    ambiguous: 1,
    unmatched: 2,
    invalid: 0,
    stores: [{ store_id: stores.atlas, rows: 1 }],
  });
  expect(open).toMatchObject([
    {
      row_number: 2,
      kind: 'ambiguous',
      reason: 'The SKU “LAMP” fits 2 variants in “Atlas”.',
      cells: ['LAMP', '13.00'],
    },
    { row_number: 3, kind: 'unmatched', keys: { sku: 'ACC-000010-0l' }, variant_ids: [] },
    { row_number: 4, kind: 'unmatched', reason: 'No variant has the SKU “NOBODY”.' },
  ]);
  const near = await csv.findNear(NearQuestion.parse({ rows: open, in_each_store: true }));
  const [lamps, scarves, none] = near.rows.map(({ suggestions }) => suggestions);
  expect(lamps?.map(({ product_title, reason }) => [product_title, reason])).toEqual([
    ['Lamp', null],
    ['Old lamp', null],
  ]);
  expect(scarves?.[0]).toMatchObject({ sku: 'ACC-000010-01', store_names: ['Atlas', 'Borealis'] });
  expect(none).toEqual([]);

  const picks = [
    { row_number: 2, variant_ids: lamps?.[1]?.variant_ids ?? [] },
    { row_number: 3, variant_ids: scarves?.[0]?.variant_ids ?? [] },
  ];
  const { batch, items } = await plan(id, { ...byCode, picks });
  expect(batch.import_report).toMatchObject({ rows: 4, matched: 3, ambiguous: 0, unmatched: 1 });
  const planned = items.filter(({ status }) => status === 'planned');
  expect(
    planned.map(({ product_title, changes }) => [product_title, changes.map((change) => change.new_value)]),
  ).toEqual([
    ['Scarf, red', ['12.50']],
    ['Old lamp', ['13.00']],
    ['Scarf', ['8.00']],
    ['Scarf', ['8.00']],
  ]);
  await expect(match(id)).rejects.toMatchObject({ code: 'import_not_found' });
});

it('plans a variant once, whichever rows it was chosen for', async () => {
  const { rows } = await db.query<{ id: string }>("select id from variants where sku = 'B00T-7'");
  const [{ id: boot = '' } = {}] = rows;
  const { id } = await upload('B00T-7\t12\nBOOT-7\t13\nBOOT-8\t14');
  const picks = [2, 3, 1].map((row_number) => ({ row_number, variant_ids: [boot, boot] }));
  const { items } = await plan(id, { ...byCode, in_each_store: false, picks });
  expect(items.map(({ changes, error }) => error ?? changes[0]?.new_value)).toEqual([
    '12.00',
    'Row 1 is about the same variant. Keep one of the two rows.',
    'Row 1 is about the same variant. Keep one of the two rows.',
  ]);
});

it.each<[what: string, keys: Record<string, string>, sku: string | null, reason: string]>([
  ['one character wrong', { sku: 'ACC-000810-01' }, 'ACC-000010-01', 'differs in one character'],
  ['one missing at the end', { sku: 'ACC-000010-0' }, 'ACC-000010-01', 'differs in one character'],
  [
    'two digits exchanged',
    { barcode: '4006381339331' },
    'ACC-000010-01',
    'has the same characters in another order',
  ],
  [
    'capitals and separators',
    { sku: 'acc 000010_01' },
    'ACC-000010-01',
    'differs in separators or capitals only',
  ],
  ['separators left out', { sku: 'rope10m' }, 'ROPE 10/M', 'differs in separators or capitals only'],
  ['letters for digits', { sku: 'BOOT-7' }, 'B00T-7', 'has look-alike characters, such as 0 and O'],
  [
    'a number that a spreadsheet shortened',
    { barcode: '4.00638E+12' },
    'ACC-000010-01',
    'begins with 400638',
  ],
  [
    'a barcode in the column of SKUs, in another form',
    { sku: '0012345678905' },
    'ROPE 10/M',
    'has this barcode',
  ],
  ['an SKU in the column of barcodes', { barcode: 'lamp' }, 'LAMP', 'has this SKU'],
  [
    'another code of the row',
    { sku: 'NEW-1', barcode: '4006381333948' },
    'ACC-000010-02',
    'has this barcode',
  ],
  ['the title of the row', { sku: 'NEW-2', title: 'unlabelled' }, null, 'has this title'],
  ['a part of a SKU', { sku: '000010-02' }, 'ACC-000010-02', 'is part of its SKU'],
])('suggests near matches: %s', async (_, keys, sku, reason) => {
  const { rows } = await csv.findNear(NearQuestion.parse({ rows: [{ keys }] }));
  expect(rows[0]?.suggestions[0]).toMatchObject({ sku, reason });
});

it.each([{ sku: 'XYZ-999' }, { sku: 'LA' }, { barcode: '9E+12' }, { title: 'x' }, {}])(
  'offers nothing for %o',
  async (keys) => {
    const { rows } = await csv.findNear(NearQuestion.parse({ rows: [{ keys }] }));
    expect(rows).toEqual([{ suggestions: [] }]);
  },
);

it('suggests variants of the selected stores only', async () => {
  const question = { rows: [{ keys: { sku: 'ACC-000010-1' } }], store_ids: [stores.borealis] };
  const { rows } = await csv.findNear(NearQuestion.parse(question));
  expect(rows[0]?.suggestions.map(({ store_names }) => store_names)).toEqual([['Borealis']]);
});

it('matches by title if the rows have nothing else, and does not change the title', async () => {
  const { id } = await upload('Title\tPrice\n UNLABELLED \t4\nLamp post\t5');
  const { items } = await plan(id, {});
  expect(items.map(({ changes, error }) => error ?? changes.map(({ attribute }) => attribute))).toEqual([
    ['price'],
    'No product has the title “Lamp post”.',
  ]);
});

it('writes an amount only to stores with its currency', async () => {
  const { id } = await upload('ACC-000010-01\tCHF 12.90');
  const { items } = await plan(id, byCode);
  expect(items.map(({ store_name, changes, error }) => [store_name, error ?? changes[0]?.new_value])).toEqual(
    [
      ['Atlas', '12.90'],
      ['Borealis', 'Column B: This amount is in CHF, but the store sells in EUR.'],
    ],
  );
});

it('belongs to whoever sent it', async () => {
  const { id } = await upload('LAMP\t1');
  const other = { id, user: { ...SAM, id: '01a1fc00-0000-7000-8000-000000000002' } };
  await expect(csv.readImport(other, {})).rejects.toMatchObject({ code: 'import_not_found' });
});

it('keeps nothing of an unreadable file, and deletes an abandoned one after a day', async () => {
  await db.query('truncate import_files cascade');
  await expect(upload('')).rejects.toThrow('This file is empty');
  const { id } = await upload('LAMP\t1');
  await db.query(`update import_files set created_at = now() - interval '25 hours'`);
  await expect(match(id, byCode)).rejects.toMatchObject({ code: 'import_not_found' });
  await upload('LAMP\t2');
  await removeLeftFiles(db);
  const { rows } = await db.query('select from import_file_parts');
  expect(rows).toHaveLength(1);
});

it('stops in the middle of a file', async () => {
  const stopping = new AbortController();
  async function* endless() {
    yield Buffer.from('SKU,Price\n');
    for (;;) {
      yield Buffer.from('LAMP,5\n'.repeat(100));
      stopping.abort(new Error('This was stopped.'));
    }
  }
  const run = { user: SAM, signal: stopping.signal, progress: { done: 0, total: null } };
  await expect(csv.importFile(endless(), {}, run)).rejects.toThrow('This was stopped.');
  expect(run.progress.done).toBeLessThan(10_000);
});
