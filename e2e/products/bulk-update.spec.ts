import type { HistoryPage } from '@storefleet/contract/catalogue/history';
import type { BulkUpdateBatch, BulkUpdateBatchList } from '@storefleet/contract/edits/bulk-update-batches';
import { messages } from '@storefleet/contract/messages';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { type ConnectedStore, connectStore, productsOf, syncStores } from '../support/api.ts';
import { bulkActions, fillAction, previewAction, rowBox, rowTexts, updateRows } from '../support/editing.ts';
import { countEffort } from '../support/effort.ts';
import { goTo, resultsTable, searchFor } from '../support/screens.ts';
import type { Shop } from '../support/shops.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();
/** Stores in dollars and euros; one whose token loses its scopes; one that is archived. */
let harbour: ConnectedStore;
let lagoon: ConnectedStore;
let quay: ConnectedStore;
let attic: ConnectedStore;

type NewVariant = NonNullable<Parameters<Shop['catalogue']['createProduct']>[0]['variants']>[number];

beforeAll(async () => {
  const { api, shops } = stage;
  const opened = {
    harbour: shops.open('harbour', { name: 'Harbour', products: 0 }),
    lagoon: shops.open('lagoon', { name: 'Lagoon', products: 0, currency: 'EUR' }),
    quay: shops.open('quay', { name: 'Quay', products: 0 }),
    attic: shops.open('attic', { name: 'Attic', products: 0 }),
  };
  const fill = (store: keyof typeof opened, title: string, variants: NewVariant[]) =>
    opened[store].shop.catalogue.createProduct({ title, variants });

  for (let number = 1; number <= 12; number += 1) {
    fill('harbour', `Kettle ${String(number).padStart(2, '0')}`, [
      { title: 'Small', price: '20.00' },
      { title: 'Large', price: '30.00' },
    ]);
  }
  for (const store of ['harbour', 'lagoon'] as const) {
    opened[store].shop.catalogue.createProduct({
      title: `Marl bowl ${store}`,
      vendor: 'Marl & Co',
      variants: [
        { title: 'Small', price: '25.00' },
        { title: 'Large', price: '60.00' },
        { title: 'Huge', price: '90.00' },
        { title: 'Sample', price: '8.00' },
      ],
    });
  }
  fill('harbour', 'Code clock', [{ sku: 'CLOCK', barcode: '4000000000017', price: '50.00' }]);
  fill('harbour', 'Alder lamp', [
    { title: 'Small', sku: 'AL-S', price: '10.00' },
    { title: 'Tall', sku: 'AL-T', price: '12.50' },
  ]);
  fill('lagoon', 'Alder shade', [
    { title: 'Linen', sku: 'AS-L', price: '45.50' },
    { title: 'Paper', sku: 'AS-P', price: '8.00' },
  ]);
  fill('harbour', 'Ember lamp', [{ price: '10.00', cost: '6.00', inventoryQuantity: 10 }]);
  fill('lagoon', 'Ember shade', [
    { title: 'Linen', price: '20.00', inventoryQuantity: 3 },
    { title: 'Paper', price: '30.00', inventoryQuantity: 1 },
  ]);
  fill('harbour', 'Partial pan', [
    { title: 'Iron', price: '60.00' },
    { title: 'Steel', price: '70.00' },
  ]);
  fill('harbour', 'Partial pot', [{ price: '40.00' }]);
  fill('harbour', 'Conflict chair', [{ price: '100.00' }]);
  fill('harbour', 'Running rug', [{ price: '80.00' }]);
  fill('harbour', 'Running runner', [{ price: '35.00' }]);
  fill('harbour', 'Cancel cup', [{ price: '5.00' }]);
  fill('lagoon', 'Cancel saucer', [{ price: '3.00' }]);
  fill('harbour', 'Reopened rack', [{ price: '25.00' }]);
  fill('harbour', 'Guarded gate', [{ price: '60.00' }]);
  fill('harbour', 'Guarded grille', [{ price: '70.00' }]);
  fill('quay', 'Denied desk', [{ price: '200.00' }]);
  fill('attic', 'Stored stool', [{ price: '15.00' }]);
  fill('harbour', 'Stored shelf', [{ price: '18.00' }]);

  harbour = await connectStore(api, opened.harbour);
  lagoon = await connectStore(api, opened.lagoon);
  quay = await connectStore(api, opened.quay);
  attic = await connectStore(api, opened.attic);
  await syncStores(api, [harbour, lagoon, quay, attic]);
  await api('PUT', `/stores/${attic.id}`, { store_status: 'archived' });
});

