import { messages } from '@storefleet/contract/messages';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { syncStores } from '../support/api.ts';
import { resultsTable } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const mill = await stage.connectShop('Mill');
const weir = await stage.connectShop('Weir');
const add = ({ shop }: typeof mill, title: string, vendor: string, price: string) =>
  shop.catalogue.createProduct({ title, vendor, tags: ['stone'], variants: [{ price }] });
add(mill, 'Slate coaster', 'Quarry Lane', '8.00');
add(mill, 'Marble tray', 'Quarry Lane', '40.00');
add(mill, 'Oak tray', 'Timber & Co', '30.00');
add(weir, 'Granite mortar', 'quarry lane', '55.00');
await syncStores(api, [mill, weir]);

test('a vendor is chosen from a list, narrowed by a typed filter, and kept in the address', async () => {
  const { page, allowTrouble } = await stage.visitSignedIn();
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect.poll(() => page.locator('input[aria-label="Add a filter"]:focus').count()).toBe(1);
  const vendors = page.getByRole('region', { name: 'Vendor' });
  await vendors.getByRole('checkbox', { name: /Quarry Lane\s*3/i }).check();
  await page.getByText('Found 3 products. Displaying page 1 of 1.').waitFor();

  const filters = page.getByRole('region', { name: 'Filters' });
  const box = filters.getByRole('textbox', { name: 'Add a filter' });
  await box.fill('price:cheap');
  await box.press('Enter');
  await filters.getByText('"price:" takes an amount').waitFor();
  await box.fill('price:>10 store:Mill');
  await box.press('Enter');
  await page.getByText('Found 1 product. Displaying page 1 of 1.').waitFor();
  await page
    .getByRole('region', { name: 'Store', exact: true })
    .getByRole('checkbox', { name: /^Mill/, checked: true })
    .waitFor();
  await resultsTable(page).getByText('Marble tray').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // An address with an invalid filter: the error, and the field to correct it.
  const whole = page.url();
  allowTrouble(/^400: GET \/api\/v1\/products\/search$/);
  await page.goto('/search?filter=price:<');
  await page.getByRole('heading', { name: 'This filter cannot be read' }).waitFor();
  await page.getByText('At character 1: "price:" takes an amount').first().waitFor();
  await page.getByRole('button', { name: 'Edit filter' }).click();
  await page.keyboard.type('15 store:Mill');
  await page.keyboard.press('Enter');
  await page.getByText('Found 1 product.').waitFor();
  await page.goto('/search?filter=price:<');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByText(messages.search.hint).waitFor();

  await page.goto(whole);
  await resultsTable(page).getByText('Marble tray').waitFor();
  await filters.getByRole('button', { name: 'Remove Price: >10' }).click();
  await page.getByText('Found 2 products. Displaying page 1 of 1.').waitFor();
});
