import { expect, test } from 'vitest';
import { z } from 'zod';
import { model } from './api/model.ts';
import type { RouteDescription } from './api/route.ts';
import { apiRoutes } from './api.ts';
import { buildOpenApiDocument, type OpenApiOperation } from './openapi.ts';

const document = buildOpenApiDocument(apiRoutes, { title: 'Storefleet', version: '1.2.3' });

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function operation(id: string): OpenApiOperation {
  const found = operations.find((candidate) => candidate.operation.operationId === id);
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found.operation;
}

function parameter(id: string, name: string): unknown {
  return operation(id).parameters?.find((candidate) => candidate.name === name);
}

function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (key === '$ref' ? [String(item)] : references(item)));
}

function resolve(reference: string): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

test('the document names itself and holds every route once', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toMatchObject({ title: 'Storefleet', version: '1.2.3' });
  expect(operations).toHaveLength(apiRoutes.length);
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(apiRoutes.length);
});

test('every reference resolves, and none is private', () => {
  const all = new Set(references(document));
  expect(all.size).toBeGreaterThan(50);
  for (const reference of all) {
    expect(reference).toMatch(/^#\/components\//);
    expect(resolve(reference), reference).toBeTypeOf('object');
  }
  expect(JSON.stringify(document)).not.toContain('$defs');
});

test('every operation has a response, a problem response, a tag and a summary', () => {
  for (const { operation } of operations) {
    const statuses = Object.keys(operation.responses);
    expect(
      statuses.some((status) => /^2\d\d$/.test(status)),
      operation.operationId,
    ).toBe(true);
    expect(operation.responses.default).toEqual({ $ref: '#/components/responses/Problem' });
    expect(operation.tags).toHaveLength(1);
    expect(document.tags).toContainEqual({ name: operation.tags[0] });
    expect(operation.summary).not.toBe('');
  }
});

const problemCodes = (id: string, status: number) =>
  (operation(id).responses[status] as Answer | undefined)?.content['application/problem+json'].schema.allOf[1]
    .properties.code.enum;
type Answer = {
  content: {
    'application/problem+json': { schema: { allOf: [object, { properties: { code: { enum: string[] } } }] } };
  };
};

test.each([
  ['stores.get', 401, ['unauthorized']],
  ['stores.get', 403, ['forbidden', 'not_a_member', 'second_factor_required', 'second_factor_missing']],
  ['stores.get', 404, ['store_not_found']],
  ['stores.get', 503, ['disk_full', 'service_unavailable']],
  ['stores.create', 400, ['validation_failed', 'malformed_request', 'host_not_allowed']],
  ['stores.create', 409, ['store_already_exists']],
  ['stores.create', 413, ['payload_too_large']],
  ['setup.create', 401, undefined],
  ['setup.create', 429, ['too_many_requests']],
  ['scheduledSyncs.get', 404, ['schedule_not_found']],
  ['sync.skippedRows', 404, ['store_not_found', 'sync_not_found']],
])('%s is refused with %i for named reasons', (id, status, codes) => {
  expect(problemCodes(id, status)).toEqual(codes);
});

test('an error has the shape of a problem, with its status', () => {
  const [problem, narrowed] = (operation('stores.get').responses[404] as Answer).content[
    'application/problem+json'
  ].schema.allOf;
  expect(problem).toEqual({ $ref: '#/components/schemas/ProblemDetails' });
  expect(narrowed.properties).toMatchObject({ status: { const: 404 } });
});

test('ids are described as UUIDs, and dependencies between fields are described too', () => {
  expect(parameter('stores.get', 'id')).toMatchObject({ schema: { type: 'string', format: 'uuid' } });
  const { StoreCreate, UndoRequest } = document.components.schemas;
  expect(UndoRequest).toMatchObject({
    oneOf: [{ required: ['record_ids'] }, { required: ['batch_id'] }, { required: ['filters'] }],
  });
  expect(StoreCreate).toMatchObject({
    allOf: [
      {
        anyOf: [
          { not: { properties: { connection_method: { enum: ['admin_api_token'] } } } },
          { required: ['access_token'], properties: { access_token: { pattern: '\\S' } } },
        ],
      },
      { anyOf: [{ not: { required: ['connection_method'] } }, { required: ['client_id', 'client_secret'] }] },
    ],
  });
});

test('a call requires the token of a person or an API key, unless it is public or personal', () => {
  expect(document.security).toEqual([{ session: [] }, { apiKey: [] }]);
  for (const scheme of ['session', 'apiKey']) {
    expect(document.components.securitySchemes[scheme]).toMatchObject({ type: 'http', scheme: 'bearer' });
  }
  expect(operation('apiKeys.create').security).toEqual([{ session: [] }]);
  expect(operation('config.get').security).toEqual([]);
  expect(operation('stores.list').security).toBeUndefined();
});

test('the search is described with its defaults and limits', () => {
  expect(parameter('products.search', 'query')).toMatchObject({ in: 'query', required: true });
  expect(parameter('products.search', 'type')).toMatchObject({
    required: false,
    schema: { enum: ['name', 'sku', 'barcode'], default: 'name' },
  });
  expect(parameter('products.search', 'limit')).toMatchObject({
    schema: { type: 'integer', minimum: 1, maximum: 5000, default: 50 },
  });
});

test('secrets are accepted but never returned', () => {
  expect(document.components.schemas.StoreCreate).toHaveProperty('properties.access_token');
  const answered = Object.keys((document.components.schemas.Store as { properties: object }).properties);
  for (const secret of ['access_token', 'client_secret', 'mssql_password', 'mssql_connection_string']) {
    expect(answered).not.toContain(secret);
    expect(answered).toContain(`has_${secret}`);
  }
});

test('form data and further responses are declared', () => {
  expect(operation('settings.saveShopify').requestBody).toHaveProperty([
    'content',
    'application/x-www-form-urlencoded',
  ]);
  expect(Object.keys(operation('products.bulkUpdate').responses)).toEqual(
    expect.arrayContaining(['200', '202']),
  );
  expect(parameter('products.bulkUpdate', 'prefer')).toMatchObject({ in: 'header', required: false });
});

test('files have their content type in requests and responses', () => {
  expect(operation('history.exportCsv').responses['200']).toMatchObject({
    content: { 'text/csv': { schema: { type: 'string' } } },
  });
  expect(operation('bulkUpdates.importCsv').requestBody).toMatchObject({
    required: true,
    description: 'The file, at most 100 MB',
    content: { 'text/csv': {}, '*/*': {} },
  });
  for (const route of apiRoutes as readonly RouteDescription[]) {
    expect(route.maxFileBytes !== undefined, route.id).toBe(route.bodyEncoding === 'file');
  }
});

test('one name for two schemas is refused', () => {
  const Flag = z
    .enum(['on', 'off'])
    .transform((value) => value === 'on')
    .pipe(z.boolean());
  const Ambiguous = model('Ambiguous', { flag: Flag });
  const route = { id: 'x', method: 'POST', path: '/x', tag: 'x', summary: 'x' } as const;
  const build = () =>
    buildOpenApiDocument([{ ...route, body: Ambiguous, response: Ambiguous }], { title: 'x', version: '1' });
  expect(build).toThrow('Ambiguous reads differently as a request and as an answer');
});
