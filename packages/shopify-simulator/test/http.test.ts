import { expect, test } from 'vitest';
import { API, call, GRAPHQL, simulation, TOKEN } from './simulation.ts';

const { open, simulator } = simulation();
const query = JSON.stringify({ query: '{ shop { name } }' });

test.each([
  ['/2026-01', '2026-01'],
  ['/2026-10', '2026-10'],
  ['/2025-10', '2026-01'],
  ['/2022-07', '2026-01'],
  ['/2027-01', '2027-01'],
  ['/unstable', 'unstable'],
  ['', '2026-01'],
])('asked for "%s", answered by %s', async (asked, served) => {
  const { headers, status } = await open().post(`/admin/api${asked}/graphql.json`, query);
  expect([status, headers['x-shopify-api-version']]).toEqual([200, served]);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}-\d{10}$/);
});

test.each([
  ['/admin/api/2026-13/graphql.json', query, 404, '{"errors":"Not Found"}'],
  ['/admin/api/latest/graphql.json', query, 404, '{"errors":"Not Found"}'],
  ['/admin/graphql.json', query, 406, ''],
  [GRAPHQL, '{', 400, '{"errors":{"query":"Required parameter missing or invalid"}}'],
  [GRAPHQL, '[]', 400, '{"errors":{"query":"Required parameter missing or invalid"}}'],
])('POST %s with %s is answered %i', async (path, body, status, text) => {
  const answer = await open().post(path, body);
  expect([answer.status, answer.text]).toEqual([status, text]);
});

test('a wrong token is 401 for GraphQL and REST, and a request with cookies gets a login page', async () => {
  const shop = open();
  for (const path of [GRAPHQL, `${API}/products.json`]) {
    const headers = { 'x-shopify-access-token': 'shpat_wrong' };
    const answer = await shop.call(path, { method: 'POST', body: query, headers });
    expect([answer.status, answer.text, answer.headers['www-authenticate']]).toEqual([
      401,
      '{"errors":"[API] Invalid API key or access token (unrecognized login or wrong password)"}',
      'Basic Realm="Shopify API Authentication"',
    ]);
  }
  const bearer = { authorization: `Bearer ${TOKEN}`, 'x-shopify-access-token': null };
  expect((await shop.call(`${API}/products.json`, { headers: bearer })).status).toBe(401);
  const page = await shop.call(GRAPHQL, { method: 'POST', body: query, headers: { cookie: 'a=b' } });
  expect(page.headers['content-type']).toContain('text/html');
});

test.each([
  ['frozen', 402, '{"errors":"Unavailable Shop"}'],
  ['blocked', 403, '{"errors":"Unavailable Shop"}'],
  ['missing', 404, '{"errors":"Not Found"}'],
  ['locked', 423, '{"errors":"This shop is unavailable"}'],
] as const)('a shop that is %s answers %i', async (state, status, text) => {
  const { shop, post } = open();
  shop.state = state;
  const answer = await post(GRAPHQL, query);
  expect([answer.status, answer.text]).toEqual([status, text]);
});

test('an internal error repeats the request id', async () => {
  const { shop, post } = open();
  simulator().faults.add({ shop: shop.domain, action: { kind: 'internal_error' } });
  const { text, headers } = await post(GRAPHQL, query);
  const requestId = headers['x-request-id'];
  const message = `Internal error. Looks like something went wrong on our end.\nRequest ID: ${requestId} (include this in support requests).`;
  const extensions = { requestId, code: 'INTERNAL_SERVER_ERROR' };
  expect(JSON.parse(text)).toEqual({ errors: [{ message, extensions }], data: null });
});

test('/__sim: shops are made and seen; a wrong path is told', async () => {
  const { url } = simulator();
  const control = (path: string, body?: object) =>
    call(url, 'localhost', `/__sim${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : {});
  expect((await control('/shops', { domain: 'made.localhost', products: 3, token: TOKEN })).status).toBe(201);
  await call(url, 'made.localhost', GRAPHQL, { method: 'POST', body: query });
  expect(JSON.parse((await control('/shops/made.localhost')).text)).toMatchObject({
    productCount: 3,
    counters: { total: 1, byOperation: { shop: 1 }, throttled: 0 },
  });
  expect((await control('/shops/nobody.localhost')).status).toBe(404);
  expect((await call(url, 'nobody.localhost', GRAPHQL, { method: 'POST', body: query })).status).toBe(404);
});
