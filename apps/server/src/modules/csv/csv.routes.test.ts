import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { openTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { addProduct, addStore } from '../../../test/products/catalogue.ts';

const app = await openTestApp();
const storeId = await addStore(app.db, 'Atlas', 'EUR');
await addProduct(app.db, storeId, 'Tent', [{ sku: 'T-1', price: '120.50' }]);

const upload = (query: Record<string, string>, body: string) =>
  app.fetchApi(`/products/bulk-updates/import?${new URLSearchParams(query)}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/csv' },
  });

it('sends the products of a search as a file', async () => {
  const response = await app.fetchApi('/products/export?query=tent&sort_by=price');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="products-.*\.csv"/);
  expect(await response.text()).toContain(',T-1,,,120.50,');
});

it('imports a file as a preview, and exports its rows', async () => {
  const query = { file_name: 'prices.csv', store_ids: storeId };
  const response = await upload(query, 'SKU,Price\r\nT-1,99\r\nX,1\r\n');
  expect(response.status).toBe(201);
  const batch = (await response.json()) as BulkUpdateBatch;
  expect(batch).toMatchObject({
    status: 'planned',
    origin: 'csv_import',
    import_report: { file_name: 'prices.csv', rows: 2, matched: 1, unmatched: 1 },
  });
  const items = await app.fetchApi(`/products/bulk-updates/${batch.batch_id}/items/export?show=problems`);
  expect(items.status).toBe(200);
  expect(await items.text()).toContain('No variant has the SKU “X”');
});

const NOT_IDS = { path: 'store_ids', message: 'store_ids must be a comma-separated list of store ids.' };
const NO_COLUMN = expect.stringContaining('names no column that is known here');
it.each<[string, () => Promise<Response>, number, object]>([
  ['a bad search', () => app.fetchApi('/products/export?query=%20'), 400, { code: 'validation_failed' }],
  ['a bad file', () => upload({}, 'HAT,12\r\n'), 400, { code: 'validation_failed', detail: NO_COLUMN }],
  [
    'stores that are no ids',
    () => upload({ store_ids: 'Atlas' }, 'SKU,Price\r\n'),
    400,
    { errors: [NOT_IDS] },
  ],
  [
    'a bulk update that does not exist',
    () => app.fetchApi(`/products/bulk-updates/${uuidv7()}/items/export`),
    404,
    { code: 'batch_not_found' },
  ],
])('answers %s with a problem', async (_name, ask, status, problem) => {
  const response = await ask();
  expect([response.status, await response.json()]).toMatchObject([status, problem]);
});

it.each([
  ['GET', '/products/export?query=tent'],
  ['POST', '/products/bulk-updates/import'],
])('requires sign-in: %s %s', async (method, path) => {
  expect((await app.fetchApi(path, { method, token: null })).status).toBe(401);
});
