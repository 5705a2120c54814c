import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { syncStores } from '../support/api.ts';
import { variantOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const quay = await stage.connectShop('Quay');
for (const title of ['Quay bollard', 'Quay gangway', 'Quay hawser'])
  quay.shop.catalogue.createProduct({ title, variants: [{ price: '100.00' }] });
await syncStores(api, [quay]);

const pricesInShop = () =>
  Object.fromEntries(
    quay.shop.catalogue
      .products()
      .map(({ title, variants }) => [title, variants[0]?.price])
      .toArray(),
  );

test('a rise of 10 % is scheduled, applied, and reverted except for what somebody changed', async () => {
  const { page } = await stage.visitSignedIn();
  const plan = await stage.api<{ batch_id: string }>('POST', '/products/bulk-updates/preview', {
    search: { query: 'Quay', type: 'name', store_ids: [quay.id] },
    price_change: {
      attribute: 'price',
      operation: 'increase',
      unit: 'percent',
      value: '10',
      rounding: 'none',
    },
  });
  await page.goto(`/bulk-updates/${plan.batch_id}`);
  await page.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule this update' });
  await dialog.getByText(/3 rows are changed/).waitFor();
  await dialog.getByText(/24:00 each written value reverts/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByLabel('Ends').fill('2020-01-01T00:00');
  await dialog.getByText('It has to end after it begins.').waitFor();
  await dialog.getByRole('button', { name: 'This weekend' }).click();
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await page.getByText(/^Scheduled for .*; reverts on .* 24:00/).waitFor();

  await page.goto('/scheduled-syncs');
  const listed = page.getByRole('list', { name: 'Scheduled changes' });
  await listed.getByRole('link', { name: /^Price \+10 %/ }).waitFor();
  await page.getByRole('list', { name: 'Coming week' }).getByText('Start: Price +10 %').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await listed.getByRole('link', { name: /^Price \+10 %/ }).click();

  await page.getByRole('button', { name: 'Change times…' }).click();
  const times = page.getByRole('dialog', { name: 'Change the times' });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
  await times.getByLabel('Starts').fill(inDays(2));
  await times.getByLabel('Ends').fill(inDays(4));
  await times.getByRole('button', { name: 'Schedule', exact: true }).click();
  await times.waitFor({ state: 'detached' });
  // Its time comes while the page is open.
  await stage.product.runStatement(
    `update scheduled_changes set starts_at = now() where batch_id = '${plan.batch_id}'`,
  );
  await page.getByText(/^It reverts on/).waitFor();
  await expect.poll(pricesInShop).toEqual({
    'Quay bollard': '110.00',
    'Quay gangway': '110.00',
    'Quay hawser': '110.00',
  });

  // A price changes in the shop, which no sync has read.
  quay.shop.catalogue.updateVariant(variantOf(quay, 'Quay gangway').id, { price: '95.00' });
  await page.getByRole('button', { name: 'End now…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await page.getByText('It has ended and was reverted.').waitFor();
  expect(pricesInShop()).toEqual({
    'Quay bollard': '100.00',
    'Quay gangway': '95.00',
    'Quay hawser': '100.00',
  });
  await page.getByRole('link', { name: 'The update that reverted it' }).click();
  await page.getByText('Completed with failures').waitFor();
  await page.getByText('Quay gangway').first().waitFor();
  await page.getByText('95.00').first().waitFor();

  await page.goto('/history');
  await page
    .getByText(/scheduled by/)
    .first()
    .waitFor();
});
