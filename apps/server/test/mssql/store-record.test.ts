import type { Store } from '@storefleet/contract/stores/stores';
import { describe, expect, it } from 'vitest';
import { newStore, openMssqlApp, PASSWORD } from './mssql-calls.ts';

const CONNECTION_STRING =
  'Server=erp.example,1444;Database=shop;User Id=reader;Password=0nly-the-string-knows';

const { app, call, createStore, logLines } = await openMssqlApp();

const create = (fields: Record<string, unknown>) => call<Store>('POST', '/mssql/stores', newStore(fields));
const change = (id: string, fields: Record<string, unknown>) => call<Store>('PUT', `/stores/${id}`, fields);

async function stored(id: string) {
  const { mssql } = await app.services.stores.storeCredentials(id);
  const { password, connectionString, ...settings } = mssql?.sqlServer ?? {};
  return {
    ...settings,
    whereClause: mssql?.whereClause,
    password: password?.reveal() ?? null,
    connectionString: connectionString?.reveal() ?? null,
  };
}

describe('creating a SQL Server store', () => {
  it('stores every field and returns no secret', async () => {
    const { status, body, text } = await create({
      description: ' Main ',
      store_currency: 'eur',
      tags: ['b2b', ''],
      mssql_server: 'erp.example\\SHOP',
      mssql_table: '[Lager Süd].[Preis (€)]',
      mssql_where_clause: "Active = 1 AND [Name] <> N'x'",
      mssql_trust_server_certificate: true,
      mssql_connection_string: CONNECTION_STRING,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      store_type: 'mssql',
      store_status: 'active',
      shop_name: 'Warehouse',
      shop_url: 'warehouse',
      description: 'Main',
      store_currency: 'EUR',
      tags: ['b2b'],
      mssql_server: 'erp.example\\SHOP',
      mssql_database: 'shop',
      mssql_table: '[Lager Süd].[Preis (€)]',
      mssql_username: 'storefleet',
      mssql_port: 1433,
      mssql_where_clause: "Active = 1 AND [Name] <> N'x'",
      mssql_trust_server_certificate: true,
      has_mssql_password: true,
      has_mssql_connection_string: true,
      products_count: 0,
    });
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain('0nly-the-string-knows');
    expect((await call<Store>('GET', `/stores/${body.id}`)).body).toEqual(body);
    expect(await stored(body.id)).toMatchObject({
      password: PASSWORD,
      connectionString: CONNECTION_STRING,
    });
  });

  it.each([
    ['shop_name', { shop_name: '' }, 'Store name is required.'],
    ['shop_url', { shop_url: ' ' }, 'Store identifier is required.'],
    ['mssql_server', { mssql_server: '' }, 'Server is required.'],
    ['mssql_database', { mssql_database: null }, 'Database is required.'],
    ['mssql_table', { mssql_table: '' }, 'Table is required.'],
    ['mssql_username', { mssql_username: '' }, 'Username is required.'],
    ['mssql_password', { mssql_password: '  ' }, 'Password is required.'],
    ['mssql_port', { mssql_port: 70_000 }, 'Port must be a number from 1 to 65535.'],
  ])('requires %s', async (path, fields, message) => {
    const { status, body } = await create(fields);
    expect([status, body.errors]).toEqual([400, [{ path, message }]]);
  });

  it.each([
    { mssql_where_clause: 'Price > 1; DROP TABLE Articles' },
    { mssql_where_clause: 'Price > 1) OR (1 = 1' },
    { mssql_table: 'other.dbo.Articles' },
    { mssql_table: '[open' },
  ])('refuses %j, which escapes its table', async (fields) => {
    const { status, body } = await create(fields);
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, Object.keys(fields)]);
    expect((await app.db.query('select 1 from stores')).rows).toEqual([]);
  });

  it('removes the WHERE from a where clause', async () => {
    const { body } = await create({ mssql_where_clause: 'WHERE Price > 1' });
    expect(body).toMatchObject({ mssql_where_clause: 'Price > 1' });
  });

  it('names the store that already has the identifier', async () => {
    await createStore();
    const { status, body } = await create({ shop_name: 'Second' });
    expect([status, body.code, body.detail]).toEqual([
      409,
      'store_already_exists',
      'The identifier warehouse is taken already by "Warehouse". Choose another one.',
    ]);
  });
});

