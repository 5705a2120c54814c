import { expect, test } from 'vitest';
import { call, simulation, TOKEN } from './simulation.ts';

const { open, simulator } = simulation();
const QUERY = { method: 'POST', body: JSON.stringify({ query: '{ shop { name } }' }) };
const GRAPHQL = '/admin/api/2026-10/graphql.json';

async function control(path: string, method = 'GET', body?: unknown) {
  const options = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const { status, text } = await call(simulator().url, 'localhost', `/__sim${path}`, options);
  return { status, body: JSON.parse(text) as Record<string, unknown> };
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

test('an internal error repeats the request id', async () => {
  const shop = open();
  simulator().faults.add({ shop: shop.shop.domain, action: { kind: 'internal_error' } });
  const { text, headers } = await shop.call(GRAPHQL, QUERY);
  const id = headers['x-request-id'];
  expect(JSON.parse(text)).toEqual({
    errors: [
      {
        message: `Internal error. Looks like something went wrong on our end.\nRequest ID: ${id} (include this in support requests).`,
        extensions: { requestId: id, code: 'INTERNAL_SERVER_ERROR' },
      },
    ],
    data: null,
  });
});

test('/__sim: shops are made and seen; a wrong path is told', async () => {
  const made = await control('/shops', 'POST', { domain: 'made.localhost', products: 3, token: TOKEN });
  expect(made).toMatchObject({ status: 201, body: { domain: 'made.localhost', productCount: 3 } });
  await call(simulator().url, 'made.localhost', GRAPHQL, QUERY);
  expect((await control('/shops/made.localhost')).body).toMatchObject({
    productCount: 3,
    counters: { total: 1, byOperation: { shop: 1 }, throttled: 0 },
    requests: [{ kind: 'graphql', operation: 'shop', outcome: 'ok', requestedCost: 1 }],
  });
  expect((await control('/nothing')).status).toBe(404);
  expect((await control('/shops/nobody.localhost')).status).toBe(404);
});
