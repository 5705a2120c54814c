import { FILE_FORMATS, XLSX_EXPORT_MAX_ROWS } from '@storefleet/contract/catalogue/file-constants';
import type { OrderedFile } from '@storefleet/contract/files';
import type { Running } from '@storefleet/contract/overview';
import { openTestApp } from '@storefleet/test-support/app';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { addRecord } from '../../../test/history/records.ts';
import { addProduct, addStore } from '../../../test/products/catalogue.ts';

const app = await openTestApp();
await app.signIn();
const storeId = await addStore(app.db, 'Atlas', 'EUR');
await addProduct(app.db, storeId, '=Tent', [
  { sku: '007', barcode: '0012345678905', price: '120.50' },
  { sku: ' padded_x1200_\n& <b> ', price: '12345678901234567.89' },
]);

const order = async (path: string, format: string) =>
  app.fetchApi(`/files/${path}`, {
    method: 'POST',
    body: JSON.stringify({ format, title: 'Export of “tent”' }),
    headers: { 'content-type': 'application/json' },
  });
const ordered = async (path: string, format: string) =>
  (await (await order(path, format)).json()) as OrderedFile;
const fetchFile = (id: string) => app.fetchApi(`/files/${id}`, { token: null });
const listed = async () => (await app.bodyOf<Running>('GET', '/overview/running')).files;

it('exports search results as a spreadsheet: codes are text, amounts are numbers', async () => {
  const { id, address } = await ordered('products?query=tent', 'xlsx');
  expect(address).toBe(`/api/v1/files/${id}`);
  expect(await listed()).toMatchObject([
    { id, kind: 'export', title: 'Export of “tent”', counted: 'product' },
  ]);
  const response = await fetchFile(id);
  expect(response.headers.get('content-disposition')).toMatch(/filename="products-.*\.xlsx"/);
  const [header = [], first, second] = await readSheet(Buffer.from(await response.arrayBuffer()), {
    trim: false,
  });
  const cells = (row: unknown[] = []) => Object.fromEntries(header.map((name, index) => [name, row[index]]));
  expect(cells(first)).toMatchObject({
    Title: '=Tent',
    Vendor: null,
    'Variant SKU': '007',
    'Variant Barcode': '0012345678905',
    'Variant Price': 120.5,
  });
  expect(cells(second)).toMatchObject({
    'Variant SKU': ' padded_x1200_\n& <b> ',
    'Variant Price': '12345678901234567.89',
  });
  expect(await listed()).toEqual([]);
});

it.each(FILE_FORMATS)('exports the history with times (%s)', async (format) => {
  const changed_at = '2026-03-01T10:00:00.000Z';
  const store = uuidv7();
  await addRecord(app.db, { changed_at, store_id: store });
  const { id } = await ordered(`history?store_id=${store}`, format);
  const bytes = Buffer.from(await (await fetchFile(id)).arrayBuffer());
  const rows = format === 'csv' ? parse(bytes, { bom: true }) : await readSheet(bytes);
  expect(rows).toHaveLength(2);
  expect(rows[1]?.[0]).toEqual(format === 'csv' ? changed_at : new Date(changed_at));
});

it.each([
  ['price', 12],
  ['weight', 12],
  ['list_price.Europe', 12],
  ['stock.Main street', 12],
  ['sku', '12'],
])('exports changes of %s as numbers if they are', async (attribute, shown) => {
  const store = uuidv7();
  await addRecord(app.db, { store_id: store, attribute, new_value: '12' });
  const { id } = await ordered(`history?store_id=${store}`, 'xlsx');
  const [header = [], row] = await readSheet(Buffer.from(await (await fetchFile(id)).arrayBuffer()));
  expect(row?.[header.indexOf('New Value')]).toBe(shown);
});

it('exports a spreadsheet of a past moment, and names the moment', async () => {
  const productId = await addProduct(app.db, storeId, 'Anchor', [{ price: '12.00' }]);
  const { rows } = await app.db.query<{ id: string }>('select id from variants where product_id = $1', [
    productId,
  ]);
  const moment = new Date();
  const later = new Date(moment.getTime() + 60_000);
  await addRecord(app.db, { product_id: productId, variant_id: rows[0]?.id ?? '', changed_at: later });
  const { id } = await ordered(`products?query=anchor&as_of=${moment.toISOString()}`, 'xlsx');
  const [header = [], row = []] = await readSheet(Buffer.from(await (await fetchFile(id)).arrayBuffer()));
  expect(row[header.indexOf('Variant Price')]).toBe(10);
  // Spreadsheets store the time as a fraction of a day.
  const named = row[header.indexOf('Storefleet As Of')];
  expect(Math.abs(Number(named) - moment.getTime())).toBeLessThan(1_000);
});

