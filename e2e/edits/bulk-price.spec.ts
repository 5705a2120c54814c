import type { HistoryPage } from '@storefleet/contract/edits/history';
import { messages } from '@storefleet/contract/messages';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { syncStores } from '../support/api.ts';
import { countEffort } from '../support/effort.ts';
import { goTo, searchFor } from '../support/screens.ts';
import { productOf, variantOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';
import type { Visitor } from '../support/visitor.ts';

const stage = await openStage();
const { api } = stage;
/** The test only reads products with this word in their name. */
const PAGED = 'pebble';
const PAGED_COUNT = 25;
const garden = await stage.connectShop('Garden');
const orchard = await stage.connectShop('Orchard', { currency: 'EUR' });
const sold = (title: string, price: string, cost: string | null) =>
  garden.shop.catalogue.createProduct({ title, variants: [{ price, cost, sku: title.toUpperCase() }] });
sold('Basil pot', '10.00', '4.00');
sold('Basil tray', '20.00', '8.00');
sold('Clover', '5.00', '2.00');
sold('Dill A', '1.00', '0.50');
sold('Dill B', '2.00', null);
sold('Elder', '15.00', '9.00');
for (const letter of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) sold(`Fennel ${letter}`, '3.00', '1.00');
sold('Ginger', '30.00', '10.00');
sold('Hyssop', '40.00', '12.00');
sold('Iris', '50.00', '20.00');
sold('Juniper', '60.00', '25.00');
for (let number = 1; number <= PAGED_COUNT; number += 1) {
  sold(`Pebble ${String(number).padStart(2, '0')}`, `${100 - number}.00`, '1.00');
}
for (const number of numbersTo(30)) sold(`Kale ${number}`, '3.00', '1.00');
orchard.shop.catalogue.createProduct({ title: 'Pebble of the orchard', variants: [{ price: '7.00' }] });
const pond = await stage.connectShop('Pond', { currency: 'JPY' });
pond.shop.catalogue.createProduct({ title: 'Kelp', variants: [{ price: '4200.00' }] });
await syncStores(api, [garden, orchard, pond]);

test('a price is clicked, typed and saved with Enter: in the shop, on the screen and in the history', async () => {
  const { page } = await visitPrices('basil');
  await cell(page, 'Basil pot', 'Price').click();
  expect(await editor(page, 'Price of Basil pot in USD').inputValue()).toBe('10.00');
  await page.keyboard.type('12.5');
  await page.keyboard.press('Enter');
  await page.getByText('Price of Basil pot saved: $12.50').waitFor({ state: 'attached' });
  expect(await cell(page, 'Basil pot', 'Price').getAttribute('data-status')).toBe('success');
  await cell(page, 'Basil pot', 'Price').getByText('$12.50').waitFor();
  expect(priceOf('Basil pot')).toBe('12.50');
  await cell(page, 'Basil pot', 'Margin').getByText('68.0%').waitFor();
  // Enter moves to the row below, and the flash ends.
  await expectFocus(cell(page, 'Basil tray', 'Price'));
  await expect
    .poll(() => cell(page, 'Basil pot', 'Price').getAttribute('data-status'), { timeout: 10_000 })
    .toBe('normal');

  const { data } = await stage.api<HistoryPage>('GET', '/history');
  expect(data).toMatchObject([{ old_value: '10.00', new_value: '12.50', attribute_changed: 'price' }]);
  await page.reload();
  await cell(page, 'Basil pot', 'Price').getByText('$12.50').waitFor();
});

test('Escape reverts a cell, and unchanged values are not sent', async () => {
  const { page } = await visitPrices('clover');
  const requests = watchSaves(page);
  const price = cell(page, 'Clover', 'Price');
  await price.click();
  await page.keyboard.type('99');
  await page.keyboard.press('Escape');
  await expectFocus(price);
  await price.getByText('$5.00').waitFor();
  for (const same of ['5.00', '5', ' 5.0 ']) {
    await price.click();
    await page.keyboard.type(same);
    await page.keyboard.press('Enter');
    await editor(page, 'Price of Clover in USD').waitFor({ state: 'detached' });
    expect(await price.getAttribute('aria-invalid')).toBeNull();
  }
  expect(requests()).toBe(0);
});

test('Tab saves the price and opens the cost, then the next row; arrows move, and a digit opens', async () => {
  const { page } = await visitPrices('dill');
  await cell(page, 'Dill B', 'Margin').getByText('No margin').waitFor({ state: 'attached' });
  await cell(page, 'Dill A', 'Price').click();
  await page.keyboard.type('1.10');
  await page.keyboard.press('Tab');
  await editor(page, 'Cost of Dill A in USD').waitFor();
  await page.keyboard.type('0.60');
  await page.keyboard.press('Tab');
  await editor(page, 'Price of Dill B in USD').waitFor();
  await page.keyboard.type('2.20');
  await page.keyboard.press('Tab');
  await editor(page, 'Cost of Dill B in USD').waitFor();
  await page.keyboard.type('1.05');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => [priceOf('Dill A'), costOf('Dill A'), priceOf('Dill B'), costOf('Dill B')])
    .toEqual(['1.10', '0.60', '2.20', '1.05']);

  await cell(page, 'Dill B', 'Cost').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expectFocus(cell(page, 'Dill B', 'Price'));
  await page.keyboard.press('ArrowUp');
  await expectFocus(cell(page, 'Dill A', 'Price'));
  await page.keyboard.press('1');
  expect(await editor(page, 'Price of Dill A in USD').inputValue()).toBe('1');
  await page.keyboard.type('.28');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => priceOf('Dill A')).toBe('1.30');
});

