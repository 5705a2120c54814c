import { expect, test } from 'vitest';
import { apiRoutes } from './api.ts';
import { apiPaths } from './paths.ts';

/** Section 7 of the specification, copied by hand. */
const specifiedCalls = [
  'GET /products/stores/{storeId}',
  'GET /products/search',
  'POST /products/bulk-update',
  'GET /products/pagination-test',
  'GET /stores',
  'GET /stores/{id}',
  'PUT /stores/{id}',
  'DELETE /stores/{id}',
  'POST /stores',
  'POST /stores/test-connection',
  'POST /stores/{id}/sync',
  'GET /stores/{id}/sync/status',
  'POST /stores/sync/status-batch',
  'GET /stores/{id}/sync/logs',
  'POST /stores/{id}/sync/force-stop',
  'POST /stores/{id}/sync/reset',
  'POST /stores/sync-all',
  'POST /stores/{id}/test-graphql-connection',
  'POST /stores/{id}/sync-graphql',
  'GET /history',
  'GET /settings',
  'GET /settings/as-dict',
  'GET /settings/{key}',
  'PUT /settings/{key}',
  'DELETE /settings/{key}',
  'POST /settings',
  'POST /settings/shopify',
  'POST /mssql/test-connection',
  'POST /mssql/stores',
  'GET /mssql/stores/{id}/tables',
  'GET /mssql/stores/{id}/tables/{table}/schema',
  'POST /mssql/stores/{id}/query',
  'GET /mssql/stores/{id}/mappings',
  'POST /mssql/stores/{id}/mappings',
  'POST /mssql/stores/{id}/mappings/bulk',
  'POST /mssql/stores/{id}/mappings/generate',
  'PUT /mssql/stores/{id}/mappings/{mappingId}',
  'DELETE /mssql/stores/{id}/mappings/{mappingId}',
  'POST /mssql/stores/{id}/sync',
  'GET /scheduled-syncs',
  'GET /scheduled-syncs/{id}',
  'POST /scheduled-syncs',
  'PUT /scheduled-syncs/{id}',
  'DELETE /scheduled-syncs/{id}',
  'POST /scheduled-syncs/{id}/execute',
  'POST /scheduled-syncs/{id}/toggle',
  'GET /scheduled-syncs/{id}/logs',
  'GET /scheduled-syncs/summary',
  'GET /scheduled-syncs/timezones',
];

/** Calls that the specification does not name, with which decision asks for them. */
const decidedCalls = [
  'GET /config',
  'GET /products/bulk-updates/{batch_id}',
  'GET /stores/{id}/sync/removals',
  'POST /stores/{id}/sync/removals/approve',
  'POST /stores/{id}/sync/removals/dismiss',
  'GET /stores/{id}/sync/logs/{syncId}/skipped',
  'POST /mssql/stores/{id}/mappings/preview',
];

const describedCalls = apiRoutes.map(({ method, path }) => `${method} ${path}`);

test.each([...specifiedCalls, ...decidedCalls])('%s is described', (call) => {
  expect(describedCalls).toContain(call);
});

test('every path has exactly one description, and no address is described twice', () => {
  expect(apiRoutes.map(({ id }) => id).toSorted()).toEqual(Object.keys(apiPaths).toSorted());
  expect(new Set(describedCalls).size).toBe(describedCalls.length);
});

test('every parameter in a path is described, and nothing else is', () => {
  for (const route of apiRoutes) {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
    const described = 'params' in route ? Object.keys(route.params.shape).toSorted() : [];
    expect(described, route.id).toEqual(inPath);
  }
});

test('only the configuration and the set-up need no token', () => {
  const open = apiRoutes.filter((route) => 'public' in route && route.public).map(({ id }) => id);
  expect(open).toEqual(['config.get', 'setup.create']);
});

test('the Shopify app credentials travel as form data', () => {
  const form = apiRoutes.filter(({ bodyEncoding }) => bodyEncoding === 'form').map(({ id }) => id);
  expect(form).toEqual(['settings.saveShopify']);
});
