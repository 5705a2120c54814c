import { beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { type ConnectedStore, connectStore, productsOf, syncStores, untilEnded } from '../support/api.ts';
import { countEffort } from '../support/effort.ts';
import { goTo, resultsTable, searchFor } from '../support/screens.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();
const EAN = '4006381333931';

let mill: ConnectedStore;

beforeAll(async () => {
  const { api, shops } = stage;
  const opened = shops.open('mill', { name: 'Mill', products: 0 });
  const other = shops.open('weir', { name: 'Weir', products: 0 });
  opened.shop.catalogue.createProduct({
    title: 'Enamel Mug',
    vendor: 'Quarry Lane',
    variants: [
      { title: 'Blue', sku: 'MUG-B', barcode: EAN, price: '12.00', cost: '5.00' },
      { title: 'Red', sku: 'MUG-R', barcode: null, price: '12.00' },
    ],
  });
  other.shop.catalogue.createProduct({
    title: 'Mug of enamel',
    variants: [{ sku: 'W-7', barcode: `0${EAN}`, price: '14.50', cost: '5.00' }],
  });
  mill = await connectStore(api, opened);
  await syncStores(api, [mill, await connectStore(api, other)]);
});

test('a found product opens: its values, its counterparts, who changed it, and its values at the shop', async () => {
  const { page } = await stage.visitSignedIn();
  await goTo(page, 'Search');
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

test('the product shows who changed a price, when and with what else, found from anywhere by its SKU', async () => {
  const [product] = await productsOf(stage.api, mill);
  const { batch_id } = await stage.api<{ batch_id: string }>('POST', '/products/bulk-updates/preview', {
    products_to_update: [{ id: product?.id, store_id: mill.id }],
    attributes_to_set: { compare_at_price: '21.00' },
  });
  await stage.api('POST', `/products/bulk-updates/${batch_id}/apply`, {});
  await untilEnded(stage.api, batch_id);

  const { page } = await stage.visitSignedIn({ at: '/dashboard' });
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
});

test('a deleted product’s page says so', async () => {
  const missing = '/products/0199a6a0-0000-7000-8000-000000000001';
  const { page, allowTrouble } = await stage.visitSignedIn({ at: missing });
  allowTrouble(/^404: GET \/api\/v1\/products\//);
  await page.getByRole('heading', { name: 'This product no longer exists', level: 1 }).waitFor();
});
