import { expect, test } from 'vitest';
import type { z } from 'zod';
import { describeIssue } from '../edits/issue-sentences.ts';
import { ConnectionTest, StoreCreate, StoreListQuery, StoreUpdate } from './stores.ts';

const minimal = { shop_name: 'Atlas', shop_url: 'atlas.myshopify.com', access_token: 'shpat_1' };

function sentences(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value, { error: describeIssue }).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

test('a new store starts from the defaults of the specification; unknown fields are dropped', () => {
  expect(StoreCreate.parse({ ...minimal, colour: 'red', id: '1' })).toEqual({
    ...minimal,
    store_status: 'active',
    store_type: 'shopify',
    api_version: '2023-10',
    connection_method: 'admin_api_token',
    tags: [],
  });
});

test('name, address and token are required, in sentences', () => {
  expect(sentences(StoreCreate, {})).toEqual({
    shop_name: 'Store name is required.',
    shop_url: 'Store URL is required.',
  });
  expect(sentences(StoreCreate, { ...minimal, access_token: ' ' })).toEqual({
    access_token: 'Admin API token is required.',
  });
  expect(sentences(StoreCreate, null)).toEqual({ '': 'Must be an object.' });
  expect(sentences(StoreCreate, { ...minimal, shop_name: '   ' })).toEqual({
    shop_name: 'Store name is required.',
  });
});

test('each connection method asks for its own credentials', () => {
  const { access_token, ...withoutToken } = minimal;
  expect(sentences(StoreCreate, { ...withoutToken, connection_method: 'client_credentials' })).toEqual({
    client_id: 'Client id is required.',
    client_secret: 'Client secret is required.',
  });
  expect(sentences(StoreCreate, { ...withoutToken, connection_method: 'oauth' })).toEqual({});
  expect(
    sentences(StoreCreate, {
      ...withoutToken,
      connection_method: 'client_credentials',
      client_id: 'id',
      client_secret: access_token,
    }),
  ).toEqual({});
});

test.each([
  [
    'store_type',
    'mssql',
    'Must be shopify, development or test. SQL Server stores are made by POST /mssql/stores.',
  ],
  ['store_status', 'gone', 'Must be active, inactive or archived.'],
  ['api_version', '2026-13', 'API version must look like 2026-10.'],
  ['api_version', 'latest', 'API version must look like 2026-10.'],
  ['store_email', 'nobody', 'Enter a valid e-mail address.'],
  ['store_currency', 'dollars', 'Currency must be a code of three letters, such as USD.'],
  ['notes', 5, 'Must be text.'],
])('%s %j is refused', (field, value, sentence) => {
  expect(sentences(StoreCreate, { ...minimal, [field]: value })).toEqual({ [field]: sentence });
});

test('a version that no list holds is taken, so that future ones work', () => {
  expect(StoreCreate.parse({ ...minimal, api_version: ' 2031-04 ' }).api_version).toBe('2031-04');
});

test('an update changes only what is sent, and a blank secret keeps the present one', () => {
  expect(StoreUpdate.parse({})).toEqual({});
  const update = StoreUpdate.parse({
    description: '',
    store_email: '',
    access_token: '',
    mssql_password: '',
    mssql_port: '1434',
    store_currency: 'eur',
  });
  expect(update.access_token).toBeUndefined();
  expect(update.mssql_password).toBeUndefined();
  expect(update).toMatchObject({
    description: null,
    store_email: null,
    mssql_port: 1434,
    store_currency: 'EUR',
  });
  expect(sentences(StoreUpdate, { shop_name: '' })).toEqual({ shop_name: 'Store name is required.' });
});

test('a connection test needs address and token in the words of the specification', () => {
  const sentence = 'Shop URL and Access Token are required to test connection';
  expect(sentences(ConnectionTest, { shop_url: ' ', access_token: 'shpat_1' })).toEqual({
    shop_url: sentence,
  });
  expect(sentences(ConnectionTest, { shop_url: 'atlas.myshopify.com' })).toEqual({ access_token: sentence });
  expect(
    sentences(ConnectionTest, {
      shop_url: 'atlas.myshopify.com',
      store_id: '0199a6a0-0000-7000-8000-000000000001',
    }),
  ).toEqual({});
});

test('the filters of the list may be blank', () => {
  expect(StoreListQuery.parse({ status: '', store_type: '', search: '' })).toMatchObject({
    sort_by: 'name',
    sort_direction: 'asc',
  });
  expect(sentences(StoreListQuery, { status: 'gone', sort_by: 'colour', sort_direction: 'up' })).toEqual({
    status: 'Must be active, inactive or archived.',
    sort_by: 'sort_by must be one of: name, status, store_type, created_at, last_sync_at.',
    sort_direction: "sort_direction must be 'asc' or 'desc'.",
  });
});

test('a connection string is either entered anew or dropped', () => {
  const both = { mssql_connection_string: 'Server=db', mssql_forget_connection_string: true };
  expect(sentences(StoreUpdate, both)).toEqual({
    mssql_forget_connection_string: 'Either enter a new connection string or drop the present one.',
  });
  expect(StoreUpdate.parse({ mssql_connection_string: '', mssql_forget_connection_string: true })).toEqual({
    mssql_forget_connection_string: true,
  });
});
