import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { HistoryPage } from '@storefleet/contract/edits/history';
import { afterAll, expect, test } from 'vitest';
import { productsOf, untilEnded, untilSynced } from '../support/api.ts';
import { connectTable, startDemoSqlServer } from '../support/sql-server.ts';
import { openStage } from '../support/stage.ts';

const stage = await openStage();
const { api, product } = stage;
const STYLES = 30;
const ROWS_PER_STYLE = 2;
const MAPPINGS = { Style: 'shopify_id', Name: 'title', Maker: 'vendor', Price: 'price' };

/** The next batch's price, different every time. */
let price = 100;

const sqlServer = await startDemoSqlServer({ articles: 1 });
const rows = Array.from({ length: STYLES * ROWS_PER_STYLE }, (_, at) => {
  const style = Math.floor(at / ROWS_PER_STYLE);
  return `(${at}, N'S${style}', N'Chair ${style}', N'Nobody', 9.5)`;
});
await sqlServer.run(
  `CREATE TABLE dbo.Chairs (ID int NOT NULL PRIMARY KEY, Style nvarchar(9) NOT NULL, Name nvarchar(50), Maker nvarchar(50), Price money);
   INSERT INTO dbo.Chairs VALUES ${rows.join(', ')}`,
);
const store = await connectTable(api, sqlServer, { name: 'Chairs', table: 'dbo.Chairs' });
for (const [source_field, target_field] of Object.entries(MAPPINGS)) {
  await api('POST', `/mssql/stores/${store.id}/mappings`, {
    source_field,
    target_field,
    data_type: target_field === 'price' ? 'number' : 'string',
  });
}
await api('POST', `/mssql/stores/${store.id}/sync`);
await untilSynced(api, store);

afterAll(() => sqlServer.close());

/** What is held at the SQL Server when Storefleet dies, and the outcome. */
test.each([
  ['with a set written and not committed', { match: 'OUTPUT', when: 'after' }, 'drop'],
  ['with a COMMIT on its way, which arrives', { match: 'COMMIT TRANSACTION', when: 'before' }, 'release'],
  ['when a COMMIT is done and not answered', { match: 'COMMIT TRANSACTION', when: 'after' }, 'drop'],
] as const)('killed %s, a batch ends with table, copy and history equal', async (_, fault, afterwards) => {
  price += 1;
  const values = { price, vendor: `Maker ${price}` };
  const products = await productsOf(api, store);
  const planned = await api<BulkUpdateBatch>('POST', '/products/bulk-updates/preview', {
    products_to_update: products.map(({ id, store_id }) => ({ id, store_id })),
    attributes_to_set: values,
  });
  expect(planned).toMatchObject({ status: 'planned', failed: 0, unchanged: 0 });
  const hold = sqlServer.simulator.hold(fault);
  await api('POST', `/products/bulk-updates/${planned.batch_id}/apply`, {});
  await hold.reached;
  await product.kill();
  hold[afterwards]();
  await product.startAMinuteLater();

  const batch = await untilEnded(stage.api, planned.batch_id);
  expect(batch).toMatchObject({ status: 'completed', succeeded: batch.total, failed: 0, errors: [] });
  const wanted = { Maker: values.vendor, Price: `${price}.0000` };
  expect(await sqlServer.read('SELECT DISTINCT Maker, Price FROM dbo.Chairs')).toEqual([wanted]);
  const copied = await productsOf(stage.api, store);
  expect(new Set(copied.map(({ vendor }) => vendor))).toEqual(new Set([values.vendor]));
  expect(new Set(copied.flatMap(({ variants }) => variants.map((variant) => variant.price)))).toEqual(
    new Set([`${price}.00`]),
  );
  const { data: records } = await stage.api<HistoryPage>(
    'GET',
    `/history?batch_id=${batch.batch_id}&view_all=true`,
  );
  const told = Map.groupBy(records, ({ attribute_changed }) => attribute_changed);
  expect([told.get('price')?.length, told.get('vendor')?.length, told.size]).toEqual([
    STYLES * ROWS_PER_STYLE,
    STYLES,
    2,
  ]);
  expect(new Set(records.map(({ new_value }) => new_value))).toEqual(new Set([`${price}.00`, values.vendor]));
});

test('after a kill during a sync, the table is read to its end', async () => {
  await sqlServer.run(
    `UPDATE dbo.Chairs SET Name = Name + N' II'; DELETE FROM dbo.Chairs WHERE Style = N'S0'`,
  );
  // Only the statements that read grouped rows have a rank.
  const hold = sqlServer.simulator.hold({ match: 'DENSE_RANK', when: 'after' });
  await api('POST', `/mssql/stores/${store.id}/sync`);
  await hold.reached;
  await product.kill();
  hold.drop();
  await product.startAMinuteLater();
  await untilSynced(stage.api, store);
  const titles = (await productsOf(stage.api, store)).map(({ title }) => title).sort();
  expect(titles).toEqual(Array.from({ length: STYLES - 1 }, (_, at) => `Chair ${at + 1} II`).sort());
});
