import type { HistoryPage } from '@storefleet/contract/edits/history';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { ACCOUNT, productsOf, syncStores, untilEnded } from '../support/api.ts';
import { countEffort } from '../support/effort.ts';
import { goTo, resultsTable, searchFor } from '../support/screens.ts';
import { productOf } from '../support/shops.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const EAN = '4006381333931';
const mill = await stage.connectShop('Mill');
const weir = await stage.connectShop('Weir');
mill.shop.catalogue.createProduct({
  title: 'Enamel Mug',
  vendor: 'Quarry Lane',
  variants: [
    { title: 'Blue', sku: 'MUG-B', barcode: EAN, price: '12.00', cost: '5.00' },
    { title: 'Red', sku: 'MUG-R', barcode: null, price: '12.00' },
  ],
});
weir.shop.catalogue.createProduct({
  title: 'Mug of enamel',
  variants: [{ sku: 'W-7', barcode: `0${EAN}`, price: '14.50', cost: '5.00' }],
});
const atelier = await stage.connectShop('Atelier', { currency: 'EUR' });
atelier.shop.catalogue.createProduct({
  title: 'Linen shirt',
  vendor: 'Weavers',
  tags: ['linen'],
  variants: [
    { title: 'Small', sku: 'LIN-S', price: '50.00', cost: '20.00' },
    { title: 'Medium', sku: 'LIN-M', price: '55.00', cost: '22.00' },
    { title: 'Large', sku: 'LIN-L', price: '60.00', cost: '24.00' },
  ],
});
atelier.shop.catalogue.createProduct({ title: 'Wool hat', variants: [{ price: '20.00' }] });
await syncStores(api, [mill, atelier, weir]);

test('a product is edited from its store: some values arrive, one conflicts, one is refused, and all is undone', async () => {
  const { page } = await stage.visitSignedIn({ at: `/stores/${atelier.id}` });
  // Its arrival moves the button below.
  await page.getByText('Sync completed successfully').first().waitFor();
  await page.getByRole('button', { name: 'View Products' }).click();
  await page.getByText('All 2 Products Loaded').waitFor();
  await page.getByRole('link', { name: 'Edit Linen shirt' }).click();
  const editor = page.getByRole('dialog', { name: 'Linen shirt' });
  await untilOpen(editor);

  // The address includes the editor, so it can be reloaded and shared.
  await page.reload();
  await untilOpen(editor);

  await fill(editor, 'Vendor', 'Spinners');
  await editor.locator('input[data-field="product:tags"]').fill('summer');
  await page.keyboard.press('Enter');
  const unchanged = await colourOf(page, 'title');
  await expect.poll(() => colourOf(page, 'vendor')).not.toBe(unchanged);
  await expect.poll(() => colourOf(page, 'tags')).toBe(await colourOf(page, 'vendor'));
  await fill(editor, 'Price of Small in EUR', '52');
  await fill(editor, 'SKU of Small', 'LIN-SMALL');
  await fill(editor, 'Price of Medium in EUR', '58.00');
  await fill(editor, 'Cost of Large in EUR', '25.50');
  await editor.getByRole('button', { name: 'Save 6 changes' }).waitFor();

  const [, medium, large] = shirt().variants;
  atelier.shop.catalogue.updateVariant(medium?.id ?? 0, { price: '56.00' });
  stage.shops.simulator.faults.add({
    shop: atelier.shop.domain,
    action: {
      kind: 'user_error',
      message: 'Cost is fixed by a contract',
      field: ['inventoryItem', 'cost'],
      variant: String(large?.id),
    },
  });
  await page.keyboard.press('Control+s');
  await editor.getByText('4 changes saved, 2 not saved.').waitFor();
  expect(held()).toEqual({
    vendor: 'Spinners',
    tags: ['linen', 'summer'],
    variants: [
      ['LIN-SMALL', '52.00', '20.00'],
      ['LIN-M', '56.00', '22.00'],
      ['LIN-L', '60.00', '24.00'],
    ],
  });
  await editor.getByText('Shopify says: "Cost is fixed by a contract"').waitFor();
  await editor.getByText('Price: the store holds €56.00 by now, you typed €58.00. It was €55.00.').waitFor();
  expect(await field(editor, 'Price of Medium in EUR').inputValue()).toBe('58.00');
  expect(await field(editor, 'Cost of Large in EUR').inputValue()).toBe('25.50');

  // Unsaved values are protected from an accidental close.
  await editor.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByText('Cancel').click();

  await editor.getByRole('button', { name: /^Keep mine: Price of Medium/ }).click();
  await fill(editor, 'Cost of Large in EUR', '24.00');
  await editor.getByRole('button', { name: 'Save 1 change' }).click();
  await editor.getByText('Saved 1 change in Atelier.').waitFor();
  await editor.getByText('Nothing changed').waitFor();
  expect(held().variants[1]).toEqual(['LIN-M', '58.00', '22.00']);

  await fill(editor, 'Cost of Medium in EUR', '23.00');
  atelier.shop.catalogue.updateVariant(medium?.id ?? 0, { cost: '22.50' });
  await page.keyboard.press('Control+s');
  await editor.getByText('Nothing was saved.').waitFor();
  await editor.getByRole('button', { name: 'Take theirs: Cost of Medium stays €22.50' }).click();
  await editor.getByText('Nothing changed').waitFor();
  expect(await field(editor, 'Cost of Medium in EUR').inputValue()).toBe('22.50');

  await editor.getByRole('button', { name: 'Close' }).click();
  await editor.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).search).toBe('');

  const { data } = await stage.api<HistoryPage>('GET', '/history');
  // The two conflicts also recorded what the shop had changed.
  const ours = data.filter(({ origin }) => origin !== 'outside');
  expect(data.length - ours.length).toBe(2);
  expect(
    ours
      .map((record) => [record.product_details.variant_title, record.attribute_changed, record.new_value])
      .toSorted(),
  ).toEqual([
    [null, 'tags', 'linen, summer'],
    [null, 'vendor', 'Spinners'],
    ['Medium', 'price', '58.00'],
    ['Small', 'price', '52.00'],
    ['Small', 'sku', 'LIN-SMALL'],
  ]);
  expect(ours.every(({ user_details }) => user_details?.email === ACCOUNT.email)).toBe(true);

  await undoNewest(page, 'Undo 4 changes');
  expect(held()).toEqual({
    vendor: 'Weavers',
    tags: ['linen'],
    variants: [
      ['LIN-S', '50.00', '20.00'],
      ['LIN-M', '58.00', '22.50'],
      ['LIN-L', '60.00', '24.00'],
    ],
  });
});

