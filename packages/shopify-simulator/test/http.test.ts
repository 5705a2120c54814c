import { expect, test } from 'vitest';
import { call, simulation, TOKEN } from './simulation.ts';

const { open, simulator } = simulation();
const shopQuery = JSON.stringify({ query: '{ shop { name } }' });
const post = { method: 'POST', body: shopQuery };

test('headers of an answer', async () => {
  const { headers, status } = await open().call('/admin/api/2026-04/graphql.json', post);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}-\d{10}$/);
  expect(headers['x-shopify-api-version']).toBe('2026-04');
  expect(headers['server-timing']).toContain('processing;dur=');
});

test.each([
  ['2026-01', '2026-01'],
  ['2026-10', '2026-10'],
  ['2025-10', '2026-01'],
  ['2022-07', '2026-01'],
  ['2027-01', '2027-01'],
  ['unstable', 'unstable'],
])('asked for %s, answered by %s', async (asked, served) => {
  const { headers, status } = await open().call(`/admin/api/${asked}/graphql.json`, post);
  expect([status, headers['x-shopify-api-version']]).toEqual([200, served]);
});

test('no version means the oldest, an unpublished one does not exist, a wrong path form is 406', async () => {
  const shop = open();
  expect((await shop.call('/admin/api/graphql.json', post)).headers['x-shopify-api-version']).toBe('2026-01');
  for (const asked of ['2026-13', '2026-02', 'latest']) {
    const answer = await shop.call(`/admin/api/${asked}/graphql.json`, post);
    expect([answer.status, answer.text]).toEqual([404, '{"errors":"Not Found"}']);
  }
  expect((await shop.call('/admin/graphql.json', post)).status).toBe(406);
});

test('a wrong token is 401 for GraphQL and REST', async () => {
  const shop = open();
  for (const [path, options] of [
    ['/admin/api/2026-10/graphql.json', post],
    ['/admin/api/2026-10/products.json', {}],
  ] as const) {
    const answer = await shop.call(path, {
      ...options,
      headers: { 'x-shopify-access-token': 'shpat_wrong' },
    });
    expect(answer.status).toBe(401);
    expect(answer.text).toBe(
      '{"errors":"[API] Invalid API key or access token (unrecognized login or wrong password)"}',
    );
    expect(answer.headers['www-authenticate']).toBe('Basic Realm="Shopify API Authentication"');
  }
  const bearer = { authorization: `Bearer ${TOKEN}`, 'x-shopify-access-token': null };
  expect((await shop.call('/admin/api/2026-10/products.json', { headers: bearer })).status).toBe(401);
});

test.each([
  ['frozen', 402, '{"errors":"Unavailable Shop"}'],
  ['blocked', 403, '{"errors":"Unavailable Shop"}'],
  ['missing', 404, '{"errors":"Not Found"}'],
  ['locked', 423, '{"errors":"This shop is unavailable"}'],
] as const)('a shop that is %s answers %i', async (state, status, text) => {
  const { shop, call: send } = open();
  shop.state = state;
  const answer = await send('/admin/api/2026-10/graphql.json', post);
  expect([answer.status, answer.text]).toEqual([status, text]);
});

test('shops are told apart by the Host header; an unknown host is 404', async () => {
  const first = open({ name: 'First' });
  const second = open({ name: 'Second' });
  expect((await first.graphql('{ shop { name myshopifyDomain } }')).data).toEqual({
    shop: { name: 'First', myshopifyDomain: first.host },
  });
  expect((await second.graphql('{ shop { name } }')).data).toEqual({ shop: { name: 'Second' } });
  const { url } = simulator();
  expect((await call(url, 'nobody.localhost', '/admin/api/2026-10/graphql.json', post)).status).toBe(404);
});

test('a body that is no GraphQL request is 400', async () => {
  const shop = open();
  for (const body of ['{', '{}', '[]']) {
    const answer = await shop.call('/admin/api/2026-10/graphql.json', { method: 'POST', body });
    expect([answer.status, answer.text]).toEqual([
      400,
      '{"errors":{"query":"Required parameter missing or invalid"}}',
    ]);
  }
});

test('a request with cookies gets a login page', async () => {
  const answer = await open().call('/admin/api/2026-10/graphql.json', {
    ...post,
    headers: { cookie: 'a=b' },
  });
  expect(answer.headers['content-type']).toContain('text/html');
});
