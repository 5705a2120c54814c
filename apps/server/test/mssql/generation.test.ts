import type {
  FieldMapping,
  FieldMappingList,
  GeneratedMappings,
  MappingPreview,
  MssqlSyncStarted,
} from '@storefleet/contract/stores/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import type { SkippedRowList, SyncStatus } from '@storefleet/contract/syncs/sync';
import type { SqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mssqlCalls } from './mssql-calls.ts';
import { startWarehouse, storeOf } from './warehouse.ts';

let app: TestApp;
let simulator: SqlServerSimulator;
let store: Store;
const { call, createStore, map } = mssqlCalls(() => app);

beforeAll(async () => {
  simulator = await startWarehouse();
  app = await createTestApp();
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});
beforeEach(async () => {
  await app.db.query('delete from stores');
  store = await createStore(storeOf(simulator));
});

const path = (suffix = '') => `/mssql/stores/${store.id}/mappings${suffix}`;
const generate = (table_name: unknown = 'dbo.Articles') =>
  call<GeneratedMappings>('POST', path('/generate'), { store_id: store.id, table_name });
const preview = (request: object = {}) => call<MappingPreview>('POST', path('/preview'), request);
const placed = (mappings: FieldMapping[]) =>
  Object.fromEntries(mappings.map((mapping) => [mapping.target_field, mapping.source_field]));

describe('a mapping of a column', () => {
  const photo =
    'The column “Photo” is mapped to Description, but its type varbinary(max) holds no text, number or date. Map another column.';
  it.each([
    ['Titel', 'title', 'There is no column “Titel” in dbo.Articles. Choose one of its columns.'],
    ['Photo', 'description', photo],
  ])(
    '%s to %s is refused, alone, among others and as a change',
    async (source_field, target_field, message) => {
      const good = { source_field: 'TITLE', target_field: 'vendor' };
      const wrong = { source_field, target_field };
      const { body: present } = await map(store.id, good);
      const list = { store_id: store.id, mappings: [{ ...good, target_field: 'sku' }, wrong] };
      const answers = [
        await map(store.id, wrong),
        await call('POST', path('/bulk'), list),
        await call('PUT', path(`/${present.id}`), wrong),
      ];
      expect(answers.map(({ status, body: { errors } }) => [status, errors])).toEqual(
        ['source_field', 'mappings.1.source_field', 'source_field'].map((field) => [
          400,
          [{ path: field, message }],
        ]),
      );
      expect((await call<FieldMappingList>('GET', path())).body.mappings).toEqual([present]);
    },
  );

  it('can be made while the server is away', async () => {
    simulator.faults.add({ action: { kind: 'login_refused' }, times: 10 });
    const away = await createStore({ ...storeOf(simulator), shop_url: 'away', mssql_username: 'nobody' });
    expect((await map(away.id, { source_field: 'Titel', target_field: 'title' })).status).toBe(201);
    simulator.faults.clear();
  });

  it('that the table has lost is told as such', async () => {
    await map(store.id, { source_field: 'Title', target_field: 'title' });
    await app.db.query(`update mssql_field_mappings set source_field = 'Name'`);
    expect((await preview()).body.blocked_because).toBe(
      'The column “Name” is mapped to Title but is not in dbo.Articles any more. Map another column, or delete this mapping.',
    );
  });
});

describe('generated defaults', () => {
  it('are saved, and say what they could not place', async () => {
    const { status, body } = await generate();
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(placed(body.mappings)).toEqual({
      shopify_id: 'ProductID',
      title: 'Title',
      price: 'Price',
      sku: 'ArticleNo',
    });
    expect(body.unplaced_columns).toEqual(['Photo']);
    const { mappings } = (await call<FieldMappingList>('GET', path())).body;
    expect(mappings).toEqual(body.mappings);
    expect(mappings.every(({ is_generated }) => is_generated)).toBe(true);
  });

  it('leave alone what is mapped, and what a person changed is theirs', async () => {
    await map(store.id, { source_field: 'Title', target_field: 'vendor' });
    const { body } = await generate();
    expect(placed(body.mappings)).toEqual({ shopify_id: 'ProductID', price: 'Price', sku: 'ArticleNo' });
    expect((await generate()).body).toMatchObject({ mappings: [], unplaced_columns: ['Photo'] });
    const sku = body.mappings.find(({ target_field }) => target_field === 'sku');
    const changed = await call<FieldMapping>('PUT', path(`/${sku?.id}`), {
      ...sku,
      transformation_type: 'trim',
    });
    expect(changed.body.is_generated).toBe(false);
  });

  it('of two requests at once are made once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => generate()));
    expect(answers.map(({ body }) => body.mappings.length).toSorted()).toEqual([0, 0, 0, 4]);
  });

  it.each([
    ['', 'Please select a table first'],
    [undefined, 'Please select a table first'],
    ['dbo.Gone', 'Gone'],
    ['a.b.c.d', 'another database'],
    ["Articles'; DROP TABLE Articles --", 'Articles'],
  ])('need a table: %j', async (table, sentence) => {
    const { status, body } = await call('POST', path('/generate'), { store_id: store.id, table_name: table });
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'table_name', message: expect.stringContaining(sentence) }],
    ]);
    expect((await call<FieldMappingList>('GET', path())).body.total).toBe(0);
  });
});

