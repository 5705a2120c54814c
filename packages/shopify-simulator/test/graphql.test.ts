import { expect, test } from 'vitest';
import { simulation } from './simulation.ts';

const { open, advance } = simulation();

const UPDATE =
  'mutation Name($p: ProductUpdateInput!) { productUpdate(product: $p) { product { id title tags } userErrors { field message } } }';

test.each([
  ['{ products(first: "x") { nodes { id } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ['{ products { nodes { id } } }', 'BAD_REQUEST'],
  ['{ products(first: 251) { nodes { id } } }', 'BAD_REQUEST'],
  ['{ products(first: 1, after: "x") { nodes { id } } }', 'BAD_REQUEST'],
  ['{ products(first: 1) { nodes { variants(first: 251) { nodes { id } } } } }', 'BAD_REQUEST'],
  ['{ product(id: "gid://shopify/Order/1") { id } }', 'RESOURCE_NOT_FOUND'],
])('%s: %s', async (query, code) => {
  const { errors } = await open().graphql(query);
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual([code]);
});

test.each([
  ['{ products(first: 1, query: "sku:1") { nodes { id } } }', 'searches'],
  ['{ products(first: 1, sortKey: TITLE) { nodes { id } } }', 'another order than by id'],
  ['{ products(last: 1) { nodes { id } } }', 'paging backwards'],
  ['{ productsCount { count } }', 'counts with a limit'],
  ['{ products(first: 1) { nodes { bodyHtml } } }', 'Product.bodyHtml'],
  ['{ inventoryItems(first: 1) { nodes { id } } }', 'QueryRoot.inventoryItems'],
  [
    'mutation { tagsAdd(id: "gid://shopify/Product/1", tags: []) { userErrors { field } } }',
    'Mutation.tagsAdd',
  ],
])('what is not modelled is refused by name, never made up: %s', async (query, what) => {
  const { errors, data } = await open().graphql(query);
  expect(errors?.[0]?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
  expect(errors?.[0]?.message).toContain(`The simulator does not model ${what}`);
  expect(data).toBeNull();
});

test('invalid variables are listed with their problems, and arrays have a maximum length', async () => {
  const shop = open();
  const status = await shop.graphql(UPDATE, { p: { status: 'ENABLED', extra: 1 } });
  expect(status.errors).toMatchObject([
    {
      message:
        'Variable $p of type ProductUpdateInput! was provided invalid value for extra (Field is not defined on ProductUpdateInput), for status (Expected "ENABLED" to be one of: ACTIVE, ARCHIVED, DRAFT, UNLISTED)',
      extensions: { code: 'INVALID_VARIABLE' },
    },
  ]);
  const many = await shop.graphql(UPDATE, { p: { tags: Array(251).fill('x') } });
  expect(many).toMatchObject({
    errors: [
      {
        message: 'The input array size of 251 is greater than the maximum allowed of 250.',
        path: ['productUpdate', 'product', 'tags'],
        extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
      },
    ],
    extensions: { cost: { requestedQueryCost: 10, actualQueryCost: null } },
  });
});

test('a missing scope is a 200, and null propagates to the nearest nullable parent', async () => {
  const shop = open({ scopes: ['write_inventory'] });
  const { errors, data } = await shop.graphql('{\n  products(first: 1) { nodes { id } }\n}');
  expect([errors, data]).toEqual([
    [
      {
        message: 'Access denied for products field. Required access: `read_products` access scope.',
        locations: [{ line: 2, column: 3 }],
        extensions: {
          code: 'ACCESS_DENIED',
          documentation: 'https://shopify.dev/api/usage/access-scopes',
          requiredAccess: '`read_products` access scope.',
        },
        path: ['products'],
      },
    ],
    null,
  ]);
  const writer = open({ scopes: ['write_products'] });
  expect((await writer.graphql('{ products(first: 1) { nodes { id } } }')).errors).toBeUndefined();
});

test('2048 variants at once only if a single product is requested', async () => {
  const shop = open({ products: 1, largeProducts: { count: 1, variants: 2048 } });
  const [large] = [...shop.shop.catalogue.products()];
  const { data } = await shop.graphql<{ product: { variants: { nodes: object[] } } }>(
    `{ product(id: "gid://shopify/Product/${large?.id}") { variants(first: 2048) { nodes { id } } } }`,
  );
  expect(data?.product.variants.nodes).toHaveLength(2048);
});

const long = 'x'.repeat(256);
const tooLong = 'is too long (maximum is 255 characters)';
test.each([
  [{ title: ' ' }, [{ field: ['title'], message: "Title can't be blank" }]],
  [{ title: long }, [{ field: ['title'], message: `Title ${tooLong}` }]],
  [{ vendor: long }, [{ field: ['vendor'], message: `Vendor ${tooLong}` }]],
  [
    { productType: long },
    [
      { field: ['productType'], message: `Product type ${tooLong}` },
      { field: ['customProductType'], message: `Custom product type ${tooLong}` },
    ],
  ],
  [{ tags: ['a', long] }, [{ field: ['tags'], message: 'Product tags is invalid' }]],
])('a product with %j is unchanged', async (input, userErrors) => {
  const shop = open();
  const { id } = shop.shop.catalogue.createProduct({ title: 'Flat Cap' });
  const { data } = await shop.graphql<{ productUpdate: { product: { title: string } } }>(UPDATE, {
    p: { id: `gid://shopify/Product/${id}`, status: 'ARCHIVED', ...input },
  });
  expect(data?.productUpdate).toMatchObject({ product: { title: 'Flat Cap' }, userErrors });
  expect(shop.shop.writes.all).toEqual([]);
});

test('tags are trimmed, unique ignoring case, and sorted', async () => {
  const shop = open();
  const { id } = shop.shop.catalogue.createProduct({ title: 'Flat Cap' });
  const p = { id: `gid://shopify/Product/${id}`, tags: [' Red ', 'red', 'RED', ' big   sale ', ''] };
  expect((await shop.graphql(UPDATE, { p })).data).toMatchObject({
    productUpdate: { product: { tags: ['big   sale', 'Red'] } },
  });
});

const DEAR =
  '{ products(first: 250) { nodes { variants(first: 250) { nodes { inventoryItem { unitCost { amount } } } } } } }';

test('unused points are returned; without points a request is refused with 200, at no cost', async () => {
  const { graphql, shop } = open({
    bucket: { maximumAvailable: 300, restoreRate: 50 },
    products: 2,
    variantsPerProduct: 1,
  });
  expect((await graphql(DEAR)).extensions?.cost).toEqual({
    requestedQueryCost: 277,
    actualQueryCost: 27,
    throttleStatus: { maximumAvailable: 300, currentlyAvailable: 273, restoreRate: 50 },
  });
  const documentation = 'https://shopify.dev/api/usage/rate-limits';
  expect(await graphql(DEAR)).toMatchObject({
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation } }],
    extensions: { cost: { requestedQueryCost: 277, actualQueryCost: null } },
  });
  advance(80);
  expect((await graphql(DEAR)).errors).toBeUndefined();
  expect(shop.log.counters()).toMatchObject({ throttled: 1, longestThrottledRow: 1, points: 54 });
});

test('a document above 1000 points is refused whatever the bucket has', async () => {
  const { graphql } = open({ plan: 'Plus' });
  const part =
    'products(first: 250) { nodes { variants(first: 250) { nodes { inventoryItem { tracked } } } } }';
  const { errors } = await graphql(`{ a: ${part} b: ${part} c: ${part} d: ${part} }`);
  const message = 'Query cost is 1108, which exceeds the single query max cost limit (1000).';
  const extensions = { code: 'MAX_COST_EXCEEDED', cost: 1108, maxCost: 1000 };
  expect(errors).toMatchObject([{ message, extensions }]);
});
