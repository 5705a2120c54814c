import type { CompareCounts, CompareRow, Comparison } from '@storefleet/contract/articles/compare';
import type { EqualityRule } from '@storefleet/contract/articles/rules';
import type { ProductList } from '@storefleet/contract/catalogue/products/products';
import { BULK_UPDATE_SYNCHRONOUS_LIMIT } from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { Inbox } from '@storefleet/contract/edits/inbox';
import { changeAmount } from '@storefleet/contract/edits/price-change';
import type { Attention } from '@storefleet/contract/overview';
import { multiplyDecimals } from '@storefleet/contract/values/money/decimal';
import { expect, it, vi } from 'vitest';
import { mssqlCalls } from '../mssql/mssql-calls.ts';
import { openEmptyDatabase, storeOf } from '../mssql/warehouse.ts';
import { createShopStage } from '../stores/shop-stage.ts';

type Batch = Omit<BulkUpdateBatch, 'status'>;
const PRODUCTS = 150;
/** More in each store than are written at once. */
const CORRECTED = BULK_UPDATE_SYNCHRONOUS_LIMIT + 5;

const stage = await createShopStage();
const { app, call } = stage;
const { createStore } = mssqlCalls(app);
const { database, simulator } = await openEmptyDatabase();

/** The same catalogue in shops of two currencies, and the same SKUs in a table. */
const stores: Record<string, string> = {};
for (const [name, currency] of [
  ['Geneva', 'CHF'],
  ['Berlin', 'EUR'],
  ['Paris', 'EUR'],
] as const) {
  const catalogue = { plan: 'Plus', seed: 7, products: PRODUCTS, variantsPerProduct: 1, currency } as const;
  const { storeId } = await stage.connectShop(catalogue, { shop_name: name });
  stores[name] = storeId;
  await app.sync(storeId);
}
const { rows } = await app.db.query<{ sku: string; price: string }>(
  'select sku, price::text as price from variants where store_id = $1 and sku is not null order by sku',
  [stores.Geneva],
);
await database.run(
  'CREATE TABLE Articles (ID int NOT NULL PRIMARY KEY, Code nvarchar(60) NULL, Name nvarchar(100) NULL, Price decimal(10,2) NULL)',
);
await database.run(
  `INSERT INTO Articles VALUES ${rows.map(({ sku, price }, index) => `(${index}, N'${sku.toLowerCase()}', N'Article ${index}', ${price})`).join(', ')}`,
);
const { id } = await createStore({
  shop_name: 'Warehouse',
  ...storeOf(simulator),
  mssql_table: 'dbo.Articles',
  mappings: [
    { source_field: 'ID', target_field: 'shopify_id' },
    { source_field: 'Code', target_field: 'sku' },
    { source_field: 'Name', target_field: 'title' },
    { source_field: 'Price', target_field: 'price', data_type: 'number' },
  ],
});
stores.Warehouse = id;
await app.sync(id, 'mssql');

async function applied(batchId: string) {
  expect((await call('POST', `/products/bulk-updates/${batchId}/apply`, {})).status).toBe(202);
  return app.untilEnded(batchId);
}

const compare = async (query: string) => (await call<Comparison>('GET', `/compare?${query}`)).body;
const deviating = async (ruleId: string) =>
  (await call<CompareCounts>('GET', '/compare/counts?attributes=price')).body.deviations.find(
    ({ rule_id }) => rule_id === ruleId,
  )?.variants;

it('corrects many articles in two shops and a table by a rule, and undoes one of the stores', {
  timeout: 180_000,
}, async () => {
  const targets = [stores.Berlin, stores.Paris, stores.Warehouse] as string[];
  const { body: rule, status } = await call<EqualityRule>('POST', '/rules', {
    attribute: 'price',
    store_ids: targets,
    source_store_id: stores.Geneva,
    way: { kind: 'formula', factor: '1.05', ending: '.90' },
  });
  expect(status).toBe(201);
  expect(rule).toMatchObject({ title: 'Price = Geneva × 1.05, ending .90', problem: null });

  const found: CompareRow[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: Comparison = await compare(
      `deviating=${rule.id}&limit=50&after=${encodeURIComponent(after)}`,
    );
    found.push(...page.rows);
    after = page.next;
  }
  const rows = found.filter(({ cells }) => cells.length === 4).slice(0, CORRECTED);
  expect(rows).toHaveLength(CORRECTED);
  for (const { cells } of rows) {
    const [berlin, geneva, ...others] = cells;
    expect(geneva?.store_id).toBe(stores.Geneva);
    const price = multiplyDecimals(geneva?.values.price ?? '0', '1.05');
    const expected = changeAmount(
      { operation: 'increase', unit: 'amount', value: '0', rounding: '.90' as '.99' },
      price,
      2,
    );
    for (const cell of [berlin, ...others])
      expect(cell?.deviations).toEqual([{ rule_id: rule.id, attribute: 'price', expected }]);
  }

  const before = (await deviating(rule.id)) ?? 0;
  // A rule that nothing deviates from is not named in the title.
  const kept = { attribute: 'status', store_ids: [stores.Paris], source_store_id: stores.Geneva };
  expect((await call('POST', '/rules', { ...kept, way: { kind: 'same' } })).status).toBe(201);
  const planned = await call<Batch>('POST', '/compare/plan', {
    deviating: 'any',
    keys: rows.map(({ key }) => key),
  });
  expect(planned.status, planned.text).toBe(201);
  expect(planned.body).toMatchObject({ total: 3 * CORRECTED, attributes: ['price'] });
  expect(planned.body.title).toBe('Price = Geneva × 1.05, ending .90, 315 variants in 3 stores');
  const batch = await applied(planned.body.batch_id);
  expect(batch).toMatchObject({ succeeded: 3 * CORRECTED, failed: 0 });
  expect(await deviating(rule.id)).toBe(before - 3 * CORRECTED);
  const { body: rest } = await call<CompareCounts>('GET', `/compare/counts?deviating=${rule.id}`);
  expect(rest.total).toBe(found.length - CORRECTED);

  const undone = await call<{ batch_id: string; restoring: number }>('POST', '/history/undo', {
    filters: { batch_id: planned.body.batch_id, store_id: stores.Warehouse },
    include_uncertain: true,
  });
  expect(undone.body.restoring).toBe(CORRECTED);
  await app.untilEnded(undone.body.batch_id);
  expect(await deviating(rule.id)).toBe(before - 2 * CORRECTED);
  const { body } = await call<ProductList>('GET', `/products/stores/${stores.Berlin}?limit=250`);
  expect(body.products.filter(({ variants }) => variants[0]?.price?.endsWith('.90')).length).toBeGreaterThan(
    60,
  );

  // A watched rule needs attention, and a plan for the rest waits in the inbox.
  const { attribute, store_ids, source_store_id, way, version } = rule;
  const watched = { attribute, store_ids, source_store_id, way, version, watch: 'plan' };
  expect((await call('PUT', `/rules/${rule.id}`, watched)).status).toBe(200);
  const left = before - 2 * CORRECTED;
  await vi.waitFor(
    async () => {
      const { body: inbox } = await call<Inbox>('GET', '/inbox');
      expect(inbox.plans.map(({ total }) => total)).toEqual([left]);
    },
    { timeout: 30_000 },
  );
  const { body: attention } = await call<Attention>('GET', '/overview/attention');
  expect(attention.items).toContainEqual(
    expect.objectContaining({
      kind: 'deviations',
      count: left,
      detail: rule.title,
      rule: { id: rule.id, attribute: 'price' },
    }),
  );
});
