import { expect, test } from 'vitest';
import { type GraphqlBody, simulation } from './simulation.ts';

const { open, clock } = simulation();

type Page<Node> = {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
};
type Id = { id: string };
const PAGE = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

async function walk(shop: ReturnType<typeof open>, root: string, args: string): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  for (;;) {
    const query: string = `query ($after: String) { ${root}(${args}, after: $after) { nodes { id } ${PAGE} } }`;
    const body: GraphqlBody<Record<string, Page<Id>>> = await shop.graphql(query, { after });
    const page = body.data?.[root];
    if (page === undefined) throw new Error('no page');
    ids.push(...page.nodes.map(({ id }) => id));
    if (!page.pageInfo.hasNextPage) return ids;
    after = page.pageInfo.endCursor;
  }
}

test('a walk by pages sees each product and variant once, in the order of their ids', async () => {
  const shop = open();
  const products = [...shop.shop.catalogue.products()].map(({ id }) => `gid://shopify/Product/${id}`);
  const variants = [...shop.shop.catalogue.variants()].map(
    ({ variant }) => `gid://shopify/ProductVariant/${variant.id}`,
  );
  expect(await walk(shop, 'products', 'first: 17')).toEqual(products);
  expect(await walk(shop, 'productVariants', 'first: 100')).toEqual(variants);
  expect(await walk(shop, 'products', 'first: 17, reverse: true')).toEqual(products.toReversed());
});

test('a walk by another key sees each product once, too', async () => {
  const shop = open();
  const products = [...shop.shop.catalogue.products()];
  const byDate = products.toSorted((a, b) => a.updatedAt - b.updatedAt || a.id - b.id);
  expect(await walk(shop, 'products', 'first: 17, sortKey: UPDATED_AT')).toEqual(
    byDate.map(({ id }) => `gid://shopify/Product/${id}`),
  );
  expect((await walk(shop, 'products', 'first: 50, sortKey: TITLE')).length).toBe(products.length);
});

test('pages go backwards with `last` and `before`, and a cursor is base64 of JSON', async () => {
  const shop = open();
  const ids = await walk(shop, 'products', 'first: 50');
  const { data } = await shop.graphql<{ products: Page<Id> }>(
    `{ products(first: 10) { nodes { id } ${PAGE} } }`,
  );
  const cursor = data?.products.pageInfo.endCursor ?? '';
  expect(JSON.parse(Buffer.from(cursor, 'base64').toString())).toHaveProperty('last_id');
  const before = await shop.graphql<{ products: Page<Id> }>(
    `query ($c: String) { products(last: 3, before: $c) { nodes { id } ${PAGE} } }`,
    { c: cursor },
  );
  expect(before.data?.products.nodes.map(({ id }) => id)).toEqual(ids.slice(6, 9));
  expect(before.data?.products.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true });
});

test('what is created behind the position is seen, what is deleted vanishes', async () => {
  const shop = open({ products: 5 });
  const first = await shop.graphql<{ products: Page<Id> }>(`{ products(first: 2) { nodes { id } ${PAGE} } }`);
  const third = [...shop.shop.catalogue.products()][2];
  shop.shop.catalogue.deleteProduct(third?.id ?? 0);
  const { id } = shop.shop.catalogue.createProduct({ title: 'New' });
  const rest = await shop.graphql<{ products: Page<Id> }>(
    `query ($c: String) { products(first: 10, after: $c) { nodes { id } ${PAGE} } }`,
    { c: first.data?.products.pageInfo.endCursor },
  );
  const seen = rest.data?.products.nodes.map((node) => node.id);
  expect(seen).toHaveLength(3);
  expect(seen?.at(-1)).toBe(`gid://shopify/Product/${id}`);
});

test('the two forms of money, the defaults of a new product, and strings for ids', async () => {
  const shop = open({ products: 0, currency: 'CAD' });
  const product = shop.shop.catalogue.createProduct({
    title: 'Cap',
    variants: [{ title: 'S', price: '10.00', cost: '10.00', compareAtPrice: '12.50', weight: 0.5 }, {}],
  });
  const query = `query ($id: ID!) { product(id: $id) { legacyResourceId hasOnlyDefaultVariant variantsCount { count precision }
    variants(first: 5) { nodes { title displayName position sku price compareAtPrice
      inventoryItem { tracked unitCost { amount currencyCode } measurement { weight { value unit } } } } } } }`;
  const { data } = await shop.graphql(query, { id: `gid://shopify/Product/${product.id}` });
  expect(data).toEqual({
    product: {
      legacyResourceId: String(product.id),
      hasOnlyDefaultVariant: false,
      variantsCount: { count: 2, precision: 'EXACT' },
      variants: {
        nodes: [
          {
            title: 'S',
            displayName: 'Cap - S',
            position: 1,
            sku: null,
            price: '10.00',
            compareAtPrice: '12.50',
            inventoryItem: {
              tracked: false,
              unitCost: { amount: '10.0', currencyCode: 'CAD' },
              measurement: { weight: { value: 0.5, unit: 'KILOGRAMS' } },
            },
          },
          {
            title: 'Default Title',
            displayName: 'Cap - Default Title',
            position: 2,
            sku: null,
            price: '0.00',
            compareAtPrice: null,
            inventoryItem: {
              tracked: false,
              unitCost: null,
              measurement: { weight: { value: 0, unit: 'KILOGRAMS' } },
            },
          },
        ],
      },
    },
  });
});

