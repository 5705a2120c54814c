import type {
  FieldMapping,
  FieldMappingList,
  GeneratedMappings,
  MappingPreview,
  MssqlSyncStarted,
} from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMssqlApp } from './mssql-calls.ts';
import { openWarehouse, storeOf } from './warehouse.ts';

let store: Store;
const simulator = await openWarehouse();
const { call, createShop, createStore, map } = await openMssqlApp();
beforeEach(async () => {
  store = await createStore(storeOf(simulator));
});

const path = (suffix = '') => `/mssql/stores/${store.id}/mappings${suffix}`;
const listed = async () => (await call<FieldMappingList>('GET', path())).body.mappings;
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
      expect(await listed()).toEqual([present]);
    },
  );

  it('can be created while the server is unreachable', async () => {
    simulator.faults.add({ action: { kind: 'login_refused' }, times: 10 });
    const away = await createStore({ ...storeOf(simulator), shop_url: 'away', mssql_username: 'nobody' });
    expect((await map(away.id, { source_field: 'Titel', target_field: 'title' })).status).toBe(201);
  });
});

describe('generated defaults', () => {
  it('are saved, and list what they could not place', async () => {
    const { status, body } = await generate();
    expect([status, body.success]).toEqual([200, true]);
    expect(placed(body.mappings)).toEqual({
      shopify_id: 'ProductID',
      title: 'Title',
      price: 'Price',
      sku: 'ArticleNo',
    });
    expect(body.unplaced_columns).toEqual(['Photo']);
    expect(await listed()).toEqual(body.mappings);
    expect(body.mappings.every(({ is_generated }) => is_generated)).toBe(true);
  });

  it('do not touch existing mappings, including edited ones', async () => {
    await map(store.id, { source_field: 'Title', target_field: 'vendor' });
    const { body } = await generate();
    expect(placed(body.mappings)).toEqual({ shopify_id: 'ProductID', price: 'Price', sku: 'ArticleNo' });
    expect((await generate()).body).toMatchObject({ mappings: [], unplaced_columns: ['Photo'] });
    const sku = body.mappings.find(({ target_field }) => target_field === 'sku');
    const trimmed = { ...sku, transformation_type: 'trim' };
    const changed = await call<FieldMapping>('PUT', path(`/${sku?.id}`), trimmed);
    expect(changed.body.is_generated).toBe(false);
  });

  it('are created once by two simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => generate()));
    expect(answers.map(({ body }) => body.mappings.length).toSorted()).toEqual([0, 0, 0, 4]);
  });

  it.each([
    ['', 'Please select a table first'],
    [undefined, 'Please select a table first'],
    ["Articles'; DROP TABLE Articles --", 'Articles'],
    ['a.b.c.d', 'another database'],
  ])('require a table: %j', async (table_name, sentence) => {
    const { status, body } = await call('POST', path('/generate'), { store_id: store.id, table_name });
    const message = expect.stringContaining(sentence);
    expect([status, body.errors]).toEqual([400, [{ path: 'table_name', message }]]);
    expect(await listed()).toEqual([]);
  });
});

describe('a preview', () => {
  it('tries unsaved mappings, and confuses no other column with them', async () => {
    const draft = { source_field: 'Title', target_field: 'sku', transformation_type: 'uppercase' };
    const { body } = await preview({ mappings: [draft] });
    expect(body).toMatchObject({
      table: { name: 'dbo.Articles', row_count: 5, matching_rows: 5 },
      blocked_because: expect.stringContaining('Title'),
    });
    expect(body.rows[0]).toMatchObject({ before: { Title: 'Tent' }, after: { sku: 'TENT' }, problem: null });
    expect((await preview({ limit: 2 })).body.rows).toHaveLength(2);
    expect(await listed()).toEqual([]);
    for (const source_field of ['Title]; DROP TABLE dbo.Articles --', '*', 'Price, Photo']) {
      const none = await preview({ mappings: [{ source_field, target_field: 'title' }] });
      expect(none.body).toMatchObject({
        blocked_because: expect.stringContaining(source_field),
        table: { row_count: 5 },
      });
    }
  });

  it('refuses invalid mappings at their position, and a missing table', async () => {
    const title = { source_field: 'Title', target_field: 'title' };
    const twice = await preview({ mappings: [title, title] });
    expect([twice.status, twice.body.errors]).toMatchObject([400, [{ path: 'mappings.1.target_field' }]]);
    const price = await preview({ mappings: [title, { source_field: 'Price', target_field: 'price' }] });
    expect(price.body.errors).toMatchObject([{ path: 'mappings.1.data_type' }]);
    expect((await preview({ limit: 51 })).status).toBe(400);
    const gone = await preview({ table_name: 'dbo.Gone' });
    expect([gone.status, gone.body.code]).toEqual([502, 'source_rejected']);
    expect(gone.body.detail).toContain('Gone');
  });
});

describe('a sync', () => {
  const start = () => call<MssqlSyncStarted>('POST', `/mssql/stores/${store.id}/sync`);

  it('requires mappings, and an unarchived SQL Server store', async () => {
    const unmapped = await start();
    expect([unmapped.status, unmapped.body.code]).toEqual([502, 'source_rejected']);
    expect(unmapped.body.detail).toContain('mapping');
    await call('PUT', `/stores/${store.id}`, { store_status: 'archived' });
    expect((await start()).body.code).toBe('store_archived');
    const { status, body } = await call('POST', `/mssql/stores/${(await createShop()).id}/sync`);
    expect([status, body.detail]).toEqual([
      400,
      'This is not an MS SQL store. Please use the appropriate edit form.',
    ]);
    expect((await call('POST', `/stores/${store.id}/sync-graphql`)).status).toBe(409);
  });
});
