// The real fetch does not know the Blob of the test's browser environment.
import { Blob as NodeBlob } from 'node:buffer';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SearchResult } from '@storefleet/contract/catalogue/products';
import type { BulkUpdateAccepted, BulkUpdateResult } from '@storefleet/contract/edits/bulk-updates';
import type { Store } from '@storefleet/contract/stores/stores';
import { afterEach, expect, expectTypeOf, test } from 'vitest';
import { type ApiClientOptions, type CallInput, type CallResult, createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';

type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

const storeId = '0199a6a0-0000-7000-8000-000000000001';
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function startServer(answer: Answer) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body,
    };
    requests.push(request);
    response.setHeader('access-control-allow-origin', '*');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  closers.push(close);
  return { requests, close, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function json(response: ServerResponse, status: number, body: unknown, type = 'application/json') {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` });
  response.end(JSON.stringify(body));
}

function clientFor(baseUrl: string, options: Partial<ApiClientOptions> = {}) {
  return createApiClient({
    baseUrl,
    getAccessToken: async () => 'token-1',
    onUnauthorized: async () => null,
    ...options,
  });
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error;
}

test('a call carries method, path, query and bearer token, and answers the parsed body', async () => {
  const server = await startServer((_, response) => json(response, 200, { stores: [], total: 0 }));
  const answer = await clientFor(server.baseUrl).call('stores.list', {
    query: { status: 'active', search: 'été & co' },
  });

  expect(answer).toEqual({ stores: [], total: 0 });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.method).toBe('GET');
  expect(server.requests[0]?.url).toBe('/api/v1/stores?status=active&search=%C3%A9t%C3%A9+%26+co');
  expect(server.requests[0]?.headers.authorization).toBe('Bearer token-1');
});

test('nobody signed in: no authorization header is sent', async () => {
  const server = await startServer((_, response) => json(response, 200, {}));
  await clientFor(server.baseUrl, { getAccessToken: async () => null }).call('config.get');
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

test('path parameters are encoded', async () => {
  const server = await startServer((_, response) => json(response, 200, { columns: [], total: 0 }));
  await clientFor(server.baseUrl).call('mssql.tableSchema', {
    params: { id: storeId, table: 'dbo.Order Items/2026' },
  });
  expect(server.requests[0]?.url).toBe(
    `/api/v1/mssql/stores/${storeId}/tables/dbo.Order%20Items%2F2026/schema`,
  );
});

test('a list of stores travels as a comma list, and an empty one as __EMPTY__', async () => {
  const server = await startServer((_, response) => json(response, 200, { results: [] }));
  const client = clientFor(server.baseUrl);
  await client.call('products.search', { query: { query: 'hat', store_ids: ['a', 'b'] } });
  await client.call('products.search', { query: { query: 'hat', store_ids: [] } });
  await client.call('products.search', { query: { query: 'hat', store_ids: undefined } });

  const sent = server.requests.map(({ url }) => new URL(url, server.baseUrl).searchParams.get('store_ids'));
  expect(sent).toEqual(['a,b', '__EMPTY__', null]);
});

test('a body is sent as JSON, and as form data where the call wants that', async () => {
  const server = await startServer((_, response) => json(response, 200, { success: true, message: '' }));
  const client = clientFor(server.baseUrl);
  await client.call('settings.update', { params: { key: 'app_name' }, body: { value: 'Shops' } });
  await client.call('settings.saveShopify', { body: { api_key: 'k&1', api_secret: 's=2' } });

  expect(server.requests.map(({ method, headers, body }) => [method, headers['content-type'], body])).toEqual(
    [
      ['PUT', 'application/json', '{"value":"Shops"}'],
      ['POST', 'application/x-www-form-urlencoded;charset=UTF-8', 'api_key=k%261&api_secret=s%3D2'],
    ],
  );
});

test('further headers are passed on', async () => {
  const server = await startServer((_, response) => json(response, 202, { batch_id: storeId }));
  await clientFor(server.baseUrl).call('products.bulkUpdate', {
    body: { products_to_update: [{ store_id: storeId, id: storeId }], attributes_to_set: { price: 5 } },
    headers: { prefer: 'respond-async' },
  });
  expect(server.requests[0]?.headers.prefer).toBe('respond-async');
});

test('problem details become an ApiError with the sentence and the fields', async () => {
  const server = await startServer((_, response) =>
    json(
      response,
      400,
      {
        type: 'about:blank',
        title: 'Invalid request',
        status: 400,
        detail: 'Some of the values are not valid.',
        code: 'validation_failed',
        errors: [{ path: 'shop_name', message: 'Store name is required.' }],
      },
      'application/problem+json',
    ),
  );
  const error = await failureOf(
    clientFor(server.baseUrl).call('stores.create', { body: { shop_name: '', shop_url: 'a.myshopify.com' } }),
  );
  expect(error).toMatchObject({
    status: 400,
    code: 'validation_failed',
    detail: 'Some of the values are not valid.',
    message: 'Some of the values are not valid.',
  });
  expect(error.fieldError('shop_name')).toBe('Store name is required.');
  expect(error.fieldError('shop_url')).toBeUndefined();
});

test.each([
  ['a page of a proxy', 502, 'text/html', '<h1>Bad gateway</h1>'],
  ['a broken JSON body', 500, 'application/json', '{"detail":'],
  ['JSON that is no object', 500, 'application/json', 'null'],
  ['a page where JSON was expected', 200, 'text/html', '<!doctype html>'],
  ['broken JSON in a success', 200, 'application/json', '{"stores":'],
])('%s gives the general sentence', async (_, status, type, body) => {
  const server = await startServer((_request, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  });
  const error = await failureOf(clientFor(server.baseUrl).call('stores.list'));
  expect(error).toMatchObject({
    status,
    code: 'unexpected_answer',
    detail: 'An unexpected error occurred. Please try again later.',
  });
});

test('a server that is away gives Network Error', async () => {
  const server = await startServer((_, response) => response.end());
  await server.close();
  const error = await failureOf(clientFor(server.baseUrl).call('stores.list'));
  expect(error).toMatchObject({ status: 0, code: 'network_error', detail: 'Network Error' });
});

test('a connection that breaks in the middle of an answer gives Network Error', async () => {
  const server = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"stores":[', () => response.destroy());
  });
  const error = await failureOf(clientFor(server.baseUrl).call('stores.list'));
  expect(error).toMatchObject({ code: 'network_error', detail: 'Network Error' });
});

test('an aborted call throws the reason of its signal', async () => {
  const controller = new AbortController();
  const server = await startServer(() => controller.abort(new Error('left the page')));
  const call = clientFor(server.baseUrl).call('stores.list', { signal: controller.signal });
  await expect(call).rejects.toThrow('left the page');
});

test('a refused token is refreshed once and the call repeated', async () => {
  const server = await startServer((request, response) =>
    request.headers.authorization === 'Bearer token-2'
      ? json(response, 200, { stores: [], total: 0 })
      : json(response, 401, { code: 'unauthorized', detail: 'Please sign in and try again.' }),
  );
  let refreshes = 0;
  const client = clientFor(server.baseUrl, {
    onUnauthorized: async () => {
      refreshes += 1;
      return 'token-2';
    },
  });
  expect(await client.call('stores.list')).toEqual({ stores: [], total: 0 });
  expect(refreshes).toBe(1);
  expect(server.requests).toHaveLength(2);
});

test('a token refused again after its refresh is not refreshed for ever', async () => {
  const server = await startServer((_, response) =>
    json(
      response,
      401,
      { code: 'unauthorized', detail: 'Please sign in and try again.' },
      'application/problem+json',
    ),
  );
  const error = await failureOf(
    clientFor(server.baseUrl, { onUnauthorized: async () => 'token-2' }).call('stores.list'),
  );
  expect(error).toMatchObject({ status: 401, code: 'unauthorized', detail: 'Please sign in and try again.' });
  expect(server.requests).toHaveLength(2);
});

test('a session that is over is not retried', async () => {
  const server = await startServer((_, response) =>
    json(response, 401, { code: 'unauthorized', detail: 'Please sign in and try again.' }),
  );
  const error = await failureOf(clientFor(server.baseUrl).call('stores.list'));
  expect(error.status).toBe(401);
  expect(server.requests).toHaveLength(1);
});

test('what a call needs is known to the compiler', () => {
  expectTypeOf<CallInput<'stores.get'>>().toHaveProperty('params').toEqualTypeOf<{ id: string }>();
  expectTypeOf<CallResult<'stores.get'>>().toEqualTypeOf<Store>();
  expectTypeOf<CallResult<'products.search'>>().toEqualTypeOf<SearchResult>();
  expectTypeOf<CallResult<'products.bulkUpdate'>>().toEqualTypeOf<BulkUpdateResult | BulkUpdateAccepted>();
  expectTypeOf<{ query: { query: string } }>().toExtend<CallInput<'products.search'>>();
  expectTypeOf<{ query: { limit: number } }>().not.toExtend<CallInput<'products.search'>>();
  expectTypeOf<{ query: { sort_by: 'colour' } }>().not.toExtend<CallInput<'stores.list'>>();
  expectTypeOf<{ body: { shop_name: string } }>().not.toExtend<CallInput<'stores.list'>>();
  expectTypeOf<object>().toExtend<CallInput<'stores.list'>>();
  expectTypeOf<object>().not.toExtend<CallInput<'stores.delete'>>();
});

test('a download is the whole file and its name', async () => {
  const server = await startServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="H_te.csv"; filename*=UTF-8''H%C3%BCte.csv`,
      'access-control-expose-headers': 'content-disposition',
    });
    response.end('a,b\r\n');
  });
  const file = await clientFor(server.baseUrl).download('products.exportCsv', { query: { query: 'hat' } });

  expect([file.fileName, await file.blob.text()]).toEqual(['Hüte.csv', 'a,b\r\n']);
  expect(server.requests[0]?.url).toBe('/api/v1/products/export?query=hat');
  expect(server.requests[0]?.headers.accept).toBe('text/csv, application/problem+json');
});

