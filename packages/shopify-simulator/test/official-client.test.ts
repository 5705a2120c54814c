import { createAdminApiClient } from '@shopify/admin-api-client';
import { expect, test } from 'vitest';
import { call, simulation, TOKEN } from './simulation.ts';

const { open, simulator } = simulation();

/** Shopify's own client dials https: its fetch is led to the simulator. */
function clientOf(host: string, accessToken = TOKEN) {
  return createAdminApiClient({
    storeDomain: host,
    apiVersion: '2026-10',
    accessToken,
    isTesting: true,
    customFetchApi: async (url, init) => {
      const { pathname } = new URL(String(url));
      const headers = Object.fromEntries(new Headers(init?.headers).entries());
      const answer = await call(simulator().url, host, pathname, {
        method: init?.method ?? 'GET',
        headers,
        body: String(init?.body ?? ''),
      });
      return new Response(answer.text, {
        status: answer.status,
        headers: { 'content-type': answer.headers['content-type'] ?? '' },
      });
    },
  });
}

test('the official client reads a page of products', async () => {
  const shop = open();
  const { data, errors, extensions } = await clientOf(shop.host).request(
    'query Page($first: Int!) { products(first: $first) { nodes { id title } pageInfo { hasNextPage } } }',
    { variables: { first: 2 } },
  );
  expect(errors).toBeUndefined();
  const [first, second] = [...shop.shop.catalogue.products()];
  expect(data.products).toEqual({
    nodes: [first, second].map((product) => ({
      id: `gid://shopify/Product/${product?.id}`,
      title: product?.title,
    })),
    pageInfo: { hasNextPage: true },
  });
  expect(extensions).toMatchObject({ cost: { throttleStatus: { maximumAvailable: 2000 } } });
});

test('the official client sees partial data beside errors, and a wrong token as a status', async () => {
  const { host } = open({
    deniedFields: { 'InventoryItem.unitCost': 'the permission to view product costs.' },
  });
  const partial = await clientOf(host).request(
    '{ productVariants(first: 1) { nodes { id inventoryItem { unitCost { amount } } } } }',
  );
  expect(partial.errors?.graphQLErrors?.[0]).toMatchObject({ extensions: { code: 'ACCESS_DENIED' } });
  expect(partial.data.productVariants.nodes).toHaveLength(1);
  const refused = await clientOf(host, 'shpat_wrong').request('{ shop { id } }');
  expect(refused.errors?.networkStatusCode).toBe(401);
});
