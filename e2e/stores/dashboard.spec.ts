import { problems } from '@storefleet/contract/api/problems';
import { messages } from '@storefleet/contract/messages';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type ConnectedStore, syncStores, untilSynced } from '../support/api.ts';
import { storeCard } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const anchor = await stage.connectShop(
  'Anchor',
  { products: 20 },
  {
    store_country: 'Norway',
    description: 'Boats and what belongs to them.',
    tags: ['outdoor', 'flagship'],
  },
);
const birch = await stage.connectShop(
  'Birch',
  { products: 30 },
  {
    store_type: 'development',
  },
);
await stage.connectShop('Cedar', { products: 10 }, { store_status: 'inactive' });
// Large enough for an export, which the simulator holds as long as a test wants.
const delta = await stage.connectShop('Delta', { products: 1_100 });
await syncStores(api, [anchor, birch]);

test('the dashboard has a card for each store, totals of all and daily activity', async () => {
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  const card = storeCard(page, 'Anchor');
  for (const text of ['Active', anchor.address, 'Boats and what belongs to them.', 'Synced', 'Last synced']) {
    await card.getByText(text).first().waitFor();
  }
  const chips = card.getByRole('list', { name: 'Properties' }).getByRole('listitem');
  expect(await chips.allInnerTexts()).toEqual(['Shopify', 'Admin API', 'Norway', 'outdoor', 'flagship']);
  await storeCard(page, 'Delta').getByText('Idle').waitFor();
  await storeCard(page, 'Delta').getByText('Never').waitFor();

  const summary = page.getByRole('region', { name: 'Summary' });
  await summary.getByText('3 active').waitFor();
  const figure = (name: string) => summary.getByRole('term').filter({ hasText: name }).locator('xpath=..');
  expect(await figure('Stores').getByRole('definition').textContent()).toBe('43 active');
  expect(await figure('Products').getByRole('definition').textContent()).toBe('50');
  expect(await figure('Failed syncs').getByRole('definition').textContent()).toBe('0');

  // The charts are accessible by keyboard; a table has the same numbers, today first.
  const activity = page.getByRole('region', { name: 'Activity' });
  await activity.getByRole('application', { name: /^Synced products\./ }).focus();
  await page.keyboard.press('ArrowRight');
  await activity.getByRole('status').first().getByText('Synced products').waitFor();
  await activity.getByText('Table', { exact: true }).click();
  const today = activity.getByRole('table').getByRole('row').nth(1);
  expect(await today.getByRole('cell').allInnerTexts()).toEqual(['50', '0']);
});