test('a download that breaks off is an error, and so is one that is refused or no file', async () => {
  const broken = await startServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000' });
    response.write('a,b\r\n', () => response.destroy());
  });
  const input = { query: { query: 'hat' } };
  const failure = await failureOf(clientFor(broken.baseUrl).download('products.exportCsv', input));
  expect(failure.code).toBe('network_error');

  const refusing = await startServer((_, response) =>
    json(
      response,
      400,
      { code: 'validation_failed', detail: 'Enter a search term.' },
      'application/problem+json',
    ),
  );
  const refusal = await failureOf(clientFor(refusing.baseUrl).download('products.exportCsv', input));
  expect([refusal.code, refusal.detail]).toEqual(['validation_failed', 'Enter a search term.']);

  const other = await startServer((_, response) => json(response, 200, {}));
  const wrong = await failureOf(clientFor(other.baseUrl).download('products.exportCsv', input));
  expect(wrong.code).toBe('unexpected_answer');
});

test('a file is sent as it is', async () => {
  const server = await startServer((_, response) => json(response, 201, {}));
  const body = new NodeBlob(['SKU,Price\r\nA,1\r\n'], { type: 'text/csv' }) as Blob;
  await clientFor(server.baseUrl).call('bulkUpdates.importCsv', { body, query: { file_name: 'prices.csv' } });

  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    url: '/api/v1/products/bulk-updates/import?file_name=prices.csv',
    body: 'SKU,Price\r\nA,1\r\n',
  });
  expect(server.requests[0]?.headers['content-type']).toBe('text/csv');
  expectTypeOf<CallInput<'bulkUpdates.importCsv'>['body']>().toEqualTypeOf<Blob>();
});
