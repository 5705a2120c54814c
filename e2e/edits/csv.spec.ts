import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  CHANNEL_COLUMNS,
  DEFAULT_PRODUCT_FILE_COLUMNS,
  LIST_PRICE_COLUMNS,
  STOCK_COLUMNS,
} from '@storefleet/contract/catalogue/file-constants';
import { messages } from '@storefleet/contract/messages';
import type { Locator, Page } from 'playwright-core';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import writeSpreadsheet from 'write-excel-file/node';
import { beginSession, syncStores } from '../support/api.ts';
import { rowBox, rowTexts, updateRows } from '../support/editing.ts';
import { countEffort } from '../support/effort.ts';
import { csvRecords, downloaded } from '../support/files.ts';
import { searchFor } from '../support/screens.ts';
import { pricesOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const stage = await openStage();
const { api } = stage;

/** All of the supplier's rows but the last ones are in both shops. */
const LISTED = 500;
const UNKNOWN = 53;
const wharf = await stage.connectShop('Wharf');
const add = wharf.shop.catalogue.createProduct.bind(wharf.shop.catalogue);
add({
  title: 'Sail cloth',
  variants: [
    { title: 'White', sku: 'SC-W', barcode: '4000000000109', price: '10.00', cost: '4.00' },
    { title: 'Red', sku: 'SC-R', barcode: '4000000000116', price: '12.00', cost: '5.00' },
  ],
});
add({ title: '=HYPERLINK sail', variants: [{ sku: 'HY', price: '9.00' }] });
add({ title: 'Sail, "storm"', variants: [{ sku: '007', price: '30.00' }] });
add({ title: 'Twin left', variants: [{ sku: 'TWIN', price: '5.00' }] });
add({ title: 'Twin right', variants: [{ sku: 'TWIN', price: '6.00' }] });
add({ title: 'Locked lid', variants: [{ sku: 'LID', price: '3.00' }] });
const quay = await stage.connectShop('Quay');
for (const { shop } of [wharf, quay]) {
  for (let first = 0; first < LISTED - UNKNOWN; first += 50) {
    const numbers = Array.from({ length: Math.min(50, LISTED - UNKNOWN - first) }, (_, n) => first + n);
    shop.catalogue.createProduct({
      title: `Rope ${first}`,
      variants: numbers.map((n) => ({ title: `${n} m`, sku: `0${n}`, price: '5.00' })),
    });
  }
}
await syncStores(api, [wharf, quay]);

test('a search is exported, edited, and imported as a preview', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'sail');
  await page.getByText(messages.search.found(3, 1, 1)).waitFor();
  const { name, text } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  );
  const records = csvRecords(text);
  expect(records.map((record) => [record.Title, record['Variant SKU'], record['Variant Price']])).toEqual(
    expect.arrayContaining([
      ['Sail cloth', 'SC-W', '10.00'],
      ['', 'SC-R', '12.00'],
      ["'=HYPERLINK sail", 'HY', '9.00'],
      ['Sail, "storm"', '007', '30.00'],
    ]),
  );
  expect(records).toHaveLength(4);

  // The question about the selection is above the page, not behind the import dialog.
  await rowBox(page, 'Sail cloth / White').check();
  await importFile(page, name, text.replace(',12.00,', ',13.50,').replace(',9.00,', ',9.99,'));
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByText('2 variants will be changed', { exact: false }).first().waitFor();
  expect((await rowTexts(updateRows(page))).toSorted()).toEqual([
    expect.stringMatching(/^=HYPERLINK sail SKU HY Row \d Wharf .*from \$9\.00 to \$9\.99/),
    expect.stringMatching(/^Sail cloth Red SKU SC-R Row \d Wharf .*from \$12\.00 to \$13\.50/),
  ]);
  await page.getByRole('button', { name: 'Update 2 prices' }).click();
  await page.getByText(messages.bulkUpdate.succeeded(2, 'price')).waitFor();
  expect(pricesOf(wharf, 'Sail cloth')).toEqual(['10.00', '13.50']);
  expect(pricesOf(wharf, '=HYPERLINK sail')).toEqual(['9.99']);
  expect(pricesOf(wharf, 'Sail, "storm"')).toEqual(['30.00']);
});