test('an invalid value closes the cell with an error that says what to do, and the old value stays', async () => {
  const { page } = await visitPrices('elder');
  const requests = watchSaves(page);
  const price = cell(page, 'Elder', 'Price');
  const refused = [
    ['', 'Enter an amount such as 19.90.'],
    ['1,234', '“1,234” could be 1234 or 1.234: write 1234 or 1.2340.'],
  ] as const;
  for (const [typed, sentence] of refused) {
    await price.click();
    await editor(page, 'Price of Elder in USD').fill(typed);
    await page.keyboard.press('Enter');
    await editor(page, 'Price of Elder in USD').waitFor({ state: 'detached' });
    const problem = page.getByRole('dialog', { name: `Price of Elder was not saved. ${sentence}` });
    await problem.getByText(sentence).waitFor();
    await problem.getByText(typed === '' ? 'The field was empty.' : `You typed “${typed}”.`).waitFor();
    expect(await price.getAttribute('aria-invalid')).toBe('true');
    await price.getByText('$15.00').waitFor();
    await problem.getByRole('button', { name: 'Discard' }).click();
    await problem.waitFor({ state: 'hidden' });
    expect(await price.getAttribute('aria-invalid')).toBeNull();
  }
  expect(priceOf('Elder')).toBe('15.00');

  // A likely mistake has to be confirmed first.
  await price.click();
  await editor(page, 'Price of Elder in USD').fill('0');
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Save 1 value?' });
  await asked.getByText(messages.bulkUpdate.warnings.zero_price(1)).waitFor();
  expect(await asked.getByRole('button', { name: 'Save 1 value' }).isDisabled()).toBe(true);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  const unconfirmed = 'Price of Elder was not saved. The warnings about it were not confirmed.';
  await page.getByRole('button', { name: unconfirmed }).click();
  await page.getByRole('dialog', { name: unconfirmed }).getByRole('button', { name: 'Discard' }).click();
  expect(requests()).toBe(0);

  // Reopening the cell shows the input again.
  await price.click();
  await editor(page, 'Price of Elder in USD').fill('16,5');
  await page.keyboard.press('Enter');
  await page.getByText('1 value not saved').waitFor();
  await page.keyboard.press('F2');
  expect(await editor(page, 'Price of Elder in USD').inputValue()).toBe('16,5');
  await editor(page, 'Price of Elder in USD').fill('16.5');
  // A click elsewhere saves, too.
  await page.getByRole('heading', { name: 'Bulk Price Update' }).click();
  await expect.poll(() => priceOf('Elder')).toBe('16.50');
  await page.getByText('1 value not saved').waitFor({ state: 'hidden' });
});

