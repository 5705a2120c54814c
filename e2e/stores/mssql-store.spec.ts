import { messages } from '@storefleet/contract/messages';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { accessibilityProblems, expectSound } from '../support/accessibility.ts';
import { goTo, scrollsSideways, storeCard } from '../support/screens.ts';
import { startDemoSqlServer } from '../support/sql-server.ts';
import { openStage } from '../support/stage.ts';

const ARTICLES = 240;
const PHONE = { viewport: { width: 390, height: 844 } };
/** The address of a store's page, after saving anything. */
const STORE_PAGE = /\/stores\/[0-9a-f-]{36}(\?setup=new)?$/;

const stage = await openStage();

const sqlServer = await startDemoSqlServer({ articles: ARTICLES });

afterAll(async () => {
  await sqlServer.close();
});

test('a table is tested and connected, and its settings can be changed', async () => {
  const { page } = await stage.visitSignedIn();
  await goTo(page, 'Dashboard');
  await page.getByRole('link', { name: 'Add MS SQL Store' }).click();
  await fillServer(page, { database: '' });

  // The certificate is not trusted, and the answer says what to do about it.
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText(/^The certificate of .* Tick “Trust the server certificate”/).waitFor();
  await page.getByRole('checkbox', { name: 'Trust the server certificate' }).check();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  // The next choice opens automatically: a database, then a table.
  await page.getByText('Connected. Choose a database.').waitFor();
  await page.getByRole('option', { name: sqlServer.database }).click();
  const result = page.getByRole('status').filter({ hasText: 'Connected to' });
  await result.getByText(/^Microsoft SQL Server 2022/).waitFor();
  await result.getByText(`127.0.0.1, port ${sqlServer.simulator.port}`, { exact: true }).waitFor();

  // Its input stays in the window when the result above it grows: a list without one in sight is hidden.
  await expect.poll(() => topOf(field(page, 'Table'))).toBeGreaterThan(200);
  expect(await topOf(field(page, 'Table'))).toBeLessThan(600);
  // The server's tables can be chosen, and are shown as products before anything is saved.
  await page.getByRole('option', { name: /^dbo\.Articles\s*240 rows$/ }).click();
  const rows = page.getByRole('region', { name: 'First rows' });
  await rows.getByText('ArticleID = 1001').waitFor();
  await rows.getByRole('columnheader', { name: 'Title from title' }).waitFor();
  expect(await field(page, 'Store name').inputValue()).toBe('Articles (TundraTau)');
  expect(await field(page, 'Identifier').inputValue()).toBe('tundratau-articles');
  await expectSound(page);

  await field(page, 'Where clause').fill('is_active = 1');
  // The form has changed since these were shown.
  await rows.getByText('ArticleID = 1001').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show the first rows' }).click();
  await page.getByText(/^dbo\.Articles: \d+ of 240 rows to sync\./).waitFor();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await result.getByText(/^\d+ of 240$/).waitFor();
  await result.getByText(/WHERE \(\[is_active\] = 1\)/).waitFor();
  await field(page, 'Store name').fill('Wholesaler');
  await page.getByRole('button', { name: 'Create Store' }).click();
  await page.getByText(messages.stores.mssqlCreated).waitFor();
  await page.waitForURL(STORE_PAGE);
  await page.getByRole('link', { name: /^Open \d+ products$/ }).waitFor();

  await goTo(page, 'Dashboard');
  await storeCard(page, 'Wholesaler').getByRole('link', { name: 'Edit Wholesaler' }).click();
  await page.getByRole('heading', { name: 'Edit Wholesaler', level: 1 }).waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
  await field(page, 'Password').and(page.getByPlaceholder('Unchanged')).waitFor();
  const table = page.getByRole('combobox', { name: 'Table' });
  await table.click();
  await page.getByRole('option', { name: /^dbo\.Articles\s*240 rows$/ }).waitFor();
  await table.fill('preis');
  await page.getByRole('option', { name: /^\[Lager Süd\]\.\[Preis \(€\)\]/ }).click();
  await page.getByText(/The field mappings stay/).waitFor();
  await field(page, 'Where clause').fill('');
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await result.getByText('Artikel-Nr.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Update Store' }).click();
  await page.getByText(messages.stores.mssqlUpdated).waitFor();
  await page.waitForURL(STORE_PAGE);
});