test('an export continues after leaving the page; every tab lists it, and can cancel it', async () => {
  const { page, openTab } = await stage.visitSignedIn();
  await searchFor(page, 'sail');
  await page.getByRole('button', { name: 'Export: choose the format and columns' }).click();
  await page.getByRole('checkbox', { name: 'Vendor' }).uncheck();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel (.xlsx)' }).click(),
  ]);
  const upload = await beginUpload('slow.csv', `SKU,Price\r\n${'007,31\r\n'.repeat(100)}`);
  await page.reload();
  expect(download.suggestedFilename()).toMatch(/^products-.*\.xlsx$/);
  const [header = [], ...rows] = await readSheet(await download.path());
  const left: readonly string[] = ['Vendor', STOCK_COLUMNS, LIST_PRICE_COLUMNS, CHANNEL_COLUMNS];
  expect(header).toEqual(DEFAULT_PRODUCT_FILE_COLUMNS.filter((name) => !left.includes(name)));
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  expect(column('Variant SKU').toSorted()).toEqual(['007', 'HY', 'SC-R', 'SC-W']);
  const prices = ['Sail cloth', '=HYPERLINK sail', 'Sail, "storm"']
    .flatMap((title) => pricesOf(wharf, title))
    .map(Number);
  expect(column('Variant Price').toSorted()).toEqual(prices.toSorted());
  await page.getByRole('button', { name: 'Export Excel', exact: true }).waitFor();

  const other = await openTab('/history');
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: '1 running' }).click();
    await tab.getByText('Import of slow.csv').waitFor();
    await tab.getByText(/^\d+ rows read$/).waitFor();
  }
  await other.getByRole('button', { name: 'Cancel: Import of slow.csv' }).click();
  for (const tab of [page, other]) await tab.getByText('Nothing is running.').waitFor();
  expect(await upload.ended).toMatchObject({ code: 'conflict', detail: 'This was stopped.' });
});

test('a file with a BOM, semicolons and decimal commas is read; unmatched and ambiguous rows are reported', async () => {
  const { page } = await stage.visitSignedIn({ at: '/search' });
  await importFile(
    page,
    'prices.csv',
    [
      '\uFEFFVariant SKU;Variant Price;Remark',
      'SC-W;11,00;new',
      'NOBODY;1.00;',
      'TWIN;7.00;',
      'LID;soon;',
      '',
    ].join('\r\n'),
  );
  const report = page.getByRole('main');
  await report.getByText('4 rows, 1 matched').waitFor();
  await report.getByText('UTF-8, columns separated by semicolon').waitFor();
  await report.getByText('Remark', { exact: true }).waitFor();
  await page.getByText('1 variant will be changed, 3 cannot be changed.').waitFor();
  await page.getByRole('tab', { name: /^Problems/ }).click();
  await updateRows(page).getByText('No variant has the SKU “NOBODY”.').waitFor();
  await updateRows(page)
    .getByText(/^The SKU “TWIN” fits 2 variants in “Wharf”\./)
    .waitFor();
  await updateRows(page)
    .getByText(/Enter a number of at least 0/)
    .waitFor();

  await page.getByRole('button', { name: 'Update 1 price' }).click();
  await page.getByRole('alert').getByText(messages.bulkUpdate.partial(1, 3)).waitFor();
  expect(pricesOf(wharf, 'Sail cloth')[0]).toBe('11.00');
  expect([
    pricesOf(wharf, 'Twin left'),
    pricesOf(wharf, 'Twin right'),
    pricesOf(wharf, 'Locked lid'),
  ]).toEqual([['5.00'], ['6.00'], ['3.00']]);
  const { text } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download the refused rows' }).click(),
  );
  expect(await page.getByRole('button', { name: /^Failed rows as/ }).count()).toBe(0);
  expect(text.trim().split('\n')).toHaveLength(4);
  expect(text).toContain('No variant has the SKU “NOBODY”.');
});

