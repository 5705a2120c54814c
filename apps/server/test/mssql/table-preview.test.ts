import type { FieldMappingList, TablePreview } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { expect, it } from 'vitest';
import { newStore, openMssqlApp, PASSWORD } from './mssql-calls.ts';
import { connectionTo, openWarehouse, storeOf } from './warehouse.ts';

const simulator = await openWarehouse();
const { app, call, logLines } = await openMssqlApp();

const preview = (fields: Record<string, unknown> = {}) =>
  call<TablePreview>('POST', '/mssql/preview-table', {
    ...connectionTo(simulator),
    table: 'dbo.Articles',
    ...fields,
  });

it('shows a table as it would be mapped, and a store created with these mappings has them', async () => {
  const { status, body } = await preview();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    table: { name: 'dbo.Articles', row_count: 5 },
    blocked_because: null,
    unplaced_columns: ['Photo'],
  });
  expect(body.mappings.map(({ source_field, target_field }) => `${source_field} > ${target_field}`)).toEqual([
    'ProductID > shopify_id',
    'Title > title',
    'Price > price',
    'ArticleNo > sku',
  ]);
  expect(body.rows).toHaveLength(5);
  expect(Object.keys(body.rows[0]?.before ?? {})).toContain('Title');
  expect((await app.db.query('select 1 from stores')).rows).toEqual([]);
  expect(logLines.join()).not.toContain(PASSWORD);

  const made = newStore({ ...storeOf(simulator), mappings: body.mappings });
  const { id } = (await call<Store>('POST', '/mssql/stores', made)).body;
  const { mappings } = (await call<FieldMappingList>('GET', `/mssql/stores/${id}/mappings`)).body;
  expect(mappings).toEqual(
    body.mappings.map((mapping) => expect.objectContaining({ ...mapping, is_generated: true })),
  );
});

it.each([
  ['a table that is not there', { table: 'dbo.Gone' }, 400, 'table', 'There is no table or view dbo.Gone'],
  ['no table', { table: ' ' }, 400, 'table', 'Please select a table first'],
  ['a condition that is none', { where_clause: '1 = 1 -- all' }, 400, 'where_clause', 'comment'],
  ['no password', { password: '' }, 400, 'password', 'Password is required.'],
])('refuses %s at its field', async (_case, fields, expected, path, sentence) => {
  const { status, body } = await preview(fields);
  expect(status).toBe(expected);
  expect(body.errors).toEqual([{ path, message: expect.stringContaining(sentence) }]);
});

it('reports the server’s refusal', async () => {
  const { status, body } = await preview({ password: 'wr0ng-as-can-be' });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.detail).toContain('password');
});

it('creates no store if two mappings have the same target', async () => {
  const title = { source_field: 'Title', target_field: 'title' };
  const { status, body } = await call<Store>('POST', '/mssql/stores', newStore({ mappings: [title, title] }));
  expect([status, body.errors?.[0]?.path]).toEqual([400, 'mappings.1.target_field']);
  expect((await app.db.query('select 1 from stores')).rows).toEqual([]);
});