test('rows are selected individually, by product, by page and all, and stay selected across pages and View All', async () => {
  const { page } = await stage.visitSignedIn();
  const selected = (text: string) => bulkActions(page).getByText(text, { exact: true }).waitFor();
  const allShown = resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' });
  await page.goto('/search?q=kettle&size=10&sort=title&dir=asc');

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
  await searchFor(page, 'kettle 0');
  await rowBox(page, 'all 2 variants of Kettle 02').check();
  await bulkActions(page).getByText('2 selected').waitFor();
  await goTo(page, 'Dashboard');
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

test('an invalid value keeps the button disabled, and says why', async () => {
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
});

test('barcode and SKU take one value, if one of them is chosen', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'code clock');
  await rowBox(page, 'Code clock').check();
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
  await searchFor(await backToSearch(page), '4006381333931', 'Barcode');
  await rowBox(page, 'Code clock').waitFor();
});

test('prices rise by 10 % to .99 in two stores: previewed, one left out, applied and undone', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'alder');
  await resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' }).check();
  const preview = await previewAction(page, {
    attribute: 'Price',
    change: 'Increase by',
    value: '10',
    unit: 'Percent',
    rounding: 'To the nearest .99',
  });
  await preview.getByText('4 variants will be changed.').waitFor();
  expect((await rowTexts(updateRows(preview))).toSorted()).toEqual([
    'Alder lamp Small SKU AL-S Harbour from $10.00 to $10.99 +9.9% –',
    'Alder lamp Tall SKU AL-T Harbour from $12.50 to $13.99 +11.9% –',
    'Alder shade Linen SKU AS-L Lagoon from €45.50 to €49.99 +9.9% –',
    'Alder shade Paper SKU AS-P Lagoon from €8.00 to €8.99 +12.4% –',
  ]);
  const totals = preview.getByRole('region', { name: 'Totals of each store' }).getByRole('table');
  expect((await rowTexts(totals)).toSorted()).toEqual([
    'Harbour 2 less than a minute $22.50 $24.98 +$2.48 +11.9% –',
    'Lagoon 2 less than a minute €53.50 €58.98 +€5.48 +12.4% –',
  ]);
  await preview.getByRole('checkbox', { name: 'Include Alder shade / Paper' }).uncheck();
  await preview.getByText('3 variants will be changed, 1 left out.').waitFor();
  await totals.getByText('€49.99').waitFor();
  await preview.getByRole('button', { name: 'Update 3 prices' }).click();

  await page.getByText(messages.bulkUpdate.succeeded(3, 'price')).waitFor();
  expect(pricesOf(harbour, 'Alder lamp')).toEqual(['10.99', '13.99']);
  expect(pricesOf(lagoon, 'Alder shade')).toEqual(['49.99', '8.00']);
  const changed = page.url();
  await backToSearch(page);
  await resultsTable(page).getByText('€49.99').waitFor();

  await page.goto(changed);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Undo 3 changes?' });
  await question.getByText('3 old values are written back to their stores.').waitFor();
  await question.getByRole('button', { name: 'Undo 3 changes' }).click();
  await page.getByRole('heading', { name: 'Undo of price', level: 1 }).waitFor();
  await page.getByText(messages.bulkUpdate.succeeded(3, 'price')).waitFor();
  expect(pricesOf(harbour, 'Alder lamp')).toEqual(['10.00', '12.50']);
  expect(pricesOf(lagoon, 'Alder shade')).toEqual(['45.50', '8.00']);

  await page.getByRole('link', { name: 'Show in the history' }).click();
  await page.getByRole('table', { name: 'Changes' }).getByText('€45.50').waitFor();
});

