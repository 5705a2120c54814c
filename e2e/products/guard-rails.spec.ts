import { beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { connectStore, syncStores } from '../support/api.ts';
import { goTo } from '../support/screens.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();

beforeAll(async () => {
  const { api, shops } = stage;
  const opened = shops.open('harbor', { name: 'Harbor', products: 0 });
  for (const title of ['Anchor', 'Buoy'])
    opened.shop.catalogue.createProduct({ title, variants: [{ price: '10.99', cost: '4.00' }] });
  await syncStores(api, [await connectStore(api, opened)]);
});

test('a rule for endings is added; a cell that breaks it asks for a reason, which the history tells', async () => {
  const visitor = await stage.visitSignedIn();
  const { page } = visitor;
  // The refusal that asks for the reason.
  visitor.allowTrouble(/^409: POST \/api\/v1\/products\/bulk-update$/);
  await page.goto('/settings');
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
  await question.getByText('Price ends with .99: 1 row breaks “Price ends with .99”.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await question.getByLabel('Reason for making the change anyway').fill('Agreed with the harbor master');
  await page.keyboard.press('Enter');
  await page.getByText('Price of Anchor saved: $12.50').waitFor({ state: 'attached' });

  await goTo(page, 'History');
  await page.getByText('Beyond a guard rail: Agreed with the harbor master').waitFor();
});
