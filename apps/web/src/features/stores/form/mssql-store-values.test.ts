import { MssqlConnectionTest } from '@storefleet/contract/stores/mssql/connection';
import { MssqlStoreCreate } from '@storefleet/contract/stores/mssql/mssql';
import { StoreUpdate } from '@storefleet/contract/stores/stores';
import { expect, test } from 'vitest';
import { buildMssqlStore } from '../../../testing/builders/build-store.ts';
import {
  fieldStanding,
  isOtherConnection,
  isSameConnection,
  isSameTable,
  type MssqlStoreFormValues,
  mssqlConnectionTestProblem,
  mssqlStoreFormOf,
  splitPort,
  toMssqlConnectionTestBody,
  toMssqlCreateBody,
  toMssqlUpdateBody,
  validateMssqlStoreForm,
  withNamesOf,
} from './mssql-store-values.ts';

const filled: MssqlStoreFormValues = {
  ...mssqlStoreFormOf(null),
  shop_name: 'Warehouse',
  shop_url: 'warehouse',
  mssql_server: 'db.example.com',
  mssql_database: 'Stock',
  mssql_username: 'reader',
  mssql_password: 'secret',
  mssql_table: 'dbo.Products',
};

test('everything that a connection needs is required', () => {
  expect(validateMssqlStoreForm(mssqlStoreFormOf(null), null)).toEqual({
    shop_name: 'Store name is required.',
    shop_url: 'Store identifier is required.',
    mssql_server: 'Server is required.',
    mssql_database: 'Database is required.',
    mssql_username: 'Username is required.',
    mssql_password: 'Password is required.',
    mssql_table: 'Table is required.',
  });
});

test('a blank password keeps the stored one', () => {
  const store = buildMssqlStore();
  expect(validateMssqlStoreForm(mssqlStoreFormOf(store), store)).toEqual({});
  const without = buildMssqlStore({ has_mssql_password: false });
  expect(validateMssqlStoreForm(mssqlStoreFormOf(without), without)).toEqual({
    mssql_password: 'Password is required.',
  });
});

const portErrors = { mssql_port: 'Port must be a number from 1 to 65535.' };
test.each([
  ...['1', '1433', '65535', ' 1433 ', ''].map((port) => [port, {}] as const),
  ...['0', '65536', '-1', '1.5', '1e3', '0x10', 'abc', '14 33'].map((port) => [port, portErrors] as const),
])('"%s" as a port: %j', (mssql_port, errors) => {
  expect(validateMssqlStoreForm({ ...filled, mssql_port }, null)).toEqual(errors);
});

test('a typed connection string overrides what it sets, a stored one what it may set', () => {
  const typed = { ...filled, mssql_connection_string: 'Server=x;User ID=y' };
  const parts = ['server', 'database', 'username', 'trust'] as const;
  expect(parts.map(fieldStanding(filled, null))).toEqual(['used', 'used', 'used', 'used']);
  expect(parts.map(fieldStanding(typed, null))).toEqual(['overridden', 'used', 'overridden', 'used']);
  const store = buildMssqlStore({ has_mssql_connection_string: true });
  const saved = mssqlStoreFormOf(store);
  const standings = (values: MssqlStoreFormValues) => [...new Set(parts.map(fieldStanding(values, store)))];
  expect(standings(saved)).toEqual(['perhaps']);
  expect(standings({ ...saved, mssql_forget_connection_string: true })).toEqual(['used']);
});

test('a connection test needs the same fields, and names the missing one', () => {
  const problem = (values: Partial<MssqlStoreFormValues>) =>
    mssqlConnectionTestProblem({ ...filled, shop_name: '', mssql_table: '', ...values }, null);
  expect(problem({})).toBeNull();
  expect(problem({ mssql_server: ' ', mssql_database: '', mssql_password: '' })).toBe(
    'To test the connection, fill in server and password.',
  );
  expect(problem({ mssql_port: '0' })).toBe('Port must be a number from 1 to 65535.');
  const string = { mssql_connection_string: 'Server=x', mssql_server: '', mssql_port: '0' };
  expect(problem(string)).toBeNull();
});

