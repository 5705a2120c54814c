/**
 * Takes screenshots of every screen on a desktop and on a phone, light and dark, with the demo's shops and a
 * product of its own: `node scripts/run.mjs screenshots`. Those in the README go to docs/screenshots, the
 * others to .cache.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SHOPIFY_APP_SETTINGS, SHOPIFY_CALLBACK_PATH } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { ScheduledSyncList } from '@storefleet/contract/syncs/scheduled-syncs';
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';
import { launchBrowser } from '@storefleet/test-support/browser';
import {
  ACCOUNT,
  type Api,
  type ConnectedStore,
  connectStore,
  signInToApi,
  untilSynced,
} from '../e2e/support/api.ts';
import { bulkActions, fillAction, previewAction, updateRows } from '../e2e/support/editing.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { goTo, resultsTable, searchFor, storeCard } from '../e2e/support/screens.ts';
import { createVisitor } from '../e2e/support/visitor.ts';
import { addDemoSchedules } from './demo-schedules.ts';
import { demoApiSecret, demoApp, shopToApprove, simulatedShop } from './demo-shopify-app.ts';
import { demoShopHost, demoShops, demoStore, demoToken } from './demo-shops.ts';
import { demoCustomFields, demoSqlServerStore, startDemoSqlServer } from './demo-sql-server.ts';
import { addPastActivity } from './past-activity.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const SHOWN = inProject('docs/screenshots');
const OTHERS = inProject('.cache/screenshots');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;
/** Milliseconds for which one shop's export pauses in the middle, to take pictures of a sync. */
const PAUSE = 25_000;
const MIDDLE_OF_THE_EXPORT = 4_000_000;
/** Of lazy images, only those in the window. */
const SHOWN_IMAGES_ARE_THERE = `[...document.images].every((image) => {
  const { top, bottom, width } = image.getBoundingClientRect();
  return image.complete || width === 0 || bottom < 0 || top > innerHeight;
})`;
const WEBHOOKS_URL = 'https://storefleet-demo.example';

