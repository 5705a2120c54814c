import type { MssqlQueryResult, MssqlTableList, TableSchema } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMssqlApp, PASSWORD, UNKNOWN_ID } from './mssql-calls.ts';
import { openWarehouse, storeOf } from './warehouse.ts';

let store: Store;
const simulator = await openWarehouse();
const { call, createShop, createStore } = await openMssqlApp();
beforeEach(async () => {
  store = await createStore(storeOf(simulator));
});

const path = (suffix: string) => `/mssql/stores/${store.id}${suffix}`;
const schema = (table: string) =>
  call<TableSchema>('GET', path(`/tables/${encodeURIComponent(table)}/schema`));
const query = (sql: string, params?: Record<string, unknown>) =>
  call<MssqlQueryResult>('POST', path('/query'), { query: sql, ...(params ? { params } : {}) });

describe('the tables of a database', () => {
  it('have columns, found by the listed name', async () => {
    const { tables } = (await call<MssqlTableList>('GET', path('/tables'))).body;
    for (const { qualified_name } of tables) expect((await schema(qualified_name)).status).toBe(200);
    expect((await schema('dbo.Articles')).body).toEqual({
      columns: [
        readable('ArticleNo', 'nvarchar(20)', { is_nullable: false, is_primary_key: true }),
        readable('ProductID', 'int', { is_nullable: false }),
        readable('Title', 'nvarchar(200)'),
        readable('Price', 'decimal(10,2)'),
        readable('Photo', 'varbinary(max)', { is_readable: false }),
      ],
      total: 5,
    });
  });

  const readable = (column_name: string, data_type: string, others: object = {}) => ({
    column_name,
    data_type,
    is_nullable: true,
    is_primary_key: false,
    is_readable: true,
    ...others,
  });
});

describe('a query', () => {
  it('returns its columns and rows, exactly', async () => {
    const { status, body } = await query(
      'SELECT ArticleNo, ProductID, Price FROM dbo.Articles WHERE Title LIKE @title ORDER BY ArticleNo',
      { title: 'Tent%' },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      columns: [
        { name: 'ArticleNo', data_type: expect.stringMatching(/^nvarchar/) },
        { name: 'ProductID', data_type: 'int' },
        { name: 'Price', data_type: expect.stringMatching(/^(decimal|numeric)/) },
      ],
      rows: [
        { ArticleNo: 'A-1', ProductID: 1, Price: '129.90' },
        { ArticleNo: 'A-2', ProductID: 1, Price: '139.90' },
      ],
      row_count: 2,
      truncated: false,
    });
  });

  it('binds its parameters, which are never SQL', async () => {
    const { body } = await query('SELECT ArticleNo FROM dbo.Articles WHERE Title = @title', {
      '@Title': "x' OR 1 = 1; DELETE FROM dbo.Articles --",
    });
    expect(body).toMatchObject({ rows: [], row_count: 0 });
    expect((await query('SELECT COUNT(*) AS n FROM dbo.Articles')).body.rows).toEqual([{ n: 5 }]);
  });

  it('requires a value for each parameter, and vice versa', async () => {
    const missing = await query('SELECT 1 AS one WHERE 1 = @one');
    expect(missing.body.errors).toEqual([
      { path: 'params.one', message: 'The query needs a value for @one.' },
    ]);
    expect((await query('SELECT 1 AS one', { '@Two': 2 })).body.errors).toEqual([
      { path: 'params.@Two', message: 'There is no @two in the query.' },
    ]);
    expect((await query('SELECT 1 AS one WHERE 1 = @one', { one: { a: 1 } })).status).toBe(400);
  });

  it('returns at most 1,000 rows, and says that there are more', async () => {
    const many = (n: number) => query('SELECT TOP (@n) a.n FROM dbo.Numbers AS a ORDER BY a.n', { n });
    expect((await many(1_001)).body).toMatchObject({ row_count: 1_000, truncated: true });
    expect((await many(1_000)).body).toMatchObject({ row_count: 1_000, truncated: false });
  });

  it.each([
    [' ', 'Query is required'],
    ['UPDATE dbo.Articles SET Price = 0', 'This is UPDATE'],
    ['SELECT 1 AS one; DELETE FROM dbo.Articles', 'more than one statement'],
    ['SELECT Weight FROM dbo.Articles', 'Weight'],
  ])('%s is refused with a sentence', async (sql, sentence) => {
    const { status, body } = await query(sql);
    const message = expect.stringMatching(new RegExp(`${sentence}[^]*[.”]$`));
    expect([status, body.errors]).toEqual([400, [{ path: 'query', message }]]);
    const { rows } = (await query('SELECT COUNT(*) AS n, SUM(Price) AS total FROM dbo.Articles')).body;
    expect(rows).toEqual([{ n: 5, total: '302.30' }]);
  });

  it('runs as it was parsed: a possible second statement is an alias', async () => {
    const { status, body } = await query('SELECT COUNT(*) AS n FROM dbo.Articles SHUTDOWN');
    expect([status, body.rows]).toEqual([200, [{ n: 5 }]]);
  });
});

describe.each([
  ['GET', '/tables', undefined],
  ['GET', '/tables/dbo.Articles/schema', undefined],
  ['POST', '/query', { query: 'SELECT 1 AS one' }],
] as const)('%s %s', (method, suffix, body) => {
  it('requires a SQL Server store, which may be archived', async () => {
    const gone = await call(method, `/mssql/stores/${UNKNOWN_ID}${suffix}`, body);
    expect([gone.status, gone.body.detail]).toEqual([404, 'Store not found!']);
    const other = await call(method, `/mssql/stores/${(await createShop()).id}${suffix}`, body);
    expect([other.status, other.body.code]).toEqual([400, 'wrong_store_type']);
    await call('PUT', `/stores/${store.id}`, { store_status: 'archived' });
    expect((await call(method, path(suffix), body)).status).toBe(200);
  });

  it('says what is wrong if the connection fails', async () => {
    await call('PUT', `/stores/${store.id}`, { mssql_password: 'wr0ng-as-can-be' });
    const refused = await call(method, path(suffix), body);
    expect([refused.status, refused.body.code]).toEqual([502, 'source_auth_failed']);
    expect(refused.text).not.toContain('wr0ng-as-can-be');
    await call('PUT', `/stores/${store.id}`, { mssql_port: 1, mssql_password: PASSWORD });
    const unreachable = await call(method, path(suffix), body);
    expect(unreachable.status).toBeGreaterThanOrEqual(502);
    expect(unreachable.body.detail).toContain('127.0.0.1:1');
  });
});