test('a found product opens: its values, its counterparts, who changed it, and its values at the shop', async () => {
  const { page } = await stage.visitSignedIn();
  await searchFor(page, 'enamel mug');
  await resultsTable(page).getByRole('link', { name: 'Enamel Mug' }).click();
  await page.getByRole('heading', { name: 'Enamel Mug', level: 1 }).waitFor();
  const variants = page.getByRole('table', { name: 'Variants of this product' });
  await variants.getByRole('row').filter({ hasText: 'MUG-B' }).getByText('58.3%').waitFor();

  const elsewhere = page.getByRole('table', { name: 'The same SKU or barcode elsewhere' });
  const weir = elsewhere.getByRole('row').filter({ hasText: 'Mug of enamel' });
  await weir.getByText('$14.50').waitFor();
  expect(await weir.locator('mark').count()).toBe(3);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByText('No changes yet.').waitFor();
  const [product] = await productsOf(stage.api, mill);
  await page.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('textbox', { name: 'Price of Blue in USD', exact: true }).fill('13.00');
  await editor.getByRole('button', { name: /^Save/ }).click();
  await editor.getByText('Saved').first().waitFor();
  await editor.getByRole('button', { name: 'Close' }).click();
  await page.getByText('1 change', { exact: true }).waitFor();
  await variants.getByText('$13.00').waitFor();

  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The store has the same values.').waitFor();
  const [red] = product?.variants.filter(({ sku }) => sku === 'MUG-R') ?? [];
  mill.shop.catalogue.updateVariant(Number(red?.shopify_id.split('/').at(-1)), { price: '9.00' });
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('1 difference found.').waitFor();
  await page.getByText('$9.00', { exact: true }).waitFor();

  await weir.getByRole('link', { name: 'Weir' }).click();
  await page.getByRole('heading', { name: 'Mug of enamel', level: 1 }).waitFor();
});

test('the product shows who changed a price, when and with what else, found from anywhere by its SKU; a deleted one says so', async () => {
  const [product] = await productsOf(stage.api, mill);
  const { batch_id } = await stage.api<{ batch_id: string }>('POST', '/products/bulk-updates/preview', {
    products_to_update: [{ id: product?.id, store_id: mill.id }],
    attributes_to_set: { compare_at_price: '21.00' },
  });
  await stage.api('POST', `/products/bulk-updates/${batch_id}/apply`, {});
  await untilEnded(stage.api, batch_id);

  const { page, allowTrouble } = await stage.visitSignedIn();
  const effort = countEffort();
  await effort(2, () => page.keyboard.press('Control+k'));
  const search = page.getByRole('combobox', { name: 'Search products, stores and actions' });
  await effort(1, () => search.fill('MUG-R'));
  await page.getByRole('option', { name: /Enamel Mug \/ Red/ }).waitFor();
  await effort(1, () => page.keyboard.press('Enter'));
  const change = page.getByRole('listitem').filter({ hasText: /^Compare.*of Red/ });
  await change.getByText(/^robin.* · .* · Bulk update of 2 changes$/i).waitFor();
  await effort(1, () => change.getByRole('link', { name: 'Bulk update of 2 changes' }).click());
  await page.getByRole('heading', { name: /^Bulk update of compare/, level: 1 }).waitFor();
  expect(effort.total()).toBe(5);

  await page.goto('/products/0199a6a0-0000-7000-8000-000000000001');
  allowTrouble(/^404: GET \/api\/v1\/products\//);
  await page.getByRole('heading', { name: 'This product no longer exists', level: 1 }).waitFor();
});

async function untilOpen(editor: Locator): Promise<void> {
  await editor.getByRole('table', { name: 'Variants' }).waitFor();
  // Nothing can be edited until it is known what may be.
  await editor.locator('input[aria-label="Price of Small in EUR"]:not([readonly])').waitFor();
}

const field = (editor: Locator, label: string) => editor.getByLabel(label, { exact: true });
const fill = (editor: Locator, label: string, value: string) => field(editor, label).fill(value);
const shirt = () => productOf(atelier, 'Linen shirt');

/** The border of the visible field; for tags, of their container. */
function colourOf(page: Page, attribute: string): Promise<string> {
  return page.evaluate(`(() => {
    const field = document.querySelector('[data-field="product:${attribute}"]');
    return getComputedStyle(field.closest('.mantine-TagsInput-input') ?? field).backgroundColor;
  })()`);
}

/** The shop's own values. */
function held() {
  const { vendor, tags, variants } = shirt();
  return {
    vendor,
    tags: [...tags].toSorted(),
    variants: variants.map(({ sku, price, cost }) => [sku, price, cost]),
  };
}

async function undoNewest(page: Page, name: string): Promise<void> {
  await goTo(page, 'History');
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('list', { name: 'Values that are restored' }).waitFor();
  await dialog.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => held().vendor, { timeout: 30_000 }).toBe('Weavers');
}