test('a vendor’s prices rise by 4 % to .99 in two stores, except falling ones, and one store is undone', async () => {
  const { page } = await stage.visitSignedIn({ at: '/search' });
  const effort = countEffort();
  await effort(1, () => page.getByRole('button', { name: 'Filter', exact: true }).click());
  await effort(1, () => page.getByRole('textbox', { name: 'Add a filter' }).fill('vendor:"Marl & Co"'));
  await effort(1, () => page.keyboard.press('Enter'));
  await page.getByText(messages.search.found(2, 1, 1)).waitFor();
  await effort(1, () => resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' }).check());
  let preview = bulkActions(page);
  await effort(5, async () => {
    preview = await previewAction(page, {
      attribute: 'Price',
      change: 'Increase by',
      value: '4',
      unit: 'Percent',
      rounding: 'To the nearest .99',
    });
  });
  await preview.getByText('8 variants will be changed.').waitFor();
  const rows = updateRows(preview);
  await effort(1, () => rows.getByRole('button', { name: /^Change/ }).click());
  await expect
    .poll(async () => (await rowTexts(rows)).map((text) => text.split(' ').at(-2)))
    .toEqual(['-0.1%', '-0.1%', '+3.3%', '+3.3%', '+4.0%', '+4.0%', '+4.4%', '+4.4%']);
  await effort(1, () =>
    preview
      .getByRole('combobox', { name: 'Change of the rows' })
      .selectOption('Falls')
      .then(() => {}),
  );
  await effort(1, () => preview.getByRole('button', { name: 'Leave out these 2' }).click());
  await preview.getByText('6 variants will be changed, 2 left out.').waitFor();
  // The server stores what is left out: a colleague, or a reload, sees the same plan.
  const { bulk_updates: planned } = await stage.api<BulkUpdateBatchList>(
    'GET',
    '/products/bulk-updates?status=planned&limit=1',
  );
  const elsewhere = await stage.visitSignedIn({
    at: `/bulk-updates/${planned[0]?.batch_id}?show=left_out&q=harbour`,
  });
  await elsewhere.page.getByText('6 variants will be changed, 2 left out.').waitFor();
  await elsewhere.page.getByText('1 row', { exact: true }).waitFor();
  expect(await elsewhere.page.getByRole('searchbox', { name: 'Find rows' }).inputValue()).toBe('harbour');
  await effort(1, () => preview.getByRole('button', { name: 'Update 6 prices' }).click());
  await page.getByText(messages.bulkUpdate.succeeded(6, 'price')).waitFor();
  expect(pricesOf(lagoon, 'Marl bowl lagoon')).toEqual(['25.99', '61.99', '93.99', '8.00']);

  await effort(1, () => page.getByRole('link', { name: 'Show in the history' }).click());
  await effort(1, () =>
    page
      .getByRole('combobox', { name: 'Store' })
      .selectOption('Lagoon')
      .then(() => {}),
  );
  await effort(1, () => page.getByRole('button', { name: 'Apply Filters' }).click());
  await effort(1, () => page.getByRole('button', { name: 'Undo 3 changes' }).click());
  const question = page.getByRole('dialog', { name: 'Undo 3 changes?' });
  await effort(1, () => question.getByRole('button', { name: 'Undo 3 changes' }).click());
  await page.getByText(messages.bulkUpdate.succeeded(3, 'price')).waitFor();
  expect(pricesOf(lagoon, 'Marl bowl lagoon')).toEqual(['25.00', '60.00', '90.00', '8.00']);
  expect(pricesOf(harbour, 'Marl bowl harbour')).toEqual(['25.99', '61.99', '93.99', '8.00']);
  expect(effort.total()).toBe(18);
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

test('failures are named with product and variant, and the rest is written', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'partial');
  await resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' }).check();
  const [iron] = variantsOf(harbour, 'Partial pan');
  stage.shops.simulator.faults.add({
    shop: harbour.shop.domain,
    action: {
      kind: 'user_error',
      message: 'Price is locked by a contract',
      field: ['price'],
      variant: String(iron?.id),
    },
  });
  harbour.shop.catalogue.deleteProduct(productOf(harbour, 'Partial pot').id);
  const preview = await previewAction(page, {
    attribute: 'Price',
    change: 'Decrease by',
    value: '5',
    unit: 'Amount',
  });
  await preview.getByRole('button', { name: 'Update 3 prices' }).click();

  await page.getByRole('alert').getByText(messages.bulkUpdate.partial(1, 2)).waitFor();
  const rows = (await rowTexts(updateRows(page))).toSorted();
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(
    /^Partial pan Iron Harbour from \$60\.00 to \$55\.00 .*Price is locked by a contract/,
  );
  expect(rows[1]).toMatch(/^Partial pot Harbour from \$40\.00 to \$35\.00 .*It is no longer in the store\.$/);
  expect(pricesOf(harbour, 'Partial pan')).toEqual(['60.00', '65.00']);
  await page.getByRole('tab', { name: /^Changes/ }).click();
  await updateRows(page).getByText('$65.00').waitFor();
  expect(await rowTexts(updateRows(page))).toEqual(['Partial pan Steel Harbour from $70.00 to $65.00']);
});

test('a plan’s effect on margin is shown before it is applied; if it fails in one store, the other is undone', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'ember');
  await resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' }).check();
  const preview = await previewAction(page, {
    attribute: 'Price',
    change: 'Increase by',
    value: '20',
    unit: 'Percent',
  });
  await preview.getByText('What if: margin and stock value before and after').click();
  await preview.getByText('2 variants without cost are not in the margin.').waitFor();
  await preview.getByText(/^Different currencies are never added/).waitFor();
  await preview
    .getByRole('figure', { name: 'Stock at price in EUR' })
    .getByText(/€90\.00.*€108\.00/)
    .waitFor();
  await preview.getByText('Table', { exact: true }).click();
  const table = preview.getByRole('table', { name: 'Margin and stock value before and after' });
  expect(await rowTexts(table)).toEqual([
    'Harbour 1 $100.00 → $120.00 $60.00 $40.00 → $60.00 40.0% → 50.0%',
    'Lagoon 2 €90.00 → €108.00 – No cost – No margin – No margin',
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await preview.getByRole('checkbox', { name: 'Include Ember shade / Paper' }).uncheck();
  await table.getByText(/€60\.00.*€72\.00/).waitFor();

  const [linen] = variantsOf(lagoon, 'Ember shade');
  stage.shops.simulator.faults.add({
    shop: lagoon.shop.domain,
    action: { kind: 'user_error', message: 'Locked', field: ['price'], variant: String(linen?.id) },
  });
  await preview.getByRole('button', { name: 'Update 2 prices' }).click();
  await page.getByText('1 of 1 row failed in Lagoon; Harbour is changed.').waitFor();
  await page.getByRole('button', { name: 'Retry Lagoon' }).waitFor();
  await page.getByRole('button', { name: 'Undo Harbour' }).click();
  const question = page.getByRole('dialog', { name: 'Undo 1 change?' });
  await question.getByRole('button', { name: 'Undo 1 change' }).click();
  await page.getByText(messages.bulkUpdate.succeeded(1, 'price')).waitFor();
  expect(pricesOf(harbour, 'Ember lamp')).toEqual(['10.00']);
  expect(pricesOf(lagoon, 'Ember shade')).toEqual(['20.00', '30.00']);
});

test('a price changed in the shop meanwhile is kept, shown with both values, and retried', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'conflict');
  await rowBox(page, 'Conflict chair').check();
  const preview = await previewAction(page, {
    attribute: 'Price',
    change: 'Increase by',
    value: '10',
    unit: 'Percent',
  });
  const [chair] = variantsOf(harbour, 'Conflict chair');
  harbour.shop.catalogue.updateVariant(chair?.id ?? 0, { price: '90.00' });
  await preview.getByRole('button', { name: 'Update 1 price' }).click();

  await page
    .getByRole('alert')
    .getByText(/^Failed to update products: .*Conflict chair/)
    .waitFor();
  const row = updateRows(page).getByRole('row').filter({ hasText: 'Conflict chair' });
  await row.getByText('$110.00').waitFor();
  await row.getByText('The store has $90.00 now.').waitFor();
  expect(pricesOf(harbour, 'Conflict chair')).toEqual(['90.00']);

  await page.getByRole('button', { name: 'Retry with the current values' }).click();
  await page.getByText('Nothing has been written yet.').waitFor();
  await updateRows(page).getByText('$90.00').waitFor();
  const [again] = await rowTexts(updateRows(page));
  await page.getByRole('button', { name: 'Update 1 price' }).click();
  await page.getByText(messages.bulkUpdate.succeeded(1, 'price')).waitFor();
  const price = pricesOf(harbour, 'Conflict chair')[0];
  expect(again).toBe(`Conflict chair Harbour from $90.00 to $${price} +22.2% –`);
});

