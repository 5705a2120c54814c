import { messages } from '@storefleet/contract/messages';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { syncStores } from '../support/api.ts';
import { updateRows } from '../support/editing.ts';
import { countEffort } from '../support/effort.ts';
import { variantOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;

const PASTED = 30;
const price = (number: number) => `3.${String(number + 1).padStart(2, '0')}`;
const sku = (number: number) => `MUG-${String(number).padStart(4, '0')}`;
const mill = await stage.connectShop('mill');
const barn = await stage.connectShop('barn');
for (const { shop } of [mill, barn]) {
  for (let number = 0; number < PASTED; number += 1) {
    const variants = [{ price: '3.00', sku: sku(number), barcode: `40063810${1000 + number}` }];
    shop.catalogue.createProduct({ title: `Mug ${number}`, variants });
  }
}
mill.shop.catalogue.createProduct({
  title: 'Mug 7, boxed',
  variants: [{ price: '4.00', sku: sku(7) }],
});
await syncStores(api, [mill, barn]);

test('30 prices in a different order are pasted on any screen: ambiguous rows take a click, and both shops have them', async () => {
  const { page, context } = await stage.visitSignedIn({ at: '/dashboard' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('heading', { name: messages.dashboard.title }).waitFor();
  const lines = Array.from(
    { length: PASTED },
    (_, number) => `${number === 12 ? 'MUG-OO12' : sku(number)}\t${price(number).replace('.', ',')}`,
  );
  const dialog = page.getByRole('dialog', { name: 'Import' });
  const effort = countEffort();
  await effort(2, () => paste(page, lines.toReversed().join('\r\n')));
  await dialog.getByText('30 rows: 28 match, 1 matches several variants, 1 matches nothing.').waitFor();
  await dialog.getByText('Columns: Column A (SKU), Column B (Price)').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const meant = (row: number) => dialog.getByRole('group', { name: `What row ${row} means` });
  await effort(1, () => meant(23).getByRole('checkbox', { name: 'Mug 7, boxed' }).click());
  await effort(1, () =>
    meant(18)
      .getByRole('checkbox', { name: /^Mug 12: has look-alike characters/ })
      .click(),
  );
  await dialog.getByText('Every row is matched.').waitFor();
  await effort(1, () => dialog.getByRole('button', { name: 'Preview changes' }).click());
  await page.getByText('60 variants will be changed.').waitFor();
  await page.getByText('30 rows, 30 matched').waitFor();
  await updateRows(page).first().waitFor();
  await effort(1, () => page.getByRole('button', { name: 'Update 60 prices' }).click());
  await page.getByText(messages.bulkUpdate.succeeded(60, 'price')).waitFor();
  expect([
    variantOf(mill, 'Mug 7').price,
    variantOf(mill, 'Mug 7, boxed').price,
    variantOf(barn, 'Mug 7').price,
  ]).toEqual(['3.00', price(7), price(7)]);
  expect([
    variantOf(mill, 'Mug 12').price,
    variantOf(barn, 'Mug 12').price,
    variantOf(barn, 'Mug 29').price,
  ]).toEqual([price(12), price(12), price(29)]);
  expect(effort.total()).toBe(6);
});

test('the bar and the palette open a dialog for rows; a paste into a field stays there', async () => {
  const { page, context } = await stage.visitSignedIn({ at: '/history' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await dialog.getByRole('textbox', { name: 'Rows from a spreadsheet' }).waitFor();
  await paste(page, `Colour\tSKU\tPrice\nblue\t${sku(1)}\t9.00`);
  await dialog.getByText('1 row: 1 matches.').waitFor();
  expect(await dialog.getByRole('checkbox', { name: 'The first row names the columns' }).isChecked()).toBe(
    true,
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page.keyboard.press('Control+K');
  await page.keyboard.type('paste rows');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await paste(page, `${sku(1)}\t9.00`);
  expect(await dialog.isVisible()).toBe(false);
});

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
}
