import { beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { ACCOUNT, type ConnectedStore, connectStore, syncStores } from '../support/api.ts';
import { useStage } from '../support/stage.ts';

const stage = useStage();
let forge: ConnectedStore;
let batchId: string;

beforeAll(async () => {
  const { api, shops } = stage;
  const opened = shops.open('forge', { name: 'Forge', products: 0 });
  for (const title of ['Adze', 'Bodkin', 'Chisel']) {
    opened.shop.catalogue.createProduct({ title, variants: [{ price: '10.00' }] });
  }
  forge = await connectStore(api, opened);
  await syncStores(api, [forge]);
  const planned = await api<{ batch_id: string }>('POST', '/products/bulk-updates/preview', {
    search: { query: '', type: 'name', store_ids: forge.id, filter: 'price:>5' },
    price_change: { attribute: 'price', operation: 'increase', unit: 'percent', value: '4', rounding: '.99' },
  });
  batchId = planned.batch_id;
});

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

  await page.getByLabel('Product', { exact: true }).fill('adze');
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await page.getByText('1 change. Displaying page 1 of 1.').waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('adze');
});
