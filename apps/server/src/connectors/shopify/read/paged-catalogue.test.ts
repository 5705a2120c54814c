import { expect, it } from 'vitest';
import { json, useScriptedServer } from '../testing/scripted-server.ts';
import { AS_SMALL, catalogueOf, readAll, withoutCost } from '../testing/simulated-shop.ts';
import { useSimulation } from '../testing/simulation.ts';
import { connectorOf } from '../testing/test-client.ts';

const simulation = useSimulation();
const server = useScriptedServer();

it('reads every product with every field', async () => {
  const { connector, shop } = simulation.open({ products: 120 });
  const { products, pages, end } = await readAll(connector, AS_SMALL);
  expect(products).toEqual(catalogueOf(shop));
  expect(pages.map((page) => page.products.length)).toEqual([50, 50, 20]);
  expect(end).toEqual({ sourceProducts: 120, sourceVariants: shop.catalogue.variantCount, notices: [] });
});

it('reads hundreds of variants of a product', async () => {
  const { connector, shop } = simulation.open({ products: 4, largeProducts: { count: 2, variants: 620 } });
  const { products } = await readAll(connector, AS_SMALL);
  expect(products).toEqual(catalogueOf(shop));
  expect(products.filter((product) => product.variants.length === 620)).toHaveLength(2);
});

it('reads an empty shop', async () => {
  const { connector } = simulation.open({ products: 0 });
  const { products, end } = await readAll(connector, AS_SMALL);
  expect(products).toEqual([]);
  expect(end).toEqual({ sourceProducts: 0, sourceVariants: 0, notices: [] });
});

it('goes on from each of its checkpoints', async () => {
  const { connector, shop } = simulation.open({ products: 170 });
  const { pages } = await readAll(connector, AS_SMALL);
  expect(pages).toHaveLength(4);
  for (const [index, page] of pages.slice(0, -1).entries()) {
    const before = pages.slice(0, index + 1).flatMap(({ products }) => products);
    const rest = await readAll(connector, AS_SMALL, { checkpoint: page.checkpoint });
    expect([...before, ...rest.products]).toEqual(catalogueOf(shop));
  }
});

it('starts over when its place is not known any more', async () => {
  const { connector, shop } = simulation.open({ products: 60 });
  const checkpoint = { kind: 'paged', after: 'bm90IGEgY3Vyc29y', costReadable: true };
  const { products } = await readAll(connector, AS_SMALL, { checkpoint });
  expect(products).toEqual(catalogueOf(shop));
});

it('goes on without costs where they are refused, and says so once', async () => {
  const { connector, shop } = simulation.open({
    products: 120,
    deniedFields: { 'InventoryItem.unitCost': 'View product costs' },
  });
  const { products, pages, end } = await readAll(connector, AS_SMALL);
  expect(products).toEqual(withoutCost(catalogueOf(shop)));
  expect(end.notices).toEqual([expect.stringContaining('The cost per item is not readable with this token')]);
  const resumed = await readAll(connector, AS_SMALL, { checkpoint: pages[0]?.checkpoint ?? null });
  expect(resumed.end.notices).toEqual(end.notices);
});

it('reads nothing without read_products', async () => {
  const { connector } = simulation.open({ scopes: ['read_inventory'] });
  await expect(readAll(connector, AS_SMALL)).rejects.toMatchObject({
    kind: 'scope_missing',
    message: expect.stringContaining('read_products'),
  });
});

it('is never throttled, however small the bucket and long the way', async () => {
  const { connector, shop, waits } = simulation.open({
    products: 1000,
    bucket: { maximumAvailable: 400, restoreRate: 20 },
  });
  const { products } = await readAll(connector, AS_SMALL);
  expect(products).toHaveLength(1000);
  expect(waits.length).toBeGreaterThan(5);
  expect(shop.log.counters().throttled).toBe(0);
});

it('is throttled once at most in a row when other clients spend from its bucket', async () => {
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

it('survives resets, gateways, internal errors and refusals on the way', async () => {
  const { connector, shop } = simulation.open({ products: 200 });
  const { faults } = simulation.simulator;
  faults.add({ shop: shop.domain, action: { kind: 'reset' }, skip: 1 });
  faults.add({ shop: shop.domain, action: { kind: 'status', status: 502, html: true }, skip: 3 });
  faults.add({ shop: shop.domain, action: { kind: 'internal_error' }, skip: 4 });
  faults.add({ shop: shop.domain, action: { kind: 'status', status: 429, retryAfter: '2.0' }, skip: 5 });
  const { products } = await readAll(connector, AS_SMALL);
  expect(products).toEqual(catalogueOf(shop));
});

it('fails when trouble does not pass, and goes on from its checkpoint when it has', async () => {
  const { connector, shop } = simulation.open({ products: 150 });
  const { faults } = simulation.simulator;
  faults.add({ shop: shop.domain, action: { kind: 'status', status: 503, html: true }, skip: 2, times: 100 });
  const pages: Parameters<NonNullable<Parameters<typeof readAll>[2]>['onPage'] & object>[0][] = [];
  await expect(readAll(connector, AS_SMALL, { onPage: (page) => pages.push(page) })).rejects.toMatchObject({
    kind: 'transient',
    retryable: true,
  });
  faults.clear();
  expect(pages).toHaveLength(2);
  const rest = await readAll(connector, AS_SMALL, { checkpoint: pages.at(-1)?.checkpoint ?? null });
  expect([...pages.flatMap((page) => page.products), ...rest.products]).toEqual(catalogueOf(shop));
});

it('stops when it is told to', async () => {
  const { connector } = simulation.open({ products: 200 });
  const stop = new AbortController();
  const reading = readAll(connector, AS_SMALL, {
    signal: stop.signal,
    onPage: () => stop.abort(new Error('Sync was force stopped')),
  });
  await expect(reading).rejects.toThrow('Sync was force stopped');
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
