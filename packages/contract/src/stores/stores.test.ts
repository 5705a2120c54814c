import { expect, test } from 'vitest';
import type { z } from 'zod';
import { describeIssue } from '../edits/issue-sentences.ts';
import { StoreCreate } from './stores.ts';

const minimal = { shop_name: 'Atlas', shop_url: 'atlas.myshopify.com', access_token: 'shpat_1' };

function sentences(schema: z.ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value, { error: describeIssue }).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

test('a new store has the defaults of the specification; unknown fields are dropped', () => {
  expect(StoreCreate.parse({ ...minimal, colour: 'red', id: '1' })).toEqual({
    ...minimal,
    store_status: 'active',
    store_type: 'shopify',
    api_version: '2023-10',
    connection_method: 'admin_api_token',
    tags: [],
  });
});

test('each connection method requires its own credentials', () => {
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
  ['store_email', 'nobody', 'Enter a valid email address.'],
  ['store_currency', 'dollars', 'Currency must be a code of three letters, such as USD.'],
  ['notes', 5, 'Must be text.'],
])('%s %j is refused', (field, value, sentence) => {
  expect(sentences(StoreCreate, { ...minimal, [field]: value })).toEqual({ [field]: sentence });
});

test('an unlisted version is accepted, so that future ones work', () => {
  expect(StoreCreate.parse({ ...minimal, api_version: ' 2031-04 ' }).api_version).toBe('2031-04');
});
