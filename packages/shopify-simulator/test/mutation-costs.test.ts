import { expect, test } from 'vitest';
import type { FaultAction } from '../src/faults.ts';
import { globalId } from '../src/text-forms.ts';
import { type OpenShop, simulation } from './simulation.ts';

const { open, simulator, clock } = simulation();

const UPDATE = `mutation ($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    product { id } productVariants { id price product { id } } userErrors { message } } }`;

function make(shop: OpenShop, variants: number) {
  const product = shop.shop.catalogue.createProduct({
    title: 'Cap',
    variants: Array.from({ length: variants }, () => ({ price: '10.00' })),
  });
  const ids = product.variants.map(({ id }) => globalId('ProductVariant', id));
  const write = (price: string) =>
    shop.graphql(UPDATE, {
      productId: globalId('Product', product.id),
      variants: ids.map((id) => ({ id, price })),
    });
  const prices = () => shop.shop.catalogue.product(product.id)?.variants.map(({ price }) => price);
  return { id: globalId('Product', product.id), write, prices };
}

test('a hundred variants cost 31 points, of which nothing is given back', async () => {
  const shop = open();
  const { extensions } = await make(shop, 100).write('11');
  expect(extensions?.cost).toEqual({
    requestedQueryCost: 31,
    actualQueryCost: 31,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1969, restoreRate: 100 },
  });
});

test('what a refused selection would have cost is given back', async () => {
  const shop = open();
  const { id } = make(shop, 1);
  const { extensions } = await shop.graphql(UPDATE, { productId: id, variants: [] });
  expect(extensions?.cost).toMatchObject({ requestedQueryCost: 11, actualQueryCost: 10 });
});

test('a write without points is THROTTLED and has no effect', async () => {
  const shop = open({ bucket: { maximumAvailable: 40, restoreRate: 2 } });
  const product = make(shop, 100);
  expect((await product.write('11')).errors).toBeUndefined();
  const refused = await product.write('12');
  expect(refused.errors?.[0]?.extensions.code).toBe('THROTTLED');
  expect(refused.extensions?.cost).toEqual({
    requestedQueryCost: 31,
    actualQueryCost: null,
    throttleStatus: { maximumAvailable: 40, currentlyAvailable: 9, restoreRate: 2 },
  });
  expect(new Set(product.prices())).toEqual(new Set(['11.00']));
});

test('a throttled, failed or reset write that was arranged by the name of its mutation has no effect', async () => {
  const shop = open();
  const product = make(shop, 1);
  const arrange = (action: FaultAction) =>
    simulator().faults.add({ shop: shop.shop.domain, action, match: 'productVariantsBulkUpdate' });
  for (const action of [
    { kind: 'throttled' },
    { kind: 'internal_error' },
    { kind: 'status', status: 502 },
  ] as const) {
    arrange(action);
    expect((await shop.graphql('{ shop { id } }')).errors).toBeUndefined();
    expect((await product.write('11')).errors).toBeDefined();
    clock.advance(1000);
  }
  arrange({ kind: 'reset' });
  await expect(product.write('11')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(shop.shop.writes.all).toEqual([]);
  arrange({ kind: 'slow', milliseconds: 1 });
  await product.write('11');
  expect(product.prices()).toEqual(['11.00']);
});

test('calls at the same time are each applied as a whole', async () => {
  const shop = open();
  const product = make(shop, 30);
  const prices = ['11', '12', '13', '14', '15'];
  await Promise.all(prices.map((price) => product.write(price)));
  expect(new Set(product.prices()).size).toBe(1);
  const values = shop.shop.writes.all.map(({ value }) => value);
  const runs = Array.from({ length: 5 }, (_, index) => new Set(values.slice(index * 30, index * 30 + 30)));
  expect(runs.map((run) => run.size)).toEqual([1, 1, 1, 1, 1]);
  expect([...new Set(values)].sort()).toEqual(['11.00', '12.00', '13.00', '14.00', '15.00']);
});
