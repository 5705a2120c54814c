import { messages } from '@storefleet/contract/messages';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { syncStores } from '../support/api.ts';
import { bulkActions } from '../support/editing.ts';
import { column, resultsTable, searchFor } from '../support/screens.ts';
import { countProducts, named } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
/** A word in the name of every product used for sorting. */
const SORTED = 'sortable';
const quarry = await stage.connectShop('Quarry Lane', { products: 900, variantsPerProduct: 3 });
const meadow = await stage.connectShop('Meadow', { products: 400, currency: 'EUR' });
// Names, prices and codes with a known order that differs from the order of creation.
const prices = ['30.00', '4.50', '100.00', '12.00', '7.25'];
for (const [index, price] of prices.entries()) {
  for (const { shop } of [quarry, meadow]) {
    shop.catalogue.createProduct({
      title: `Sortable ${'CADBE'[index]} of ${shop.name}`,
      variants: [
        { price, cost: `${index + 1}.10`, barcode: `40000000000${(index * 3) % 5}`, sku: `SORT-${index}` },
      ],
    });
  }
}
for (const title of [
  'Literal 50% wool',
  'Literal 50 wool',
  'Literal a_b',
  'Literal axb',
  'Literal "quoted"',
]) {
  meadow.shop.catalogue.createProduct({ title });
}
const stores = [quarry, meadow];
await syncStores(api, stores);

test('a search begins with a hint, counts exactly, takes signs literally, and sorts across pages', async () => {
  const { page } = await stage.visitSignedIn();
  await page.getByRole('heading', { name: messages.search.hint }).waitFor();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('Enter a search term.').waitFor();
  await page.getByRole('heading', { name: messages.search.hint }).waitFor();

  const total = countProducts(stores, named('linen'));
  await searchFor(page, 'LINEN');
  await page.getByText(messages.search.found(total, 1, Math.ceil(total / 50))).waitFor();
  expect(new Set(await column(page, 'store_name')).size).toBeGreaterThan(0);

  await searchFor(page, 'no such thing anywhere');
  await page.getByRole('heading', { name: messages.search.empty }).waitFor();

  // %, _ and quotes are literal.
  for (const [term, title] of [
    ['50%', 'Literal 50% wool'],
    ['a_b', 'Literal a_b'],
    ['"quoted"', 'Literal "quoted"'],
  ] as const) {
    await searchFor(page, term);
    await expect.poll(() => column(page, 'title')).toEqual([title]);
    await page.getByText(messages.search.found(1, 1, 1)).waitFor();
  }

  // Money is in the currency of its store.
  await searchFor(page, 'SORT-1', 'SKU');
  await page.getByText(messages.search.found(2, 1, 1)).waitFor();
  expect((await column(page, 'price')).sort()).toEqual(['$4.50', '€4.50']);

  // Sorting applies across pages: the first page by store has only one store.
  await searchFor(page, 'merino');
  await page.getByLabel('Rows per page').selectOption('10');
  const head = page.getByRole('columnheader', { name: 'Store' });
  await head.getByRole('button').click();
  await expect.poll(async () => new Set(await column(page, 'store_name'))).toEqual(new Set(['Meadow']));
  await head.getByRole('button').click();
  await expect.poll(async () => new Set(await column(page, 'store_name'))).toEqual(new Set(['Quarry Lane']));
});

test('every column sorts the whole result: ascending, descending, and back to best matches', async () => {
  const { page } = await stage.visitSignedIn({
    at: `/search?q=${SORTED}&type=name&size=10&stores=${stores[0]?.id}`,
  });
  await page.getByText(messages.search.found(5, 1, 1)).waitFor();

  const letters = async () =>
    (await column(page, 'title')).map((title) => title.charAt('Sortable '.length)).join('');
  const orders = { Name: 'ABCDE', Price: 'AEBCD', Cost: 'CADBE', Barcode: 'CDEAB' };
  for (const [name, ascending] of Object.entries(orders)) {
    const head = page.getByRole('columnheader', { name });
    const descending = [...ascending].reverse().join('');
    for (const [state, order] of [
      ['ascending', ascending],
      ['descending', descending],
    ]) {
      await head.getByRole('button').click();
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(state);
      await expect.poll(letters, { message: `${name} ${state}` }).toBe(order);
    }
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('none');
  }
});

