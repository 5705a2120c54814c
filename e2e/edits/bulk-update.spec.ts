import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { messages } from '@storefleet/contract/messages';
import { expect, test } from 'vitest';
import { type ConnectedStore, productsOf, syncStores } from '../support/api.ts';
import { expectWritesInHistory } from '../support/batches.ts';
import { bulkActions, fillAction, previewAction, rowBox, rowTexts, updateRows } from '../support/editing.ts';
import { goTo, resultsTable, searchFor } from '../support/screens.ts';
import { fillShop, pricesOf, variantsOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const harbour = await stage.connectShop('Harbour');
const attic = await stage.connectShop('Attic');
for (let number = 1; number <= 12; number += 1) {
  fillShop(harbour, `Kettle ${String(number).padStart(2, '0')}`, [
    { title: 'Small', price: '20.00' },
    { title: 'Large', price: '30.00' },
  ]);
}
fillShop(harbour, 'Code clock', [{ sku: 'CLOCK', barcode: '4000000000017', price: '50.00' }]);
fillShop(harbour, 'Reopened rack', [{ price: '25.00' }]);
fillShop(harbour, 'Guarded gate', [{ price: '60.00' }]);
fillShop(harbour, 'Guarded grille', [{ price: '70.00' }]);
fillShop(harbour, 'Stored shelf', [{ price: '18.00' }]);
fillShop(attic, 'Stored stool', [{ price: '15.00' }]);

await syncStores(api, [harbour, attic]);
await api('PUT', `/stores/${attic.id}`, { store_status: 'archived' });

test('rows are selected individually, by product, by page and all, and stay selected across pages and View All', async () => {
  const { page } = await stage.visitSignedIn({ at: '/search?q=kettle&size=10&sort=title&dir=asc' });
  const selected = (text: string) => bulkActions(page).getByText(text, { exact: true }).waitFor();
  const allShown = resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' });

  await rowBox(page, 'Kettle 01 / Small').check();
  await selected('1 selected');
  const product = rowBox(page, 'all 2 variants of Kettle 01');
  expect(await product.evaluate((box) => 'indeterminate' in box && box.indeterminate)).toBe(true);
  await product.check();
  await selected('2 selected');
  expect(await rowBox(page, 'Kettle 01 / Large').isChecked()).toBe(true);
  await allShown.check();
  await selected('20 selected');

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(messages.search.found(12, 2, 2)).waitFor();
  await selected('20 selected, 20 not on this page');
  await allShown.check();
  await selected('24 selected, 20 not on this page');
  await page.getByRole('button', { name: messages.search.viewAll }).click();
  await page.getByText(messages.search.showing(12, 12)).waitFor();
  await selected('24 selected');
  await rowBox(page, 'Kettle 01 / Large').uncheck();
  await selected('23 selected');
  await bulkActions(page).getByRole('button', { name: 'Clear the selection' }).click();
  await bulkActions(page).waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: messages.search.paginated }).click();
  await allShown.check();
  await bulkActions(page).getByRole('button', { name: 'Select all 12 products' }).click();
  await selected('All 12 products selected, 2 not on this page');
  await rowBox(page, 'Kettle 03 / Large').uncheck();
  await selected('All 12 products selected, except 1 variant, 2 not on this page');

  // Every variant of the search except one, including those on unseen pages.
  const preview = await previewAction(page, { attribute: 'Price', value: '24.00' });
  await preview.getByText('23 variants will be changed.').waitFor();
  await preview.getByRole('button', { name: 'Cancel' }).click();
  await preview.waitFor({ state: 'hidden' });
});