test('a column from a spreadsheet is pasted onto a selection; more than a few values need a preview', async () => {
  const { page, context } = await visitPrices('fennel');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await cell(page, 'Fennel A', 'Price').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('3 cells selected').waitFor();
  await paste(page, '$1,234.50\n4.5\nsoon\n');
  await page.getByRole('checkbox', { name: messages.bulkUpdate.haveLooked }).check();
  const hold = stage.shops.simulator.hold({ match: 'productVariantsBulkUpdate', when: 'before' });
  await page.getByRole('button', { name: 'Save 2 values' }).click();
  await hold.reached;
  await page.getByText('1 value not saved').waitFor();
  await page.getByText('Saving 2 values…').waitFor();
  const showAll = page.getByRole('button', { name: 'Show all' });
  const place = await showAll.boundingBox();
  hold.release();
  await expect.poll(() => [priceOf('Fennel A'), priceOf('Fennel B')]).toEqual(['1234.50', '4.50']);
  // A button that moves as the saving ends would be missed by the click on its way.
  await page.getByText('Saving 2 values…').waitFor({ state: 'hidden' });
  expect(await showAll.boundingBox()).toEqual(place);
  expect(await cell(page, 'Fennel C', 'Price').getAttribute('aria-invalid')).toBe('true');
  expect(priceOf('Fennel C')).toBe('3.00');
  await showAll.click();
  const problems = page.getByRole('dialog', { name: '1 value was not saved' });
  await problems.getByText('Price of Fennel C').waitFor();
  await problems.getByRole('button', { name: 'Discard it' }).click();

  await cell(page, 'Fennel B', 'Cost').click({ modifiers: ['Shift'] });
  await page.getByText('4 cells selected').waitFor();
  await page.keyboard.press('Control+C');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('1234.50\t1.00\n4.50\t1.00');

  // A table can also be pasted from an open cell.
  await cell(page, 'Fennel A', 'Price').click();
  await paste(page, ['6.00\t2.00', '6.10\t2.10', '6.20\t2.20', '6.30\t2.30'].join('\n'));
  const question = page.getByRole('dialog', { name: 'Save 8 values?' });
  await question.getByText('$1,234.50 → $6.00').waitFor();
  expect(priceOf('Fennel A')).toBe('1234.50');
  await question.getByRole('checkbox', { name: messages.bulkUpdate.haveLooked }).check();
  await question.getByRole('button', { name: 'Save 8 values' }).click();
  await expect
    .poll(() => ['A', 'B', 'C', 'D'].map((letter) => priceOf(`Fennel ${letter}`)))
    .toEqual(['6.00', '6.10', '6.20', '6.30']);
  await expect
    .poll(() => ['A', 'B', 'C', 'D'].map((letter) => costOf(`Fennel ${letter}`)))
    .toEqual(['2.00', '2.10', '2.20', '2.30']);
  expect(priceOf('Fennel E')).toBe('3.00');
});