it('serves a file once, and not if requested too late', async () => {
  const { id } = await ordered('products?query=tent', 'csv');
  expect(await (await fetchFile(id)).text()).toContain('Tent');
  const late = await ordered('products?query=tent', 'csv');
  await app.db.query(`update file_work set started_at = started_at - interval '2 minutes'`);
  expect(await listed()).toEqual([]);
  for (const gone of [id, late.id, uuidv7()]) {
    const response = await fetchFile(gone);
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'file_not_found' }]);
  }
});

it.each([
  ['products?query=%20', 'csv', 400, { code: 'validation_failed' }],
  ['products?query=tent', 'ods', 400, { errors: [{ path: 'format' }] }],
  [`bulk-updates/${uuidv7()}`, 'csv', 404, { code: 'batch_not_found' }],
])('refuses %s as %s before a browser waits for it', async (path, format, status, problem) => {
  const response = await order(path, format);
  expect([response.status, await response.json()]).toMatchObject([status, problem]);
});

it('suggests CSV if a spreadsheet would be too large, even if it grew so late', async () => {
  const sentence =
    'An Excel file may have at most 25,000 rows. Export it as CSV, which has no limit, or narrow it down.';
  const variants = Array.from({ length: XLSX_EXPORT_MAX_ROWS / 5 + 1 }, (_, index) => ({
    sku: index === 0 ? 'LANTERN-1' : null,
  }));
  await addProduct(app.db, storeId, 'Lantern');
  const { id } = await ordered('products?query=lantern', 'xlsx');
  for (let product = 0; product < 5; product++) await addProduct(app.db, storeId, 'Lantern', variants);
  const refused = await order('products?query=lantern', 'xlsx');
  expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ message: sentence }] }]);
  const few = await ordered('products?query=lantern-1&type=sku', 'xlsx');
  expect((await (await fetchFile(few.id)).bytes()).length).toBeGreaterThan(0);
  await expect((await fetchFile(id)).bytes()).rejects.toThrow('terminated');
  await expect.poll(listed).toMatchObject([{ id, status: 'failed', error: sentence }]);
  await app.fetchApi(`/files/${id}`, { method: 'DELETE' });
  expect(await listed()).toEqual([]);
});

it('stops on its owner’s request, and belongs to that person only', async () => {
  await addProduct(app.db, storeId, 'Rope', [{}]);
  const { id } = await ordered('products?query=rope', 'csv');
  const release = await lockVariants();
  // The head is sent before any read: from then on a browser keeps the download, even if the page closes.
  const file = await fetchFile(id);
  await expect.poll(listed).toMatchObject([{ id, status: 'in_progress', done: 0, total: 1 }]);
  const ownedBy = (owner: string) =>
    app.db.query(`update file_work set owner_id = ${owner} where id = $1`, [id]);
  const { rows } = await app.db.query<{ owner_id: string }>('select owner_id from file_work where id = $1', [
    id,
  ]);
  const remove = () => app.fetchApi(`/files/${id}`, { method: 'DELETE' });
  await ownedBy('gen_random_uuid()');
  await remove();
  expect(await listed()).toEqual([]);
  await ownedBy(`'${rows[0]?.owner_id}'`);
  expect(await listed()).toHaveLength(1);
  await remove();
  expect(await listed()).toEqual([]);
  await release();
  await expect(file.bytes()).rejects.toThrow('terminated');
});

/** Blocks reading them until the returned function is called. */
async function lockVariants(): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = app.db.transaction(async (tx) => {
    await tx.query('lock table variants in access exclusive mode');
    locked.resolve();
    await released;
  });
  await locked.promise;
  return () => {
    release();
    return holding;
  };
}

it('reports work whose process died as interrupted', async () => {
  const { id } = await ordered('products?query=tent', 'csv');
  await app.db.query(
    `update file_work set status = 'in_progress', heartbeat_at = now() - interval '1 minute' where id = $1`,
    [id],
  );
  expect(await listed()).toMatchObject([
    { id, status: 'failed', error: 'The server stopped before it was done. Please start it again.' },
  ]);
  await app.fetchApi(`/files/${id}`, { method: 'DELETE' });
});

it('continues an import whose page was left, and says where its preview is', async () => {
  const release = await lockVariants();
  const leaving = new AbortController();
  const sent = app.fetchApi('/products/bulk-updates/import?file_name=prices.csv', {
    method: 'POST',
    body: 'SKU,Price\r\n007,99\r\n',
    headers: { 'content-type': 'text/csv' },
    signal: leaving.signal,
  });
  const running = { kind: 'import', title: 'Import of prices.csv', status: 'in_progress', done: 0, total: 1 };
  await expect.poll(listed).toMatchObject([running]);
  leaving.abort();
  await expect(sent).rejects.toThrow();
  await release();
  await expect.poll(listed).toMatchObject([{ ...running, status: 'completed', done: expect.any(Number) }]);
  const [work] = await listed();
  const batch = await app.fetchApi(`/products/bulk-updates/${work?.batch_id}`);
  expect(await batch.json()).toMatchObject({ status: 'planned', origin: 'csv_import', total: 1 });
});
