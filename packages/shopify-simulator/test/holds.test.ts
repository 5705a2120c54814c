import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { globalId } from '../src/text-forms.ts';
import { type OpenShop, simulation, TOKEN } from './simulation.ts';

const { open, simulator } = simulation();

const UPDATE = `mutation ($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) { userErrors { message } } }`;

function oneVariant(shop: OpenShop) {
  const { id, variants } = shop.shop.catalogue.createProduct({
    title: 'Cap',
    variants: [{ price: '10.00' }],
  });
  const number = variants[0]?.id ?? 0;
  const variant = globalId('ProductVariant', number);
  const variables = (price: string) => ({
    productId: globalId('Product', id),
    variants: [{ id: variant, price }],
  });
  return {
    write: (price: string) => shop.graphql(UPDATE, variables(price)),
    body: (price: string) => JSON.stringify({ query: UPDATE, variables: variables(price) }),
    price: () => shop.shop.catalogue.variant(number)?.variant.price,
    writes: () => shop.shop.writes.of(variant, 'price').map(({ value }) => value),
  };
}

test('applied, but the answer was lost: the effect stays, the connection breaks', async () => {
  const shop = open();
  const { write, price, writes } = oneVariant(shop);
  simulator().faults.add({
    shop: shop.shop.domain,
    action: { kind: 'applied_answer_lost' },
    match: 'productVariantsBulkUpdate',
  });
  await expect(write('11.00')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(price()).toBe('11.00');
  expect(shop.shop.log.counters().byOutcome).toEqual({ answer_lost: 1 });
  await write('11.00');
  expect(writes()).toEqual(['11.00', '11.00']);
});

test('a request held before it is executed has no effect until it is released', async () => {
  const shop = open();
  const { write, price } = oneVariant(shop);
  const hold = simulator().hold({
    shop: shop.shop.domain,
    when: 'before',
    match: 'productVariantsBulkUpdate',
  });
  const answer = write('11.00');
  expect(await hold.reached).toMatchObject({ when: 'before', shop: shop.shop.domain, method: 'POST' });
  expect(price()).toBe('10.00');
  hold.release();
  expect((await answer).errors).toBeUndefined();
  expect(price()).toBe('11.00');
});

test('a request held before it is executed and dropped is never executed', async () => {
  const shop = open();
  const { write, writes } = oneVariant(shop);
  const hold = simulator().hold({ shop: shop.shop.domain, when: 'before' });
  const lost = expect(write('11.00')).rejects.toMatchObject({ code: 'ECONNRESET' });
  await hold.reached;
  hold.drop();
  await lost;
  expect(writes()).toEqual([]);
  expect(shop.shop.log.counters().byOutcome).toEqual({ dropped: 1 });
});

test('a request whose client has died meanwhile is executed all the same when it is released', async () => {
  const shop = open();
  const { writes, body } = oneVariant(shop);
  const hold = simulator().hold({ shop: shop.shop.domain, when: 'before' });
  const headers = { host: shop.host, 'x-shopify-access-token': TOKEN, 'content-type': 'application/json' };
  const path = '/admin/api/2026-10/graphql.json';
  const sent = request(new URL(path, simulator().url), { method: 'POST', headers });
  const died = new Promise((resolve) => sent.on('error', resolve));
  sent.end(body('11.00'));
  await hold.reached;
  sent.destroy();
  await died;
  expect(writes()).toEqual([]);
  hold.release();
  await vi.waitFor(() => expect(writes()).toEqual(['11.00']));
});

test('a request held after it was executed has had its effect; its answer comes on release or never', async () => {
  const shop = open();
  const { write, price } = oneVariant(shop);
  const released = simulator().hold({ shop: shop.shop.domain, when: 'after' });
  const answer = write('11.00');
  await released.reached;
  expect(price()).toBe('11.00');
  released.release();
  expect((await answer).data).toEqual({ productVariantsBulkUpdate: { userErrors: [] } });
  const dropped = simulator().hold({ shop: shop.shop.domain, when: 'after' });
  const lost = expect(write('12.00')).rejects.toMatchObject({ code: 'ECONNRESET' });
  await dropped.reached;
  dropped.drop();
  await lost;
  expect(price()).toBe('12.00');
});
