import { Readable } from 'node:stream';
import { openTestDatabase } from '@storefleet/test-support/database';
import { beforeEach, expect, it } from 'vitest';
import { addFullProduct, createCsvHarness, textOf } from '../../../../test/csv/csv-harness.ts';
import { addStore } from '../../../../test/products/catalogue.ts';
import { SAM } from '../../../../test/products/planning.ts';

const db = await openTestDatabase();
const harness = createCsvHarness(db);
let stores: { atlas: string; borealis: string; cetus: string };

beforeEach(async () => {
  await db.query('truncate edit_batches, stores, import_headings cascade');
  const [atlas, borealis, cetus] = [
    await addStore(db, 'Atlas', 'EUR'),
    await addStore(db, 'Borealis', 'EUR'),
    await addStore(db, 'Cetus', 'USD'),
  ];
  stores = { atlas, borealis, cetus };
  const hat = [{ sku: 'HAT', barcode: '4006381333931', price: '10.00' }];
  for (const storeId of [atlas, borealis, cetus]) {
    await addFullProduct(db, storeId, 'Hat', { handle: 'hat' }, hat);
  }
  await addFullProduct(db, cetus, 'Other hat', { handle: 'other-hat' }, hat);
});

const inspect = (text: string) =>
  harness.csv.uploadImport(Readable.from([Buffer.from(text)]), 'prices.csv', SAM);
const columns = (choices: Record<string, string>) => ({ columns: JSON.stringify(choices) });

it('asks about unknown headings, and remembers the choices', async () => {
  const file = 'Art.Nr.;VK brutto;Price;Note\r\nHAT;12,50;1;x\r\n;13;;\r\n';
  expect((await inspect(file)).columns).toEqual([
    { heading: 'Art.Nr.', samples: ['HAT'], meaning: 'sku' },
    { heading: 'VK brutto', samples: ['12,50', '13'], meaning: null },
    { heading: 'Price', samples: ['1'], meaning: 'price' },
    { heading: 'Note', samples: ['x'], meaning: null },
  ]);
  const chosen = { 'Art.Nr.': 'sku', 'VK brutto': 'price', Price: 'cost', Note: 'ignore' };
  const { batch, items } = await harness.importText(file, { ...columns(chosen), store_ids: stores.atlas });
  expect(batch.import_report).toMatchObject({
    matched_by: ['Art.Nr.'],
    applied_columns: ['VK brutto', 'Price'],
    ignored_columns: ['Note'],
  });
  expect(items[0]?.changes).toMatchObject([
    { attribute: 'price', new_value: '12.50' },
    { attribute: 'cost', new_value: '1.00' },
  ]);
  const again = await inspect('art.nr.,vk  brutto,PRICE\r\n');
  expect(again.columns.map(({ meaning }) => meaning)).toEqual(['sku', 'price', 'price']);
});

it('remembers nothing of columns named by their position, as in the refused rows of a pasted table', async () => {
  const file = 'Column A;Column B\r\nHAT;12\r\n';
  const chosen = { 'Column A': 'sku', 'Column B': 'price' };
  await harness.importText(file, { ...columns(chosen), store_ids: stores.atlas });
  const again = await inspect(file);
  expect(again.columns.map(({ meaning }) => meaning)).toEqual(['sku', null]);
});

it.each([
  ['7.00', { Price: 'price', price: 'ignore' }],
  ['8.00', { Price: 'ignore', price: 'price' }],
])('takes %s from the one chosen of two headings that differ in case only', async (value, chosen) => {
  const file = 'SKU,Price,price\r\nHAT,7,8\r\n';
  const { items } = await harness.importText(file, { ...columns(chosen), store_ids: stores.atlas });
  expect(items[0]?.changes).toMatchObject([{ attribute: 'price', new_value: value }]);
});

it('does not ask about the other columns of Shopify’s file', async () => {
  const { columns: found } = await inspect('Handle,Title,Status,Gift Card\r\n');
  expect(found.at(-1)).toMatchObject({ heading: 'Gift Card', meaning: 'ignore' });
});

it.each(['{', '[]', '{"SKU":"colour"}'])('refuses %s as column meanings', async (text) => {
  await expect(harness.importText('SKU,Price\r\nHAT,1\r\n', { columns: text })).rejects.toThrow();
});

it('writes to each store that has the code, and lists stores with several matching variants', async () => {
  const file = 'SKU;Price;Note\r\nHAT;12,50;first\r\nNONE;"1;5";second\r\n';
  const { batch, items } = await harness.importText(file, { in_each_store: 'true' });
  const planned = items.filter(({ status }) => status === 'planned').map(({ store_name }) => store_name);
  expect(planned.toSorted()).toEqual(['Atlas', 'Borealis']);
  expect(batch.import_report).toMatchObject({ rows: 2, matched: 0, ambiguous: 1, unmatched: 1 });
  const report = await textOf(await harness.csv.exportProblems(batch.batch_id, harness.signal));
  expect(report.split('\r\n')).toEqual([
    '\uFEFFSKU;Price;Storefleet Problem',
    expect.stringMatching(/^HAT;"12,50";"The SKU “HAT” fits 2 variants in “Cetus”\. /),
    'NONE;"1;5";No variant has the SKU “NONE”.',
    '',
  ]);
  const mended = report.replace('HAT;', 'X;');
  expect((await harness.importText(mended)).batch.import_report).toMatchObject({
    rows: 2,
    ignored_columns: ['Storefleet Problem'],
  });
});

it('exports failed items if no rows of the file were kept', async () => {
  const { batch } = await harness.importText('SKU,Price\r\nNONE,1\r\n');
  await db.query('truncate import_problem_rows');
  const report = await textOf(await harness.csv.exportProblems(batch.batch_id, harness.signal));
  expect(report).toContain('No variant has the SKU “NONE”.');
});