test('30 prices are pasted in a different order: each goes to its SKU’s row, and Ctrl+Z reverts all', async () => {
  const { page, context } = await stage.visitSignedIn({ at: '/bulk-price-update' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lines = numbersTo(30).map((number) => `KALE ${number}\t3.${number}`);
  const effort = countEffort();
  // Two for the search, one for the cell, two for Ctrl+V, one to save.
  await effort(1, () => page.getByLabel('Search term').fill('kale'));
  await effort(1, () => page.keyboard.press('Enter'));
  await firstRow(page).waitFor();
  await effort(1, () => cell(page, 'Kale 07', 'Price').click());
  await effort(2, () => paste(page, lines.toReversed().join('\n')));
  const question = page.getByRole('dialog', { name: 'Save 30 values?' });
  await question.getByText('Each line goes to the row with its SKU or barcode.').waitFor();
  await effort(1, () => question.getByRole('button', { name: 'Save 30 values' }).click());
  await expect
    .poll(() => numbersTo(30).map((number) => priceOf(`Kale ${number}`)))
    .toEqual(numbersTo(30).map((number) => `3.${number}`));
  expect(effort.total()).toBe(6);

  await page.getByText('30 values saved.').waitFor({ state: 'attached' });
  await cell(page, 'Kale 07', 'Price').press('Control+z');
  await expect
    .poll(() => new Set(numbersTo(30).map((number) => priceOf(`Kale ${number}`))))
    .toEqual(new Set(['3.00']));
  await cell(page, 'Kale 07', 'Price').getByText('$3.00').waitFor();
});

test('a column is added with the keyboard, filtered, edited and filled down; the address includes it', async () => {
  const { page } = await visitPrices('basil');
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Vendor' }).press('Space');
  await page.getByRole('checkbox', { name: 'Vendor' }).press('Alt+ArrowUp');
  await page.getByRole('button', { name: 'Pin Name' }).press('Enter');
  await page.keyboard.press('Escape');
  const heads = () => grid(page).getByRole('columnheader').allInnerTexts();
  await expect.poll(heads).toEqual(['Name', 'SKU', 'Barcode', 'Price', 'Cost', 'Margin', 'Vendor', 'Store']);
  expect(new URL(page.url()).searchParams.get('columns')).toBe(
    'title*.sku.barcode.price.cost.margin.vendor.store_name',
  );
  // On the headers: Alt and an arrow, or dragging, moves a column; dragging its edge resizes it.
  const head = (name: string) => grid(page).getByRole('columnheader', { name });
  await head('Vendor').getByRole('button').press('Alt+ArrowRight');
  await expect.poll(async () => (await heads()).slice(-2)).toEqual(['Store', 'Vendor']);
  await expectFocus(head('Vendor').getByRole('button'));
  await head('Vendor').dragTo(head('Store'));
  await expect.poll(async () => (await heads()).slice(-2)).toEqual(['Vendor', 'Store']);
  await page.getByRole('separator', { name: 'Width of SKU' }).press('ArrowRight');
  await expect.poll(() => new URL(page.url()).searchParams.get('columns')).toMatch(/\.sku-\d+\.barcode\./);

  await page.keyboard.press('Control+f');
  await page.getByLabel('Find in the rows').fill('basil tray');
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expectFocus(page.getByRole('rowheader', { name: 'Basil tray' }));
  await page.keyboard.press('ArrowUp');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.type('Quarry Lane');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => productOf(garden, 'Basil pot').vendor).toBe('Quarry Lane');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect.poll(() => productOf(garden, 'Basil tray').vendor).toBe('Quarry Lane');

  const colleague = await stage.visitSignedIn({ at: page.url() });
  await colleague.page.getByRole('gridcell', { name: 'Quarry Lane' }).nth(1).waitFor();
  await colleague.page.goto('/bulk-price-update?q=basil');
  await firstRow(colleague.page).waitFor();
  expect(await colleague.page.getByRole('columnheader', { name: 'Vendor' }).count()).toBe(0);
});

test('two people edit the same cell: the second sees both values and decides', async () => {
  const first = await visitPrices('ginger');
  const second = await visitPrices('ginger');
  await type(first.page, 'Ginger', '31.00');
  await expect.poll(() => priceOf('Ginger')).toBe('31.00');

  await type(second.page, 'Ginger', '33.00');
  const problem = second.page.getByRole('dialog', { name: /^Price of Ginger was not saved\./ });
  await problem.getByText('In the store now').waitFor();
  expect(await problem.getByRole('definition').allTextContents()).toEqual(['$31.00', '$33.00']);
  await problem.getByRole('button', { name: 'Keep $31.00' }).waitFor();
  await cell(second.page, 'Ginger', 'Price').getByText('$31.00').waitFor();
  expect(priceOf('Ginger')).toBe('31.00');
  await problem.getByRole('button', { name: 'Save $33.00' }).click();
  await expect.poll(() => priceOf('Ginger')).toBe('33.00');
  await second.page.getByText('1 value not saved').waitFor({ state: 'hidden' });
});

test('of two quick edits of one cell the second one stays, a lost response is no conflict, and leaving waits', async () => {
  const { page } = await visitPrices('hyssop');
  const hold = stage.shops.simulator.hold({ match: 'productVariantsBulkUpdate', when: 'before' });
  await type(page, 'Hyssop', '41.00');
  await hold.reached;
  await type(page, 'Hyssop', '42.00');
  await page.getByText('Saving 1 value…').waitFor();
  await cell(page, 'Hyssop', 'Margin').getByText('71.4%').waitFor();
  hold.release();
  await expect.poll(() => priceOf('Hyssop')).toBe('42.00');
  await page.getByText('Saving 1 value…').waitFor({ state: 'hidden' });
  await cell(page, 'Hyssop', 'Price').getByText('$42.00').waitFor();
  const writes = garden.shop.writes.of(
    `gid://shopify/ProductVariant/${variantOf(garden, 'Hyssop').id}`,
    'price',
  );
  expect(writes.map(({ value }) => value)).toEqual(['41.00', '42.00']);

  // A lost response causes no conflict with oneself.
  await searchFor(page, 'juniper');
  await cell(page, 'Juniper', 'Price').waitFor();
  stage.shops.simulator.faults.add({
    action: { kind: 'applied_answer_lost' },
    match: 'productVariantsBulkUpdate',
  });
  await type(page, 'Juniper', '61.00');
  await cell(page, 'Juniper', 'Price').getByText('$61.00').waitFor();
  await page.getByText('Saving 1 value…').waitFor({ state: 'hidden' });
  expect(await cell(page, 'Juniper', 'Price').getAttribute('aria-invalid')).toBeNull();
  const written = garden.shop.writes.of(
    `gid://shopify/ProductVariant/${variantOf(garden, 'Juniper').id}`,
    'price',
  );
  expect(written.map(({ value }) => value)).toEqual(['61.00']);

  // Leaving meanwhile asks, and continues once the value has arrived.
  const another = stage.shops.simulator.hold({ match: 'productVariantsBulkUpdate', when: 'before' });
  await type(page, 'Juniper', '43.00');
  await another.reached;
  await goTo(page, 'Search');
  const question = page.getByRole('dialog', { name: 'Leave while values are being saved?' });
  await question.getByText(/^1 value is still being saved\./).waitFor();
  another.release();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: messages.search.title, level: 1 }).waitFor();
  expect(priceOf('Juniper')).toBe('43.00');
});

