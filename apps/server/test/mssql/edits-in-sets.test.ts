import type { ProductList } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItemList } from '@storefleet/contract/edits/bulk-update-items';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { expect, it } from 'vitest';
import { openMssqlApp } from './mssql-calls.ts';
import { openEmptyDatabase, storeOf } from './warehouse.ts';

const { database, simulator } = await openEmptyDatabase();
const { app, call, createStore } = await openMssqlApp();

const ROWS = 600;

it('writes many products with few statements, and knows the outcome of each row', async () => {
  await database.run(
    'CREATE TABLE Articles (ID int NOT NULL PRIMARY KEY, Name nvarchar(50), Price decimal(10,2) CHECK (Price < 100))',
  );
  database.insertRows(
    'dbo',
    'Articles',
    ['ID', 'Name', 'Price'],
    Array.from({ length: ROWS }, (_, index) => [
      index + 1,
      `Item ${index + 1}`,
      index === 6 ? '99.00' : '10.00',
    ]),
  );
  const { id } = await createStore({
    ...storeOf(simulator),
    mssql_table: 'dbo.Articles',
    mappings: [
      { source_field: 'Name', target_field: 'title' },
      { source_field: 'Price', target_field: 'price', data_type: 'number' },
    ],
  });
  await app.sync(id, 'mssql');
  await database.run('UPDATE Articles SET Price = 11 WHERE ID = 5; DELETE FROM Articles WHERE ID = 6');

  const products = [];
  for (let page = '', more = true; more; ) {
    const { body } = await call<ProductList>('GET', `/products/stores/${id}?limit=250${page}`);
    products.push(...body.products);
    page = `&page_info=${body.pagination.next_page_info}`;
    more = body.pagination.next_page_info !== null;
  }
  const { body: planned } = await call<Omit<BulkUpdateBatch, 'status'>>(
    'POST',
    '/products/bulk-updates/preview',
    {
      products_to_update: products.map(({ id, store_id, variants: [variant] }) => ({
        store_id,
        id,
        selectedVariant: { id: variant?.id },
        based_on: { price: variant?.price },
      })),
      price_change: { attribute: 'price', operation: 'increase', unit: 'percent', value: '20' },
    },
  );
  const before = simulator.log.recent.length;
  const path = `/products/bulk-updates/${planned.batch_id}`;
  await call('POST', `${path}/apply`, {});
  const { status, succeeded, failed } = await app.untilEnded(planned.batch_id);
  expect([status, succeeded, failed]).toEqual(['completed', ROWS - 3, 3]);

  const sent = simulator.log.recent.slice(before);
  const updates = sent.filter(({ text }) => text.includes('UPDATE [dbo]'));
  // Three sets, and the halves in which the invalid row was found.
  expect(updates.length).toBeLessThan(3 + 2 * Math.ceil(Math.log2(250)));
  expect(sent.length).toBeLessThan(80);
  const { body: problems } = await call<BulkUpdateItemList>('GET', `${path}/items?show=problems`);
  const found = problems.items.flatMap(({ status, product_title, error }) =>
    status === 'succeeded' ? [] : [[product_title, status, error ?? '']],
  );
  expect(Object.fromEntries(found.map(([title, status]) => [title, status]))).toEqual({
    'Item 5': 'conflict',
    'Item 6': 'failed',
    'Item 7': 'failed',
  });
  expect(await database.query('SELECT COUNT(*) AS n FROM Articles WHERE Price = 12')).toEqual([
    { n: ROWS - 3 },
  ]);
  const { body: history } = await call<HistoryPage>('GET', '/history?limit=1');
  // One more for what the conflict found.
  expect(history.total).toBe(ROWS - 3 + 1);
});
