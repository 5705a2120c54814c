import { messages } from '@storefleet/contract/messages';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { accessibilityProblems, expectSound } from '../support/accessibility.ts';
import { untilSynced } from '../support/api.ts';
import { goTo, isTooWideForAPhone, resultsTable, searchFor } from '../support/screens.ts';
import { connectTable, startDemoSqlServer } from '../support/sql-server.ts';
import { openStage } from '../support/stage.ts';

/** One of them has no title. */
const ARTICLES = 240;

const stage = await openStage();

const sqlServer = await startDemoSqlServer({ articles: ARTICLES });
await sqlServer.run(
  `CREATE TABLE dbo.ListPrices (article int NOT NULL, list nvarchar(20) NOT NULL, amount decimal(10,2) NULL,
     PRIMARY KEY (article, list))`,
);
await sqlServer.run(
  "INSERT INTO dbo.ListPrices VALUES (1001, N'Retail', 249.50), (1002, N'Retail', 259.50), (1002, N'Club', 199)",
);
await sqlServer.run(
  `CREATE TABLE dbo.OnHand (article int NOT NULL, warehouse nvarchar(20) NOT NULL, units decimal(19,6) NULL,
     PRIMARY KEY (article, warehouse))`,
);
await sqlServer.run("INSERT INTO dbo.OnHand VALUES (1001, N'N', 3), (1002, N'N', 7), (1002, N'S', 40)");

afterAll(async () => {
  await sqlServer.close();
});

const MORE_MAPPINGS = [
  { source_field: 'is_active', target_field: 'On offer', is_custom: true },
  { source_field: 'discontinued_on', target_field: 'Discontinued', is_custom: true },
  {
    source_field: 'amount',
    target_field: 'Retail price',
    is_custom: true,
    child_table: {
      name: 'dbo.ListPrices',
      key_columns: ['article'],
      list_column: 'list',
      list_value: 'Retail',
    },
  },
  {
    source_field: 'units',
    target_field: 'stock.North',
    data_type: 'number',
    child_table: {
      name: 'dbo.OnHand',
      key_columns: ['article'],
      list_column: 'warehouse',
      list_value: 'N',
    },
  },
];

