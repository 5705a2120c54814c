import { expect, test } from 'vitest';
import { expectSound } from '../support/accessibility.ts';
import { syncStores } from '../support/api.ts';
import { resultsTable } from '../support/screens.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api } = stage;
const quay = await stage.connectShop('Quay');
const sound = { price: '10.00', cost: '4.00', barcode: '4006381333931' };
const media = [{ id: 1, name: 'rope_1.png', alt: 'A rope, coiled' }];
for (const [title, variant] of Object.entries({
  Buoy: { ...sound, sku: ' BUOY-1 ' },
  Rope: { ...sound, sku: 'ROPE-1', barcode: '4006381333932' },
  Mast: { ...sound, sku: 'LAMP-1' },
  Lamp: { ...sound, sku: 'LAMP-1', compareAtPrice: '8.00' },
}))
  quay.shop.catalogue.createProduct({
    title,
    status: 'ACTIVE',
    variants: [variant],
    media: title === 'Rope' ? media : [],
  });
await syncStores(api, [quay]);

test('findings are counted, open as a search, and are fixed by a plan', async () => {
  const { page } = await stage.visitSignedIn({ at: '/health' });
  await page.getByText('4 products checked').waitFor();
  const line = (label: string) => page.getByRole('listitem').filter({ hasText: label });
  await page.getByText('Nothing found: Price is 0').waitFor();
  await expectSound(page);

  await line('Wrong check digit').getByRole('link', { name: 'show 1 product' }).click();
  await resultsTable(page).getByRole('link', { name: 'Rope' }).waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('is:invalid-barcode');
  const shown = resultsTable(page).locator('img');
  await expect
    .poll(() => shown.evaluate(({ naturalWidth }: { naturalWidth: number }) => naturalWidth))
    .toBe(40);
  await page.goBack();

  await line('No image').getByRole('link', { name: 'show 3 products' }).click();
  await resultsTable(page).getByRole('link', { name: 'Buoy' }).waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('no:image');
  expect(await shown.count()).toBe(0);
  await page.goBack();

  await line('SKU or barcode twice in a store').getByRole('link', { name: 'show 1 article' }).click();
  await page.getByRole('row').filter({ hasText: 'LAMP-1' }).getByText('+1').first().waitFor();
  await page.goBack();

  await line('Spaces around codes').getByRole('button', { name: 'Fix…' }).click();
  const preview = page.getByRole('dialog');
  await preview.getByText('·BUOY-1·').first().waitFor();
  await preview.getByRole('button', { name: 'Update 1 SKU' }).click();
  await page.waitForURL(/bulk-updates/);
  await page.getByText('Trim SKUs and barcodes').first().waitFor();
  await expect
    .poll(() => [...quay.shop.catalogue.products()].map(({ variants }) => variants[0]?.sku))
    .toEqual(expect.arrayContaining(['BUOY-1', 'ROPE-1', 'LAMP-1']));
  await page.goto('/health');
  await page.getByText(/Nothing found: .*Spaces around codes/).waitFor();
});
