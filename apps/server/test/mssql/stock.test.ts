import type { Product, ProductList, SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { ProductStock } from '@storefleet/contract/catalogue/stock';
import type { BulkUpdateBatch, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import type { FieldMapping } from '@storefleet/contract/stores/mssql/mssql';
import { beforeEach, expect, it } from 'vitest';
import { openMssqlApp } from './mssql-calls.ts';
import { openEmptyDatabase, storeOf } from './warehouse.ts';

/** A table has a column for the stock in the shop, and the warehouses have a table of their own. */

const { database, simulator } = await openEmptyDatabase();
await database.run(
  'CREATE TABLE Items (No int NOT NULL PRIMARY KEY, Name nvarchar(50), InShop int, Total int)',
);
await database.run(
  'CREATE TABLE Stock (Item int NOT NULL, Warehouse nvarchar(10) NOT NULL, OnHand decimal(19,6), PRIMARY KEY (Item, Warehouse))',
);
const { app, call, createStore, map } = await openMssqlApp();

let storeId: string;
beforeEach(async () => {
  await database.run('DELETE FROM Items');
  await database.run('DELETE FROM Stock');
  await database.run("INSERT INTO Items VALUES (1, N'Tent', 4, 90), (2, N'Cup', NULL, 90)");
  await database.run("INSERT INTO Stock VALUES (1, N'N', 6), (1, N'S', 70), (2, N'N', -2)");
  const store = await createStore({
    ...storeOf(simulator),
    mssql_table: 'dbo.Items',
    mappings: [{ source_field: 'Name', target_field: 'title' }],
  });
  storeId = store.id;
  await mapStock('InShop', 'Main street');
  await mapStock('OnHand', 'North', {
    name: 'dbo.Stock',
    key_columns: ['Item'],
    list_column: 'Warehouse',
    list_value: 'N',
  });
  await sync();
});

async function mapStock(
  source_field: string,
  location: string,
  child_table: FieldMapping['child_table'] = null,
) {
  const stock = {
    source_field,
    target_field: `stock.${location}`,
    data_type: 'number' as const,
    child_table,
  };
  const { status, body, text } = await map(storeId, stock);
  expect(status, text).toBe(201);
  return body as FieldMapping;
}

const sync = () => app.sync(storeId, 'mssql');

async function products(): Promise<Record<string, Product>> {
  const { body } = await call<ProductList>('GET', `/products/stores/${storeId}?limit=250`);
  return Object.fromEntries(body.products.map((product) => [product.title, product]));
}

async function readStock(title: string) {
  const product = (await products())[title];
  const { body } = await call<ProductStock>('GET', `/products/${product?.id}/stock`);
  const names = new Map(body.locations.map(({ id, name }) => [id, name]));
  const levels = body.variants.flatMap((variant) => variant.levels);
  return {
    total: product?.variants[0]?.inventory_quantity,
    ...Object.fromEntries(levels.map((level) => [names.get(level.location_id) ?? '?', level.available])),
  };
}

const inTables = async () => {
  const [item] = await database.query('SELECT InShop FROM Items WHERE No = 1');
  const stock = await database.query('SELECT OnHand FROM Stock WHERE Item = 1 ORDER BY Warehouse');
  return [item?.InShop, ...stock.map(({ OnHand }) => Number(OnHand))];
};

async function set(title: string, stock: Record<string, number>) {
  const product = (await products())[title];
  return call<BulkUpdateResult>('POST', '/products/bulk-update', {
    products_to_update: [{ store_id: storeId, id: product?.id }],
    attributes_to_set: { stock },
  });
}

it('is read by location from columns of the table and of another one, and found by filters', async () => {
  expect(await readStock('Tent')).toEqual({ total: 10, 'Main street': 4, North: 6 });
  expect(await readStock('Cup')).toEqual({ total: -2, North: -2 });
  const { body } = await call<{ locations: unknown }>('GET', '/locations');
  expect(body.locations).toEqual(['Main street', 'North'].map((name) => ({ name, store_ids: [storeId] })));
  const filter = encodeURIComponent('stock-at:"north<0"');
  const found = await call<SearchResult>('GET', `/products/search?type=name&query=&filter=${filter}`);
  expect(found.body.results.map(({ product }) => product.title)).toEqual(['Cup']);
});

it('is written where it stands, recorded and undone', async () => {
  const { status, body, text } = await set('Tent', { 'Main street': 5, North: 9 });
  expect([status, body.succeeded, body.failed], text).toEqual([200, 1, 0]);
  expect(await inTables()).toEqual([5, 9, 70]);
  expect(await readStock('Tent')).toEqual({ total: 14, 'Main street': 5, North: 9 });
  const { body: history } = await call<HistoryPage>('GET', '/history?attribute=stock.North');
  expect(history.data[0]).toMatchObject({ old_value: '6', new_value: '9' });
  const undone = await call('POST', '/history/undo', { batch_id: body.batch_id });
  expect(undone.status, undone.text).toBe(202);
  await expect.poll(inTables).toEqual([4, 6, 70]);
});

it('keeps what was sold meanwhile, and says where nothing is stocked', async () => {
  await database.run("UPDATE Stock SET OnHand = 5 WHERE Item = 1 AND Warehouse = N'N'");
  expect((await set('Tent', { North: 9 })).body).toMatchObject({ succeeded: 0, failed: 1 });
  expect(await inTables()).toEqual([4, 5, 70]);
  const { body } = await set('Cup', { 'Main street': 1 });
  expect(body.errors[0]?.error).toContain('The variant is not stocked at Main street. Stock it');
});

it('is moved in bulk', async () => {
  const { status, body, text } = await call<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    search: { query: '', filter: 'stock:<100', type: 'name' },
    stock_change: { location: 'North', operation: 'decrease', value: 3 },
  });
  expect(status, text).toBe(201);
  const applied = await call('POST', `/products/bulk-updates/${body.batch_id}/apply`, {});
  expect(applied.status, applied.text).toBeLessThan(300);
  await expect.poll(() => readStock('Cup')).toEqual({ total: -5, North: -5 });
  expect(await readStock('Tent')).toEqual({ total: 7, 'Main street': 4, North: 3 });
});

it('leaves a total that has a column of its own, and forgets a location without a mapping', async () => {
  const total = { source_field: 'Total', target_field: 'inventory_quantity', data_type: 'number' as const };
  expect((await map(storeId, total)).status).toBe(201);
  await sync();
  expect((await set('Tent', { North: 5 })).body).toMatchObject({ succeeded: 1 });
  expect(await readStock('Tent')).toEqual({ total: 90, 'Main street': 4, North: 5 });
  const { body } = await call<{ mappings: FieldMapping[] }>('GET', `/mssql/stores/${storeId}/mappings`);
  const forget = async (target: string) => {
    const mapping = body.mappings.find(({ target_field }) => target_field === target);
    expect((await call('DELETE', `/mssql/stores/${storeId}/mappings/${mapping?.id}`)).status).toBe(200);
    await sync();
  };
  await forget('stock.North');
  expect(await readStock('Tent')).toEqual({ total: 90, 'Main street': 4 });
  await forget('stock.Main street');
  const { body: none } = await call<{ locations: unknown }>('GET', '/locations');
  expect(none.locations).toEqual([]);
});
