// The real fetch does not know the Blob of the test's browser environment.
import { Blob as NodeBlob } from 'node:buffer';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import type { BulkUpdateAccepted, BulkUpdateResult } from '@storefleet/contract/edits/bulk-update-batches';
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

/** A server with these responses, and a signed-in client. */
async function serve(answer: Answer, options: Partial<ApiClientOptions> = {}) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body };
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
  const client = createApiClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    getAccessToken: async () => 'token-1',
    onUnauthorized: async () => null,
    ...options,
  });
  return { requests, close, client };
}

const answering =
  (status: number, body: unknown, type = 'application/json', headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const refusing = (status: number, problem: object) => answering(status, problem, 'application/problem+json');
const signInAgain = refusing(401, { code: 'unauthorized', detail: 'Please sign in and try again.' });
/** The connection breaks mid-response. */
const breaking =
  (type: string): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': '1000' });
    response.write('{"stores":[', () => response.destroy());
  };

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, got ${String(error)}`);
  return error;
}

test('a call carries method, path, query, headers and bearer token, and answers the parsed body', async () => {
  const { client, requests } = await serve(answering(200, { stores: [], total: 0 }));
  const answer = await client.call('stores.list', { query: { status: 'active', search: 'été & co' } });
  expect(answer).toEqual({ stores: [], total: 0 });
  await client.call('products.bulkUpdate', {
    body: { products_to_update: [{ store_id: storeId, id: storeId }], attributes_to_set: { price: 5 } },
    headers: { prefer: 'respond-async' },
  });
  expect(requests).toMatchObject([
    {
      method: 'GET',
      url: '/api/v1/stores?status=active&search=%C3%A9t%C3%A9+%26+co',
      headers: { authorization: 'Bearer token-1' },
    },
    { method: 'POST', headers: { prefer: 'respond-async' } },
  ]);
});

test('without a session no authorization header is sent', async () => {
  const { client, requests } = await serve(answering(200, {}), { getAccessToken: async () => null });
  await client.call('config.get');
  expect(requests[0]?.headers.authorization).toBeUndefined();
});

test('path parameters are encoded', async () => {
  const { client, requests } = await serve(answering(200, { columns: [], total: 0 }));
  await client.call('mssql.tableSchema', { params: { id: storeId, table: 'dbo.Order Items/2026' } });
  expect(requests[0]?.url).toBe(`/api/v1/mssql/stores/${storeId}/tables/dbo.Order%20Items%2F2026/schema`);
});

test('store lists are sent comma-separated, an empty one as __EMPTY__', async () => {
  const { client, requests } = await serve(answering(200, { results: [] }));
  for (const store_ids of [['a', 'b'], [], undefined]) {
    await client.call('products.search', { query: { query: 'hat', store_ids } });
  }
  const sent = requests.map(({ url }) => new URL(url, 'http://localhost').searchParams.get('store_ids'));
  expect(sent).toEqual(['a,b', '__EMPTY__', null]);
});

test('a body is sent as JSON, as form data where the call wants that, and a file as it is', async () => {
  const { client, requests } = await serve(answering(200, { success: true, message: '' }));
  await client.call('settings.update', { params: { key: 'app_name' }, body: { value: 'Shops' } });
  await client.call('settings.saveShopify', { body: { api_key: 'k&1', api_secret: 's=2' } });
  const file = new NodeBlob(['SKU,Price\r\nA,1\r\n'], { type: 'text/csv' }) as Blob;
  await client.call('bulkUpdates.importCsv', { body: file, query: { file_name: 'prices.csv' } });
  expect(requests.map(({ method, headers, body }) => [method, headers['content-type'], body])).toEqual([
    ['PUT', 'application/json', '{"value":"Shops"}'],
    ['POST', 'application/x-www-form-urlencoded;charset=UTF-8', 'api_key=k%261&api_secret=s%3D2'],
    ['POST', 'text/csv', 'SKU,Price\r\nA,1\r\n'],
  ]);
  expect(requests[2]?.url).toBe('/api/v1/products/bulk-updates/import?file_name=prices.csv');
});

test('problem details become an ApiError with the sentence and the fields', async () => {
  const detail = 'Some of the values are not valid.';
  const errors = [{ path: 'shop_name', message: 'Store name is required.' }];
  const { client } = await serve(refusing(400, { detail, code: 'validation_failed', errors }));
  const body = { shop_name: '', shop_url: 'a.myshopify.com' };
  const error = await failureOf(client.call('stores.create', { body }));
  expect(error).toMatchObject({ status: 400, code: 'validation_failed', detail, message: detail });
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
  const { client } = await serve(answering(status, body, type));
  expect(await failureOf(client.call('stores.list'))).toMatchObject({
    status,
    code: 'unexpected_answer',
    detail: 'An unexpected error occurred. Please try again later.',
  });
});

test('an unreachable server and a connection broken mid-response give Network Error', async () => {
  const away = await serve(answering(200, {}));
  await away.close();
  const broken = await serve(breaking('application/json'));
  for (const { client } of [away, broken]) {
    expect(await failureOf(client.call('stores.list'))).toMatchObject({
      status: 0,
      code: 'network_error',
      detail: 'Network Error',
    });
  }
});

test('an aborted call throws the reason of its signal', async () => {
  const controller = new AbortController();
  const { client } = await serve(() => controller.abort(new Error('left the page')));
  await expect(client.call('stores.list', { signal: controller.signal })).rejects.toThrow('left the page');
});

test('a refused token is refreshed once and the call repeated', async () => {
  let refreshes = 0;
  const { client, requests } = await serve(
    (request, response) => {
      const isFresh = request.headers.authorization === 'Bearer token-2';
      (isFresh ? answering(200, { stores: [], total: 0 }) : signInAgain)(request, response);
    },
    {
      onUnauthorized: async () => {
        refreshes += 1;
        return 'token-2';
      },
    },
  );
  expect(await client.call('stores.list')).toEqual({ stores: [], total: 0 });
  expect([refreshes, requests.length]).toEqual([1, 2]);
});

test.each([
  ['a token refused again after its refresh is not refreshed for ever', 'token-2', 2],
  ['a session that is over is not retried', null, 1],
])('%s', async (_, fresh, sent) => {
  const { client, requests } = await serve(signInAgain, { onUnauthorized: async () => fresh });
  expect(await failureOf(client.call('stores.list'))).toMatchObject({ status: 401, code: 'unauthorized' });
  expect(requests).toHaveLength(sent);
});

test('a download is the whole file and its name', async () => {
  const { client, requests } = await serve(
    answering(200, 'a,b\r\n', 'text/csv', {
      'content-disposition': `attachment; filename="H_te.csv"; filename*=UTF-8''H%C3%BCte.csv`,
      'access-control-expose-headers': 'content-disposition',
    }),
  );
  const file = await client.download('products.exportCsv', { query: { query: 'hat' } });
  expect([file.fileName, await file.blob.text()]).toEqual(['Hüte.csv', 'a,b\r\n']);
  expect(requests[0]).toMatchObject({
    url: '/api/v1/products/export?query=hat',
    headers: {
      accept: expect.stringMatching(/^text\/csv, .*spreadsheetml.sheet, application\/problem\+json$/),
    },
  });
});

test.each<[string, Answer, Partial<ApiError>]>([
  ['breaks off', breaking('text/csv'), { code: 'network_error' }],
  [
    'is refused',
    refusing(400, { code: 'validation_failed', detail: 'Enter a search term.' }),
    { code: 'validation_failed', detail: 'Enter a search term.' },
  ],
  ['is no file', answering(200, {}), { code: 'unexpected_answer' }],
])('a download that %s is an error', async (_, answer, error) => {
  const { client } = await serve(answer);
  const download = client.download('products.exportCsv', { query: { query: 'hat' } });
  expect(await failureOf(download)).toMatchObject(error);
});

test('calls are type-checked', () => {
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
  expectTypeOf<CallInput<'bulkUpdates.importCsv'>['body']>().toEqualTypeOf<Blob>();
});