test('after a 500 Retry finds the products; the store filter narrows them, to nothing without any store', async () => {
  const { page, allowTrouble } = await stage.visitSignedIn();
  allowTrouble(/^500: GET \/api\/v1\/products\/search$/);
  const search = '**/api/v1/products/search?**';
  await page.route(search, (route) => route.fulfill({ status: 500, body: '' }));
  await searchFor(page, SORTED);
  await page.getByText(messages.search.failed).waitFor();
  await page.unroute(search);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText(messages.search.found(10, 1, 1)).waitFor();

  await page.getByRole('button', { name: /^Stores/ }).click();
  await page.getByText(messages.search.storesSelected(2, 2)).waitFor();
  await page.getByRole('checkbox', { name: 'Meadow', exact: true }).uncheck();
  await page.getByText(messages.search.storesSelected(1, 2)).waitFor();
  await page.getByText(messages.search.found(5, 1, 1)).waitFor();

  await page.getByRole('button', { name: 'Deselect All' }).click();
  await page.getByText(messages.search.storesSelected(0, 2)).waitFor();
  await page.getByRole('heading', { name: messages.search.empty }).waitFor();

  // The choice is remembered.
  await page.goto('/search');
  await page.getByText(messages.search.storesSelected(0, 2)).waitFor();
  await page.getByRole('button', { name: /^Stores/ }).click();
  await page.getByRole('button', { name: 'Select All', exact: true }).click();
  await page.getByText(messages.search.storesSelected(2, 2)).waitFor();
});

test('pages have numbers with ellipses and remembered sizes; View All reaches every row, and renders only visible ones', async () => {
  // Every product of the larger shop has three variants, one of them of this size.
  const total = countProducts(stores, named('XS'));
  const pages = Math.ceil(total / 10);
  const { page } = await stage.visitSignedIn({ at: '/search?q=XS&size=10' });
  await page.getByText(messages.search.found(total, 1, pages)).waitFor();
  expect(await pager(page)).toBe(`1 2 3 4 5 … ${pages}`);
  expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(messages.search.found(total, 2, pages)).waitFor();
  await page.getByRole('button', { name: `Page ${pages}` }).click();
  await page.getByText(messages.search.found(total, pages, pages)).waitFor();
  expect(await pager(page)).toBe(`1 … ${pages - 4} ${pages - 3} ${pages - 2} ${pages - 1} ${pages}`);
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: `Page ${pages - 4}` }).click();
  await page.getByText(messages.search.found(total, pages - 4, pages)).waitFor();
  expect(await pager(page)).toBe(`1 … ${pages - 5} ${pages - 4} ${pages - 3} … ${pages}`);

  await page.getByLabel('Rows per page').selectOption('100');
  await page.getByText(messages.search.found(total, 1, Math.ceil(total / 100))).waitFor();
  await page.goto('/search');
  await searchFor(page, 'XS');
  await page.getByText(messages.search.found(total, 1, Math.ceil(total / 100))).waitFor();

  const rows = stores
    .flatMap(({ shop }) => shop.catalogue.products().filter(named('XS')).toArray())
    // A product with several variants has a row of its own above them.
    .reduce((sum, { variants }) => sum + variants.length + (variants.length > 1 ? 1 : 0), 0);
  expect(rows).toBeGreaterThan(2_500);

  await page.goto('/search?q=XS&sort=title&dir=asc');
  await page.getByRole('button', { name: messages.search.viewAll }).click();
  await page.getByText(messages.search.showing(total, total)).waitFor();
  expect(await resultsTable(page).getAttribute('aria-rowcount')).toBe(String(rows + 1));
  expect(await resultsTable(page).getByRole('row').count()).toBeLessThan(100);

  // Rows are measured when they become visible, so the end shifts a little while scrolling.
  const last = page.locator(`tr[aria-rowindex="${rows + 1}"]`);
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return last.isVisible();
    })
    .toBe(true);
  expect(await resultsTable(page).getByRole('row').count()).toBeLessThan(100);

  await page.keyboard.press('Home');
  await page.getByRole('button', { name: messages.search.paginated }).click();
  await page.getByText(messages.search.found(total, 1, Math.ceil(total / 100))).waitFor();
});