test('a file that lacks a column is questioned; nothing is written before a preview is applied', async () => {
  const { page } = await stage.visitSignedIn({ at: '/search' });
  for (const [text, sentence] of [
    ['Colour,Shape\nred,round\n', /^Choose which column has the SKU/],
    ['Variant Price\n5.00\n', /^Choose which column has the SKU/],
    ['Variant SKU\nSC-W\n', /^Choose a column with values to write/],
  ] as const) {
    const dialog = await chooseFile(page, 'wrong.csv', text);
    await dialog.getByText(sentence).waitFor();
    expect(await dialog.getByRole('button', { name: 'Preview changes' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: /wrong\.csv/ }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  await importFile(page, 'lid.csv', 'Variant SKU,Variant Price\nLID,4.00\n');
  await updateRows(page).getByText('$4.00').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: messages.search.title }).waitFor();
  expect(pricesOf(wharf, 'Locked lid')).toEqual(['3.00']);
  expect(wharf.shop.writes.all.filter(({ value }) => value === '4.00')).toEqual([]);
});

async function chooseFile(page: Page, name: string, text: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: /Choose a CSV or Excel file/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  return dialog;
}

/** Chooses a file and requests its preview. */
async function importFile(page: Page, name: string, text: string): Promise<void> {
  const dialog = await chooseFile(page, name, text);
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
}

test('a supplier’s 500 Excel rows go to both shops, and unmatched rows come back as a file', async () => {
  const { page } = await stage.visitSignedIn({ at: '/search' });
  const rows = Array.from({ length: LISTED }, (_, n) => [
    { value: n < LISTED - UNKNOWN ? `0${n}` : `new ${n}` },
    { value: 6 + (n % 90) / 100 },
    { value: 'x' },
  ]);
  const heading = ['Article no.', 'RRP', 'Remark'].map((value) => ({ value }));
  const buffer = await writeSpreadsheet([heading, ...rows], { sheet: 'List' }).toBuffer();
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const meaningOf = (name: string) => dialog.getByRole('combobox', { name: `Meaning of ${name}` });
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: /Choose a CSV or Excel file/ }).click();
    await (await chooser).setFiles({ name: 'list.xlsx', mimeType: XLSX, buffer });
    await dialog.getByText('Columns:').waitFor();
  };
  const effort = countEffort();
  await effort(1, () => page.getByRole('button', { name: 'Import' }).click());
  await effort(2, choose);
  await meaningOf('Article no.').waitFor();
  // Recognised by its values, which are SKUs.
  await expect.poll(() => meaningOf('Article no.').inputValue()).toBe('sku');
  await effort(1, () => meaningOf('RRP').selectOption('Price'));
  await effort(1, () => dialog.getByRole('checkbox', { name: /in each of these stores/ }).click());
  await effort(1, () => dialog.getByRole('button', { name: 'Preview changes' }).click());
  await page.getByText('894 variants will be changed, 53 cannot be changed.').waitFor();
  await page.getByText('Excel, sheet “List”').waitFor();
  const { name, text } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download the refused rows' }).click(),
  );
  expect(name).toBe('list-problems.csv');
  expect(csvRecords(text)).toHaveLength(UNKNOWN);
  expect(csvRecords(text)[0]).toEqual({
    'Article no.': 'new 447',
    RRP: '6.87',
    'Storefleet Problem': 'No variant has the SKU “new 447”.',
  });
  await effort(1, () => page.getByRole('button', { name: 'Update 894 prices' }).click());
  await page.getByRole('alert').getByText(messages.bulkUpdate.partial(894, 53)).waitFor();
  expect([pricesOf(wharf, 'Rope 0')[7], pricesOf(quay, 'Rope 400')[46]]).toEqual(['6.07', '6.86']);
  // The answers are remembered, so the next time takes 6.
  expect(effort.total()).toBe(7);

  await page.goto('/search');
  await page.getByRole('button', { name: 'Import' }).click();
  await choose();
  await dialog.getByText('Article no. (SKU), RRP (Price); 1 ignored').waitFor();
  expect(await meaningOf('RRP').isVisible()).toBe(false);
});

/** Starts an upload that never ends; returns its outcome. */
async function beginUpload(name: string, text: string): Promise<{ ended: Promise<unknown> }> {
  const { access_token } = await beginSession(stage.product);
  const address = `${stage.product.url}/api/v1/products/bulk-updates/import?file_name=${name}`;
  const sending = request(address, { method: 'POST', headers: { authorization: `Bearer ${access_token}` } });
  sending.write(text);
  const ended = once(sending, 'response').then(async ([response]) => {
    const answer = await json(response);
    sending.destroy();
    return answer;
  });
  return { ended };
}
