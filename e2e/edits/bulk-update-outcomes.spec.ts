import type { BulkUpdateBatchList } from '@storefleet/contract/edits/bulk-update-batches';
import { messages } from '@storefleet/contract/messages';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { syncStores } from '../support/api.ts';
import { expectWritesInHistory } from '../support/batches.ts';
import { bulkActions, previewPrice, rowBox, rowTexts, updateRows } from '../support/editing.ts';
import { countEffort } from '../support/effort.ts';
import { goTo, resultsTable, searchFor } from '../support/screens.ts';
import { fillShop, type OpenShop, pricesOf, productOf, variantOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
/** Stores in dollars and euros; one whose token loses its scopes. */
const harbour = await stage.connectShop('Harbour');
const lagoon = await stage.connectShop('Lagoon', { currency: 'EUR' });
const quay = await stage.connectShop('Quay');
for (const { name, shop } of [harbour, lagoon]) {
  shop.catalogue.createProduct({
    title: `Marl bowl ${name.toLowerCase()}`,
    vendor: 'Marl & Co',
    variants: [
      { title: 'Small', price: '25.00' },
      { title: 'Large', price: '60.00' },
      { title: 'Huge', price: '90.00' },
      { title: 'Sample', price: '8.00' },
    ],
  });
}
fillShop(harbour, 'Alder lamp', [
  { title: 'Small', sku: 'AL-S', price: '10.00' },
  { title: 'Tall', sku: 'AL-T', price: '12.50' },
]);
fillShop(lagoon, 'Alder shade', [
  { title: 'Linen', sku: 'AS-L', price: '45.50' },
  { title: 'Paper', sku: 'AS-P', price: '8.00' },
]);
fillShop(harbour, 'Ember lamp', [{ price: '10.00', cost: '6.00', inventoryQuantity: 10 }]);
fillShop(lagoon, 'Ember shade', [
  { title: 'Linen', price: '20.00', inventoryQuantity: 3 },
  { title: 'Paper', price: '30.00', inventoryQuantity: 1 },
]);
fillShop(harbour, 'Partial pan', [
  { title: 'Iron', price: '60.00' },
  { title: 'Steel', price: '70.00' },
]);
fillShop(harbour, 'Partial pot', [{ price: '40.00' }]);
fillShop(harbour, 'Conflict chair', [{ price: '100.00' }]);
fillShop(harbour, 'Running rug', [{ price: '80.00' }]);
fillShop(harbour, 'Running runner', [{ price: '35.00' }]);
fillShop(harbour, 'Cancel cup', [{ price: '5.00' }]);
fillShop(lagoon, 'Cancel saucer', [{ price: '3.00' }]);
fillShop(quay, 'Denied desk', [{ price: '200.00' }]);
await syncStores(api, [harbour, lagoon, quay]);

test('prices rise by 10 % to .99 in two stores: previewed, one left out, applied and undone', async () => {
  const { page } = await stage.visitSignedIn();
  await selectAllOf(page, 'alder');
  const preview = await previewPrice(page, {
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
  await page.getByRole('link', { name: 'Back to Search' }).click();
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
    preview = await previewPrice(page, {
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
  await effort(1, () => preview.getByRole('combobox', { name: 'Change of the rows' }).selectOption('Falls'));
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
  await effort(1, () => page.getByRole('combobox', { name: 'Store' }).selectOption('Lagoon'));
  await effort(1, () => page.getByRole('button', { name: 'Apply Filters' }).click());
  await effort(1, () => page.getByRole('button', { name: 'Undo 3 changes' }).click());
  const question = page.getByRole('dialog', { name: 'Undo 3 changes?' });
  await effort(1, () => question.getByRole('button', { name: 'Undo 3 changes' }).click());
  await page.getByText(messages.bulkUpdate.succeeded(3, 'price')).waitFor();
  expect(pricesOf(lagoon, 'Marl bowl lagoon')).toEqual(['25.00', '60.00', '90.00', '8.00']);
  expect(pricesOf(harbour, 'Marl bowl harbour')).toEqual(['25.99', '61.99', '93.99', '8.00']);
  expect(effort.total()).toBe(18);
});

test('failures are named with product and variant, and the rest is written', async () => {
  const { page } = await stage.visitSignedIn();
  await selectAllOf(page, 'partial');
  failPriceOf(harbour, 'Partial pan', 'Price is locked by a contract');
  harbour.shop.catalogue.deleteProduct(productOf(harbour, 'Partial pot').id);
  const preview = await previewPrice(page, { change: 'Decrease by', value: '5', unit: 'Amount' });
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
  await selectAllOf(page, 'ember');
  const preview = await previewPrice(page, { change: 'Increase by', value: '20', unit: 'Percent' });
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

  failPriceOf(lagoon, 'Ember shade', 'Locked');
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
  const preview = await previewPrice(page, { change: 'Increase by', value: '10', unit: 'Percent' });
  harbour.shop.catalogue.updateVariant(variantOf(harbour, 'Conflict chair').id, { price: '90.00' });
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
  await selectAllOf(page, 'running');
  const hold = stage.shops.simulator.hold({
    shop: harbour.shop.domain,
    match: 'productVariantsBulkUpdate',
    when: 'before',
  });
  const preview = await previewPrice(page, { change: 'Set to', value: '45' });
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
  await selectAllOf(page, 'cancel');
  const hold = stage.shops.simulator.hold({
    shop: lagoon.shop.domain,
    match: 'EditedValues',
    when: 'before',
  });
  const preview = await previewPrice(page, { change: 'Increase by', value: '1', unit: 'Amount' });
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

test('a token without write scope is reported, and nothing is written', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'denied');
  await rowBox(page, 'Denied desk').check();
  quay.shop.install(quay.token, { scopes: ['read_products', 'read_inventory'] });
  const preview = await previewPrice(page, { change: 'Set to', value: '210' });
  await preview.getByRole('button', { name: 'Update 1 price' }).click();
  await page
    .getByRole('alert')
    .getByText(/^Failed to update products: .*“Denied desk” \(Quay\).*write_products/)
    .waitFor();
  expect(pricesOf(quay, 'Denied desk')).toEqual(['200.00']);
});

test('the history has what reached the shops, and nothing else', () =>
  expectWritesInHistory(stage.api, [harbour, lagoon, quay]));

async function selectAllOf(page: Page, term: string): Promise<void> {
  await searchFor(page, term);
  await resultsTable(page).getByRole('checkbox', { name: 'Select all rows shown' }).check();
}

/** The store refuses the next price of the product's first variant. */
function failPriceOf(store: OpenShop, title: string, message: string): void {
  stage.shops.simulator.faults.add({
    shop: store.shop.domain,
    action: { kind: 'user_error', message, field: ['price'], variant: String(variantOf(store, title).id) },
  });
}