describe('changing a SQL Server store', () => {
  it('changes the sent fields; a blank password keeps the current one', async () => {
    const { id } = await createStore({ mssql_where_clause: 'Active = 1' });
    const { body } = await change(id, {
      mssql_server: 'DB.example ',
      mssql_database: 'shop2',
      mssql_password: '',
      mssql_table: 'dbo.Items',
    });
    expect(body).toMatchObject({
      mssql_database: 'shop2',
      mssql_table: 'dbo.Items',
      mssql_where_clause: 'Active = 1',
    });
    expect(await stored(id)).toMatchObject({ password: PASSWORD, database: 'shop2' });
    await change(id, { mssql_password: ' new one ', mssql_where_clause: '' });
    expect(await stored(id)).toMatchObject({ password: ' new one ', whereClause: null });
  });

  it.each([{ mssql_server: 'other.example' }, { mssql_port: 1500 }])(
    'wants the password again for %j: the stored one goes nowhere else',
    async (place) => {
      const { id } = await createStore();
      const { status, body } = await change(id, { ...place, mssql_password: '' });
      expect([status, body.errors]).toEqual([
        400,
        [
          {
            path: 'mssql_password',
            message: 'Enter the password: the stored one is only sent to db.example, port 1433.',
          },
        ],
      ]);
      expect(await stored(id)).toMatchObject({ server: 'db.example', port: 1433 });
      expect((await change(id, { ...place, mssql_password: 'another' })).status).toBe(200);
      expect(await stored(id)).toMatchObject({ password: 'another' });
    },
  );

  it('never sends a stored secret where a connection string points', async () => {
    const { id } = await createStore();
    const string = 'Server=other.example;Database=shop';
    expect((await change(id, { mssql_connection_string: string })).body.errors).toMatchObject([
      { path: 'mssql_password' },
    ]);
    const user = 'User ID=reader;Password=0nly-the-string-knows';
    expect((await change(id, { mssql_connection_string: `${string};${user}` })).status).toBe(200);
    expect((await change(id, { mssql_connection_string: `Database=shop;${user}` })).status).toBe(200);
    const moved = await change(id, { mssql_server: 'other.example', mssql_password: 'another' });
    expect(moved.body.errors).toMatchObject([{ path: 'mssql_server' }]);
    expect((await change(id, { mssql_forget_connection_string: true })).status).toBe(200);
  });

  it('checks a new where clause and table before storing them', async () => {
    const { id } = await createStore();
    for (const fields of [{ mssql_where_clause: '1 = 1; SHUTDOWN' }, { mssql_table: 'a.b.c' }]) {
      expect((await change(id, fields)).body.errors?.map(({ path }) => path)).toEqual(Object.keys(fields));
    }
    expect((await call<Store>('GET', `/stores/${id}`)).body).toMatchObject({
      mssql_where_clause: null,
      mssql_table: 'dbo.Articles',
    });
  });

  it('keeps the connection string if blank, and removes it on request', async () => {
    const { id } = await createStore({ mssql_connection_string: CONNECTION_STRING });
    for (const blank of [undefined, null, '', '  ']) {
      await change(id, { notes: 'x', mssql_connection_string: blank });
      expect((await stored(id)).connectionString).toBe(CONNECTION_STRING);
    }
    const { body } = await change(id, { mssql_forget_connection_string: true });
    expect(body.has_mssql_connection_string).toBe(false);
    expect(await stored(id)).toMatchObject({ connectionString: null, password: PASSWORD });
    const both = { mssql_forget_connection_string: true, mssql_connection_string: CONNECTION_STRING };
    expect((await change(id, both)).body.errors).toMatchObject([{ path: 'mssql_forget_connection_string' }]);
  });

  it('cannot turn it into a shop, nor take another one’s identifier', async () => {
    const { id } = await createStore();
    await createStore({ shop_name: 'Other', shop_url: 'other' });
    expect((await change(id, { store_type: 'shopify' })).body.code).toBe('wrong_store_type');
    expect((await change(id, { shop_url: 'other' })).body.detail).toBe(
      'The identifier other is taken already by "Other". Choose another one.',
    );
  });
});

it('keeps every secret out of tables, responses and logs', async () => {
  const { id } = await createStore({ mssql_connection_string: CONNECTION_STRING });
  await create({ mssql_password: PASSWORD, mssql_where_clause: ';' });
  await change(id, { mssql_password: PASSWORD, mssql_port: 'x' });
  const answers = [
    (await call('GET', '/stores')).text,
    (await call('GET', `/mssql/stores/${id}/mappings`)).text,
    JSON.stringify((await app.db.query('select * from stores')).rows),
    ...logLines,
  ].join('\n');
  expect(answers).not.toContain(PASSWORD);
  expect(answers).not.toContain('0nly-the-string-knows');
});
