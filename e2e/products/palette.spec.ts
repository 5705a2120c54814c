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
});
