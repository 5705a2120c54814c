import { expect, test } from 'vitest';
import { STORE_TYPES, SYNC_METHODS } from '../constants.ts';
import { connectsBy, kindOf, STORE_KINDS } from './store-kinds.ts';

test.each([
  ['shopify', 'access_token', ['graphql', 'rest'], true, false],
  ['development', 'access_token', ['graphql', 'rest'], true, false],
  ['test', 'access_token', ['graphql', 'rest'], true, false],
  ['mssql', 'database_login', ['mssql'], false, true],
] as const)('%s connects by %s and syncs by %j', (store_type, connection, syncMethods, webhooks, mapping) => {
  expect(kindOf({ store_type })).toMatchObject({ connection, syncMethods, webhooks, mapping });
  expect(connectsBy({ store_type }, connection)).toBe(true);
  expect(connectsBy({ store_type }, 'database_login')).toBe(connection === 'database_login');
});

test('each type has a kind, and each sync method belongs to one', () => {
  expect(Object.keys(STORE_KINDS)).toEqual([...STORE_TYPES]);
  const methods = new Set(Object.values(STORE_KINDS).flatMap((kind) => kind.syncMethods));
  expect([...methods].sort()).toEqual([...SYNC_METHODS].sort());
});
