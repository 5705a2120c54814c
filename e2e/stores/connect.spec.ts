import { SHOPIFY_SCOPES } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectSound } from '../support/accessibility.ts';
import { untilSynced } from '../support/api.ts';
import { goTo, isTooWideForAPhone } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';

const APP = { clientId: 'client-of-the-fleet', clientSecret: 'shpss_0123456789abcdef', name: 'Fleet' };

const stage = await openStage();

const redirectUrls = [`${stage.product.url}/oauth/shopify/callback`];
stage.shops.simulator.addApp({ ...APP, redirectUrls });

test('a shop is connected on its consent page, at the second attempt', async () => {
  const { shop, address } = stage.shops.open('harbour', {
    name: 'Harbour',
    products: 12,
    organization: 'theirs',
  });
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  const app = page.getByRole('form', { name: 'Shopify app' });
  await app.getByRole('textbox', { name: 'API key' }).fill(APP.clientId);
  await app.getByRole('textbox', { name: 'API secret' }).fill(APP.clientSecret);
  await app.getByRole('button', { name: /^Save/ }).click();
  await app.getByPlaceholder('Unchanged').waitFor();

  await goTo(page, 'Dashboard');
  await addStore(page, { name: 'Harbour', address, method: 'oauth' });
  await page.getByRole('button', { name: 'Create and Connect with Shopify' }).click();
  await page.getByRole('heading', { name: 'Install Fleet?' }).waitFor();
  expect(new URL(page.url()).host).toBe(address);
  // After Cancel, Shopify does not redirect: people go back themselves.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Apps of Harbour' }).waitFor();

  await page.goto(stage.product.url);
  await goTo(page, 'Dashboard');
  await page.getByRole('link', { name: 'View Details of Harbour' }).click();
  await page.getByText('This store is not connected with Shopify yet').waitFor();
  await page.getByRole('button', { name: 'Connect with Shopify' }).click();
  await page.getByRole('button', { name: 'Install' }).click();
  const connected = page.getByRole('status').filter({ hasText: 'Harbour is connected with Shopify.' });
  await connected.getByRole('button', { name: 'Dismiss' }).click();
  await connected.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('button', { name: 'Test GraphQL Connection' }).click();
  await page.getByText(messages.sync.graphqlTestPassed('Harbour')).waitFor();
  await page.getByRole('button', { name: 'Start first sync' }).click();
  await page.getByText(messages.sync.completedNotice(12)).waitFor();
  expect(shop.clientScopes(APP.clientId)).toEqual(SHOPIFY_SCOPES);
});

test('an app with client credentials keeps a sync going when a token expires', async () => {
  const { shop, address } = stage.shops.open('estuary', {
    name: 'Estuary',
    products: 1_100,
    clients: { [APP.clientId]: SHOPIFY_SCOPES },
    bulkObjectsPerSecond: 0,
  });
  const { page } = await stage.visitSignedIn();
  await goTo(page, 'Dashboard');
  await addStore(page, { name: 'Estuary', address, method: 'client_credentials' });
  await page.getByRole('textbox', { name: 'Client id' }).fill(APP.clientId);
  await page.getByRole('textbox', { name: 'Client secret' }).fill('shpss_of_another_app');
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText(/^Shopify does not accept the client secret of the app/).waitFor();
  await page.getByRole('textbox', { name: 'Client secret' }).fill(APP.clientSecret);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await page.getByText('Connected to Estuary.').waitFor();
  await page.getByRole('button', { name: 'Create Store' }).click();
  await page.getByRole('heading', { name: 'Estuary', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Force Stop Sync' }).waitFor();
  shop.expireTokens();
  shop.bulkObjectsPerSecond = null;
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await untilSynced(stage.api, { id, name: 'Estuary' });
  await page.getByText(messages.sync.completedNotice(1_100)).waitFor();
  expect(shop.log.counters().byOutcome['401']).toBeGreaterThan(0);
});

test('an address and a token suffice to connect a shop, with a sync now and every night', async () => {
  const { address, token } = stage.shops.open('lagoon', { name: 'Lagoon Living', products: 12 });
  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
  await page.getByRole('link', { name: 'Add Shopify Store' }).click();
  // The first field has the focus.
  await page.locator('input:focus').fill(`https://${address}/admin/products?selectedView=all`);
  await page.getByRole('textbox', { name: 'Admin API token' }).fill(token);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  const result = page.getByRole('status').filter({ hasText: 'Connected to Lagoon Living.' });
  await result.getByText(/^12 products · \d+ variants$/).waitFor();
  expect(await page.getByRole('textbox', { name: 'Store name' }).inputValue()).toBe('Lagoon Living');
  await page.getByRole('button', { name: 'Use 2026-10, the newest version' }).click();
  await result.getByText('2026-10', { exact: true }).waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Create Store' }).dblclick();

  await page.getByRole('heading', { name: 'Lagoon Living', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Sync every night' }).click();
  await page.getByText(/^Every day at 02:00/).waitFor();
  await page.getByRole('link', { name: 'Open 12 products' }).waitFor();
  expect(await isTooWideForAPhone(page)).toBe(false);
  await page.reload();
  await page.getByText(/^Every day at 02:00/).waitFor();
  await page.getByRole('link', { name: 'Open 12 products' }).click();
  await page.getByText(/^Found 12 products/).waitFor();
});

async function addStore(
  page: Page,
  { name, address, method }: { name: string; address: string; method: string },
): Promise<void> {
  await page.getByRole('link', { name: 'Add Shopify Store' }).click();
  await page.getByRole('textbox', { name: 'Store name' }).fill(name);
  await page.getByRole('textbox', { name: 'Store URL' }).fill(address);
  await page.getByRole('combobox', { name: 'Connection method' }).selectOption(method);
}
