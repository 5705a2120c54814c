import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { expect, test } from 'vitest';
import { syncStores } from '../support/api.ts';
import { isTooWideForAPhone, resultsTable, searchFor } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';

/** The product's public address; the simulator's tunnel stands in for the internet. */
const HOOKS = 'https://shop-hooks.example';
const API_SECRET = 'shpss_000000000000000000000000000000ab';

const stage = await openStage({ settings: { WEBHOOKS_URL: HOOKS } });
const { api, product, shops } = stage;
const store = await stage.connectShop('Brisk Goods', { products: 20 });
await syncStores(api, [store]);

test('a sync of changes finds a changed price, and a full sync a removed product', async () => {
  const { page } = await stage.visitSignedIn({ at: `/stores/${store.id}` });
  const { catalogue } = store.shop;
  const [first, second] = [...catalogue.products()];
  catalogue.updateVariant(first?.variants[0]?.id ?? 0, { price: '4711.00' });
  const syncChanges = page.getByRole('button', { name: 'Sync changes' });
  await syncChanges.click();
  await page.getByText('Everything that the store reports as changed since').waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);

  catalogue.deleteProduct(second?.id ?? 0);
  await syncChanges.click();
  await page.getByText('Changes synced, a full sync is due').first().waitFor();
  await page.getByText('19 products, the catalogue has 20 products').first().waitFor();
  await page.getByRole('button', { name: 'Sync Products (GraphQL)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start sync' }).click();
  await page.getByText(messages.sync.completed).first().waitFor();

  await page.goto('/search');
  await searchFor(page, first?.title ?? '');
  await resultsTable(page).getByText('4,711.00').first().waitFor();
});

test('a schedule of changes says after how many runs it syncs everything', async () => {
  const { page } = await stage.visitSignedIn({ at: '/scheduled-syncs/new' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Quarter-hourly');
  await page.getByRole('combobox', { name: 'Store' }).selectOption('Brisk Goods');
  await page.getByRole('combobox', { name: 'What' }).selectOption('Changes');
  await page.getByRole('textbox', { name: 'Everything after every' }).fill('20');
  await page.getByRole('combobox', { name: 'Runs or days' }).selectOption('runs');
  await page.getByRole('button', { name: 'Create Scheduled Sync' }).click();
  await page.getByText('GraphQL, changes').first().waitFor();
  const { scheduled_syncs: made } = await stage.api<{ scheduled_syncs: ScheduledSync[] }>(
    'GET',
    `/scheduled-syncs?store_id=${store.id}`,
  );
  expect(made).toMatchObject([{ sync_scope: 'changes', full_every: 20, full_every_unit: 'runs' }]);
});

test('with webhooks, a price changed in the shop appears in the search without a sync', async () => {
  shops.simulator.tunnels.set(HOOKS, product.url);
  const harbour = await stage.connectShop('Harbour', { apiSecret: API_SECRET });
  harbour.shop.catalogue.createProduct({ title: 'Brass lantern', variants: [{ price: '40.00' }] });
  await api('PUT', `/stores/${harbour.id}`, { client_secret: API_SECRET });
  await syncStores(api, [harbour]);
  const { page } = await stage.visitSignedIn({ at: `/stores/${harbour.id}` });
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  expect(harbour.shop.webhooks.subscriptions).toHaveLength(5);

  const [lantern] = [...harbour.shop.catalogue.products()];
  harbour.shop.catalogue.updateVariant(lantern?.variants[0]?.id ?? 0, { price: '47.11' });
  await harbour.shop.webhooks.settled();
  await expect
    .poll(async () => JSON.stringify(await api('GET', '/products/search?type=name&query=lantern')), {
      timeout: 30_000,
    })
    .toContain('47.11');
  await page.goto('/search');
  await searchFor(page, 'lantern');
  await resultsTable(page).getByText('47.11').first().waitFor();
});