test('each refusal says what to do, and keeps the input', async () => {
  const { page, allowTrouble } = await stage.visitSignedIn({ at: '/add-mssql-store' });
  allowTrouble(/^400: POST \/api\/v1\/mssql\/stores$/);
  await page.getByRole('button', { name: 'Create Store' }).click();
  await page.getByText('Store identifier is required.').waitFor();
  await fillConnection(page, 'Refused');
  await page.getByRole('checkbox', { name: 'Trust the server certificate' }).check();

  const failure = page.getByRole('alert').filter({ hasText: messages.stores.connectionTestFailed });
  const refused = async (label: string, value: string, sentence: RegExp) => {
    const before = await field(page, label).inputValue();
    await field(page, label).fill(value);
    await page.getByRole('button', { name: 'Test Connection' }).click();
    await failure.getByText(sentence).waitFor();
    expect(await field(page, label).inputValue()).toBe(value);
    await field(page, label).fill(before);
  };
  await refused('Password', 'wrong', /does not accept the user storefleet with this password/);
  await refused('Database', 'Nowhere', /^The database Nowhere cannot be opened/);
  await refused('Port', '9', /refuses connections/);
  await refused('Table', 'dbo.Gone', /^There is no table or view dbo\.Gone/);
  await field(page, 'Table').fill('dbo.Articles');
  await refused('Where clause', 'size = 1; DROP TABLE dbo.Articles', /semicolon/);
  await refused('Where clause', 'no_such_column = 1', /no_such_column/);

  await field(page, 'Where clause').fill('1 = 1 -- all');
  await page.getByRole('button', { name: 'Create Store' }).click();
  await page.getByRole('alert').filter({ hasText: messages.stores.createFailed }).waitFor();
  expect(await field(page, 'Where clause').getAttribute('aria-invalid')).toBe('true');

  await page.getByRole('button', { name: 'Logout' }).click();
  await page
    .getByRole('dialog', { name: 'Log out without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('Leave without saving?').waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL('**/dashboard');
});

test('missing rows, and a table that cannot be edited, are pointed out', async () => {
  const { page } = await stage.visitSignedIn({ ...PHONE, at: '/add-mssql-store' });
  await fillConnection(page, 'Called out');
  await page.getByRole('checkbox', { name: 'Trust the server certificate' }).check();
  await field(page, 'Table').fill('dbo.Articles');
  await field(page, 'Where clause').fill('1 = 0');
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText('Connected, but the condition leaves no row').waitFor();
  await field(page, 'Table').fill('dbo.SupplierFeed');
  await field(page, 'Where clause').fill('');
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText('Connected, but rows of this table cannot be edited').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a connection string overrides its fields, and can be removed again', async () => {
  const { simulator, database, username, password } = sqlServer;
  const { page } = await stage.visitSignedIn({ at: '/add-mssql-store' });
  await fillConnection(page, 'By string');
  await page.getByText('A connection string instead').click();
  await field(page, 'Server').fill('nowhere.invalid');
  await field(page, 'Table').fill('dbo.Articles');
  const string = `Server=127.0.0.1,${simulator.port};User ID=${username};Password=${password};TrustServerCertificate=true`;
  await field(page, 'Connection string').fill(string);
  await page.getByText(/^It is used instead of server, port, username, password, and the choice/).waitFor();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  const result = page.getByRole('status').filter({ hasText: `Connected to ${database}` });
  await result.getByRole('button', { name: 'Fill in the single fields from this' }).click();
  expect(await field(page, 'Server').inputValue()).toBe('127.0.0.1');
  await page.getByRole('button', { name: 'Create Store' }).click();
  await page.waitForURL(STORE_PAGE);

  await page.getByRole('link', { name: 'Edit Store' }).click();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await result.waitFor();
  await page.getByRole('checkbox', { name: 'Drop the stored connection string' }).check();
  await page.getByRole('checkbox', { name: 'Trust the server certificate' }).check();
  await page.getByRole('button', { name: 'Update Store' }).click();
  await page.getByText(messages.stores.mssqlUpdated).waitFor();
  await page.waitForURL(STORE_PAGE);
  await page.getByRole('link', { name: 'Edit Store' }).click();
  await page.getByText('1433 unless the server was set up otherwise.').waitFor();
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await result.waitFor();
});

test('each kind of store has its own form, and neither shows a missing store', async () => {
  const shop = await stage.connectShop('Kestrel', { products: 1 });
  const visitor = await stage.visitSignedIn(PHONE);
  visitor.allowTrouble(/^404: GET \/api\/v1\/stores\//);
  const { page } = visitor;
  await page.goto(`/stores/${shop.id}/edit-mssql`);
  await page.getByRole('heading', { name: messages.stores.wrongFormForMssql, level: 1 }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('link', { name: 'Edit the Shopify store' }).click();
  await page.getByRole('heading', { name: 'Edit Kestrel', level: 1 }).waitFor();

  await page.goto('/stores/01890000-0000-7000-8000-000000000000/edit-mssql');
  await page.getByRole('heading', { name: messages.stores.notFoundOnPage }).waitFor();
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await storeCard(page, 'Kestrel').waitFor();
});

async function topOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.y ?? 0;
}

function field(page: Page, label: string): Locator {
  return page.getByRole(label === 'Table' || label === 'Database' ? 'combobox' : 'textbox', { name: label });
}

async function fillConnection(page: Page, name: string): Promise<void> {
  await field(page, 'Store name').fill(name);
  await field(page, 'Identifier').fill(name.toLowerCase().replace(' ', '-'));
  await fillServer(page);
}

async function fillServer(page: Page, { database = sqlServer.database } = {}): Promise<void> {
  // As people paste it: the port moves to its own field.
  await field(page, 'Server').fill(`tcp:127.0.0.1,${sqlServer.simulator.port}`);
  await field(page, 'Database').fill(database);
  await field(page, 'Username').fill(sqlServer.username);
  await field(page, 'Password').fill(sqlServer.password);
}
