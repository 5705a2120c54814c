import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { syncStores } from '../support/api.ts';
import { bulkActions, previewPrice } from '../support/editing.ts';
import { resultsTable, searchFor } from '../support/screens.ts';
import { memberNamed, openStage } from '../support/stage.ts';

const VIEWER = memberNamed('Vera', 'viewer');
const PROPOSER = memberNamed('Pia', 'proposer');
const EDITOR = memberNamed('Eva', 'editor');

const stage = await openStage();
const { api } = stage;
const store = await stage.connectShop('Tidal Goods', { products: 12 });
await syncStores(api, [store]);
const storeId = store.id;
await stage.addMember(VIEWER);
await stage.addMember(PROPOSER);

test('a viewer sees every screen, with forbidden actions disabled and explained', async () => {
  // A screen that requested something forbidden would fail the test.
  const { page } = await stage.visitSignedIn({ at: '/dashboard' }, VIEWER);
  const owners = 'Only owners can do this, and you are a viewer. Ask an owner of this installation.';
  const editors = owners.replace('owners', 'editors and owners');

  const sync = page.getByRole('button', { name: 'Sync Products of Tidal Goods' });
  await expect.poll(() => sync.getAttribute('aria-description')).toBe(editors);
  expect([await sync.isDisabled(), await isWithheld(page, 'Sync All Stores')]).toEqual([true, true]);
  await page.goto('/add-store');
  await page.getByText(owners).waitFor();
  expect(await page.getByLabel('Store name').isDisabled()).toBe(true);
  await page.goto(`/stores/${storeId}`);
  await page.getByRole('region', { name: 'Sync status' }).getByText('Synced', { exact: true }).waitFor();
  expect(await isWithheld(page, 'Test GraphQL Connection')).toBe(true);
  await page.goto('/scheduled-syncs/new');
  await page.getByText(editors).waitFor();
  await page.goto('/settings');
  await page.getByText(owners).first().waitFor();
  expect(await page.getByRole('textbox', { name: 'API key' }).isDisabled()).toBe(true);

  await page.goto('/search?q=a');
  await resultsTable(page).getByRole('row').nth(2).waitFor();
  expect(await isWithheld(page, 'Import')).toBe(true);
  const price = resultsTable(page).locator('tbody [data-column="price"]').first();
  await price.dblclick();
  await page.getByText(owners.replace('owners', 'proposers, editors and owners')).first().waitFor();
  expect(await resultsTable(page).getByRole('textbox').count()).toBe(0);
  await page.keyboard.press('Control+k');
  const invite = page.getByRole('option', { name: 'Invite a colleague' });
  expect(await invite.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.type('Sync Tidal');
  await page.getByRole('option', { name: 'Sync Tidal Goods', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText(editors).waitFor();
  await page.keyboard.press('Escape');
  await resultsTable(page).getByRole('checkbox').nth(1).check();
  expect(await bulkActions(page).getByRole('button', { name: 'Preview changes' }).isDisabled()).toBe(true);
});

test('a proposer prepares a change, and somebody else applies it', async () => {
  const { page } = await stage.visitSignedIn({ at: '/search' }, PROPOSER);
  await searchFor(page, 'a');
  await resultsTable(page).getByRole('checkbox').nth(1).check();
  const preview = await previewPrice(page, { change: 'Increase by', value: '5', unit: 'Percent' });
  await preview.getByRole('button', { name: 'Submit for approval' }).click();
  await preview.getByRole('button', { name: 'Withdraw' }).waitFor();
  await preview.getByRole('button', { name: 'Close' }).click();

  const owner = await stage.visitSignedIn({ at: '/inbox' });
  await owner.page.getByRole('listitem').filter({ hasText: PROPOSER.name }).getByRole('link').click();
  await owner.page.getByRole('button', { name: /^Approve: Update \d+ prices?$/ }).click();
  await owner.page
    .getByText(/^Successfully updated|updated/i)
    .first()
    .waitFor();
});

test('a proposer’s edits in the grid become one plan, and nothing is written before approval', async () => {
  const { page } = await stage.visitSignedIn({ at: '/bulk-price-update?q=a' }, PROPOSER);
  const grid = page.getByRole('grid');
  const prices = grid.locator('tbody [data-column="price"]');
  const raised = async (row: number) => {
    const price = Number((await prices.nth(row).textContent())?.replace(/[^\d.]/g, ''));
    return (price + 0.11).toFixed(2);
  };
  const [first, second, third] = [await raised(2), await raised(3), await raised(4)];
  await prices.nth(2).click();
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await page.getByText('1 change not submitted yet', { exact: true }).waitFor();
  await page.keyboard.type(second);
  await page.keyboard.press('Enter');
  await page.keyboard.type(third);
  await page.keyboard.press('Enter');
  await page.getByText('3 changes not submitted yet', { exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('2 changes not submitted yet', { exact: true }).waitFor();
  await prices.nth(3).getByText(second).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Review and submit' }).click();
  const preview = page.getByRole('dialog');
  await preview.getByText(/2 \w+ will be changed/).waitFor();
  await preview.getByRole('button', { name: 'Submit for approval' }).click();
  await preview.getByRole('button', { name: 'Withdraw' }).waitFor();
  await preview.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Review and submit' }).waitFor({ state: 'detached' });
  expect(await prices.nth(3).textContent()).not.toContain(second);

  const owner = await stage.visitSignedIn({ at: '/inbox' });
  await owner.page.getByRole('listitem').filter({ hasText: PROPOSER.name }).getByRole('link').click();
  await owner.page.getByRole('button', { name: 'Approve: Update 2 prices' }).waitFor();
});

test('an owner limits a member to a store, and the member finds no other one anywhere', async () => {
  await syncStores(api, [await stage.connectShop('Alpine Supply', { products: 12 })]);
  await stage.addMember(EDITOR);
  const owner = await stage.visitSignedIn({ at: '/settings' });
  const team = owner.page.getByRole('region', { name: 'Team' });
  await team.getByRole('button', { name: 'Stores of Eva: All stores' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Stores of Eva' });
  await dialog.getByLabel('Stores', { exact: true }).selectOption('some');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose at least one store.').waitFor();
  await dialog.getByLabel('Visible stores').click();
  await owner.page.getByRole('option', { name: 'Tidal Goods' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await team.getByRole('button', { name: 'Stores of Eva: 1 store' }).waitFor();

  const { page } = await stage.visitSignedIn({ at: '/dashboard' }, EDITOR);
  await page.getByText('Tidal Goods').first().waitFor();
  expect(await page.getByText('Alpine Supply').count()).toBe(0);
  await page.getByRole('button', { name: EDITOR.email }).click();
  await page.getByText('You see 1 store.').waitFor();
  await page.keyboard.press('Escape');
  await page.goto('/search');
  await searchFor(page, 'a');
  await resultsTable(page).getByRole('row').nth(1).waitFor();
  expect(await page.getByText('Alpine Supply').count()).toBe(0);
  await page.goto('/compare');
  await page.getByText('Comparing takes two stores that you can see.').waitFor();
  expect(await page.getByRole('link', { name: 'Add a store' }).count()).toBe(0);
});

async function isWithheld(page: Page, button: string): Promise<boolean> {
  const found = page.getByRole('button', { name: button, exact: true });
  await found.waitFor();
  return found.isDisabled();
}
