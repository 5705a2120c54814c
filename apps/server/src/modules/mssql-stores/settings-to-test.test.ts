import { MssqlConnectionTest } from '@storefleet/contract/stores/mssql/connection';
import { expect, it } from 'vitest';
import type { SqlServerSettings } from '../../connectors/mssql/client/connection-config.ts';
import { Secret } from '../../platform/crypto/secret.ts';
import { settingsToTest } from './settings-to-test.ts';

const STORE = '0199a6a0-0000-7000-8000-000000000001';
const stored: SqlServerSettings = {
  server: 'erp.example\\SHOP',
  port: 1433,
  database: 'shop',
  username: 'reader',
  password: new Secret('stored-password'),
  connectionString: null,
  trustServerCertificate: true,
};
const withString = { ...stored, connectionString: new Secret('Server=other.example;Password=p') };

const tested = (input: object, of: SqlServerSettings | null = stored) => {
  const settings = settingsToTest(MssqlConnectionTest.parse({ store_id: STORE, ...input }), of);
  const { password, connectionString, ...rest } = settings;
  return {
    ...rest,
    password: password?.reveal() ?? null,
    connectionString: connectionString?.reveal() ?? null,
  };
};

const refusal = (input: object, of: SqlServerSettings | null = stored) => {
  try {
    tested(input, of);
    return null;
  } catch (error) {
    return (error as { errors?: unknown }).errors;
  }
};

it('uses stored settings where nothing was entered', () => {
  expect(tested({})).toEqual({ ...stored, password: 'stored-password' });
  expect(tested({ database: 'copy', username: 'other', trust_server_certificate: false })).toMatchObject({
    database: 'copy',
    username: 'other',
    trustServerCertificate: false,
    password: 'stored-password',
  });
  expect(tested({ server: ' ERP.example\\shop ', port: '1433' }).password).toBe('stored-password');
});

it.each([
  { server: 'evil.example' },
  { server: 'erp.example' },
  { server: 'erp.example\\OTHER' },
  { port: 1434 },
  { server: 'erp.example\\SHOP', port: 4444, database: 'shop', username: 'reader' },
])('requires the password if it would go elsewhere: %j', (input) => {
  expect(refusal(input)).toEqual([
    {
      path: 'password',
      message: 'Enter the password: the stored one is only sent to erp.example\\SHOP, port 1433.',
    },
  ]);
  expect(tested({ ...input, password: 'typed' }).password).toBe('typed');
});

it('never combines the stored password with an entered connection string, which may name any server', () => {
  const typed = tested({ connection_string: 'Server=evil.example;User Id=x' });
  expect([typed.password, typed.connectionString]).toEqual([null, 'Server=evil.example;User Id=x']);
});

it('uses the stored connection string for no other server, as it may not name one', () => {
  for (const input of [
    { server: 'evil.example' },
    { port: 1 },
    { server: 'evil.example', password: 'typed' },
  ]) {
    expect(refusal(input, withString)).toEqual([
      {
        path: 'server',
        message:
          'The stored connection string overrides the server and the port. To try another server, enter the connection string again or drop it.',
      },
    ]);
  }
});

it('combines a stored connection string with stored settings, and an entered one with entered', () => {
  expect(tested({}, withString).password).toBe('stored-password');
  const input = { connection_string: 'Server=other.example', password: 'typed' };
  expect(tested(input)).toMatchObject({ password: 'typed', connectionString: 'Server=other.example' });
});

it('ignores a connection string to be removed; the password still stays with its server', () => {
  const dropped = tested({ forget_connection_string: true }, withString);
  expect([dropped.password, dropped.connectionString]).toEqual(['stored-password', null]);
  expect(refusal({ forget_connection_string: true, server: 'evil.example' }, withString)).toMatchObject([
    { path: 'password' },
  ]);
});

it('names what is missing', () => {
  const nothing = { ...stored, server: '', database: '', username: '', password: null };
  expect(refusal({}, nothing)).toMatchObject([
    { path: 'server' },
    { path: 'database' },
    { path: 'username' },
  ]);
  expect(refusal({}, { ...stored, password: null })).toEqual([
    { path: 'password', message: 'Password is required.' },
  ]);
});

it('uses port 1433 for a server entered for the first time', () => {
  const typed = { server: 'db', database: 'shop', username: 'sa', password: ' p ' };
  const { store_id: _, ...input } = MssqlConnectionTest.parse({ store_id: STORE, ...typed });
  expect(settingsToTest(input, null)).toMatchObject({ port: 1433, trustServerCertificate: false });
});
