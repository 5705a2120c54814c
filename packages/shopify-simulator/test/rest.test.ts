import { expect, test } from 'vitest';
import { API, simulation } from './simulation.ts';

/** Paging, expiring links and products of more than 100 variants: the connector's tests cover these. */

const { open, advance } = simulation();

test.each(['products.json?status=active', 'products/1.json', 'shop.json'])(
  '%s is not modelled, and says so',
  async (path) => {
    expect((await open().call(`${API}/${path}`)).status).toBe(501);
  },
);

test('only limit and fields are allowed with page_info, and no invalid page_info', async () => {
  const shop = open();
  const { headers } = await shop.call(`${API}/products.json?limit=5`);
  const { pathname, search } = new URL(headers.link?.slice(1).split('>')[0] ?? '');
  const refused = await shop.call(`${pathname}${search}&status=active`);
  const status =
    'status cannot be passed when page_info is present. See https://shopify.dev/api/usage/pagination-rest for more information.';
  expect([refused.status, JSON.parse(refused.text)]).toEqual([400, { errors: { status } }]);
  const bad = await shop.call(`${API}/products.json?page_info=x`);
  expect([bad.status, bad.text]).toEqual([400, '{"errors":{"page_info":"Invalid value."}}']);
});

test('the shapes of product, variant and inventory item', async () => {
  const shop = open({ products: 0 });
  const sold = { sku: 'C-1', price: '10.00', cost: '5.00', weight: 0.25 };
  const { id, variants } = shop.shop.catalogue.createProduct({
    title: 'Cap',
    tags: ['a', 'b'],
    variants: [sold],
  });
  const [variant] = variants;
  const { products } = JSON.parse((await shop.call(`${API}/products.json`)).text);
  expect(products).toMatchObject([{ id, status: 'active', tags: 'a, b' }]);
  expect(products[0].variants).toMatchObject([
    {
      id: variant?.id,
      product_id: id,
      price: '10.00',
      compare_at_price: null,
      position: 1,
      weight: 0.25,
      weight_unit: 'kg',
      grams: 250,
    },
  ]);
  expect(products[0].variants[0]).not.toHaveProperty('cost');
  const items = await shop.call(`${API}/inventory_items.json?ids=${variant?.inventoryItemId}`);
  expect(JSON.parse(items.text).inventory_items).toMatchObject([
    { id: variant?.inventoryItemId, sku: 'C-1', cost: '5.00' },
  ]);
  expect((await shop.call(`${API}/inventory_items.json`)).status).toBe(422);
});

test('the bucket of forty calls, reported in each response, then 429 with Retry-After', async () => {
  const shop = open();
  const ask = () => shop.call(`${API}/products.json?limit=1`);
  expect((await ask()).headers['x-shopify-shop-api-call-limit']).toBe('1/40');
  for (let index = 1; index < 40; index += 1) await ask();
  const refused = await ask();
  expect([refused.status, refused.text, refused.headers['retry-after']]).toEqual([
    429,
    '{"errors":"Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service."}',
    '2.0',
  ]);
  advance(2000);
  expect((await ask()).headers['x-shopify-shop-api-call-limit']).toBe('37/40');
});
