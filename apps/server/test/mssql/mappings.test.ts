import type { FieldMapping, FieldMappingList } from '@storefleet/contract/stores/mssql/mssql';
import type { Store } from '@storefleet/contract/stores/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMssqlApp, UNKNOWN_ID } from './mssql-calls.ts';

const NOT_MSSQL = 'This is not an MS SQL store. Please use the appropriate edit form.';

let store: Store;
const { call, createShop, createStore, map } = await openMssqlApp();
beforeEach(async () => {
  store = await createStore();
});

const path = (suffix = '') => `/mssql/stores/${store.id}/mappings${suffix}`;
const list = async () => (await call<FieldMappingList>('GET', path())).body;
const title = { source_field: 'Name', target_field: 'title' };
const price = { source_field: 'UnitPrice', target_field: 'price', data_type: 'number' } as const;

describe('a mapping', () => {
  it('is added with the defaults, listed, changed and deleted', async () => {
    const { status, body } = await map(store.id, title);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      store_id: store.id,
      source_field: 'Name',
      target_field: 'title',
      is_custom: false,
      data_type: 'string',
      is_required: false,
      default_value: null,
      transformation_type: 'none',
      transformation_config: null,
      child_table: null,
      is_generated: false,
    });
    await map(store.id, price);
    expect((await list()).mappings.map(({ target_field }) => target_field)).toEqual(['title', 'price']);

    const changed = await call<FieldMapping>('PUT', path(`/${body.id}`), {
      ...title,
      target_field: 'Öko label',
      is_custom: true,
      is_required: true,
      default_value: 'none',
      transformation_type: 'concat',
      transformation_config: { prefix: '<' },
    });
    expect(changed.body).toEqual({
      ...body,
      target_field: 'Öko label',
      is_custom: true,
      is_required: true,
      default_value: 'none',
      transformation_type: 'concat',
      transformation_config: { prefix: '<', suffix: '' },
    });
    expect((await list()).mappings[0]).toEqual(changed.body);

    const deleted = await call<{ message: string }>('DELETE', path(`/${body.id}`));
    expect(deleted.body.message).toBe('Field mapping deleted successfully');
    expect((await list()).total).toBe(1);
    for (const method of ['PUT', 'DELETE']) {
      const gone = await call(method, path(`/${body.id}`), method === 'PUT' ? title : undefined);
      expect([gone.status, gone.body.code]).toEqual([404, 'mapping_not_found']);
    }
  });

  it.each([
    [{ ...title, source_field: ' ' }, 'source_field', 'Source field is required.'],
    [{ ...title, target_field: '' }, 'target_field', 'Target field is required.'],
    [{ ...title, target_field: 'custom' }, 'target_field', 'A custom target field needs a name.'],
    [{ ...title, data_type: 'money' }, 'data_type', 'Data type must be string, number, boolean or date.'],
    [{ ...price, data_type: 'string' }, 'data_type', 'Price needs the data type number.'],
    [
      { ...title, transformation_type: 'reverse' },
      'transformation_type',
      'Transformation must be none, uppercase, lowercase, trim or concat.',
    ],
  ])('%j is refused with a sentence', async (mapping, field, message) => {
    const { status, body } = await call('POST', path(), mapping);
    expect([status, body.errors]).toEqual([400, [{ path: field, message }]]);
    expect((await list()).total).toBe(0);
  });

  it('is unique per target, in any spelling', async () => {
    await map(store.id, price);
    const second = await map(store.id, { ...price, source_field: 'ListPrice' });
    expect([second.status, second.body.code]).toEqual([409, 'mapping_already_exists']);
    expect(second.body.errors).toEqual([
      {
        path: 'target_field',
        message: 'Price is filled from the column UnitPrice already. Change or delete that mapping first.',
      },
    ]);
    const custom = (source_field: string, target_field: string) =>
      map(store.id, { source_field, target_field, is_custom: true });
    expect((await custom('Size', 'Shoe size')).status).toBe(201);
    expect((await custom('Size2', 'shoe_SIZE')).status).toBe(409);
  });

  it('may keep its target when it is changed, but not take another one’s', async () => {
    const { body } = await map(store.id, price);
    await map(store.id, title);
    const kept = await call<FieldMapping>('PUT', path(`/${body.id}`), { ...price, source_field: 'VK' });
    expect(kept.body.source_field).toBe('VK');
    expect((await call('PUT', path(`/${body.id}`), title)).status).toBe(409);
  });

  it('of two simultaneous ones for one target, one is saved', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => map(store.id, { ...price, source_field: `Price${n}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await list()).total).toBe(1);
  });

  it('belongs to its store, and is deleted with it', async () => {
    const other = await createStore({ shop_url: 'other' });
    const { body } = await map(other.id, title);
    expect((await call('PUT', path(`/${body.id}`), title)).status).toBe(404);
    expect((await call('DELETE', path(`/${body.id}`))).status).toBe(404);
    expect((await list()).total).toBe(0);
    await call('DELETE', `/stores/${other.id}`);
    expect((await call('GET', `/mssql/stores/${other.id}/mappings`)).status).toBe(404);
  });
});

describe('several mappings at once', () => {
  const all = (mappings: unknown[], store_id = store.id) =>
    call<FieldMappingList>('POST', path('/bulk'), { store_id, mappings });

  it('are all added, or all refused because of an invalid one, at its position', async () => {
    const wrong = await all([title, { ...price, default_value: 'cheap' }]);
    expect(wrong.body.errors).toEqual([
      { path: 'mappings.1.default_value', message: 'The default value must be a number, such as 19.90.' },
    ]);
    const twice = await all([title, price, { ...title, source_field: 'Other' }]);
    expect([twice.status, twice.body.errors]).toMatchObject([400, [{ path: 'mappings.2.target_field' }]]);
    expect((await list()).total).toBe(0);
    const { status, body } = await all([title, price]);
    expect([status, body.total]).toEqual([201, 2]);
    expect((await list()).mappings).toEqual(body.mappings);
    const taken = await all([{ ...title, target_field: 'vendor' }, price]);
    expect([taken.status, taken.body.errors]).toMatchObject([409, [{ path: 'mappings.1.target_field' }]]);
    expect((await list()).total).toBe(2);
  });

  it('are checked against the store in the address', async () => {
    const { status, body } = await all([title], UNKNOWN_ID);
    expect([status, body.errors]).toMatchObject([400, [{ path: 'store_id' }]]);
    expect((await all([])).body.errors).toMatchObject([{ path: 'mappings' }]);
  });
});

describe('a store', () => {
  const calls = [
    ['GET', '', undefined],
    ['POST', '', title],
    ['POST', '/preview', {}],
    ['PUT', `/${UNKNOWN_ID}`, title],
    ['DELETE', `/${UNKNOWN_ID}`, undefined],
  ] as const;

  it.each(calls)(
    'that is not there, or of another type, has no mappings: %s %s',
    async (method, suffix, body) => {
      const gone = await call(method, `/mssql/stores/${UNKNOWN_ID}/mappings${suffix}`, body);
      expect([gone.status, gone.body.detail]).toEqual([404, 'Store not found!']);
      const other = await call(method, `/mssql/stores/${(await createShop()).id}/mappings${suffix}`, body);
      expect([other.status, other.body.code, other.body.detail]).toEqual([
        400,
        'wrong_store_type',
        NOT_MSSQL,
      ]);
    },
  );

  it('keeps its mappings while archived', async () => {
    const { body } = await map(store.id, title);
    await call('PUT', `/stores/${store.id}`, { store_status: 'archived' });
    const answers = [
      await map(store.id, price),
      await call('POST', path('/bulk'), { store_id: store.id, mappings: [price] }),
      await call('POST', path('/generate'), { store_id: store.id, table_name: 'dbo.Articles' }),
      await call('PUT', path(`/${body.id}`), price),
      await call('DELETE', path(`/${body.id}`)),
    ];
    expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(
      answers.map(() => [409, 'store_archived']),
    );
    expect(await list()).toMatchObject({ total: 1, mappings: [{ target_field: 'title' }] });
  });
});