test('a new search confirms dropping the selection; another screen confirms, and keeps it', async () => {
  const { page } = await stage.visitSignedIn();
  // It asks even if the question's own code is still to come.
  const loaded = Promise.withResolvers<void>();
  await page.route(/selection-(guard|question)-/, (route) => loaded.promise.then(() => route.continue()));
  await searchFor(page, 'kettle 0');
  await rowBox(page, 'all 2 variants of Kettle 02').check();
  await bulkActions(page).getByText('2 selected').waitFor();
  await goTo(page, 'Dashboard');
  loaded.resolve();
  const leaving = page.getByRole('dialog', { name: 'Leave with rows selected?' });
  await leaving.waitFor();
  // Escape closes only the question.
  await page.keyboard.press('Escape');
  await leaving.waitFor({ state: 'hidden' });
  await bulkActions(page).getByText('2 selected').waitFor();
  await goTo(page, 'Dashboard');
  await leaving.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: messages.dashboard.title }).waitFor();
  await page.goBack();
  await bulkActions(page).getByText('2 selected').waitFor();

  await searchFor(page, 'clock');
  const question = page.getByRole('dialog', { name: 'Search for something else?' });
  await question.getByText('2 selected. A new search clears the selection.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await rowBox(page, 'all 2 variants of Kettle 02').waitFor();

  await searchFor(page, 'clock');
  await question.getByRole('button', { name: 'Search and clear the selection' }).click();
  await rowBox(page, 'Code clock').waitFor();
  await bulkActions(page).waitFor({ state: 'hidden' });
});

test('an invalid value keeps the button disabled and says why; a code is written to barcode and SKU', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'code clock');
  await rowBox(page, 'Code clock').check();
  const button = bulkActions(page).getByRole('button', { name: 'Preview changes', disabled: true });
  const refused = [
    ['Price', '', 'Enter an amount first.'],
    ['Price', '1,234', '“1,234” could be 1234 or 1.234: write 1234 or 1.2340.'],
    ['Barcode', '4'.repeat(300), 'Must be at most 255 characters long.'],
    ['Tags', ' , ', 'Enter at least one tag first.'],
  ] as const;
  for (const [attribute, value, sentence] of refused) {
    await fillAction(page, { attribute, value });
    await button.hover();
    await page.getByRole('tooltip').getByText(sentence).waitFor();
    await button.press('Enter');
    await bulkActions(page).getByLabel('Value', { exact: true }).hover();
  }
  await fillAction(page, { attribute: 'Status' });
  await button.hover();
  await page.getByRole('tooltip').getByText('Choose a status first.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  // Barcode and SKU take one value, if one of them is chosen.
  const both = bulkActions(page).getByRole('checkbox', { name: messages.bulkUpdate.updateBoth });
  const hint = bulkActions(page).getByText(messages.bulkUpdate.updateBothHint);
  await hint.waitFor();
  expect(await both.isDisabled()).toBe(true);
  await fillAction(page, { attribute: 'Barcode', value: '4006381333931' });
  await hint.waitFor({ state: 'hidden' });
  await both.check();

  const preview = await previewAction(page, {});
  expect(await rowTexts(updateRows(preview))).toEqual([
    'Code clock SKU CLOCK Harbour Barcode from 4000000000017 to 4006381333931 SKU from CLOCK to 4006381333931',
  ]);
  await preview.getByRole('button', { name: 'Update 1 variant' }).click();
  await page.getByText(messages.bulkUpdate.succeeded(1, 'barcode and SKU')).waitFor();
  expect(variantsOf(harbour, 'Code clock')).toMatchObject([
    { sku: '4006381333931', barcode: '4006381333931' },
  ]);
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await page.getByRole('heading', { name: messages.search.title }).waitFor();
  await searchFor(page, '4006381333931', 'Barcode');
  await rowBox(page, 'Code clock').waitFor();
});

test('a suspicious change has to be confirmed first', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'reopened');
  await rowBox(page, 'Reopened rack').check();
  const preview = await previewAction(page, { attribute: 'Price', change: 'Set to', value: '0' });
  const apply = preview.getByRole('button', { name: 'Update 1 price' });
  await preview.getByText('Confirm that you have checked the warnings.').waitFor();
  expect(await apply.isDisabled()).toBe(true);
  await preview.getByRole('tab', { name: /^Warnings/ }).click();
  await updateRows(preview)
    .getByText(/^Price of 0/)
    .waitFor();
  await preview.getByRole('checkbox', { name: 'I have checked them and want these values.' }).check();
  expect(await apply.isEnabled()).toBe(true);
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'hidden' });
  expect(pricesOf(harbour, 'Reopened rack')).toEqual(['25.00']);
});

