import { expect, test } from 'vitest';
import { simulation, TOKEN } from './simulation.ts';

const { open } = simulation();

test.each([
  [
    'a text that ends too early',
    'query Name {\n  shop {\n    id\n',
    [
      {
        message: 'syntax error, unexpected end of file at [3, 5]',
        locations: [{ line: 3, column: 5 }],
        extensions: { code: 'PARSE_ERROR' },
      },
    ],
  ],
  [
    'an unknown field',
    'query Name {\n  products(first: 1) {\n    nodes {\n      id\n      foo\n    }\n  }\n}',
    [
      {
        message: "Field 'foo' doesn't exist on type 'Product'",
        locations: [{ line: 5, column: 7 }],
        path: ['query Name', 'products', 'nodes', 'foo'],
        extensions: { code: 'undefinedField', typeName: 'Product', fieldName: 'foo' },
      },
    ],
  ],
  [
    'an unknown root',
    'query Name {\n  definitelyNot {\n    id\n  }\n}',
    [
      {
        message: "Field 'definitelyNot' doesn't exist on type 'QueryRoot'",
        locations: [{ line: 2, column: 3 }],
        path: ['query Name', 'definitelyNot'],
        extensions: { code: 'undefinedField', typeName: 'QueryRoot', fieldName: 'definitelyNot' },
      },
    ],
  ],
  [
    'an object without a selection',
    'query Name {\n  shop\n}',
    [
      {
        message:
          "Field must have selections (field 'shop' returns Shop but has no selections. Did you mean 'shop { ... }'?)",
        locations: [{ line: 2, column: 3 }],
        path: ['query Name', 'shop'],
        extensions: { code: 'selectionMismatch', nodeName: "field 'shop'", typeName: 'Shop' },
      },
    ],
  ],
  [
    'an enum value as a literal',
    'mutation Name {\n  productUpdate(product: {status: ENABLED}) { product { id } }\n}',
    [
      {
        message:
          "Argument 'status' on InputObject 'ProductUpdateInput' has an invalid value (ENABLED). Expected type 'ProductStatus'.",
        locations: [{ line: 2, column: 26 }],
        path: ['mutation Name', 'productUpdate', 'product', 'status'],
        extensions: {
          code: 'argumentLiteralsIncompatible',
          typeName: 'InputObject',
          argumentName: 'status',
        },
      },
    ],
  ],
])('%s is refused without a cost block', async (_name, query, errors) => {
  expect(await open().graphql(query)).toEqual({ errors });
});

test.each([
  ['argumentNotAccepted', '{ products(first: 1, colour: 2) { nodes { id } } }'],
  ['missingRequiredArguments', '{ product { id } }'],
  ['argumentLiteralsIncompatible', '{ products(first: "x") { nodes { id } } }'],
  ['argumentLiteralsIncompatible', '{ product(id: "x") { id } }'],
  [
    'missingRequiredInputObjectAttribute',
    'mutation { stagedUploadsCreate(input: [{ filename: "a" }]) { userErrors { message } } }',
  ],
  ['variableNotUsed', 'query Name($x: Int) { shop { id } }'],
  ['variableNotDefined', '{ products(first: $x) { nodes { id } } }'],
  ['variableMismatch', 'query Name($x: String) { products(first: $x) { nodes { id } } }'],
  ['undefinedDirective', '{ shop @fast { id } }'],
  ['undefinedType', '{ node(id: "gid://shopify/Product/1") { ... on Boat { id } } }'],
  ['undefinedField', 'mutation { productVariantUpdate(input: {}) { userErrors { message } } }'],
])('%s', async (code, query) => {
  const { errors, data } = await open().graphql(query);
  expect(errors?.map(({ extensions }) => extensions.code)).toContain(code);
  expect(data).toBeUndefined();
});

test('asking for `code` where userErrors have none makes the document invalid', async () => {
  const query = 'mutation { tagsAdd(id: "gid://shopify/Product/1", tags: []) { userErrors { code } } }';
  const { errors } = await open().graphql(query);
  expect(errors?.[0]?.message).toBe("Field 'code' doesn't exist on type 'UserError'");
});

test('variables that do not fit are named with their problems', async () => {
  const shop = open();
  const update =
    'mutation Name($id: ID!, $variants: [ProductVariantsBulkInput!]!) { productVariantsBulkUpdate(productId: $id, variants: $variants) { userErrors { message } } }';
  const variants = [{ id: 'gid://shopify/ProductVariant/1', options: ['S'] }];
  const { errors } = await shop.graphql(update, { id: 'gid://shopify/Product/1', variants });
  expect(errors).toMatchObject([
    {
      message:
        'Variable $variants of type [ProductVariantsBulkInput!]! was provided invalid value for 0.options (Field is not defined on ProductVariantsBulkInput)',
      extensions: {
        code: 'INVALID_VARIABLE',
        value: variants,
        problems: [{ path: [0, 'options'], explanation: 'Field is not defined on ProductVariantsBulkInput' }],
      },
    },
  ]);
  const missing = await shop.graphql('query Name($id: ID!) { product(id: $id) { id } }');
  expect(missing.errors?.[0]).toMatchObject({
    message: 'Variable $id of type ID! was provided invalid value',
    extensions: { value: null, problems: [{ path: [], explanation: 'Expected value to not be null' }] },
  });
});

