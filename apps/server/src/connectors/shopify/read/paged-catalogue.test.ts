import { expect, it } from 'vitest';
import type { CataloguePage } from '../../connector.ts';
import { json, useScriptedServer } from '../testing/scripted-server.ts';
import { AS_SMALL, catalogueOf, readAll } from '../testing/simulated-shop.ts';
import { useSimulation } from '../testing/simulation.ts';
import { connectorOf } from '../testing/test-client.ts';

const simulation = useSimulation();
const server = useScriptedServer();

it('starts over if its cursor is refused', async () => {
  const { connector, shop } = simulation.open({ products: 60 });
  const checkpoint = { kind: 'paged', after: 'bm90IGEgY3Vyc29y', costReadable: true };
  const { products } = await readAll(connector, AS_SMALL, { checkpoint });
  expect(products).toEqual(catalogueOf(shop));
});

it('is never throttled, however small the bucket and large the catalogue', async () => {
  const { connector, shop, waits } = simulation.open({
    products: 1000,
    bucket: { maximumAvailable: 400, restoreRate: 20 },
  });
  const { products } = await readAll(connector, AS_SMALL);
  expect(products).toHaveLength(1000);
  expect(waits.length).toBeGreaterThan(5);
  expect(shop.log.counters().throttled).toBe(0);
});

it('is throttled at most once in a row when other clients use the same bucket', async () => {
  const { connector, shop } = simulation.open({
    products: 300,
    bucket: { maximumAvailable: 400, restoreRate: 20 },
  });
  await readAll(connector, AS_SMALL, {
    onPage: () => {
      const app = shop.app(shop.tokens[0] ?? '');
      app?.costs.take(app.costs.status().currentlyAvailable);
    },
  });
  const { throttled, longestThrottledRow } = shop.log.counters();
  expect(throttled).toBeGreaterThan(0);
  expect(longestThrottledRow).toBe(1);
});

it('survives resets, gateway errors, internal errors and throttling', async () => {
  const { connector, shop, arm } = simulation.open({ products: 200 });
  arm({ kind: 'reset' }, { skip: 1 });
  arm({ kind: 'status', status: 502, html: true }, { skip: 3 });
  arm({ kind: 'internal_error' }, { skip: 4 });
  arm({ kind: 'status', status: 429, retryAfter: '2.0' }, { skip: 5 });
  const { products } = await readAll(connector, AS_SMALL);
  expect(products).toEqual(catalogueOf(shop));
});

it('fails on a persistent error, and resumes from its checkpoint afterwards', async () => {
  const { connector, shop, arm } = simulation.open({ products: 150 });
  arm({ kind: 'status', status: 503, html: true }, { skip: 2, times: 100 });
  const pages: CataloguePage[] = [];
  await expect(readAll(connector, AS_SMALL, { onPage: (page) => pages.push(page) })).rejects.toMatchObject({
    kind: 'transient',
    retryable: true,
  });
  simulation.simulator.faults.clear();
  expect(pages).toHaveLength(2);
  const rest = await readAll(connector, AS_SMALL, { checkpoint: pages.at(-1)?.checkpoint ?? null });
  expect([...pages.flatMap((page) => page.products), ...rest.products]).toEqual(catalogueOf(shop));
});

it.each([['A', 'A'], ['A', 'B', 'A'], [null]])(
  'ends on pages that lead to %s, %s, %s',
  async (...cursors) => {
    const pageLeadingTo = (endCursor: string | null) =>
      json(200, { data: { products: { nodes: [], pageInfo: { hasNextPage: true, endCursor } } } });
    server.script(...cursors.map(pageLeadingTo));
    const { connector } = connectorOf(server.host);
    await expect(readAll(connector, AS_SMALL)).rejects.toMatchObject({ kind: 'protocol' });
    expect(server.requests).toHaveLength(cursors.length);
  },
);
