import { messages } from '@storefleet/contract/messages';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ACCOUNT, type Api, productsOf, signInToApi, syncStores } from '../support/api.ts';
import { csvRecords, downloaded } from '../support/files.ts';
import { goTo } from '../support/screens.ts';
import { variantOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api, product } = stage;
const KIM = { name: 'Kim Berg', email: 'kim@example.com', password: 'seven-slow-copper-bells' };
const COGS = 24;
/** Kim's change, Robin's batch of all cogs, Robin's in the weir store, and one titled like a formula. */
const CHANGES = 1 + COGS + 1 + 1;
const mill = await stage.connectShop('Mill');
const weir = await stage.connectShop('Weir', { currency: 'EUR' });
const add = (shop: typeof mill.shop, title: string, price: string, cost: string | null = null) =>
  shop.catalogue.createProduct({ title, variants: [{ price, cost }] });
add(mill.shop, 'Anvil', '10.00');
for (let number = 1; number <= COGS; number += 1) {
  add(mill.shop, `Cog ${String(number).padStart(2, '0')}`, '20.00');
}
add(mill.shop, '=1+1 nut', '1.00');
add(weir.shop, 'Bellows', '50.00', '5.00');
await syncStores(api, [mill, weir]);
const products = [...(await productsOf(api, mill)), ...(await productsOf(api, weir))];
await stage.addMember(KIM);
const asKim = await signInToApi(product, KIM);

test('before any change the history is empty, and has no filters', async () => {
  const { page } = await stage.visitSignedIn();
  await goTo(page, 'History');
  await page.getByRole('heading', { name: messages.history.empty }).waitFor();
  await page.getByText('Changes you make to your stores appear here').waitFor();
  await page.getByRole('heading', { name: messages.history.title, level: 1 }).waitFor();
});

test('every change is listed: what, where, old and new value, who and when', async () => {
  await setAll(asKim, 'Anvil', { price: '11.00' });
  await setAll(stage.api, 'Cog', { price: '21.50' });
  await setAll(stage.api, '=1+1 nut', { price: '1.50' });
  await setAll(stage.api, 'Bellows', { cost: '6.25' });

  const { page } = await stage.visitSignedIn({ at: '/history' });
  await page.getByText(`${CHANGES} changes. Displaying page 1 of 1.`).waitFor();
  expect(await cellsOf(page, 'Bellows')).toEqual([
    'just now',
    'Weir',
    'Bellows',
    'Cost',
    '€5.00',
    '€6.25',
    ACCOUNT.email,
  ]);
  await changes(page)
    .getByRole('row')
    .filter({ hasText: `Bulk update: ${COGS} changes` })
    .getByText(`by ${ACCOUNT.email}`)
    .waitFor();

  // Kim's is not among the newest, but is found by the user filter.
  await page.getByLabel('User').selectOption({ label: KIM.name });
  await apply(page);
  await page.getByText('1 change. Displaying page 1 of 1.').waitFor();
  expect(await cellsOf(page, 'Anvil')).toEqual([
    'just now',
    'Mill',
    'Anvil',
    'Price',
    '$10.00',
    '$11.00',
    KIM.name,
  ]);
});

