import type { StoreEditing } from '@storefleet/contract/edits/bulk-updates';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { type SqlServerSimulator, startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mssqlCalls, PASSWORD } from '../../../test/mssql/mssql-calls.ts';

let app: TestApp;
let sqlServer: SqlServerSimulator;
const { call, createStore, map } = mssqlCalls(() => app);

beforeAll(async () => {
  const engine = createEngine({
    logins: [
      { user: 'storefleet', password: PASSWORD },
      { user: 'reader', password: PASSWORD, readOnly: true },
    ],
    databases: ['Warehouse'],
  });
  await engine
    .database('Warehouse')
    .run('CREATE TABLE Articles (ID int NOT NULL PRIMARY KEY, Name nvarchar(100) NULL, Price money NULL)');
  await engine.database('Warehouse').run('CREATE TABLE Loose (Name nvarchar(100) NULL, Price money NULL)');
  sqlServer = await startSqlServerSimulator({ engine });
  app = await createTestApp();
});
afterAll(async () => {
  await app.close();
  await sqlServer.close();
});

const editingOf = async (id: string) => (await call<StoreEditing>('GET', `/stores/${id}/editing`)).body;

async function connectTable(table: string, username = 'storefleet'): Promise<string> {
  const { id } = await createStore({
    shop_name: table,
    shop_url: `${username}-${table.toLowerCase()}`,
    mssql_username: username,
    mssql_server: '127.0.0.1',
    mssql_port: sqlServer.port,
    mssql_database: 'Warehouse',
    mssql_trust_server_certificate: true,
    mssql_table: `dbo.${table}`,
  });
  await map(id, { source_field: 'Name', target_field: 'title' });
  await map(id, { source_field: 'Price', target_field: 'price', data_type: 'number' });
  return id;
}

async function connectShop(shopUrl = 'atlas.myshopify.com'): Promise<string> {
  const { body } = await call<{ id: string }>('POST', '/stores', {
    shop_name: 'Atlas',
    shop_url: shopUrl,
    access_token: 'shpat_0123456789',
  });
  return body.id;
}

describe('GET /stores/{id}/editing', () => {
  it('locks nothing of a Shopify store', async () => {
    const id = await connectShop();
    expect(await editingOf(id)).toEqual({ read_only_because: null, locked: {} });
  });

  it('says of an archived store that nothing can be changed', async () => {
    const id = await connectShop('nordlys.myshopify.com');
    await call('PUT', `/stores/${id}`, { store_status: 'archived' });
    const { read_only_because } = await editingOf(id);
    expect(read_only_because).toContain('archived');
  });

  it('locks what a table has no column for, with the reason', async () => {
    const { read_only_because, locked } = await editingOf(await connectTable('Articles'));
    expect(read_only_because).toBeNull();
    expect(Object.keys(locked).sort()).toEqual(
      [
        'barcode',
        'compare_at_price',
        'cost',
        'product_type',
        'sku',
        'status',
        'tags',
        'vendor',
        'weight',
      ].sort(),
    );
    expect(locked.vendor).toContain('Vendor');
  });

  it('says why a table without a key is read-only', async () => {
    const { read_only_because } = await editingOf(await connectTable('Loose'));
    expect(read_only_because).toMatch(/key/i);
  });

  it('says of a store whose login may only read that it is read-only, and why', async () => {
    const { read_only_because } = await editingOf(await connectTable('Articles', 'reader'));
    expect(read_only_because).toMatch(/^The user reader lacks the permission UPDATE on dbo\.Articles/);
  });

  it('is 404 for an unknown store', async () => {
    const { status, body } = await call('GET', `/stores/${uuidv7()}/editing`);
    expect([status, body.detail]).toEqual([404, 'Store not found!']);
  });
});