test('text typed before the editor has loaded is saved', async () => {
  const { page } = await stage.visitSignedIn();
  const came = Promise.withResolvers<void>();
  await page.route(/\/grid-editing-[^/]*\.js$/, async (route) => {
    await came.promise;
    await route.continue();
  });
  await page.goto('/bulk-price-update');
  await searchFor(page, 'dill');
  await firstRow(page).waitFor();
  await cell(page, 'Dill A', 'Price').click();
  await page.keyboard.type('1.455');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0.70');
  await page.keyboard.press('Enter');
  came.resolve();
  await expect.poll(() => [priceOf('Dill A'), costOf('Dill A')]).toEqual(['1.45', '0.70']);
});

test('if the network fails, the input is kept and can be saved again', async () => {
  const visitor = await visitPrices('iris');
  const { page, context } = visitor;
  // Hovering a price requests its source.
  visitor.allowTrouble(
    /^failed: (POST \/api\/v1\/products\/bulk-update|GET \/api\/v1\/(overview\/running|history\/provenance)) net::ERR_INTERNET_DISCONNECTED$/,
  );
  await cell(page, 'Iris', 'Price').click();
  await editor(page, 'Price of Iris in USD').waitFor();
  await context.setOffline(true);
  await page.keyboard.type('55.00');
  await page.keyboard.press('Enter');
  await page.getByText('1 value not saved').waitFor();
  await page.getByRole('button', { name: 'Go to next' }).click();
  const problem = page.getByRole('dialog', { name: /^Price of Iris was not saved\./ });
  await problem.getByText('You typed “55.00”.').waitFor();
  await problem.getByText(messages.networkError).waitFor();

  // Leaving would lose it.
  await goTo(page, 'Search');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });

  await context.setOffline(false);
  await page.getByRole('button', { name: 'Go to next' }).click();
  await problem.getByRole('button', { name: 'Save $55.00 again' }).click();
  await expect.poll(() => priceOf('Iris')).toBe('55.00');
  await page.getByText('1 value not saved').waitFor({ state: 'hidden' });
});

