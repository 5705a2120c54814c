import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-updates';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProduct, addStore } from '../../../test/products/catalogue.ts';

let app: TestApp;
let storeId: string;

beforeAll(async () => {
  app = await createTestApp();
  storeId = await addStore(app.db, 'Atlas', 'EUR');
  await addProduct(app.db, storeId, 'Tent', [{ sku: 'T-1', price: '120.50' }]);
});
afterAll(() => app.close());

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

it('tells a bad search as a problem', async () => {
  const response = await app.fetchApi('/products/export?query=%20');
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'validation_failed' }]);
});

it('takes a file as a preview, and sends its rows as a file', async () => {
  const response = await upload(
    { file_name: 'prices.csv', store_ids: storeId },
    'SKU,Price\r\nT-1,99\r\nX,1\r\n',
  );
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

it('tells a bad file as a problem', async () => {
  const response = await upload({}, 'HAT,12\r\n');
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'validation_failed', detail: expect.stringContaining('names no column that is known here') },
  ]);
});

it('refuses stores that are no ids', async () => {
  const response = await upload({ store_ids: 'Atlas' }, 'SKU,Price\r\nT-1,99\r\n');
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errors: [{ path: 'store_ids', message: 'store_ids must be a comma-separated list of store ids.' }] },
  ]);
});

it('knows no rows of a bulk update that does not exist', async () => {
  const response = await app.fetchApi(`/products/bulk-updates/${uuidv7()}/items/export`);
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'batch_not_found' }]);
});

it('wants a sign-in', async () => {
  for (const [method, path] of [
    ['GET', '/products/export?query=tent'],
    ['POST', '/products/bulk-updates/import'],
  ] as const) {
    const response = await app.fetchApi(path, { method, token: null });
    expect(response.status, path).toBe(401);
  }
});
