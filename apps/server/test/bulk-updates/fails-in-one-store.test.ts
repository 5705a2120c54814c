import type { ProductList } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { UndoPreview, UndoStarted } from '@storefleet/contract/edits/history';
import { partlyDone } from '@storefleet/contract/edits/partly-done';
import { expect, it } from 'vitest';
import { mssqlCalls } from '../mssql/mssql-calls.ts';
import { openEmptyDatabase, storeOf } from '../mssql/warehouse.ts';
import { createShopStage } from '../stores/shop-stage.ts';

type Batch = Omit<BulkUpdateBatch, 'status'>;
const stage = await createShopStage();
const { app, call } = stage;
const { createStore } = mssqlCalls(app);
const { database, simulator } = await openEmptyDatabase();

/** Two articles at 10.00, and one at 95.00, for which the table only accepts less than 100. */
const PRICES = ['10.00', '10.00', '95.00'];

async function connectShop(): Promise<string> {
  const { shop, storeId } = await stage.connectShop({ plan: 'Plus', products: 0 }, { shop_name: 'Berlin' });
  for (const [index, price] of PRICES.entries())
    shop.catalogue.createProduct({ title: `Item ${index}`, variants: [{ price }] });
  await app.sync(storeId);
  return storeId;
}

async function connectTable(): Promise<string> {
  await database.run(
    'CREATE TABLE Articles (ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Price decimal(10,2) CHECK (Price < 100))',
  );
  const rows = PRICES.map((price, index) => [index + 1, `Item ${index}`, price]);
  database.insertRows('dbo', 'Articles', ['ID', 'Name', 'Price'], rows);
  const { id } = await createStore({
    ...storeOf(simulator),
    mssql_table: 'dbo.Articles',
    mappings: [
      { source_field: 'Name', target_field: 'title' },
      { source_field: 'Price', target_field: 'price', data_type: 'number' },
    ],
  });
  await app.sync(id, 'mssql');
  return id;
}

it('a plan that fails in the table says so, and is undone in the shop alone or retried', async () => {
  const [shop, table] = [await connectShop(), await connectTable()];
  const pricesOf = async (storeId: string) => {
    const { body } = await call<ProductList>('GET', `/products/stores/${storeId}?limit=250`);
    return body.products.map(({ variants: [variant] }) => variant?.price).toSorted();
  };
  const { body: planned } = await call<Batch>('POST', '/products/bulk-updates/preview', {
    search: { query: '', filter: 'price:>0' },
    price_change: { attribute: 'price', operation: 'increase', unit: 'percent', value: '10' },
  });
  expect((await call('POST', `/products/bulk-updates/${planned.batch_id}/apply`, {})).status).toBe(202);
  const batch = await app.untilEnded(planned.batch_id);
  const partly = partlyDone(batch);
  expect(partly?.sentence).toBe('1 of 3 rows failed in Warehouse; Berlin is changed.');
  expect(partly?.changed.map(({ store_id }) => store_id)).toEqual([shop]);
  expect(await pricesOf(table)).toEqual(['11.00', '11.00', '95.00']);

  const undo = { batch_id: batch.batch_id, store_ids: [shop] };
  const { body: preview } = await call<UndoPreview>('POST', '/history/undo/preview', undo);
  expect(preview).toMatchObject({ restorable_count: 3, conflicts_count: 0 });
  const { body: started } = await call<UndoStarted>('POST', '/history/undo', undo);
  const undone = await app.untilEnded(started.batch_id);
  expect(undone.stores.map(({ store_name, succeeded }) => [store_name, succeeded])).toEqual([['Berlin', 3]]);
  expect(partlyDone(undone)).toBeNull();
  expect(await pricesOf(shop)).toEqual(['10.00', '10.00', '95.00']);
  expect(await pricesOf(table)).toEqual(['11.00', '11.00', '95.00']);

  const again = await call<Batch>('POST', `/products/bulk-updates/${batch.batch_id}/retry`);
  expect(again.body.stores).toMatchObject([{ store_name: 'Warehouse', total: 1 }]);
  const alone = await call('POST', '/history/undo/preview', { store_ids: [shop] });
  expect(alone.status).toBe(400);
});
