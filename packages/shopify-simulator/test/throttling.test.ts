import { expect, test } from 'vitest';
import { simulation } from './simulation.ts';

const { open, clock } = simulation();
const DEAR =
  '{ products(first: 250) { nodes { variants(first: 250) { nodes { inventoryItem { unitCost { amount } } } } } } }';

test('what a document did not need is given back', async () => {
  const { graphql, shop } = open({ products: 2, variantsPerProduct: 1 });
  const { cost } = (await graphql(DEAR)).extensions ?? {};
  expect(cost?.requestedQueryCost).toBe(277);
  expect(cost?.actualQueryCost).toBe(27);
  expect(cost?.throttleStatus.currentlyAvailable).toBe(2000 - (cost?.actualQueryCost ?? 0));
  expect(shop.log.counters().points).toBe(cost?.actualQueryCost);
});

test('without points a document is refused with 200 and THROTTLED, and costs nothing', async () => {
  const { graphql, shop } = open({ bucket: { maximumAvailable: 300, restoreRate: 50 }, products: 400 });
  await graphql(DEAR);
  const refused = await graphql(DEAR);
  expect(refused).toMatchObject({
    errors: [
      {
        message: 'Throttled',
        extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' },
      },
    ],
    extensions: { cost: { requestedQueryCost: 277, actualQueryCost: null } },
  });
  expect(refused.data).toBeUndefined();
  const { currentlyAvailable, restoreRate } = refused.extensions?.cost.throttleStatus ?? {
    currentlyAvailable: 0,
    restoreRate: 1,
  };
  clock.advance(((277 - currentlyAvailable) / restoreRate) * 1000);
  expect((await graphql(DEAR)).errors).toBeUndefined();
  expect(shop.log.counters()).toMatchObject({ throttled: 1, longestThrottledRow: 1 });
});

test('a document above 1000 points is refused whatever the bucket holds', async () => {
  const { graphql } = open({ plan: 'Plus' });
  const part =
    'products(first: 250) { nodes { variants(first: 250) { nodes { inventoryItem { tracked } } } } }';
  const { errors } = await graphql(`{ a: ${part} b: ${part} c: ${part} d: ${part} }`);
  expect(errors?.[0]).toMatchObject({
    message: expect.stringContaining(
      'Query cost is 1108, which exceeds the single query max cost limit (1000).',
    ),
    extensions: { code: 'MAX_COST_EXCEEDED', cost: 1108, maxCost: 1000 },
  });
});
