import { messages } from '@storefleet/contract/messages';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { connectStore, syncStores } from '../support/api.ts';
import { PHONE_SIZE } from '../support/screens.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();
const EAN = '4006381333931';

beforeAll(async () => {
  const { api, shops } = stage;
  const opened = shops.open('mill', { name: 'Mill', products: 0 });
  opened.shop.catalogue.createProduct({
    title: 'Enamel Mug',
    vendor: 'Quarry Lane',
    variants: [
      { title: 'Blue', sku: 'MUG-B', barcode: EAN, price: '12.00' },
      { title: 'Red', sku: 'MUG-R', price: '13.00' },
    ],
  });
  opened.shop.catalogue.createProduct({ title: 'Mug tree', variants: [{ sku: 'TREE', price: '30.00' }] });
  await syncStores(api, [await connectStore(api, opened)]);
});

test('one box on every screen finds products by what is typed, stores, screens and actions, by keyboard alone', async () => {
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search products, stores and actions' });
  await box.fill('mug');
  const option = (name: RegExp) => page.getByRole('option', { name });
  await option(/Mug tree/).waitFor();
  await option(/Search all products for “mug”/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await box.fill(EAN);
  await option(/Enamel Mug \/ Blue.*Barcode 4006381333931.*\$12\.00/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enamel Mug', level: 1 }).waitFor();

  await page.keyboard.press('Control+k');
  await box.fill('edit');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Enamel Mug' }).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await box.fill('lane');
  await option(/^Vendor: Quarry Lane\b.*1 product/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Found 1 product.').waitFor();

  await page.keyboard.press('Control+k');
  await box.fill('mug');
  await option(/Mug tree/).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Found 2 products. Displaying page 1 of 1.').waitFor();

  await page.keyboard.press('Control+k');
  await box.fill('mill');
  await option(/^Mill/).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Mill', level: 1 }).waitFor();
});

test('two keys go to a screen, and a list says which', async () => {
  const { page } = await stage.visitSignedIn({ at: '/settings' });
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.getByRole('heading', { name: messages.history.title, level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Go to History').waitFor();
  await page.keyboard.press('Escape');

  await page.setViewportSize(PHONE_SIZE);
  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.getByRole('option', { name: 'Dark theme' }).click();
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Invite a colleague' }).click();
  await expect.poll(() => page.locator('input[type="email"]:focus').count()).toBe(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
});

test('a search is kept as a view, opened by a colleague, changed and put back', async () => {
  const kim = { name: 'Kim', email: 'kim@example.com', password: 'another-long-password' };
  await stage.addMember(kim);
  const { page } = await stage.visitSignedIn({ at: '/search?filter=price:<20' });
  await page.getByText('Found 1 product.').waitFor();
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByLabel('Name').fill('Under twenty');
  await dialog.getByLabel('Share with everybody').check();
  await page.keyboard.press('Enter');
  const opened = (on: typeof page) => on.getByRole('button', { name: 'View Under twenty' });
  await opened(page).waitFor();

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const link = page.getByRole('link', { name: 'Under twenty 1' });
  await link.waitFor();
  expect(await link.getAttribute('aria-current')).toBe('page');
  expect(await accessibilityProblems(page)).toEqual([]);
  const address = (await link.getAttribute('href')) ?? '';
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove Price: <20' }).click();
  await page.getByLabel('Search term').fill('mug');
  await page.keyboard.press('Enter');
  await page.getByText('Modified').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Found 1 product.').waitFor();
  await expect.poll(() => page.getByText('Modified').count()).toBe(0);

  const colleague = await stage.visitSignedIn({ at: '/settings' }, kim);
  const other = colleague.page;
  await other.setViewportSize(PHONE_SIZE);
  await other.getByRole('button', { name: 'Open menu' }).click();
  await other.getByRole('link', { name: /Under twenty/ }).click();
  await other.getByText('Found 1 product.').waitFor();
  await opened(other).click();
  await other.getByText(/^Shared by/).waitFor();
  expect(await other.getByRole('menuitem').allTextContents()).toEqual(['Save as a new view']);

  await opened(page).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete view' }).click();
  await page.getByRole('button', { name: 'Save view' }).waitFor();
  colleague.allowTrouble(/^404: GET \/api\/v1\/views\//);
  await other.goto(address);
  await other.getByRole('heading', { name: 'This view is not there' }).waitFor();
});