test('the browser remembers filters and order', async () => {
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  await expect.poll(() => names(page)).toEqual(['Anchor', 'Birch', 'Cedar', 'Delta']);

  await page.getByRole('button', { name: 'Sorted ascending; sort descending' }).click();
  await expect.poll(() => names(page)).toEqual(['Delta', 'Cedar', 'Birch', 'Anchor']);
  await page.getByLabel('Sort by').selectOption('last_sync_at');
  await expect.poll(async () => (await names(page)).slice(2)).toEqual(['Cedar', 'Delta']);
  await page.getByLabel('Sort by').selectOption('name');

  await page.getByLabel('Status').selectOption('active');
  await expect.poll(() => names(page)).toEqual(['Delta', 'Birch', 'Anchor']);
  await page.getByLabel('Type').selectOption('shopify');
  await expect.poll(() => names(page)).toEqual(['Delta', 'Anchor']);
  expect(JSON.parse(await page.evaluate('localStorage.getItem("dashboard_filters")'))).toEqual({
    status: 'active',
    store_type: 'shopify',
    sortBy: 'name',
    sortDirection: 'desc',
  });

  await page.goto('/dashboard');
  await expect.poll(() => names(page)).toEqual(['Delta', 'Anchor']);
  await page.getByLabel('Status').selectOption('archived');
  await page.getByRole('heading', { name: 'No store matches these filters' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => names(page)).toEqual(['Anchor', 'Birch', 'Cedar', 'Delta']);
});

test('a store is deleted after confirmation; Cancel keeps it', async () => {
  await stage.connectShop('Ember', { products: 5 });
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  const more = storeCard(page, 'Ember').getByRole('button', { name: 'More for Ember' });
  const remove = page.getByRole('menuitem', { name: 'Delete Ember' });
  const dialog = page.getByRole('dialog', { name: 'Delete Ember?' });

  await more.click();
  await remove.click();
  await dialog.getByText(messages.stores.confirmDelete).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await storeCard(page, 'Ember').waitFor();

  await more.click();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete store' }).click();
  await page.getByText(messages.stores.deleted).waitFor();
  await storeCard(page, 'Ember').waitFor({ state: 'detached' });
  await page.reload();
  await storeCard(page, 'Anchor').waitFor();
  expect(await names(page)).not.toContain('Ember');
});

test('Sync All starts every active store and shows the result in colour', async () => {
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  await syncAll(page, 'success', 'Sync started for 3 stores.');
  await allSynced(page, [anchor, birch, delta]);

  birch.shop.revoke(birch.token);
  const banner = await syncAll(page, 'warning', 'Sync started for 2 of 3 stores.');
  await banner.getByText('Birch: ').waitFor();
  await banner.getByText(/does not accept the access token/).waitFor();
  // A start that the shop refuses is a failed sync.
  await storeCard(page, 'Birch').getByText('Failed', { exact: true }).waitFor();
  await allSynced(page, [anchor, delta]);

  for (const { shop, token } of [anchor, delta]) shop.revoke(token);
  await syncAll(page, 'danger', 'Sync started for 0 of 3 stores.');
  for (const { shop, token } of [anchor, birch, delta]) shop.install(token);
});

test('a sync that fails midway is shown on the card, where a new token is entered, tested and synced with', async () => {
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  delta.shop.bulkObjectsPerSecond = 0;
  const card = storeCard(page, 'Delta');
  await card.getByRole('button', { name: 'Sync Products of Delta' }).click();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await card.getByText('Syncing').waitFor();
  await expect.poll(() => exporting(delta)).toBe(true);
  delta.shop.revoke(delta.token);
  await card.getByText('Failed', { exact: true }).waitFor();
  await card.getByText(/^Sync failed: .* does not accept the access token/).waitFor();

  const token = `shpat_${'7'.repeat(32)}`;
  delta.shop.install(token);
  delta.shop.bulkObjectsPerSecond = null;
  await card.getByRole('button', { name: 'Enter a new token for Delta' }).click();
  const form = card.getByRole('form', { name: 'New token for Delta' });
  const enter = async (text: string) => {
    await form.getByLabel('New Admin API token', { exact: true }).fill(text);
    await form.getByRole('button', { name: 'Test and Sync' }).click();
  };
  await enter('shpat_bad');
  await form.getByText(/does not accept the access token/).waitFor();
  await enter(` ${token} `);
  await card.getByText('Synced', { exact: true }).waitFor();
});

test('a sync is force stopped and its status reset on the store’s page', async () => {
  delta.shop.bulkObjectsPerSecond = 0;
  const { page } = await stage.visitSignedIn({ at: `/stores/${delta.id}` });
  await page.getByRole('button', { name: 'Sync Products (GraphQL)' }).click();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await page.getByText(messages.sync.started('GraphQL', 1_100)).waitFor();

  // The bar of every screen says so too, even after a reload.
  await page.reload();
  await page.getByRole('button', { name: '1 running' }).click();
  const running = page.getByRole('dialog', { name: '1 running' });
  await running.getByRole('link', { name: 'Sync of Delta' }).waitFor();
  await running.getByText('Waiting for the store’s export').waitFor();
  await page.keyboard.press('Escape');
  await running.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Force Stop Sync' }).click();
  await page.getByText(messages.sync.confirmForceStop).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Force stop' }).click();
  const panel = page.getByRole('region', { name: 'Sync', exact: true });
  const status = panel.getByRole('region', { name: 'Sync status' });
  await status.getByText('Failed', { exact: true }).waitFor();
  await panel.getByText(`Sync failed: ${messages.sync.forceStopped}`).waitFor();
  const start = page.getByRole('button', { name: 'Sync Products (GraphQL)' });
  await expect.poll(() => start.getAttribute('aria-description')).toBe(problems.sync_force_stopped.detail);

  await page.getByRole('button', { name: 'Reset Sync Status' }).click();
  await page.getByText(messages.sync.confirmReset).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset status' }).click();
  await page.getByText(messages.sync.resetDone).waitFor();
  await status.getByText('Idle', { exact: true }).waitFor();
  delta.shop.bulkObjectsPerSecond = null;

  await start.click();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await status.getByText('Synced', { exact: true }).waitFor();
  await page.getByText(messages.sync.completedNotice(1_100)).waitFor();
  await panel.getByRole('button', { name: 'Sync details' }).click();
  await panel.getByText('Last successful sync').waitFor();
});

test('a failure is fixed at the top of the dashboard in one click, even by a second person', async () => {
  delta.shop.bulkObjectsPerSecond = 0;
  await api('POST', `/stores/${delta.id}/sync-graphql`);
  await api('POST', `/stores/${delta.id}/sync/force-stop`);
  delta.shop.bulkObjectsPerSecond = null;
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  const panel = page.getByRole('region', { name: 'Needs attention' });
  const line = panel.getByRole('listitem', { name: 'Delta: Sync was stopped manually' });
  await line.getByRole('button', { name: 'Reset and sync: Delta' }).dblclick();
  await panel.getByText('Delta is synced').waitFor();
  await line.waitFor({ state: 'detached' });
  await storeCard(page, 'Delta').getByText('Synced', { exact: true }).waitFor();
});

test('without a network the person is told, and the same button works once it is back', async () => {
  const { page, context, allowTrouble } = await stage.visitSignedIn({ at: '/dashboard' });
  allowTrouble(/net::ERR_INTERNET_DISCONNECTED$/);
  const button = storeCard(page, 'Anchor').getByRole('button', { name: /^Sync Products of Anchor/ });
  await button.waitFor();
  // What is still loading fails with the network, and its banner moves the cards.
  await page.getByRole('region', { name: 'Summary' }).getByText('3 active').waitFor();
  await page.getByRole('application', { name: /^Synced products\./ }).waitFor();
  await context.setOffline(true);
  await button.click();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await page.getByText(messages.sync.startFailed('GraphQL', messages.networkError)).waitFor();
  await context.setOffline(false);
  await button.click();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await storeCard(page, 'Anchor').getByText('Synced', { exact: true }).waitFor();
});

test('a list that fails to load says so, and appears once the server is back', async () => {
  const visitor = await stage.visitSignedIn();
  visitor.allowTrouble(/^failed: GET \/api\/v1\/stores net::ERR_CONNECTION_REFUSED$/);
  const { page } = visitor;
  await page.route('**/api/v1/stores', (route) => route.abort('connectionrefused'));
  await page.goto('/dashboard');
  const failure = page.getByRole('alert').filter({ hasText: messages.dashboard.loadFailed });
  await failure.getByText(messages.networkError).waitFor();
  await page.unroute('**/api/v1/stores');
  await storeCard(page, 'Anchor').waitFor();
  await failure.waitFor({ state: 'detached' });
});

function names(page: Page): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allInnerTexts();
}

async function syncAll(page: Page, tone: string, title: string) {
  await page.getByRole('button', { name: 'Sync All Stores' }).click();
  const banner = page.locator(`[data-tone="${tone}"]`).filter({ hasText: title });
  await banner.waitFor();
  return banner;
}

async function allSynced(page: Page, stores: readonly ConnectedStore[]): Promise<void> {
  // A card that has not polled the new run yet still shows the previous one.
  for (const store of stores) await untilSynced(stage.api, store);
  for (const { name } of stores) {
    await storeCard(page, name).getByText('Synced', { exact: true }).waitFor();
  }
  await page.getByText(/Store\(s\) Syncing/).waitFor({ state: 'detached' });
}

/** Whether the shop has started its export. */
function exporting({ shop }: ConnectedStore): boolean {
  return shop.log.recent.at(-1)?.operation.includes('bulkOperation') ?? false;
}