test('values are edited in the results; checkboxes, links and shortcuts keep working', async () => {
  const { page } = await stage.visitSignedIn({
    at: `/search?q=${SORTED}&type=name&sort=title&dir=asc&stores=${stores[0]?.id}`,
  });
  const { keyboard } = page;
  const title = (letter: string) => `Sortable ${letter} of Quarry Lane`;
  const price = (letter: string) => {
    const row = resultsTable(page)
      .getByRole('row')
      .filter({ hasText: title(letter) });
    return row.locator('[data-column="price"]');
  };
  const held = (letter: string) =>
    stores[0]?.shop.catalogue.products().find((product) => product.title === title(letter))?.variants[0]
      ?.price;

  // A click focuses a cell, Space selects its row, and a key opens it even though G is a shortcut.
  await price('C').click();
  expect(await resultsTable(page).getByRole('textbox').count()).toBe(0);
  await keyboard.press('Space');
  await keyboard.press('ArrowUp');
  await keyboard.press('Shift+Space');
  await bulkActions(page).getByText('2 selected').waitFor();
  await keyboard.press('g');
  await resultsTable(page).getByRole('textbox').waitFor();
  await keyboard.press('Escape');
  await keyboard.type('12.75');
  await keyboard.press('Enter');
  await page.getByText(`Price of ${title('B')} saved: $12.75`).waitFor({ state: 'attached' });
  expect(held('B')).toBe('12.75');
  await keyboard.press('ArrowUp');
  await keyboard.press('Control+z');
  await page.getByText(`Price of ${title('B')} saved: $12.00`).waitFor({ state: 'attached' });
  expect(held('B')).toBe('12.00');

  // Escape first leaves the cells, then deselects the rows.
  await keyboard.press('Shift+ArrowDown');
  await page.getByText('2 cells selected').waitFor();
  await keyboard.press('Escape');
  await page.getByText('2 cells selected').waitFor({ state: 'hidden' });
  await bulkActions(page).getByText('2 selected').waitFor();
  await keyboard.press('Escape');
  await bulkActions(page).waitFor({ state: 'hidden' });

  // A second click opens a cell, and the title opens the product's page.
  await price('D').click();
  await price('D').click();
  expect(await resultsTable(page).getByRole('textbox').inputValue()).toBe('100.00');
  await keyboard.press('Escape');
  await resultsTable(page)
    .getByRole('link', { name: title('D') })
    .click();
  await page.getByRole('heading', { name: title('D') }).waitFor();
  await page.goBack();
  await price('A').click();
  await keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: title('A') }).waitFor();
});

test('a search is an address: it can be shared, and Back and Forward go through searches', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'SORT-3', 'SKU');
  await page.getByText(messages.search.found(2, 1, 1)).waitFor();
  await page.getByRole('columnheader', { name: 'Store' }).getByRole('button').click();
  await expect.poll(() => column(page, 'store_name')).toEqual(['Meadow', 'Quarry Lane']);

  const colleague = await stage.visitSignedIn({ at: page.url() });
  await expect.poll(() => column(colleague.page, 'store_name')).toEqual(['Meadow', 'Quarry Lane']);
  expect(await colleague.page.getByLabel('Search by').inputValue()).toBe('sku');

  await searchFor(page, 'Literal', 'Product Name');
  await page.getByText(messages.search.found(5, 1, 1)).waitFor();
  await page.goBack();
  await page.getByText(messages.search.found(2, 1, 1)).waitFor();
  expect(await page.getByLabel('Search term').inputValue()).toBe('SORT-3');
  await page.goForward();
  await page.getByText(messages.search.found(5, 1, 1)).waitFor();
  expect(await page.getByLabel('Search term').inputValue()).toBe('Literal');
});

/** The text of the pager: numbers and ellipses. */
async function pager(page: Page): Promise<string> {
  const texts = await page.getByRole('navigation', { name: 'Pages' }).locator('button, span').allInnerTexts();
  return texts.filter((text) => text !== '').join(' ');
}
