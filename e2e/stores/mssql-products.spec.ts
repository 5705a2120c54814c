import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import { messages } from '@storefleet/contract/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityProblems } from '../support/accessibility.ts';
import { productsOf, untilEnded, untilSynced } from '../support/api.ts';
import { goTo, isTooWideForAPhone, resultsTable, searchFor } from '../support/screens.ts';
import { connectTable, type DemoSqlServer, startDemoSqlServer } from '../support/sql-server.ts';
import { useStage } from '../support/stage.ts';

/** One of them has no title. */
const ARTICLES = 240;

const stage = useStage();
let sqlServer: DemoSqlServer;

beforeAll(async () => {
  sqlServer = await startDemoSqlServer({ articles: ARTICLES });
});

afterAll(async () => {
  await sqlServer.close();
});

test('a table is mapped, previewed, synced, found, edited and put back', async () => {
  const store = await connectTable(stage.api, sqlServer, { name: 'Wholesaler', table: 'dbo.Articles' });
  const { page } = await stage.visitSignedIn({ at: `/stores/${store.id}` });
  await page.getByText('This store cannot be synced yet').waitFor();

  await page.getByRole('button', { name: 'Generate Defaults' }).click();
  await page.getByText(messages.mappings.generated(13)).waitFor();
  const preview = page.getByRole('region', { name: 'First rows' });
  await preview.getByText('ArticleID = 1001').waitFor();
  await preview.getByText('PCK-0001-01').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await isTooWideForAPhone(page)).toBe(false);

  await page.getByRole('button', { name: 'Sync MS SQL Products' }).click();
  await page.getByText(messages.sync.confirmMssql).waitFor();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await page.getByRole('button', { name: 'Show skipped rows' }).click();
  const skipped = page.getByRole('dialog');
  await skipped.getByText('ArticleID = 1214').waitFor();
  await skipped.getByText('The column “title” is empty, and Title is required.').waitFor();
  await page.keyboard.press('Escape');

  await goTo(page, 'Search');
  await searchFor(page, 'PCK-0001-02', 'SKU');
  await resultsTable(page).getByText('Aurlang Trekking Pack').waitFor();

  await page.goto('/bulk-price-update?q=PCK-0001-02&type=sku');
  const row = page.getByRole('grid', { name: 'Prices and costs' }).getByRole('row').nth(1);
  await row.getByRole('gridcell').nth(1).click();
  await page.keyboard.type('12.34');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Save 1 value?' });
  await question.getByRole('checkbox', { name: messages.bulkUpdate.haveLooked }).check();
  expect(await priceAtSource('PCK-0001-02')).not.toBe('12.34');
  await question.getByRole('button', { name: 'Save 1 value' }).click();
  await page.getByText(/^Price of .* saved: \$12\.34$/).waitFor({ state: 'attached' });
  expect(await priceAtSource('PCK-0001-02')).toBe('12.34');

  await goTo(page, 'History');
  await page.getByRole('cell', { name: '$12.34' }).waitFor();
  await page.getByRole('row').nth(1).getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 change' }).click();
  await expect.poll(() => priceAtSource('PCK-0001-02'), { timeout: 30_000 }).not.toBe('12.34');
});

test('a row that somebody else changed is a conflict and stays as it is', async () => {
  const store = await connectTable(stage.api, sqlServer, { name: 'Conflicts', table: 'dbo.Articles' });
  await mapAndSync(store);
  await sqlServer.run(`UPDATE dbo.Articles SET list_price = 77.70 WHERE item_no = 'PCK-0001-03'`);
  const product = (await productsOf(stage.api, store)).find(({ variants }) =>
    variants.some(({ sku }) => sku === 'PCK-0001-03'),
  );
  const batch = await stage.api<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: [{ id: product?.id, store_id: store.id }],
    attributes_to_set: { price: '5.00' },
  });
  await stage.api('POST', `/products/bulk-updates/${batch.batch_id}/apply`, {});
  const ended = await untilEnded(stage.api, batch.batch_id);
  expect(ended).toMatchObject({ succeeded: batch.total - 1, failed: 1 });
  expect(ended.errors[0]?.error).toContain('77.70');
  expect(await priceAtSource('PCK-0001-03')).toBe('77.70');
  expect(await priceAtSource('PCK-0001-01')).toBe('5.00');
});

async function mapAndSync(store: { id: string; name: string }): Promise<void> {
  await stage.api('POST', `/mssql/stores/${store.id}/mappings/generate`, {
    store_id: store.id,
    table_name: 'dbo.Articles',
  });
  await stage.api('POST', `/mssql/stores/${store.id}/sync`);
  await untilSynced(stage.api, store);
}

async function priceAtSource(itemNo: string): Promise<unknown> {
  const [row] = await sqlServer.read(`SELECT list_price FROM dbo.Articles WHERE item_no = '${itemNo}'`);
  return row?.list_price;
}