test('a running update survives a reload, and its end is announced on another screen', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'running');
  await resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' }).check();
  const hold = stage.shops.simulator.hold({
    shop: harbour.shop.domain,
    match: 'productVariantsBulkUpdate',
    when: 'before',
  });
  const preview = await previewAction(page, { attribute: 'Price', change: 'Set to', value: '45' });
  await preview.getByRole('button', { name: 'Update 2 prices' }).click();
  await hold.reached;
  await page.getByRole('progressbar', { name: 'Progress of the whole update' }).waitFor();
  await page.getByRole('heading', { name: /^[01] of 2 variants done$/ }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: /^[01] of 2 variants done$/ }).waitFor();
  await page.getByRole('progressbar', { name: 'Harbour' }).waitFor();

  await goTo(page, 'Dashboard');
  await page.getByRole('heading', { name: messages.dashboard.title }).waitFor();
  hold.release();
  await page.getByText(messages.bulkUpdate.succeeded(2, 'price')).waitFor();
  expect([pricesOf(harbour, 'Running rug'), pricesOf(harbour, 'Running runner')]).toEqual([
    ['45.00'],
    ['45.00'],
  ]);
  await goTo(page, 'Search');
  await page.getByRole('link', { name: 'Recent updates' }).click();
  await page.getByRole('listitem').filter({ hasText: '2 variants updated' }).first().waitFor();
});

