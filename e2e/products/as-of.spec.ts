import type { Product } from '@storefleet/contract/catalogue/products/products';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectSound } from '../support/accessibility.ts';
import { productsOf, syncStores } from '../support/api.ts';
import { rowBox, rowTexts, updateRows } from '../support/editing.ts';
import { resultsTable, searchFor, transitionsEnded } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const mill = await stage.connectShop('Mill');
mill.shop.catalogue.createProduct({
  title: 'Enamel Mug',
  vendor: 'Quarry Lane',
  variants: [
    { title: 'Blue', sku: 'MUG-B', price: '12.00', cost: '5.00' },
    { title: 'Red', sku: 'MUG-R', price: '12.00' },
  ],
});
await syncStores(api, [mill]);
const [mug] = (await productsOf(api, mill)) as [Product];
// Before anything was changed.
const then = new Date().toISOString();
const [blue, red] = mug.variants;
await api('POST', '/products/bulk-update', {
  products_to_update: [{ store_id: mill.id, id: mug.id, selectedVariant: { id: blue?.id } }],
  attributes_to_set: { price: '13.00', vendor: 'Kumo' },
});
mill.shop.catalogue.updateVariant(Number(red?.shopify_id.split('/').at(-1)), { price: '9.00' });
await syncStores(api, [mill]);

const goThen = (page: Page) => page.goto(`/search?q=enamel&as_of=${encodeURIComponent(then)}`);

test('the search shows past values, and plans restoring them', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'enamel');
  const asOf = page.getByRole('button', { name: 'As of' });
  // What loads late has room above the button, if not below.
  await page.setViewportSize({ width: 1280, height: Math.round((await asOf.boundingBox())?.y ?? 0) + 100 });
  const late = Promise.withResolvers<void>();
  await page.route('**/as-of-form*.js', (route) => late.promise.then(() => route.continue()));
  await asOf.click();
  const panel = page.getByRole('dialog', { name: 'As of' });
  await panel.waitFor();
  await transitionsEnded(page);
  late.resolve();
  const choice = page.getByRole('form', { name: 'Values as of' });
  const isAbove = async () => ((await choice.boundingBox())?.y ?? 0) < ((await asOf.boundingBox())?.y ?? 0);
  await expect.poll(isAbove).toBe(true);
  await choice.getByLabel('Show the values as of').fill('2999-01-01T10:00');
  await choice.getByText('Choose a time in the past.').waitFor();
  await choice.getByRole('button', { name: 'Yesterday' }).click();
  await resultsTable(page).getByText('Not in the catalogue then').first().waitFor();

  await goThen(page);
  const table = resultsTable(page);
  await table.getByRole('row').filter({ hasText: 'Blue' }).getByText('$12.00').waitFor();
  expect(await table.locator('mark').allTextContents()).toEqual([
    '$12.00 (now $13.00)',
    '$12.00 (now $9.00; what it was is not certain)',
  ]);
  await page.getByText('Search, filters and sorting use the current catalogue').waitFor();
  await expectSound(page);
  await table.getByRole('link', { name: 'Enamel Mug' }).click();
  await page.getByText('now Kumo', { exact: true }).waitFor();
  await page.goBack();
  await table.getByRole('row').filter({ hasText: 'Blue' }).getByText('$12.00').dblclick();
  await page.getByText('These are past values. Go back to now to edit.').first().waitFor();

  await rowBox(page, 'all 2 variants of Enamel Mug').check();
  const restore = page.getByRole('form', { name: 'Restore' });
  await restore.getByRole('checkbox', { name: 'Include uncertain values' }).check();
  await restore.getByRole('button', { name: 'Preview restore' }).click();
  const dialog = page.getByRole('dialog', { name: /^Preview: Restore to / });
  expect(await rowTexts(updateRows(dialog))).toEqual([
    expect.stringMatching(/Kumo.*Quarry Lane/),
    expect.stringMatching(/\$13\.00.*\$12\.00/),
    expect.stringMatching(/\$9\.00.*\$12\.00/),
  ]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Back to now' }).click();
  await table.getByRole('row').filter({ hasText: 'Blue' }).getByText('$13.00', { exact: true }).waitFor();
  expect(await table.locator('mark').count()).toBe(0);
});

test('a product’s page shows its past state, and restores it', async () => {
  const { page } = await stage.visitSignedIn({ at: `/products/${mug.id}` });
  await page.getByRole('button', { name: 'As of' }).click();
  await page.getByRole('form', { name: 'Values as of' }).getByRole('button', { name: '1 hour ago' }).click();
  await page.getByText('it was first seen on').waitFor();

  await page.goto(`/products/${mug.id}?as_of=${encodeURIComponent(then)}`);
  const variants = page.getByRole('table', { name: 'Variants of this product' });
  await variants.getByText('now $13.00', { exact: true }).waitFor();
  await variants.getByText('not certain', { exact: true }).waitFor();
  await page.getByText('now Kumo', { exact: true }).waitFor();
  await expectSound(page);

  await page.getByRole('button', { name: 'Preview restore' }).click();
  const dialog = page.getByRole('dialog', { name: /^Preview: Restore to / });
  await dialog.getByRole('tab', { name: /^Problems/ }).click();
  await dialog.getByText('Price is left as it is: what it was then is not certain').waitFor();
  await dialog.getByRole('button', { name: 'Update 2 rows' }).click();
  await page.getByRole('heading', { name: /^Restore to /, level: 1 }).waitFor();
  await page.getByText('Completed').first().waitFor();
  expect(await page.getByText(/^Restore to /).count()).toBe(1);
  await page.goto(`/products/${mug.id}`);
  await variants.getByRole('row').filter({ hasText: 'MUG-B' }).getByText('$12.00').waitFor();
  await variants.getByRole('row').filter({ hasText: 'MUG-R' }).getByText('$9.00').waitFor();
});