test('a table is mapped, previewed, synced, found, edited and restored', async () => {
  const store = await connectTable(stage.api, sqlServer, { name: 'Wholesaler', table: 'dbo.Articles' });
  const { page } = await stage.visitSignedIn({ at: `/stores/${store.id}` });
  await page.getByText('This store cannot be synced yet').waitFor();
  const sync = page.getByRole('button', { name: 'Sync MS SQL Products' });
  expect(await sync.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Go to the field mappings' }).click();
  await page.locator(':focus').getByText('No mappings yet').waitFor();

  await page.getByLabel('Clear the table').click();
  await page.getByRole('button', { name: 'Generate Defaults' }).click();
  await page.getByText(messages.mappings.tableMissing).waitFor();
  await chooseTable(page, /^dbo\.Articles/);
  await page.getByRole('button', { name: 'Generate Defaults' }).click();
  await page.getByText(messages.mappings.generated(13)).waitFor();
  await page.getByText(/columns? could not be placed/).waitFor();
  const columns = page.getByRole('region', { name: 'Columns of dbo.Articles' });
  await columns.getByRole('row', { name: 'ArticleID Primary key int No' }).waitFor();
  await columns.getByRole('row', { name: /^title nvarchar\(\d+\) Yes Title/ }).waitFor();
  const preview = page.getByRole('region', { name: 'First rows' });
  await preview.getByText('ArticleID = 1001').waitFor();
  await preview.getByText('PCK-0001-01').waitFor();
  await expectSound(page);

  const moreMappings = { store_id: store.id, mappings: MORE_MAPPINGS };
  await stage.api('POST', `/mssql/stores/${store.id}/mappings/bulk`, moreMappings);
  await sync.click();
  await page.getByText(messages.sync.confirmMssql).waitFor();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await page.getByRole('button', { name: 'Show skipped rows' }).click();
  const skipped = page.getByRole('dialog');
  await skipped.getByText('ArticleID = 1214').waitFor();
  await skipped.getByText('The column “title” is empty, and Title is required.').waitFor();
  await page.keyboard.press('Escape');

  await goTo(page, 'Search');
  await searchFor(page, 'PCK-0001-02', 'SKU');
  await resultsTable(page).getByText('Aurlang Trekking Pack').waitFor();

  await page.goto('/bulk-price-update?q=PCK-0001-02&type=sku');
  const row = page.getByRole('grid', { name: 'Prices and costs' }).getByRole('row').nth(1);
  await row.locator('[data-column="price"]').click();
  await page.keyboard.type('12.34');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Save 1 value?' });
  await question.getByRole('checkbox', { name: messages.bulkUpdate.haveLooked }).check();
  expect(await priceAtSource('PCK-0001-02')).not.toBe('12.34');
  await question.getByRole('button', { name: 'Save 1 value' }).click();
  await page.getByText(/^Price of .* saved: \$12\.34$/).waitFor({ state: 'attached' });
  expect(await priceAtSource('PCK-0001-02')).toBe('12.34');

  await goTo(page, 'History');
  await page.getByRole('cell', { name: '$12.34' }).waitFor();
  await page.getByRole('row').nth(1).getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 change' }).click();
  await expect.poll(() => priceAtSource('PCK-0001-02'), { timeout: 30_000 }).not.toBe('12.34');

  await page.goto('/search?q=PCK-0001-02&type=sku');
  await resultsTable(page).getByRole('link', { name: 'Aurlang Trekking Pack' }).click();
  const fields = page.getByRole('table', { name: 'Custom fields' });
  const ofVariant = fields.getByRole('row', { name: /PCK-0001-02/ });
  await ofVariant.getByText('Yes', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('combobox', { name: 'On offer of PCK-0001-02' }).selectOption('No');
  const discontinued = editor.getByRole('textbox', { name: 'Discontinued of PCK-0001-02' });
  await discontinued.fill('soon');
  await discontinued.blur();
  await editor.getByText('Must be a date such as 2026-11-24.').first().waitFor();
  await discontinued.fill('2027-01-31');
  const retail = editor.getByRole('textbox', { name: 'Retail price of PCK-0001-02' });
  expect(await retail.inputValue()).toBe('259.5');
  await retail.fill('260');
  await editor.getByRole('button', { name: /^Save/ }).click();
  await editor.getByText('Saved').first().waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);
  await editor.getByRole('button', { name: 'Close' }).click();
  await ofVariant.getByText('2027-01-31').waitFor();
  expect(await atSource('PCK-0001-02')).toMatchObject({ is_active: false, discontinued_on: '2027-01-31' });
  expect(await sqlServer.read('SELECT list, amount FROM dbo.ListPrices WHERE article = 1002')).toEqual([
    { list: 'Club', amount: '199.00' },
    { list: 'Retail', amount: '260.00' },
  ]);

  await page.getByRole('button', { name: 'Edit stock' }).click();
  const stock = page.getByRole('textbox', { name: /^Stock of .* at North$/ });
  expect(await stock.last().inputValue()).toBe('7');
  await stock.last().fill('12');
  await page.getByRole('button', { name: 'Save stock' }).click();
  await expect.poll(() => stock.count()).toBe(0);
  expect(
    await sqlServer.read('SELECT warehouse, units FROM dbo.OnHand WHERE article = 1002 ORDER BY warehouse'),
  ).toEqual([
    { warehouse: 'N', units: '12.000000' },
    { warehouse: 'S', units: '40.000000' },
  ]);

  await goTo(page, 'History');
  const change = page.getByRole('row').filter({ hasText: 'Stock at North' }).first();
  await change.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 change' }).click();
  const inNorth = () =>
    sqlServer.read("SELECT units FROM dbo.OnHand WHERE article = 1002 AND warehouse = N'N'");
  await expect.poll(inNorth, { timeout: 30_000 }).toEqual([{ units: '7.000000' }]);

  await sqlServer.run("UPDATE dbo.OnHand SET units = 20 WHERE article = 1002 AND warehouse = N'N'");
  await stage.api('POST', `/mssql/stores/${store.id}/sync`);
  await untilSynced(stage.api, store);
  await page.goto('/search?q=PCK-0001-02&type=sku');
  await resultsTable(page).getByRole('link', { name: 'Aurlang Trekking Pack' }).click();
  await page.getByRole('button', { name: 'Edit stock' }).click();
  await expect.poll(() => stock.last().inputValue()).toBe('20');
});

test('a mapping is tried, added, changed and deleted; then the store reads another table', async () => {
  const store = await connectTable(stage.api, sqlServer, { name: 'Mapped', table: 'dbo.Articles' });
  await generateMappings(store);
  const visitor = await stage.visitSignedIn({ at: `/stores/${store.id}` });
  visitor.allowTrouble(/^400: POST \/api\/v1\/mssql\/stores\/[^/]+\/mappings$/);
  const { page } = visitor;
  const mappings = page.getByRole('table', { name: 'Field mappings' });
  await page.getByRole('button', { name: 'Add Mapping' }).click();
  const form = page.getByRole('form', { name: 'Add mapping' });
  const source = form.getByRole('combobox', { name: 'Source column' });
  await source.fill('no_such');
  await form.getByText('dbo.Articles has no column with this name.').waitFor();
  await page.keyboard.press('Tab');
  expect(await form.getByRole('option', { name: 'Title (filled from title)' }).isDisabled()).toBe(true);
  await form.getByLabel('Target field').selectOption('custom');
  await form.getByRole('button', { name: 'Add Mapping' }).click();
  await form.getByText('A custom target field needs a name.').waitFor();
  await form.getByLabel('Name of the custom field').fill('Shelf price');
  await page.keyboard.press('Enter');
  await form.getByText(messages.mappings.addFailed).waitFor();
  await form
    .getByText(/^There is no column “no_such” in dbo\.Articles\. Choose one/)
    .first()
    .waitFor();
  await source.fill('list_price');
  await form.getByText(/^decimal.*, may be empty$/).waitFor();
  await form.getByLabel('Transformation').selectOption('concat');
  await form.getByLabel('Prefix').fill('EUR ');
  await form.getByRole('button', { name: 'Try on the first rows' }).click();
  await form
    .getByRole('cell', { name: /^EUR \d+\.\d\d$/ })
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add Mapping' }).click();
  await page.getByText(messages.mappings.added).waitFor();
  // The form is ready for another one.
  await expect.poll(() => source.inputValue()).toBe('');
  const added = mappings.getByRole('row').filter({ hasText: 'Shelf price' });
  await added.getByText('prefix “EUR ”').waitFor();

  const edit = page.getByRole('button', { name: 'Edit list_price to “Shelf price”' });
  const defaultValue = mappings.getByLabel('Default value');
  await edit.click();
  await defaultValue.fill('1');
  await page.keyboard.press('Escape');
  await defaultValue.waitFor({ state: 'detached' });
  expect(await edit.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  await edit.click();
  expect(await defaultValue.inputValue()).toBe('');
  await defaultValue.fill('0.00');
  await page.keyboard.press('Enter');
  await added.getByText('“0.00” where empty').waitFor();
  await page.getByRole('button', { name: 'Delete list_price to “Shelf price”' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the mapping of list_price to “Shelf price”?' });
  await question.getByText(messages.mappings.confirmDelete).waitFor();
  await question.getByText(/lose their “Shelf price”/).waitFor();
  await question.getByRole('button', { name: 'Delete mapping' }).click();
  await added.waitFor({ state: 'detached' });

  await form.getByRole('checkbox', { name: 'In another table' }).check();
  await form.getByRole('combobox', { name: 'Table' }).fill('dbo.ListPrices');
  await form.getByLabel('Key columns').fill('article');
  await form.getByRole('combobox', { name: 'Column of the list' }).fill('list');
  await form.getByRole('textbox', { name: 'List', exact: true }).fill('Club');
  await source.fill('amount');
  await form.getByLabel('Target field').selectOption('custom');
  await form.getByLabel('Name of the custom field').fill('Club price');
  await form.getByRole('button', { name: 'Try on the first rows' }).click();
  await form
    .getByRole('row', { name: /^ArticleID = 1002/ })
    .getByText('199', { exact: true })
    .waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);
  await form.getByRole('button', { name: 'Add Mapping' }).click();
  await mappings.getByText('dbo.ListPrices.amount (Club)').waitFor();
  await page.getByText(/^What changes only in dbo\.ListPrices is found by full syncs alone/).waitFor();
  await source.fill('qty_on_hand');
  await form.getByLabel('Target field').selectOption('Stock at a location');
  await form.getByLabel('Location').fill('Depot');
  await form.getByRole('button', { name: 'Add Mapping' }).click();
  await mappings.getByText('Stock at Depot').waitFor();

  await chooseTable(page, /^dbo\.ActiveArticles\s*View$/);
  const note = page.getByText('The store reads dbo.Articles.');
  await note.waitFor();
  await page.getByRole('region', { name: 'Columns of dbo.ActiveArticles' }).waitFor();
  await page.getByRole('button', { name: 'Use this table for the store' }).click();
  const change = page.getByRole('dialog', { name: 'Use dbo.ActiveArticles for Mapped?' });
  await change.getByText(/removes the products that are not in dbo\.ActiveArticles/).waitFor();
  await change.getByRole('button', { name: 'Use this table' }).click();
  await note.waitFor({ state: 'detached' });

  const saved = await stage.api('PUT', `/stores/${store.id}`, { store_status: 'archived' });
  expect(saved).toMatchObject({ mssql_table: 'dbo.ActiveArticles' });
  await page.reload();
  await page.getByText('This store is archived and read-only.').first().waitFor();
  await mappings.waitFor();
  for (const name of ['Generate Defaults', 'Add Mapping', 'Edit title to Title']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  }
});

async function chooseTable(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option', { name }).click();
}

async function generateMappings({ id }: { id: string }): Promise<void> {
  const body = { store_id: id, table_name: 'dbo.Articles' };
  await stage.api('POST', `/mssql/stores/${id}/mappings/generate`, body);
}

async function atSource(itemNo: string) {
  const [row] = await sqlServer.read(
    `SELECT list_price, is_active, discontinued_on FROM dbo.Articles WHERE item_no = '${itemNo}'`,
  );
  return row;
}

const priceAtSource = async (itemNo: string) => (await atSource(itemNo))?.list_price;
