import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { costOf, pageFactor } from './cost.ts';
import { schemaOf } from './schemas.ts';

function cost(query: string, variables = {}): number {
  const document = parse(query);
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('no operation');
  return costOf({ schema: schemaOf('2026-10'), document, operation, variables });
}

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [5, 3],
  [10, 4],
  [20, 5],
  [25, 6],
  [50, 7],
  [75, 8],
  [100, 9],
  [150, 10],
  [200, 10],
  [250, 11],
])('a page of %i nodes costs %i', (n, factor) => {
  expect(pageFactor(n)).toBe(factor);
});

const tree = (products: number, variants: number) =>
  `{ products(first: ${products}) { nodes { id variants(first: ${variants}) { nodes { id inventoryItem { unitCost { amount } measurement { weight { value } } } } } } } }`;

test.each([
  ['names only', '{ products(first: 250) { nodes { id title } } }', 13],
  ['250 products of 250 variants', tree(250, 250), 277],
  ['250 products of 100 variants', tree(250, 100), 233],
  ['250 products of 10 variants', tree(250, 10), 123],
  ['100 products of 100 variants', tree(100, 100), 191],
  ['50 products of 100 variants', tree(50, 100), 149],
  [
    'the flat walk',
    '{ productVariants(first: 250) { nodes { id product { id } inventoryItem { unitCost { amount } measurement { weight { value } } } } } }',
    35,
  ],
  ['a page and a count', '{ productsCount { count } products(first: 3) { edges { node { id } } } }', 14],
  // Both recorded: explained by an image charged as an object, not by a free one.
  [
    'media of a product',
    '{ product(id: "gid://shopify/Product/1") { media(first: 10) { nodes { id preview { image { url } } ... on MediaImage { image { url } } } } } }',
    19,
  ],
  [
    'its first medium and image',
    '{ product(id: "gid://shopify/Product/1") { featuredImage { url } featuredMedia { id preview { image { url } } ... on MediaImage { image { url } } } } }',
    6,
  ],
  ['a bulk operation', '{ bulkOperation(id: "gid://shopify/BulkOperation/1") { id } }', 1],
  ['versions', '{ publicApiVersions { handle } }', 1],
  ['only __typename', '{ __typename }', 1],
  [
    'starting a bulk query',
    'mutation { bulkOperationRunQuery(query: "x") { bulkOperation { id } userErrors { message } } }',
    10,
  ],
  ['a staged upload', 'mutation { stagedUploadsCreate(input: []) { stagedTargets { url } } }', 11],
  ['nodes and edges of one list', '{ products(first: 10) { nodes { id } edges { node { id } } } }', 10],
])('%s', (_name, query, expected) => {
  expect(cost(query)).toBe(expected);
});

const UPDATE = `mutation ($v: [ProductVariantsBulkInput!]!) { productVariantsBulkUpdate(productId: "gid://shopify/Product/1", variants: $v) {
  product { id totalInventory } productVariants { id title selectedOptions { name value } } userErrors { field message code } } }`;

test.each([
  ['none', 0, 11],
  ['one', 1, 11],
  ['a hundred', 100, 31],
  ['1,499, as recorded of the sister mutation', 1499, 311],
  ['as many as a product can have', 2048, 421],
])('each variant written costs a fifth of a point: %s', (_name, count, expected) => {
  const v = Array.from({ length: count }, () => ({ id: 'gid://shopify/ProductVariant/1' }));
  expect(cost(UPDATE, { v })).toBe(expected);
});

test('the direct objects of a payload are free, their children are not', () => {
  const item = 'inventoryItem { id measurement { weight { value } } variant { id product { id } } }';
  const call = 'inventoryItemUpdate(id: "gid://shopify/InventoryItem/1", input: {})';
  expect(cost(`mutation { ${call} { ${item} userErrors { message } } }`)).toBe(12);
});

test.each([
  [250, 233],
  [100, 191],
  [2, 23],
  [0, 2],
])('nested connections are charged as requested, for %i returned products: %i', (products, expected) => {
  const document = parse(tree(250, 100));
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  const product = { id: 'gid://shopify/Product/1', variants: { nodes: [] } };
  const data = { products: { nodes: Array.from({ length: products }, () => product) } };
  const input = { schema: schemaOf('2026-10'), document, operation, variables: {} };
  expect(costOf(input, data)).toBe(expected);
});