test.each([
  ['Decimal', 'cost', 'abc', "invalid decimal 'abc'"],
  ['Boolean', 'tracked', 'yes', 'Could not coerce value "yes" to Boolean'],
])('a bad %s', async (_type, field, value, explanation) => {
  const query =
    'mutation Name($input: InventoryItemInput!) { inventoryItemUpdate(id: "gid://shopify/InventoryItem/1", input: $input) { userErrors { message } } }';
  const { errors } = await open().graphql(query, { input: { [field]: value } });
  expect(errors?.[0]?.extensions.problems).toMatchObject([{ path: [field], explanation }]);
});

test('an unknown enum value lists the accepted ones, with UNLISTED since 2025-10', async () => {
  const query =
    'mutation Name($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }';
  const { errors } = await open().graphql(query, { p: { status: 'ENABLED' } });
  expect(errors?.[0]?.extensions.problems).toEqual([
    { path: ['status'], explanation: 'Expected "ENABLED" to be one of: ACTIVE, ARCHIVED, DRAFT, UNLISTED' },
  ]);
});

test('ids: unknown is null, of another type is an error, malformed is INVALID_VARIABLE', async () => {
  const shop = open();
  const query = 'query Name($id: ID!) { product(id: $id) { id } }';
  expect((await shop.graphql(query, { id: 'gid://shopify/Product/1' })).data).toEqual({ product: null });
  expect(await shop.graphql(query, { id: 'gid://shopify/Order/1' })).toMatchObject({
    errors: [
      {
        message: 'Invalid id: gid://shopify/Order/1',
        extensions: { code: 'RESOURCE_NOT_FOUND' },
        path: ['product'],
      },
    ],
    data: { product: null },
  });
  expect((await shop.graphql(query, { id: 'x' })).errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_VARIABLE',
    problems: [{ path: [], explanation: "Invalid global id 'x'" }],
  });
});

test.each([
  ['{ products { nodes { id } } }', 'you must provide one of first or last'],
  ['{ products(first: 1, last: 1) { nodes { id } } }', 'providing both first and last is not supported'],
  ['{ products(first: 1, after: "x") { nodes { id } } }', 'Malformed cursor'],
  [
    '{ products(first: 1, query: "created_at:>x") { nodes { id } } }',
    'Invalid timestamp for query filter `created_at`.',
  ],
])('%s is a BAD_REQUEST and empties the whole answer', async (query, message) => {
  const { errors, data } = await open().graphql(query);
  expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_REQUEST' }, path: ['products'] }]);
  expect(data).toBeNull();
});

test('an input list of more than 250 is refused and still charged', async () => {
  const shop = open();
  const query =
    'mutation Name($p: ProductUpdateInput!) { productUpdate(product: $p) { userErrors { message } } }';
  const { errors, extensions, data } = await shop.graphql(query, { p: { tags: Array(251).fill('x') } });
  expect(errors).toMatchObject([
    {
      message: 'The input array size of 251 is greater than the maximum allowed of 250.',
      path: ['productUpdate', 'product', 'tags'],
      extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
    },
  ]);
  expect(data).toBeUndefined();
  expect(extensions?.cost).toMatchObject({
    requestedQueryCost: 10,
    actualQueryCost: null,
    throttleStatus: { currentlyAvailable: 1990 },
  });
});

test('a missing scope is a 200, and null spreads to the nearest nullable parent', async () => {
  const shop = open({ apps: { [`${TOKEN}b`]: { scopes: ['read_products'] } } });
  const token = `${TOKEN}b`;
  const root = await shop.graphql('{\n  inventoryItems(first: 1) { nodes { id } }\n}', {}, { token });
  expect(root).toMatchObject({
    errors: [
      {
        message: 'Access denied for inventoryItems field. Required access: `read_inventory` access scope.',
        locations: [{ line: 2, column: 3 }],
        extensions: {
          code: 'ACCESS_DENIED',
          documentation: 'https://shopify.dev/api/usage/access-scopes',
          requiredAccess: '`read_inventory` access scope.',
        },
        path: ['inventoryItems'],
      },
    ],
    data: null,
  });
});

test('a refused nullable field leaves the rest usable', async () => {
  const shop = open({ deniedFields: { 'InventoryItem.unitCost': '`view_product_costs` permission.' } });
  const query =
    '{ productVariants(first: 2) { nodes { sku inventoryItem { unitCost { amount } tracked } } } }';
  const { errors, data } = await shop.graphql<{
    productVariants: { nodes: { inventoryItem: { unitCost: null; tracked: boolean } }[] };
  }>(query);
  expect(errors?.[0]?.path).toEqual(['productVariants', 'nodes', 0, 'inventoryItem', 'unitCost']);
  expect(data?.productVariants.nodes.map(({ inventoryItem }) => inventoryItem.unitCost)).toEqual([
    null,
    null,
  ]);
});

test('write_products includes read_products', async () => {
  const { graphql } = open({ scopes: ['write_products'] });
  expect((await graphql('{ products(first: 1) { nodes { id } } }')).errors).toBeUndefined();
});

test('what is not modelled is refused by name, never answered with an invention', async () => {
  const shop = open();
  const [product] = shop.shop.catalogue.products();
  const { errors, data } = await shop.graphql(
    `mutation { productUpdate(product: { id: "gid://shopify/Product/${product?.id}", requiresSellingPlan: true }) { userErrors { message } } }`,
  );
  expect(errors?.[0]?.extensions.code).toBe('INTERNAL_SERVER_ERROR');
  expect(errors?.[0]?.message).toContain(
    'The simulator does not model writing ProductUpdateInput.requiresSellingPlan.',
  );
  expect(data).toBeNull();
});