test('2048 variants at once only when one product is all that is asked for', async () => {
  const shop = open({ products: 3, largeProducts: { count: 1, variants: 2048 } });
  const large = [...shop.shop.catalogue.products()].find(({ variants }) => variants.length === 2048);
  const one = await shop.graphql<{ product: { variants: { nodes: Id[] } } }>(
    'query ($id: ID!) { product(id: $id) { variants(first: 2048) { nodes { id } } } }',
    { id: `gid://shopify/Product/${large?.id}` },
  );
  expect(one.data?.product.variants.nodes).toHaveLength(2048);
  const { errors } = await shop.graphql(
    '{ products(first: 1) { nodes { variants(first: 251) { nodes { id } } } } }',
  );
  expect(errors?.[0]?.extensions.code).toBe('BAD_REQUEST');
});

test('counts are exact unless a limit is reached', async () => {
  const { graphql, shop } = open();
  const query = `{ all: productsCount { count precision } capped: productsCount(limit: 10) { count precision }
    variants: productVariantsCount(limit: null) { count precision } active: productsCount(query: "status:active") { count } }`;
  const active = [...shop.catalogue.products()].filter(({ status }) => status === 'ACTIVE').length;
  expect((await graphql(query)).data).toEqual({
    all: { count: 60, precision: 'EXACT' },
    capped: { count: 10, precision: 'AT_LEAST' },
    variants: { count: shop.catalogue.variantCount, precision: 'EXACT' },
    active: { count: active },
  });
});

test('an unfiltered list has drafts and archived products', async () => {
  const { graphql } = open();
  const { data } = await graphql<{ products: { nodes: { status: string }[] } }>(
    '{ products(first: 250) { nodes { status } } }',
  );
  expect(new Set(data?.products.nodes.map(({ status }) => status))).toContain('DRAFT');
});

test('searches find by sku, barcode and change; warnings stand under extensions.search', async () => {
  const shop = open();
  const [first] = [...shop.shop.catalogue.variants()].filter(({ variant }) => variant.sku && variant.barcode);
  const ids = async (root: string, query: string) =>
    (
      await shop.graphql<Record<string, { nodes: Id[] }>>(
        `query ($q: String) { ${root}(first: 250, query: $q) { nodes { id } } }`,
        { q: query },
      )
    ).data?.[root]?.nodes.map(({ id }) => id);
  const variant = `gid://shopify/ProductVariant/${first?.variant.id}`;
  expect(await ids('productVariants', `sku:${first?.variant.sku}`)).toContain(variant);
  expect(await ids('productVariants', `barcode:${first?.variant.barcode}`)).toEqual([variant]);
  expect(await ids('products', `id:${first?.product.id}`)).toEqual([
    `gid://shopify/Product/${first?.product.id}`,
  ]);
  clock.advance(60_000);
  shop.shop.catalogue.updateVariant(first?.variant.id ?? 0, { cost: '1.00' });
  const since = clock.now().toISOString().slice(0, 19);
  expect(await ids('products', `updated_at:>='${since}Z'`)).toHaveLength(1);
  expect(await ids('inventoryItems', `updated_at:>='${since}Z'`)).toEqual([
    `gid://shopify/InventoryItem/${first?.variant.inventoryItemId}`,
  ]);
  const warned = await shop.graphql('{ products(first: 1, query: "foo:1") { nodes { id } } }');
  expect(warned.extensions?.search).toMatchObject([
    { path: ['products'], query: 'foo:1', warnings: [{ field: 'foo', code: 'invalid_field' }] },
  ]);
});

test('the search index lags behind writes; reading by id and unfiltered lists do not', async () => {
  const shop = open({ searchLagSeconds: 30 });
  const { id } = shop.shop.catalogue.createProduct({ title: 'Zanzibar' });
  const find = async () =>
    (
      await shop.graphql<{ products: { nodes: Id[] }; productsCount: { count: number } }>(
        '{ products(first: 5, query: "title:zanzibar") { nodes { id } } productsCount(query: "title:zanzibar") { count } }',
      )
    ).data;
  expect(await find()).toEqual({ products: { nodes: [] }, productsCount: { count: 0 } });
  const direct = await shop.graphql(
    `{ product(id: "gid://shopify/Product/${id}") { title } productsCount { count } }`,
  );
  expect(direct.data).toEqual({ product: { title: 'Zanzibar' }, productsCount: { count: 61 } });
  clock.advance(31_000);
  expect((await find())?.productsCount).toEqual({ count: 1 });
});

test('node and nodes give back any of the modelled types', async () => {
  const shop = open();
  const [first] = [...shop.shop.catalogue.variants()];
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on Product { title } ... on ProductVariant { price } ... on InventoryItem { tracked } } }`;
  const { data } = await shop.graphql(query, {
    ids: [
      `gid://shopify/Product/${first?.product.id}`,
      `gid://shopify/ProductVariant/${first?.variant.id}`,
      `gid://shopify/InventoryItem/${first?.variant.inventoryItemId}`,
      'gid://shopify/Product/1',
    ],
  });
  expect(data).toEqual({
    nodes: [
      { __typename: 'Product', title: first?.product.title },
      { __typename: 'ProductVariant', price: first?.variant.price },
      { __typename: 'InventoryItem', tracked: first?.variant.tracked },
      null,
    ],
  });
});