for (const directory of [SHOWN, OTHERS]) await mkdir(directory, { recursive: true });
const readme = await readFile(inProject('README.md'), 'utf8');
const simulator = await startShopifySimulator();
const sqlServer = await startDemoSqlServer();
const browser = await launchBrowser();
const product = await startProduct({
  WEBHOOKS_URL,
  SHOPIFY_ALLOWED_HOSTS: `*.myshopify.com,*.myshopify.localhost:${simulator.port}`,
  IMAGE_HOSTS: `*.myshopify.localhost:${simulator.port}`,
});
simulator.tunnels.set(WEBHOOKS_URL, product.url);
simulator.addApp({ ...demoApp, redirectUrls: [`${product.url}${SHOPIFY_CALLBACK_PATH}`] });
try {
  const { page } = await createVisitor(browser, product.url, {});
  await page.goto(product.setupLink());
  await page.getByRole('button', { name: 'Create account and sign in' }).waitFor();
  await picture('setup');
  await makeFirstAccount(product);

  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await picture('login');
  await page.goto('/reset-password?token_hash=example&type=recovery');
  await page.getByRole('button', { name: 'Set new password and sign in' }).waitFor();
  await picture('reset-password');

  await page.goto('/login');
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await goTo(page, 'Dashboard');
  await page.getByText(messages.dashboard.empty).waitFor();
  await picture('dashboard-empty');

  const api = await signInToApi(product);
  const stores = await connectDemoShops(api);
  simulator.faults.add({
    action: { kind: 'cut', afterBytes: MIDDLE_OF_THE_EXPORT, ending: 'clean' },
    shop: demoShopHost('kumo-stationery'),
  });
  simulator.faults.add({
    action: { kind: 'slow', milliseconds: PAUSE },
    shop: demoShopHost('kumo-stationery'),
    target: 'download',
    skip: 1,
  });
  for (const { id } of stores) await api('POST', `/stores/${id}/sync-graphql`);
  await page.reload();
  await storeCard(page, 'Kumo Stationery')
    .getByText(/\d of 5,000 products/)
    .waitFor();
  await picture('dashboard-syncing');

  await Promise.all(stores.map((store) => untilSynced(api, store)));
  await product.stop();
  await addPastActivity(product.dataDir);
  await product.start();
  await page.reload();
  for (const { name } of stores) await storeCard(page, name).getByText('Synced', { exact: true }).waitFor();
  await page.getByRole('figure', { name: 'Synced products and edits by day' }).waitFor();
  await picture('dashboard', { whole: true });

  await page.goto(`/stores/${stores[1]?.id}`);
  await page.getByRole('region', { name: 'Sync status' }).getByText('Synced', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sync details' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  await page.getByRole('figure', { name: 'Durations and counts of the last runs' }).waitFor();
  await picture('store-detail', { whole: true });
  await page.getByRole('button', { name: 'View Products' }).click();
  const products = page.getByRole('region', { name: 'Products' });
  await products
    .getByRole('link', { name: /^Edit / })
    .first()
    .click();
  const price = page.getByRole('dialog').getByRole('textbox', { name: /^Price of/ });
  await price.first().fill('449.00');
  await picture('product-editor');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();

  await page.goto('/');
  await page.getByText(messages.search.hint).waitFor();
  await picture('search-hint');
  await searchFor(page, 'coastal');
  await resultsTable(page).getByRole('row').nth(5).waitFor();
  await picture('search');
  await resultsTable(page).getByRole('link').first().click();
  await page.getByRole('table', { name: 'Variants of this product' }).waitFor();
  await picture('product', { whole: true });
  await page.goBack();
  await page.getByRole('button', { name: messages.search.viewAll }).click();
  await page.getByText(/^Showing ([\d,]+) of \1 results$/).waitFor();
  await picture('search-all');

  await picturesOfEditing();
  await picturesOfASqlServer();

  await picturesOfSchedules();

  await page.goto('/nowhere');
  await page.getByText('Page not found').waitFor();
  await picture('not-found');

  await page.goto('/add-store');
  await page.getByLabel('Store URL').fill(stores[0]?.address ?? '');
  await page.getByRole('textbox', { name: 'Admin API token' }).fill(demoToken(0));
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByRole('button', { name: 'Use 2026-10, the newest version' }).click();
  await page.getByRole('definition').getByText('2026-10', { exact: true }).waitFor();
  await picture('add-store', { whole: true });

  await page.goto(`/stores/${stores[0]?.id}/pagination-test`);
  await page.getByRole('button', { name: 'Run Pagination Test' }).click();
  await page.getByRole('region', { name: 'Result' }).waitFor();
  await picture('pagination-test', { whole: true });

  await page.goto('/settings');
  const app = page.getByRole('form', { name: 'Shopify app' });
  await app.getByLabel('API key').fill(demoApp.clientId);
  await app.locator('[name="api_secret"]').fill(demoApp.clientSecret);
  await app.getByRole('button', { name: 'Save Shopify App' }).click();
  await page.getByRole('table', { name: 'Settings' }).getByText(SHOPIFY_APP_SETTINGS.apiSecret).waitFor();
  await app.getByPlaceholder('Unchanged').waitFor();
  await picture('settings', { whole: true });
  await page.goto('/add-store');
  await page.getByLabel('Connection method').selectOption('oauth');
  await page.getByRole('button', { name: 'Create and Connect with Shopify' }).waitFor();
  await picture('add-store-oauth', { whole: true });
  simulator.addShop({
    domain: demoShopHost(shopToApprove.subdomain),
    name: shopToApprove.name,
    products: shopToApprove.products,
  });
  const waiting = await api<{ id: string }>('POST', '/stores', {
    shop_name: shopToApprove.name,
    shop_url: `${demoShopHost(shopToApprove.subdomain)}:${simulator.port}`,
    connection_method: 'oauth',
    api_version: '2026-10',
  });
  await page.goto(`/stores/${waiting.id}`);
  await page.getByRole('button', { name: 'Connect with Shopify' }).waitFor();
  await picture('connect-store');

  /** From a selection to its result and its undo, the price grid, and a file. */
  async function picturesOfEditing(): Promise<void> {
    await page.goto('/search?q=merino&size=10&sort=title&dir=asc');
    const boxes = resultsTable(page).getByRole('checkbox', { name: /^Select all \d+ variants of/ });
    for (let place = 0; place < 3; place += 1) await boxes.nth(place).check();
    await fillAction(page, {
      attribute: 'Price',
      change: 'Increase by',
      value: '10',
      unit: 'Percent',
      rounding: 'To the nearest .99',
    });
    await picture('search-selection');
    await page.setViewportSize({ width: 390, height: 844 });
    await bulkActions(page).getByRole('button', { name: 'Bulk Actions' }).click();
    await picture('bulk-actions');

    const preview = await previewAction(page, {});
    await picture('bulk-update-preview');
    for (const { shop } of stores) {
      simulator.faults.add({
        shop: shop.domain,
        action: { kind: 'user_error', message: 'Price is fixed by a contract', field: ['price'] },
      });
    }
    const looked = preview.getByRole('checkbox', { name: 'I have checked them and want these values.' });
    if (await looked.isVisible()) await looked.check();
    await preview.getByRole('button', { name: /^Update \d+ prices$/ }).click();
    await updateRows(page).getByText('Price is fixed by a contract').first().waitFor();
    simulator.faults.clear();
    await picture('bulk-update-result');

    await page.goto('/bulk-price-update?q=merino&size=10&sort=title&dir=asc');
    const prices = page.getByRole('grid', { name: 'Prices and costs' });
    const price = (row: number) => prices.getByRole('row').nth(row).locator('[data-column="price"]');
    await price(2).click();
    await page.keyboard.type('24.90');
    await picture('bulk-price');
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Save 1 value?' });
    await question.getByRole('checkbox').waitFor();
    await picture('bulk-price-warning');
    await question.getByRole('checkbox').check();
    await question.getByRole('button', { name: 'Save 1 value' }).click();
    await question.waitFor({ state: 'hidden' });
    await page.getByText(/^Saving/).waitFor({ state: 'hidden' });
    await price(4).click();
    await page.keyboard.type('24,90');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /was not saved/ }).waitFor();
    await picture('bulk-price-error');
    await page.getByRole('button', { name: 'Discard' }).click();

    await goTo(page, 'History');
    const undo = page.getByRole('button', { name: /^Undo \d+ changes$/ });
    await undo.waitFor();
    await picture('history');
    await undo.click();
    await page.getByRole('list', { name: 'Values that are restored' }).waitFor();
    await picture('undo');
    await page.keyboard.press('Escape');

    await goTo(page, 'Search');
    await page.getByRole('button', { name: 'Import' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /Choose a CSV or Excel file/ }).click();
    const buffer = Buffer.from('Variant SKU,Variant Price\nACC-000010-O1,42.00\n');
    await (await chooser).setFiles({ name: 'spring-prices.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('group', { name: 'What row 2 means' }).getByRole('checkbox').first().waitFor();
    await picture('import-csv');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }

  /** The list with its week, the form, and the logs. */
  async function picturesOfSchedules(): Promise<void> {
    await addDemoSchedules(api);
    const { scheduled_syncs: schedules } = await api<ScheduledSyncList>('GET', '/scheduled-syncs');
    const nightly = schedules.find(({ schedule_type: type }) => type === 'daily');
    await api('POST', `/scheduled-syncs/${nightly?.id}/execute`);
    await page.goto(`/scheduled-syncs/${nightly?.id}/logs`);
    await page.getByRole('table', { name: 'Runs' }).getByText('Completed').first().waitFor();
    await picture('schedule-logs');
    await page.goto('/scheduled-syncs');
    await page.getByRole('list', { name: 'Coming week' }).waitFor();
    await picture('schedules', { whole: true });
    const weekly = schedules.find(({ schedule_type: type }) => type === 'weekly');
    await page.goto(`/scheduled-syncs/${weekly?.id}/edit`);
    await page.getByRole('list', { name: 'Next runs' }).getByRole('listitem').nth(4).waitFor();
    await picture('schedule-form', { whole: true });
  }

  /** From the connection to a preview of its rows. */
  async function picturesOfASqlServer(): Promise<void> {
    const warehouse = demoSqlServerStore(sqlServer);
    const field = (name: string) => page.getByRole('textbox', { name });
    await page.goto('/add-mssql-store');
    await field('Server').fill(warehouse.mssql_server);
    await field('Port').fill(String(warehouse.mssql_port));
    await field('Username').fill(warehouse.mssql_username);
    await field('Password').fill(warehouse.mssql_password);
    await page.getByRole('checkbox', { name: 'Trust the server certificate' }).check();
    await page.getByRole('button', { name: 'Test Connection' }).click();
    await page.getByRole('option', { name: warehouse.mssql_database }).click();
    await page.getByText(/^Microsoft SQL Server 2022/).waitFor();
    await page.getByRole('option', { name: warehouse.mssql_table }).click();
    await page.getByText('ArticleID = 1001').waitFor();
    await picture('add-mssql-store', { whole: true });

    const { id } = await api<{ id: string }>('POST', '/mssql/stores', warehouse);
    await page.goto(`/stores/${id}`);
    await page.getByText('This store cannot be synced yet').waitFor();
    await picture('mssql-store-new', { whole: true });
    await api('POST', `/mssql/stores/${id}/mappings/generate`, {
      store_id: id,
      table_name: warehouse.mssql_table,
    });
    await api('POST', `/mssql/stores/${id}/mappings/bulk`, { store_id: id, mappings: demoCustomFields });
    await api('POST', `/mssql/stores/${id}/sync`);
    await untilSynced(api, { id, name: warehouse.shop_name });
    await page.reload();
    await page.getByRole('button', { name: 'Show skipped rows' }).waitFor();
    await page.getByRole('region', { name: 'First rows' }).getByText('PCK-0001-01').waitFor();
    await picture('mssql-store', { whole: true });
    await page.getByRole('button', { name: 'Show skipped rows' }).click();
    await page.getByRole('dialog').getByText('ArticleID = 1214').waitFor();
    await picture('skipped-rows');
    await page.keyboard.press('Escape');
  }

  /** `whole` makes the window as high as the page, so that sticky bars are at the end. */
  async function picture(screen: string, { whole = false } = {}): Promise<void> {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      if (whole) await page.setViewportSize({ ...size, height });
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
        await page.mouse.move(0, 0);
        await page.waitForFunction(SHOWN_IMAGES_ARE_THERE);
        const file = `${screen}-${size.width}-${colorScheme}.png`;
        const directory = readme.includes(`docs/screenshots/${file}`) ? SHOWN : OTHERS;
        await page.screenshot({ path: `${directory}/${file}`, animations: 'disabled' });
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
} finally {
  await browser.close();
  await product.close();
  await Promise.all([simulator.close(), sqlServer.close()]);
}

async function makeFirstAccount({ url, setupLink }: Product): Promise<void> {
  const token = new URL(setupLink()).searchParams.get('token');
  const answer = await fetch(`${url}/api/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...ACCOUNT }),
  });
  if (!answer.ok) throw new Error(`The first account was not made: ${await answer.text()}`);
}

async function connectDemoShops(api: Api): Promise<ConnectedStore[]> {
  const stores: ConnectedStore[] = [];
  for (const [index, demoShop] of demoShops.entries()) {
    const shop = simulator.addShop(simulatedShop(demoShop, index));
    const { shop_url: address, tags, store_country } = demoStore(demoShop, simulator.port);
    const fields = { tags, store_country, client_secret: demoApiSecret(index) };
    stores.push(await connectStore(api, { shop, address, token: demoToken(index) }, fields));
  }
  return stores;
}
