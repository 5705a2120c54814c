import { expect, test } from 'vitest';
import { type Answer, type OpenShop, simulation } from './simulation.ts';

const { open, clock } = simulation();
const API = '/admin/api/2026-10';

type Row = { id: number } & Record<string, unknown>;

function rows(answer: Answer, key: string): Row[] {
  return (JSON.parse(answer.text) as Record<string, Row[]>)[key] ?? [];
}

function linkOf(answer: Answer, rel: 'next' | 'previous'): string | null {
  const link = answer.headers.link
    ?.split(', ')
    .find((part) => part.endsWith(`rel="${rel}"`))
    ?.slice(1)
    .split('>')[0];
  if (link === undefined) return null;
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function walk(shop: OpenShop, first: string): Promise<{ ids: number[]; last: Answer }> {
  const ids: number[] = [];
  let answer = await shop.call(first);
  for (;;) {
    ids.push(...rows(answer, 'products').map(({ id }) => id));
    clock.advance(1000);
    const next = linkOf(answer, 'next');
    if (next === null) return { ids, last: answer };
    answer = await shop.call(next);
  }
}

test('products are paged by the Link header, from a first id on, with the fields asked for', async () => {
  const shop = open();
  const ids = shop.shop.catalogue
    .products()
    .map(({ id }) => id)
    .toArray();
  const all = await walk(shop, `${API}/products.json?limit=25`);
  expect(all.ids).toEqual(ids);
  expect(linkOf(all.last, 'previous')).not.toBeNull();
  expect(rows(await shop.call(`${API}/products.json`), 'products')).toHaveLength(50);
  const since = await shop.call(`${API}/products.json?since_id=${ids[9]}&limit=3&fields=id`);
  expect(rows(since, 'products')).toEqual([{ id: ids[10] }, { id: ids[11] }, { id: ids[12] }]);
});

test.each([`products.json?status=active`, 'products/1.json', 'shop.json'])(
  '%s is not modelled, and says so',
  async (path) => {
    expect((await open().call(`${API}/${path}`)).status).toBe(501);
  },
);

test('nothing but limit and fields beside page_info, and no bad page_info', async () => {
  const shop = open();
  const next = linkOf(await shop.call(`${API}/products.json?limit=5`), 'next');
  const refused = await shop.call(`${next}&status=active`);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    400,
    {
      errors: {
        status:
          'status cannot be passed when page_info is present. See https://shopify.dev/api/usage/pagination-rest for more information.',
      },
    },
  ]);
  const bad = await shop.call(`${API}/products.json?page_info=x`);
  expect([bad.status, bad.text]).toEqual([400, '{"errors":{"page_info":"Invalid value."}}']);
});

test('a link is good for a while only', async () => {
  const shop = open();
  const next = linkOf(await shop.call(`${API}/products.json?limit=5`), 'next') ?? '';
  clock.advance(9 * 60_000);
  expect((await shop.call(next)).status).toBe(200);
  clock.advance(60_000);
  const late = await shop.call(next);
  expect([late.status, late.text]).toEqual([400, '{"errors":{"page_info":"Invalid value."}}']);
});

test('the shapes of product, variant and inventory item', async () => {
  const shop = open({ products: 0 });
  const created = shop.shop.catalogue.createProduct({
    title: 'Cap',
    tags: ['a', 'b'],
    variants: Array.from({ length: 101 }, () => ({ sku: 'C-1', price: '10.00', cost: '5.00', weight: 0.25 })),
  });
  const [variant] = created.variants;
  const [product] = rows(await shop.call(`${API}/products.json`), 'products');
  expect(product).toMatchObject({
    id: created.id,
    status: 'active',
    tags: 'a, b',
  });
  const variants = product?.variants as Row[];
  // REST shows a hundred at most, and no cost.
  expect(variants).toHaveLength(100);
  expect(variants[0]).toMatchObject({
    ...{ id: variant?.id, product_id: created.id, price: '10.00', compare_at_price: null, position: 1 },
    ...{ weight: 0.25, weight_unit: 'kg', grams: 250 },
  });
  expect(variants[0]).not.toHaveProperty('cost');
  const item = await shop.call(`${API}/inventory_items.json?ids=${variant?.inventoryItemId}`);
  expect(rows(item, 'inventory_items')).toMatchObject([
    { id: variant?.inventoryItemId, sku: 'C-1', cost: '5.00' },
  ]);
  expect((await shop.call(`${API}/inventory_items.json`)).status).toBe(422);
});

test('the bucket of forty calls, told in each answer, then 429 with Retry-After', async () => {
  const shop = open();
  const path = `${API}/products.json?limit=1`;
  expect((await shop.call(path)).headers['x-shopify-shop-api-call-limit']).toBe('1/40');
  for (let index = 1; index < 40; index += 1) await shop.call(path);
  const refused = await shop.call(path);
  expect([refused.status, refused.text, refused.headers['retry-after']]).toEqual([
    429,
    '{"errors":"Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service."}',
    '2.0',
  ]);
  clock.advance(2000);
  expect((await shop.call(path)).headers['x-shopify-shop-api-call-limit']).toBe('37/40');
  const { extensions } = await shop.graphql('{ shop { id } }');
  expect(extensions?.cost.throttleStatus.currentlyAvailable).toBe(1999);
});