test('filters are applied on submit, remembered, and overridden by an address', async () => {
  const { page } = await stage.visitSignedIn({ at: '/history' });
  await page.getByText(/^27 changes\./).waitFor();
  await page.getByLabel('Store').selectOption({ label: 'Weir' });
  await page.getByText(/^27 changes\./).waitFor();
  await apply(page);
  await page.getByText(/^1 change\./).waitFor();

  const today = await page.evaluate<string>('new Date().toLocaleDateString("sv-SE")');
  await page.getByLabel('Start Date').fill(today);
  await page.getByLabel('End Date').fill('2020-01-01');
  await apply(page);
  await page.getByText('The end date must not be before the start date.').waitFor();
  await page.getByLabel('End Date').fill(today);
  await apply(page);
  await page.getByText(/^1 change\./).waitFor();

  const address = page.url();
  await page.goto('/dashboard');
  await goTo(page, 'History');
  await page.getByText(/^1 change\./).waitFor();
  expect(await page.getByLabel('Start Date').inputValue()).toBe(today);
  expect(await page.evaluate('localStorage.getItem("history_store")')).toBe(weir.id);
  expect(await page.evaluate('localStorage.getItem("history_end_date")')).toBe(today);

  const colleague = await stage.visitSignedIn({ at: address });
  await colleague.page.getByText(/^1 change\./).waitFor();
  await page.goto(`/history?store=${mill.id}`);
  await page.getByText(/^26 changes\./).waitFor();

  await page.getByLabel('Store').selectOption({ label: 'All stores' });
  await page.getByLabel('Start Date').fill('2020-01-01');
  await page.getByLabel('End Date').fill('2020-12-31');
  await apply(page);
  await page.getByRole('heading', { name: messages.history.empty }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.getByText(/^27 changes\./).waitFor();
});

test('has pages of several sizes, and View All', async () => {
  const { page } = await stage.visitSignedIn({ at: '/history' });
  await page.getByLabel('Rows per page').selectOption('10');
  await page.getByText(`${CHANGES} changes. Displaying page 1 of 3.`).waitFor();
  const sizes = await page.getByLabel('Rows per page').getByRole('option').allTextContents();
  expect(sizes).toEqual(['10', '25', '50', '100', '250']);
  await page.getByRole('button', { name: 'Page 3' }).click();
  await page.getByText(`${CHANGES} changes. Displaying page 3 of 3.`).waitFor();
  await changes(page).getByRole('link', { name: 'Anvil', exact: true }).waitFor();
  await page.getByRole('button', { name: 'View All' }).click();
  await page.getByText(`Showing ${CHANGES} of ${CHANGES} changes`).waitFor();
  // The heading of the batch is a row, too.
  expect(await changes(page).getAttribute('aria-rowcount')).toBe(String(CHANGES + 2));
  await page.getByRole('button', { name: 'Paginated View' }).click();
  await page.getByText(/Displaying page 1 of \d/).waitFor();
});

test('the CSV file has the filtered changes, and no cell runs as a formula', async () => {
  const { page } = await stage.visitSignedIn({ at: `/history?store=${mill.id}` });
  await page.getByText(/^26 changes\./).waitFor();
  const file = await downloaded(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(file.name).toMatch(/\.csv$/);
  expect(file.text.charCodeAt(0)).toBe(0xfeff);
  const records = csvRecords(file.text);
  expect(records).toHaveLength(26);
  expect(records[0]).toMatchObject({
    Store: 'Mill',
    Product: "'=1+1 nut",
    Attribute: 'Price',
    'Old Value': '1.00',
    'New Value': '1.50',
    Currency: 'USD',
    'User E-mail': ACCOUNT.email,
  });
  expect(records.at(-1)).toMatchObject({ Product: 'Anvil', 'New Value': '11.00', User: KIM.name });
});

test('one change is undone in the shop, and recorded as a change', async () => {
  const { page } = await stage.visitSignedIn({ at: `/history?store=${weir.id}` });
  await undo(page, 'Cost of Bellows').click();
  const question = page.getByRole('dialog', { name: 'Undo the change of Cost of Bellows?' });
  await question.getByText('The old value is written back to the store.').waitFor();
  await question.getByText('€6.25').waitFor();
  await question.getByRole('button', { name: 'Undo 1 change' }).click();
  await page.getByText('Undone', { exact: true }).first().waitFor();
  await page.getByText(/^2 changes\./).waitFor();
  expect(variantOf(weir, 'Bellows').cost).toBe('5.00');
  const rows = changes(page).getByRole('row').filter({ hasText: 'Bellows' });
  await rows.first().getByText('Undo', { exact: true }).first().waitFor();
  await rows.nth(1).getByRole('link', { name: 'Undone' }).waitFor();
  expect((await cellsOf(page, 'Bellows')).slice(4, 6)).toEqual(['€6.25', '€5.00']);
});

test('a value changed again since says so and by whom, and is restored only on request', async () => {
  await setAll(stage.api, 'Anvil', { price: '12.00' });
  const { page } = await stage.visitSignedIn({ at: '/history' });
  await page.getByLabel('User').selectOption({ label: KIM.name });
  await apply(page);
  await page.getByText(/^1 change\./).waitFor();
  await undo(page, 'Price of Anvil').click();
  const question = page.getByRole('dialog', { name: 'Undo the change of Price of Anvil?' });
  await question.getByText('1 value stays unchanged.').waitFor();
  await question.getByText(/It was changed again since\. Now \$12\.00, by robin@example\.com/).waitFor();
  expect(await question.getByRole('button', { name: 'Undo 0 changes' }).isDisabled()).toBe(true);
  expect(variantOf(mill, 'Anvil').price).toBe('12.00');

  await question.getByRole('checkbox', { name: 'Price of Anvil' }).check();
  await question.getByRole('button', { name: 'Undo 1 change' }).click();
  await page.getByText('Undone', { exact: true }).first().waitFor();
  await expect.poll(() => variantOf(mill, 'Anvil').price).toBe('10.00');
});

test('a whole batch is undone except for values changed since', async () => {
  await setAll(asKim, 'Cog 05', { price: '30.00' });
  const { page } = await stage.visitSignedIn({ at: `/history?store=${mill.id}` });
  await changes(page)
    .getByRole('button', { name: `Undo ${COGS} changes` })
    .click();
  const question = page.getByRole('dialog', { name: `Undo ${COGS - 1} changes?` });
  await question.getByText(`${COGS - 1} old values are written back, 1 value stays unchanged.`).waitFor();
  await question.getByRole('checkbox', { name: 'Price of Cog 05' }).waitFor();
  await question.getByText(/by Kim Berg/).waitFor();
  await question.getByRole('button', { name: `Undo ${COGS - 1} changes` }).click();

  await page.getByRole('heading', { name: 'Undo of price', level: 1 }).waitFor();
  await page.getByText(messages.bulkUpdate.succeeded(COGS - 1, 'price')).waitFor();
  const prices = mill.shop.catalogue
    .products()
    .filter(({ title }) => title.startsWith('Cog'))
    .map(({ variants }) => variants[0]?.price)
    .toArray();
  expect(prices.filter((price) => price === '20.00')).toHaveLength(COGS - 1);
  expect(variantOf(mill, 'Cog 05').price).toBe('30.00');
  await page.getByRole('link', { name: 'Show in the history' }).click();
  await page.getByText(`${COGS - 1} changes. Displaying page 1 of 1.`).waitFor();
  await changes(page)
    .getByRole('row')
    .filter({ hasText: `Undo: ${COGS - 1} changes` })
    .waitFor();
});

test('an undo that fails because the value was changed in the shop says so', async () => {
  await setAll(asKim, 'Cog 07', { price: '33.00' });
  const { page } = await stage.visitSignedIn({ at: '/history' });
  await undo(page, 'Price of Cog 07').first().click();
  const question = page.getByRole('dialog', { name: 'Undo the change of Price of Cog 07?' });
  mill.shop.catalogue.updateVariant(variantOf(mill, 'Cog 07').id, { price: '34.00' });
  await question.getByRole('button', { name: 'Undo 1 change' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Failed to undo the change of Price of Cog 07.' });
  await told.getByText(/the price is 34\.00 now/).waitFor();
  expect(variantOf(mill, 'Cog 07').price).toBe('34.00');
});

function changes(page: Page): Locator {
  return page.getByRole('table', { name: 'Changes' });
}

/** The newest change of a product, from its date to its user. */
async function cellsOf(page: Page, product: string): Promise<string[]> {
  const row = changes(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: product, exact: true }) })
    .first();
  return (await row.getByRole('cell').allInnerTexts()).slice(1, 8).map((text) => text.trim());
}

function undo(page: Page, change: string): Locator {
  return changes(page).getByRole('button', { name: `Undo: ${change}`, exact: true });
}

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply Filters' }).click();
}

/** Changes all products whose title starts with this. */
async function setAll(api: Api, title: string, attributes_to_set: Record<string, string>): Promise<void> {
  const chosen = products.filter((product) => product.title.startsWith(title));
  const answer = await api<{ success: boolean }>('POST', '/products/bulk-update', {
    products_to_update: chosen.map(({ id, store_id }) => ({ id, store_id })),
    attributes_to_set,
  });
  expect(answer).toMatchObject({ success: true, succeeded: chosen.length });
}
