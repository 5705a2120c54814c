import type { HistoryPage } from '@storefleet/contract/catalogue/history';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT, type ConnectedStore, connectStore, syncStores } from '../support/api.ts';
import { goTo } from '../support/screens.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();
let atelier: ConnectedStore;

beforeAll(async () => {
  const { api, shops } = stage;
  const opened = shops.open('atelier', { name: 'Atelier', products: 0, currency: 'EUR' });
  opened.shop.catalogue.createProduct({
    title: 'Linen shirt',
    vendor: 'Weavers',
    tags: ['linen'],
    variants: [
      { title: 'Small', sku: 'LIN-S', price: '50.00', cost: '20.00' },
      { title: 'Medium', sku: 'LIN-M', price: '55.00', cost: '22.00' },
      { title: 'Large', sku: 'LIN-L', price: '60.00', cost: '24.00' },
    ],
  });
  opened.shop.catalogue.createProduct({ title: 'Wool hat', variants: [{ price: '20.00' }] });
  atelier = await connectStore(api, opened);
  await syncStores(api, [atelier]);
});

test('a product is edited from its store: some values arrive, one conflicts, one is refused, and all is undone', async () => {
  const { page } = await stage.visitSignedIn({ at: `/stores/${atelier.id}` });
  await page.getByRole('button', { name: 'View Products' }).click();
  await page.getByText('All 2 Products Loaded').waitFor();
  await page.getByRole('link', { name: 'Edit Linen shirt' }).click();
  const editor = page.getByRole('dialog', { name: 'Linen shirt' });
  await opened(editor);

  // The address includes the editor, so it can be reloaded and shared.
  await page.reload();
  await opened(editor);

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

  const [, medium, large] = variants();
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

async function opened(editor: Locator): Promise<void> {
  await editor.getByRole('table', { name: 'Variants' }).waitFor();
  // Nothing can be edited until it is known what may be.
  await editor.locator('input[aria-label="Price of Small in EUR"]:not([readonly])').waitFor();
}

const field = (editor: Locator, label: string) => editor.getByLabel(label, { exact: true });
const fill = (editor: Locator, label: string, value: string) => field(editor, label).fill(value);

function shirt() {
  const product = atelier.shop.catalogue.products().find(({ title }) => title === 'Linen shirt');
  if (!product) throw new Error('There is no linen shirt any more.');
  return product;
}

const variants = () => shirt().variants;

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