describe('a preview', () => {
  it('shows the first rows as they are and as they would arrive', async () => {
    await generate();
    const { status, body } = await preview({ limit: 2 });
    expect(status).toBe(200);
    expect(body.blocked_because).toBeNull();
    expect(body.table).toMatchObject({ name: 'dbo.Articles', row_count: 5, matching_rows: 5 });
    expect(body.rows).toHaveLength(2);
    expect(body.rows[0]).toMatchObject({
      before: { ArticleNo: 'A-1', ProductID: '1', Title: 'Tent', Price: '129.90' },
      after: { sku: 'A-1', shopify_id: '1', title: 'Tent', price: '129.90' },
      problem: null,
    });
  });

  it('tells why a row would be skipped', async () => {
    await generate();
    const { rows } = (await preview()).body;
    expect(rows).toHaveLength(5);
    expect(rows.filter(({ after }) => after === null)).toMatchObject([
      { key: expect.stringContaining('D-1'), problem: expect.stringContaining('Title') },
    ]);
  });

  it('tries mappings that nobody saved, and tells what keeps a sync from starting', async () => {
    const draft = { source_field: 'Title', target_field: 'sku', transformation_type: 'uppercase' };
    const { body } = await preview({ mappings: [draft] });
    expect(body.rows[0]?.after).toEqual({ sku: 'TENT' });
    expect(body.blocked_because).toContain('Title');
    expect((await call<FieldMappingList>('GET', path())).body.total).toBe(0);
    const gone = await preview({ mappings: [{ source_field: 'Gone', target_field: 'title' }] });
    expect(gone.body.blocked_because).toContain('Gone');
  });

  it.each([
    'Title]; DROP TABLE dbo.Articles --',
    "Title' FROM dbo.Articles; DROP TABLE dbo.Articles --",
    '*',
    'Price, Photo',
  ])('takes the column %s for a name, and there is none of that name', async (source_field) => {
    const { body } = await preview({ mappings: [{ source_field, target_field: 'title' }] });
    expect(body.blocked_because).toContain(source_field);
    expect(body.table.row_count).toBe(5);
    expect((await preview({ mappings: [] })).body.table.row_count).toBe(5);
  });

  it('refuses mappings that could not be saved, at their place', async () => {
    const title = { source_field: 'Title', target_field: 'title' };
    const twice = await preview({ mappings: [title, title] });
    expect([twice.status, twice.body.errors]).toMatchObject([400, [{ path: 'mappings.1.target_field' }]]);
    const price = await preview({ mappings: [title, { source_field: 'Price', target_field: 'price' }] });
    expect(price.body.errors).toMatchObject([{ path: 'mappings.1.data_type' }]);
    expect((await preview({ limit: 51 })).status).toBe(400);
  });

  it('of a table that is not there says so', async () => {
    const { status, body } = await preview({ table_name: 'dbo.Gone' });
    expect([status, body.code]).toEqual([502, 'source_rejected']);
    expect(body.detail).toContain('Gone');
  });
});

describe('a sync', () => {
  const start = () => call<MssqlSyncStarted>('POST', `/mssql/stores/${store.id}/sync`);

  it('is started by what the mappings say, and brings the table', async () => {
    await generate();
    const { status, body } = await start();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      task_id: expect.any(String),
      store_id: store.id,
      products_count: 4,
      message: '4 products found.',
    });
    await vi.waitFor(async () => {
      const { body: state } = await call<SyncStatus>('GET', `/stores/${store.id}/sync/status`);
      expect(state).toMatchObject({
        status: 'completed',
        message: 'Completed, 1 row skipped',
        method: 'mssql',
      });
    }, 30_000);
    const skipped = await call<SkippedRowList>(
      'GET',
      `/stores/${store.id}/sync/logs/${body.task_id}/skipped`,
    );
    expect(skipped.body).toMatchObject({ total: 1, rows: [{ source_key: expect.stringContaining('D-1') }] });
    expect((await call<Store>('GET', `/stores/${store.id}`)).body).toMatchObject({
      products_count: 3,
      variants_count: 4,
    });
  });

  it('needs mappings', async () => {
    const { status, body } = await start();
    expect([status, body.code]).toEqual([502, 'source_rejected']);
    expect(body.detail).toContain('mapping');
  });

  it('needs a SQL Server store that is not archived', async () => {
    await call('PUT', `/stores/${store.id}`, { store_status: 'archived' });
    expect((await start()).body.code).toBe('store_archived');
    const shop = await call<Store>('POST', '/stores', {
      shop_name: 'Shop',
      shop_url: 'a-shop.myshopify.com',
      access_token: 'shpat_0123456789abcdef',
    });
    const { status, body } = await call('POST', `/mssql/stores/${shop.body.id}/sync`);
    expect([status, body.detail]).toEqual([
      400,
      'This is not an MS SQL store. Please use the appropriate edit form.',
    ]);
    expect((await call('POST', `/stores/${store.id}/sync-graphql`)).status).toBe(409);
  });
});
