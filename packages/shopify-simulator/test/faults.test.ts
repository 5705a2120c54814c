import { expect, test, vi } from 'vitest';
import { call, type GraphqlBody, simulation, TOKEN } from './simulation.ts';

const { open, simulator } = simulation();
const QUERY = { method: 'POST', body: JSON.stringify({ query: '{ shop { name } }' }) };
const GRAPHQL = '/admin/api/2026-10/graphql.json';

function control(path: string, method = 'GET', body?: unknown) {
  const options = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  return call(simulator().url, 'localhost', `/__sim${path}`, options).then((answer) => ({
    status: answer.status,
    body: JSON.parse(answer.text) as Record<string, unknown>,
  }));
}

test('503 as an HTML page, so many times as asked, then all is well', async () => {
  const shop = open();
  simulator().faults.add({
    shop: shop.shop.domain,
    action: { kind: 'status', status: 503, html: true },
    times: 2,
    skip: 1,
  });
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) statuses.push((await shop.call(GRAPHQL, QUERY)).status);
  expect(statuses).toEqual([200, 503, 503, 200]);
  expect(shop.shop.log.counters().byOutcome).toEqual({ ok: 2, 503: 2 });
});

test('429 on GraphQL with Retry-After, and THROTTLED with an empty bucket', async () => {
  const shop = open();
  const { faults } = simulator();
  faults.add({ shop: shop.shop.domain, action: { kind: 'status', status: 429, retryAfter: '2.0' } });
  faults.add({ shop: shop.shop.domain, action: { kind: 'throttled' }, match: 'productsCount' });
  const limited = await shop.call(GRAPHQL, QUERY);
  expect([limited.status, limited.headers['retry-after']]).toEqual([429, '2.0']);
  expect((await shop.graphql('{ shop { id } }')).errors).toBeUndefined();
  const refused = await shop.graphql('{ productsCount(limit: null) { count } }');
  expect(refused.errors?.[0]?.extensions.code).toBe('THROTTLED');
  expect(refused.extensions?.cost.throttleStatus.currentlyAvailable).toBeLessThan(10);
});

test('an internal error repeats the request id', async () => {
  const shop = open();
  simulator().faults.add({ shop: shop.shop.domain, action: { kind: 'internal_error' } });
  const { text, headers } = await shop.call(GRAPHQL, QUERY);
  const { errors, data } = JSON.parse(text) as GraphqlBody<unknown>;
  const id = headers['x-request-id'];
  expect(errors).toEqual([
    {
      message: `Internal error. Looks like something went wrong on our end.\nRequest ID: ${id} (include this in support requests).`,
      extensions: { requestId: id, code: 'INTERNAL_SERVER_ERROR' },
    },
  ]);
  expect(data).toBeNull();
});

test('a connection that is reset, and an answer that comes late', async () => {
  const shop = open();
  const { faults } = simulator();
  faults.add({ shop: shop.shop.domain, action: { kind: 'reset' } });
  await expect(shop.call(GRAPHQL, QUERY)).rejects.toMatchObject({ code: 'ECONNRESET' });
  faults.add({ shop: shop.shop.domain, action: { kind: 'slow', milliseconds: 1 } });
  expect((await shop.call(GRAPHQL, QUERY)).status).toBe(200);
});

test('a download that is cut, by a reset or in good order, and an address that has expired', async () => {
  const shop = open();
  await shop.graphql(
    'mutation { bulkOperationRunQuery(query: "{products{edges{node{id title}}}}") { bulkOperation { id } } }',
  );
  const url = await vi.waitFor(() => {
    const address = shop.shop.bulkOperations.all[0]?.url;
    if (!address) throw new Error('not yet');
    return new URL(address);
  });
  const get = () => shop.call(url.pathname + url.search, { headers: { 'x-shopify-access-token': null } });
  const { faults } = simulator();
  const cut = { kind: 'cut', afterBytes: 100 } as const;
  faults.add({ shop: shop.shop.domain, action: { ...cut, ending: 'clean' } });
  expect((await get()).text).toHaveLength(100);
  faults.add({ shop: shop.shop.domain, action: { ...cut, ending: 'reset' } });
  await expect(get()).rejects.toMatchObject({ code: 'ECONNRESET' });
  faults.add({ shop: shop.shop.domain, action: { kind: 'expired_url' } });
  expect((await get()).status).toBe(400);
  expect((await get()).status).toBe(200);
});

test('/__sim: shops are made and seen', async () => {
  const made = await control('/shops', 'POST', { domain: 'made.localhost', products: 3, token: TOKEN });
  expect(made).toMatchObject({ status: 201, body: { domain: 'made.localhost', productCount: 3 } });
  const { url } = simulator();
  await call(url, 'made.localhost', GRAPHQL, QUERY);
  expect((await control('/shops/made.localhost')).body).toMatchObject({
    productCount: 3,
    counters: { total: 1, byOperation: { shop: 1 }, throttled: 0 },
    requests: [{ kind: 'graphql', operation: 'shop', outcome: 'ok', requestedCost: 1 }],
  });
});

test('/__sim: faults are armed, listed and cleared; a wrong path is told', async () => {
  const shop = open();
  simulator().faults.clear();
  const fault = { shop: shop.shop.domain, action: { kind: 'status', status: 502 }, times: 3 };
  expect(await control('/faults', 'POST', fault)).toMatchObject({
    status: 201,
    body: { faults: [{ timesLeft: 3, fired: 0 }] },
  });
  expect((await shop.call(GRAPHQL, QUERY)).status).toBe(502);
  expect((await control('/faults')).body).toMatchObject({ faults: [{ timesLeft: 2, fired: 1 }] });
  await control('/faults', 'DELETE');
  expect((await shop.call(GRAPHQL, QUERY)).status).toBe(200);
  expect((await control('/nothing')).status).toBe(404);
  expect((await control('/shops/nobody.localhost')).status).toBe(404);
});