test('an amount in a currency without decimals is edited in integers', async () => {
  const { page } = await visitPrices('kelp');
  const field = editor(page, 'Price of Kelp in JPY');
  await cell(page, 'Kelp', 'Price').click();
  expect(await field.inputValue()).toBe('4200');
  await page.keyboard.press('ArrowUp');
  expect(await field.inputValue()).toBe('4201');
  await page.keyboard.press('Enter');
  await expect.poll(() => pond.shop.writes.all.map(({ value }) => value)).toEqual(['4201.00']);
});

test('search type, sort, page size and stores are remembered apart from those of the search; pages and View All follow', async () => {
  const { page } = await stage.visitSignedIn({ at: '/bulk-price-update' });
  await page.getByRole('button', { name: /^Stores/ }).click();
  await page.getByRole('checkbox', { name: 'Orchard' }).uncheck();
  await searchFor(page, PAGED, 'SKU');
  await page.getByText(messages.search.found(PAGED_COUNT, 1, 1)).waitFor();
  await page.getByLabel('Rows per page').selectOption('10');
  await page.getByText(messages.search.found(PAGED_COUNT, 1, 3)).waitFor();
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  await firstRow(page).getByText('Pebble 25', { exact: true }).waitFor();

  await page.goto('/bulk-price-update');
  await page.reload();
  expect(await page.getByLabel('Search by').inputValue()).toBe('sku');
  await page.getByText(messages.search.storesSelected(2, 3)).waitFor();
  await page.getByLabel('Search term').fill(PAGED);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText(messages.search.found(PAGED_COUNT, 1, 3)).waitFor();
  await firstRow(page).getByText('Pebble 25', { exact: true }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('ascending');

  await page.getByRole('button', { name: 'Next' }).click();
  await firstRow(page).getByText('Pebble 15', { exact: true }).waitFor();
  await page.getByRole('button', { name: messages.search.viewAll }).click();
  await page.getByText(messages.search.showing(PAGED_COUNT, PAGED_COUNT)).waitFor();
  await firstRow(page).getByText('Pebble 25', { exact: true }).waitFor();
  expect(await grid(page).getAttribute('aria-rowcount')).toBe(String(PAGED_COUNT + 1));
  await cell(page, 'Pebble 25', 'Price').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+End');
  await expectFocus(cell(page, 'Pebble 01', 'Store'));
  await page.getByRole('button', { name: messages.search.paginated }).click();
  await page.getByText(messages.search.found(PAGED_COUNT, 1, 3)).waitFor();

  await goTo(page, 'Search');
  await page.getByText(messages.search.storesSelected(3, 3)).waitFor();
  expect(await page.getByLabel('Search by').inputValue()).toBe('name');
});

function grid(page: Page): Locator {
  return page.getByRole('grid', { name: 'Prices and costs' });
}

function firstRow(page: Page): Locator {
  return grid(page).getByRole('row').nth(1);
}

/** The positions of the cells after the row's name. */
const columns = ['SKU', 'Barcode', 'Price', 'Cost', 'Margin', 'Store'] as const;

function cell(page: Page, product: string, column: (typeof columns)[number]): Locator {
  const name = page.getByRole('rowheader', { name: product, exact: true });
  return grid(page).getByRole('row').filter({ has: name }).getByRole('gridcell').nth(columns.indexOf(column));
}

function editor(page: Page, name: string): Locator {
  return grid(page).getByRole('textbox', { name, exact: true });
}

/** A person who looks at the prices of these products. */
async function visitPrices(term: string): Promise<Visitor> {
  const visitor = await stage.visitSignedIn({
    at: `/bulk-price-update?q=${term}&type=name&sort=title&dir=asc`,
  });
  await firstRow(visitor.page).waitFor();
  return visitor;
}

/** Replaces a price by typing. */
async function type(page: Page, product: string, price: string): Promise<void> {
  await cell(page, product, 'Price').click();
  await editor(page, `Price of ${product} in USD`).fill(price);
  await page.keyboard.press('Enter');
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
}

async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
}

/** Counts saving requests from here on. */
function watchSaves(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/products/bulk-update')) count += 1;
  });
  return () => count;
}

/** "01", "02" and so on. */
function numbersTo(last: number): string[] {
  return Array.from({ length: last }, (_, index) => String(index + 1).padStart(2, '0'));
}

const priceOf = (title: string) => variantOf(garden, title).price;
const costOf = (title: string) => variantOf(garden, title).cost;
