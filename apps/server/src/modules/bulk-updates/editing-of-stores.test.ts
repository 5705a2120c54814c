import type { StoreEditing } from '@storefleet/contract/edits/bulk-updates';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { createTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { mssqlCalls, PASSWORD } from '../../../test/mssql/mssql-calls.ts';

const engine = createEngine({
  logins: [
    { user: 'storefleet', password: PASSWORD },
    { user: 'reader', password: PASSWORD, readOnly: true },
  ],
  databases: ['Warehouse'],
});
const COLUMNS = 'Name nvarchar(100) NULL, Price money NULL';
await engine.database('Warehouse').run(`CREATE TABLE Articles (ID int NOT NULL PRIMARY KEY, ${COLUMNS})`);
await engine.database('Warehouse').run(`CREATE TABLE Loose (${COLUMNS})`);
const sqlServer = await startSqlServerSimulator({ engine });
const app = await createTestApp();
const { call, createStore, map } = mssqlCalls(() => app);
afterAll(async () => {
  await app.close();
  await sqlServer.close();
});

const editingOf = async (id: string) => (await call<StoreEditing>('GET', `/stores/${id}/editing`)).body;

async function editingOfTable(table: string, username = 'storefleet'): Promise<StoreEditing> {
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
  return editingOf(id);
}

describe('GET /stores/{id}/editing', () => {
  it('locks nothing of a Shopify store, and everything once it is archived', async () => {
    const atlas = { shop_name: 'Atlas', shop_url: 'atlas.myshopify.com', access_token: 'shpat_0123456789' };
    const { body } = await call<{ id: string }>('POST', '/stores', atlas);
    expect(await editingOf(body.id)).toEqual({ read_only_because: null, locked: {} });
    await call('PUT', `/stores/${body.id}`, { store_status: 'archived' });
    expect((await editingOf(body.id)).read_only_because).toContain('archived');
  });

  it('locks what a table has no column for, with the reason', async () => {
    const { read_only_because, locked } = await editingOfTable('Articles');
    expect(read_only_because).toBeNull();
    expect(Object.keys(locked).sort().join()).toBe(
      'barcode,compare_at_price,cost,product_type,sku,status,tags,vendor,weight',
    );
    expect(locked.vendor).toContain('Vendor');
  });

  it.each([
    ['a table without a key', 'Loose', 'storefleet', /key/i],
    [
      'a login that may only read',
      'Articles',
      'reader',
      /^The user reader lacks the permission UPDATE on dbo\.Articles/,
    ],
  ] as const)('says why the store is read-only: %s', async (_name, table, user, reason) => {
    expect((await editingOfTable(table, user)).read_only_because).toMatch(reason);
  });

  it('is 404 for an unknown store', async () => {
    const { status, body } = await call('GET', `/stores/${uuidv7()}/editing`);
    expect([status, body.detail]).toEqual([404, 'Store not found!']);
  });
});