test('a cancelled update leaves unsent rows, which can be resumed', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'cancel');
  await resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' }).check();
  const hold = stage.shops.simulator.hold({
    shop: lagoon.shop.domain,
    match: 'EditedValues',
    when: 'before',
  });
  const preview = await previewAction(page, {
    attribute: 'Price',
    change: 'Increase by',
    value: '1',
    unit: 'Amount',
  });
  await preview.getByRole('button', { name: 'Update 2 prices' }).click();
  await hold.reached;
  await page.getByRole('heading', { name: '1 of 2 variants done' }).waitFor();
  await page.getByRole('button', { name: 'Cancel update' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this update?' });
  await question.getByRole('button', { name: 'Leave 1 variant unchanged' }).click();

  // Nothing was sent to the unresponsive shop, so the end does not wait for it.
  await page.getByText('Cancelled: 1 updated, 1 left unchanged.').waitFor();
  hold.release();
  expect([pricesOf(harbour, 'Cancel cup'), pricesOf(lagoon, 'Cancel saucer')]).toEqual([['6.00'], ['3.00']]);

  await page.getByRole('button', { name: 'Retry with the current values' }).click();
  await page.getByRole('button', { name: 'Update 1 price' }).click();
  await page.getByText(messages.bulkUpdate.succeeded(1, 'price')).waitFor();
  expect(pricesOf(lagoon, 'Cancel saucer')).toEqual(['4.00']);
});

test('the filter of a preview is in its address, and survives a reload and Back', async () => {
  const { page } = await stage.visitSignedIn();
  await page.goto(await planPrice(harbour, 'Kettle', '24.00'));
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
  const visitor = await stage.visitSignedIn();
  const { page } = visitor;
  visitor.allowTrouble(/^404: GET \/api\/v1\/products\/bulk-updates\//);
  const address = await planPrice(harbour, 'Reopened rack', '27.00');
  await page.goto(address);
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

test('a token without write scope is reported, and nothing is written', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'denied');
  await rowBox(page, 'Denied desk').check();
  quay.shop.install(quay.token, { scopes: ['read_products', 'read_inventory'] });
  const preview = await previewAction(page, { attribute: 'Price', change: 'Set to', value: '210' });
  await preview.getByRole('button', { name: 'Update 1 price' }).click();
  await page
    .getByRole('alert')
    .getByText(/^Failed to update products: .*“Denied desk” \(Quay\).*write_products/)
    .waitFor();
  expect(pricesOf(quay, 'Denied desk')).toEqual(['200.00']);
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

test('the history has what reached the shops, and nothing else', async () => {
  const { data } = await stage.api<HistoryPage>('GET', '/history?view_all=true');
  const writes = [harbour, lagoon, quay, attic].flatMap(({ shop }) => [...shop.writes.all]);
  // What a conflict found was changed by the shop itself.
  const ours = data.filter(({ origin }) => origin !== 'outside');
  const told = ours.map(({ old_value, new_value }) => `${old_value} → ${new_value}`);
  const done = writes.map(({ before, value }) => `${before} → ${value}`);
  expect(told.toSorted()).toEqual(done.toSorted());
});

function productOf({ shop }: ConnectedStore, title: string) {
  const product = shop.catalogue.products().find((candidate) => candidate.title === title);
  if (!product) throw new Error(`${shop.name} has no product called ${title}.`);
  return product;
}

function variantsOf(store: ConnectedStore, title: string) {
  return productOf(store, title).variants;
}

function pricesOf(store: ConnectedStore, title: string): string[] {
  return variantsOf(store, title).map(({ price }) => price);
}

/** The address of a preview that sets the price of products whose title starts with this. */
async function planPrice(store: ConnectedStore, title: string, price: string): Promise<string> {
  const products = (await productsOf(stage.api, store)).filter((product) => product.title.startsWith(title));
  const batch = await stage.api<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: products.map(({ id }) => ({ id, store_id: store.id })),
    attributes_to_set: { price },
  });
  return `/bulk-updates/${batch.batch_id}`;
}

async function backToSearch(page: Page): Promise<Page> {
  await page.getByRole('link', { name: 'Back to Search' }).click();
  await page.getByRole('heading', { name: messages.search.title }).waitFor();
  return page;
}