test('a new store matches the contract', () => {
  const body = toMssqlCreateBody({ ...filled, tags: 'a, b', mssql_port: '1444' });
  expect(MssqlStoreCreate.strict().parse(body)).toMatchObject({
    mssql_port: 1444,
    tags: ['a', 'b'],
    mssql_where_clause: null,
  });
  expect(toMssqlCreateBody({ ...filled, mssql_port: '' }).mssql_port).toBe(1433);
});

test('only changes are sent', () => {
  const store = buildMssqlStore();
  const values = mssqlStoreFormOf(store);
  expect(toMssqlUpdateBody(values, store)).toEqual({});
  const changed = toMssqlUpdateBody(
    { ...values, mssql_port: '1500', mssql_where_clause: 'a = 1', mssql_forget_connection_string: true },
    store,
  );
  expect(changed).toEqual({
    mssql_port: 1500,
    mssql_where_clause: 'a = 1',
    mssql_forget_connection_string: true,
  });
  expect(StoreUpdate.strict().parse(changed)).toEqual(changed);
});

test('a new connection string replaces the stored one, without a separate removal', () => {
  const store = buildMssqlStore({ has_mssql_connection_string: true });
  const values = {
    ...mssqlStoreFormOf(store),
    mssql_connection_string: 'Server=x',
    mssql_forget_connection_string: true,
  };
  expect(toMssqlUpdateBody(values, store)).toEqual({ mssql_connection_string: 'Server=x' });
  expect(toMssqlConnectionTestBody(values, store)).toMatchObject({ forget_connection_string: false });
});

test('fields that a connection string overrides are not part of its test', () => {
  const values = { ...filled, mssql_connection_string: 'Server=x', mssql_port: 'nonsense' };
  const body = toMssqlConnectionTestBody(values, null);
  expect(body).not.toHaveProperty('server');
  expect(body).toMatchObject({ database: 'Stock', username: 'reader', password: 'secret' });
  expect(MssqlConnectionTest.safeParse(body).success).toBe(true);
  expect(toMssqlConnectionTestBody({ ...values, mssql_server: 'other' }, null)).toEqual(body);
});

test('a test names the saved store, so that a blank secret is the stored one', () => {
  const store = buildMssqlStore();
  const body = toMssqlConnectionTestBody(mssqlStoreFormOf(store), store);
  expect(MssqlConnectionTest.parse(body)).toMatchObject({ store_id: store.id, server: 'db.example.com' });
});

test.each([
  ['db.example.com,1444', { server: 'db.example.com', port: '1444' }],
  ['tcp:db.example.com, 1444', { server: 'db.example.com', port: '1444' }],
  ['10.0.0.5:1444', { server: '10.0.0.5', port: '1444' }],
  ['db.example.com', null],
  ['db\\SQLEXPRESS', null],
  ['fe80::1', null],
])('%s is split into server and port', (text, parts) => {
  expect(splitPort(text)).toEqual(parts);
});

test('a different table is the same connection', () => {
  const store = buildMssqlStore();
  const values = mssqlStoreFormOf(store);
  expect(isOtherConnection({ ...values, mssql_table: 'dbo.Other', notes: 'x' }, store)).toBe(false);
  expect(isOtherConnection({ ...values, mssql_database: 'Other' }, store)).toBe(true);
});

test.each([
  ['another condition', { mssql_where_clause: 'Active = 1' }, { connection: true, table: true }],
  ['another table', { mssql_table: 'dbo.Other' }, { connection: true, table: false }],
  ['another database', { mssql_database: 'Other' }, { connection: false, table: false }],
  ['another name', { shop_name: 'Other' }, { connection: true, table: true }],
])('lists and mappings remain valid for %s', (_what, typed, expected) => {
  const [before, now] = [filled, { ...filled, ...typed }].map((values) =>
    toMssqlConnectionTestBody(values, null),
  );
  if (!before || !now) throw new TypeError('Both are bodies.');
  expect({ connection: isSameConnection(before, now), table: isSameTable(before, now) }).toEqual(expected);
});

test('a store is named after its table, unless it has a name', () => {
  const unnamed = { ...filled, shop_name: ' ', shop_url: '' };
  expect(withNamesOf({ name: 'Preis (€)' }, 'Lager Süd', unnamed)).toMatchObject({
    shop_name: 'Preis (€) (Lager Süd)',
    shop_url: 'lager-süd-preis',
  });
  expect(withNamesOf({ name: 'Articles' }, 'Stock', filled)).toEqual(filled);
});
