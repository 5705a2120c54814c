import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { ACCOUNT, productsOf, syncStores } from '../support/api.ts';
import { goTo } from '../support/screens.ts';
import { variantOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const forge = await stage.connectShop('Forge');
for (const title of ['Adze', 'Bodkin', 'Chisel']) {
  forge.shop.catalogue.createProduct({ title, variants: [{ price: '10.00' }] });
}
await syncStores(api, [forge]);
const planned = await api<{ batch_id: string }>('POST', '/products/bulk-updates/preview', {
  search: { query: '', type: 'name', store_ids: forge.id, filter: 'price:>5' },
  price_change: { attribute: 'price', operation: 'increase', unit: 'percent', value: '4', rounding: '.99' },
});
const batchId = planned.batch_id;

test('an update is one line of the history, with its title, its author’s note and its changes', async () => {
  const { page } = await stage.visitSignedIn({ at: `/bulk-updates/${batchId}` });
  await page.getByLabel('Note').fill('Spring prices');
  await page.getByLabel('Note').press('Enter');
  await page.getByRole('button', { name: /^Update / }).click();
  await page.getByText('Completed').first().waitFor();

  await page.goto('/history');
  const updates = page.getByRole('region', { name: 'Updates' });
  const line = updates
    .getByRole('listitem')
    .filter({ hasText: 'Price +4 %, ending .99, price >5, 3 variants in 1 store' });
  await line.getByText('Spring prices').waitFor();
  await line.getByText(ACCOUNT.email).waitFor();
  await line.getByRole('button', { name: /^Price \+4 %/ }).click();
  await line.getByRole('link', { name: 'Price of Chisel' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const widths = await updates
    .locator('ul:has(> li button), ul > li:has(button)')
    .evaluateAll((elements) => elements.map(({ clientWidth }) => clientWidth));
  expect(new Set(widths).size).toBe(1);

  await page.getByLabel('Product', { exact: true }).fill('adze');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await page.getByText('1 change. Displaying page 1 of 1.').waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('adze');
});

test('a change made in the shop is a line of its sync, and every value shows its source', async () => {
  forge.shop.catalogue.updateVariant(variantOf(forge, 'Bodkin').id, { price: '12.34' });
  await syncStores(stage.api, [forge]);
  const { page } = await stage.visitSignedIn({ at: '/history?source=sync', hasTouch: true });
  const line = page.getByRole('region', { name: 'Updates' }).getByRole('listitem').first();
  await line.getByRole('button', { name: '1 change made in Forge, found by a sync', exact: true }).waitFor();

  const [product] = (await productsOf(stage.api, forge)).filter(({ title }) => title === 'Bodkin');
  await page.goto(`/products/${product?.id}`);
  const card = page.locator('[data-provenance]');
  const price = page.getByRole('table', { name: 'Variants of this product' }).getByText('$12.34');
  await price.waitFor();
  await page.waitForLoadState('networkidle');
  await price.hover();
  await card.getByText(/^Changed in Forge, found by the sync of /).waitFor();
  await card.getByText('Before: $9.99').waitFor();
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  await price.tap();
  await card.getByText('Before: $9.99').waitFor();
  await page.getByRole('heading', { level: 1 }).tap();
  await card.waitFor({ state: 'hidden' });

  await page.goto(`/search?q=Adze`);
  await page.getByText('$9.99').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByText('$9.99').first().hover();
  await card.getByText(`Set by ${ACCOUNT.email}`).waitFor();
  await card.getByRole('link', { name: /^Price \+4 %/ }).waitFor();
});

test('a rule for endings is added; a cell that breaks it requires a reason, which the history shows', async () => {
  const harbor = await stage.connectShop('Harbor');
  for (const title of ['Anchor', 'Buoy'])
    harbor.shop.catalogue.createProduct({ title, variants: [{ price: '10.99', cost: '4.00' }] });
  await syncStores(api, [harbor]);
  const { page, allowTrouble } = await stage.visitSignedIn({ at: '/settings' });
  // The refusal that requires the reason.
  allowTrouble(/^409: POST \/api\/v1\/products\/bulk-update$/);
  await page.getByRole('button', { name: 'Add guard rail' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a guard rail' });
  await dialog.getByLabel('Rule').selectOption('ending');
  await dialog.getByRole('combobox', { name: 'Endings' }).fill('.99');
  await page.keyboard.press('Enter');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add guard rail' }).click();
  await page.getByRole('table', { name: 'Guard rails' }).getByText('Price ends with .99').waitFor();

  await page.goto('/bulk-price-update?q=anchor&type=name&sort=title&dir=asc');
  await page
    .getByRole('gridcell', { name: /10\.99/ })
    .first()
    .click();
  await page.keyboard.type('12.50');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'This breaks a guard rail' });
  await question.getByText('1 row breaks “Price ends with .99”.', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await question.getByLabel('Reason for making the change anyway').fill('Agreed with the harbor master');
  await page.keyboard.press('Enter');
  await page.getByText('Price of Anchor saved: $12.50').waitFor({ state: 'attached' });

  await goTo(page, 'History');
  await page.getByText('Guard rail overridden: Agreed with the harbor master').waitFor();
});