test('applying an update does not save an unsaved price', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'guarded');
  await page
    .getByRole('row', { name: /Guarded grille/ })
    .locator('[data-column="price"]')
    .click();
  await page.keyboard.type('1,234');
  await page.keyboard.press('Enter');
  await page.getByText('1 value not saved').waitFor();
  await page.keyboard.press('Escape');
  await rowBox(page, 'Guarded gate').check();
  const preview = await previewAction(page, { attribute: 'Price', change: 'Set to', value: '61' });
  await preview.getByRole('button', { name: 'Update 1 price' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await preview.waitFor({ state: 'hidden' });
  await page.getByText('1 value not saved').waitFor();
  await expect.poll(() => pricesOf(harbour, 'Guarded gate')).toEqual(['61.00']);
});

test('the filter of a preview is in its address, and survives a reload and Back', async () => {
  const { page } = await stage.visitSignedIn({ at: await planPrice(harbour, 'Kettle', '24.00') });
  const search = page.getByRole('searchbox', { name: 'Find rows' });
  await search.fill('kettle 0');
  await page.getByText('18 rows', { exact: true }).waitFor();
  await updateRows(page).getByRole('button', { name: /^Name/ }).click();
  await page.waitForURL(/q=kettle\+0&.*sort=name/);
  await page.reload();
  await page.getByText('18 rows', { exact: true }).waitFor();
  expect(await search.inputValue()).toBe('kettle 0');
  await page.getByRole('tab', { name: /^Unchanged/ }).click();
  await page.getByText('No rows match.').waitFor();
  await page.goBack();
  await page.getByText('18 rows', { exact: true }).waitFor();
  await search.fill('teapot');
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await page.waitForURL((url) => !url.searchParams.has('q'));
  expect(await search.inputValue()).toBe('');
});

test('a preview can be reopened by its address until it is cancelled', async () => {
  const visitor = await stage.visitSignedIn({ at: await planPrice(harbour, 'Reopened rack', '27.00') });
  const { page } = visitor;
  visitor.allowTrouble(/^404: GET \/api\/v1\/products\/bulk-updates\//);
  await page.reload();
  await updateRows(page).getByText('$27.00').waitFor();
  await page.getByRole('button', { name: 'Update 1 price' }).click();
  await page.getByText(messages.bulkUpdate.succeeded(1, 'price')).waitFor();
  expect(pricesOf(harbour, 'Reopened rack')).toEqual(['27.00']);

  const other = await planPrice(harbour, 'Reopened rack', '29.00');
  await page.goto(other);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: messages.search.title }).waitFor();
  await page.goto(other);
  await page.getByRole('heading', { name: 'Update not found' }).waitFor();
  expect(pricesOf(harbour, 'Reopened rack')).toEqual(['27.00']);
});

test('products of an archived store cannot be changed; those of others can', async () => {
  const visitor = await stage.visitSignedIn();
  const { page } = visitor;
  visitor.allowTrouble(/^409: POST \/api\/v1\/products\/bulk-updates\/preview$/);
  await searchFor(page, 'stored');
  await rowBox(page, 'Stored stool').check();
  await fillAction(page, { attribute: 'Price', change: 'Set to', value: '16' });
  await bulkActions(page).getByRole('button', { name: 'Preview changes' }).click();
  const refusal = bulkActions(page).getByRole('alert').filter({ hasText: messages.bulkUpdate.failed });
  await refusal.getByText(/archived/).waitFor();

  await rowBox(page, 'Stored shelf').check();
  const preview = await previewAction(page, {});
  await preview.getByText('1 variant will be changed, 1 cannot be changed.').waitFor();
  await preview.getByRole('tab', { name: /^Problems/ }).click();
  await updateRows(preview)
    .getByText(/archived/)
    .waitFor();
  await preview.getByRole('button', { name: 'Update 1 price' }).click();
  await page.getByText(messages.bulkUpdate.partial(1, 1)).waitFor();
  expect([pricesOf(attic, 'Stored stool'), pricesOf(harbour, 'Stored shelf')]).toEqual([
    ['15.00'],
    ['16.00'],
  ]);
});

test('the history has what reached the shops, and nothing else', () =>
  expectWritesInHistory(stage.api, [harbour, attic]));

/** The address of a preview that sets the price of products whose title starts with this. */
async function planPrice(store: ConnectedStore, title: string, price: string): Promise<string> {
  const products = (await productsOf(stage.api, store)).filter((product) => product.title.startsWith(title));
  const batch = await stage.api<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: products.map(({ id }) => ({ id, store_id: store.id })),
    attributes_to_set: { price },
  });
  return `/bulk-updates/${batch.batch_id}`;
}
