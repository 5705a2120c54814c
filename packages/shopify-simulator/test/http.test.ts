import { expect, test } from 'vitest';
import { call, GRAPHQL, simulation, TOKEN } from './simulation.ts';

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

test('/__sim: shops are added and shown; a wrong path is reported', async () => {
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
