import { expect, test } from 'vitest';
import { accessibilityProblems, expectSound } from '../support/accessibility.ts';
import { syncStores } from '../support/api.ts';
import { csvRecords, downloaded } from '../support/files.ts';
import { type OpenShop, variantOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const zurich = await stage.connectShop('Zurich', { currency: 'EUR' });
const berlin = await stage.connectShop('Berlin', { currency: 'EUR' });
const add = ({ shop }: OpenShop, title: string, sku: string, price: string) =>
  shop.catalogue.createProduct({ title, variants: [{ sku, price, cost: '1.00' }] });
add(zurich, 'Kettle', 'KET-1', '40.00');
add(zurich, 'Teapot', 'TEA-1', '20.00');
add(zurich, 'Whisk', 'WHI-1', '5.00');
add(berlin, 'Kettle', 'ket-1', '45.00');
add(berlin, 'Teapot', 'TEA-1', '20.90');
await syncStores(api, [zurich, berlin]);

test('articles are compared; a rule says what should be equal, and one plan corrects it', async () => {
  const { page } = await stage.visitSignedIn({ at: '/compare' });
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  await row('Kettle').getByText('€45.00').waitFor();
  await page.getByRole('button', { name: 'In several stores 2' }).waitFor();
  expect(await row('Whisk').count()).toBe(0);
  await page.getByRole('button', { name: 'All articles 3' }).click();
  await row('Whisk').getByText('not there').waitFor();
  await row('Kettle').getByRole('link', { name: '€45.00' }).focus();
  for (const [key, value] of [
    ['ArrowRight', '€40.00'],
    ['ArrowDown', '€20.00'],
    ['ArrowLeft', '€20.90'],
    ['ArrowDown', 'not there'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await page.locator(':focus').textContent()).toBe(value);
  }
  await page.getByRole('button', { name: 'Different 2' }).click();
  await page.getByText('2 articles', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Missing somewhere 1' }).click();
  await page.getByText('1 article', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Berlin 1' }).click();
  await page.getByText('1 article missing in Berlin').waitFor();
  await expectSound(page);
  const toShopify = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download file for Shopify' }).click(),
  );
  expect(csvRecords(toShopify.text)).toMatchObject([
    {
      Title: 'Whisk',
      'Option1 Name': 'Title',
      'Variant SKU': 'WHI-1',
      'Variant Price': '5.00',
      Status: 'draft',
    },
  ]);

  const file = await downloaded(page, () => page.getByRole('button', { name: 'Export CSV' }).click());
  expect(csvRecords(file.text)).toMatchObject([
    { Article: 'Whisk', 'Missing in': 'Berlin', 'Zurich · Price (EUR)': '5.00' },
  ]);
  await page.getByRole('button', { name: 'Save view' }).click();
  const naming = page.getByRole('dialog', { name: 'Save view' });
  await naming.getByLabel('Name').fill('Still to list');
  await naming.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'View Still to list' }).waitFor();
  await page.getByRole('button', { name: 'All articles 3' }).click();
  await page.getByText('Modified').waitFor();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('link', { name: /Still to list.*Compare.*1/ }).click();
  await page.getByText('1 article', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Rules and matching' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How').selectOption({ label: 'Multiplied by a factor, plus an amount' });
  await dialog.getByLabel('As in').selectOption({ label: 'Zurich' });
  await dialog.getByLabel('Factor').fill('1.05');
  await dialog.getByLabel('Ending').fill('.90');
  await dialog.getByLabel('Applies in').click();
  await page.getByRole('listbox', { name: 'Applies in' }).getByRole('option', { name: 'Berlin' }).click();
  await page.keyboard.press('Escape');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('rowheader', { name: 'Price = Zurich × 1.05, ending .90' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('link', { name: /^Show/ }).click();
  await row('Kettle').getByText('€41.90').waitFor();
  await page.getByText('1 article', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Correct all…' }).click();
  const preview = page.getByRole('dialog');
  await preview.getByRole('tabpanel').getByText('€41.90').waitFor();
  await preview.getByRole('button', { name: 'Update 1 price' }).click();
  await page.waitForURL(/bulk-updates/);
  await expect.poll(() => variantOf(berlin, 'Kettle').price).toBe('41.90');
  expect(variantOf(berlin, 'Teapot').price).toBe('20.90');

  await page.goto(`/compare?q=${encodeURIComponent('price:>1,250 kettle')}`);
  await page.getByText('This filter cannot be read').waitFor();
  expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true);
});
