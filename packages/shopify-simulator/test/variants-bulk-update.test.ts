import { expect, test } from 'vitest';
import { makeProduct, type OpenShop, simulation } from './simulation.ts';

/**
 * Recorded 2025-01 (product-variants-bulk-update-parity, product-variants-bulk-validation-atomicity). What is written, and
 * the limit of 2048, the connector's tests of writing show.
 */

const { open } = simulation();

const UPDATE = `mutation Update($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $partial: Boolean) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: $partial) {
    product { id }
    productVariants { id price }
    userErrors { field message code }
  }
}`;

type Payload = {
  product: { id: string } | null;
  productVariants: { id: string; price: string }[] | null;
  userErrors: { field: string[] | null; message: string; code: string | null }[];
};

async function update(shop: OpenShop, productId: string, variants: unknown[], partial = false) {
  const variables = { productId, variants, partial };
  const answer = await shop.graphql<{ productVariantsBulkUpdate: Payload }>(UPDATE, variables);
  expect(answer.errors).toBeUndefined();
  return answer.data?.productVariantsBulkUpdate;
}

type Refusal = [path: string[], message: string, code: string | null];

const unknown = 'gid://shopify/ProductVariant/999999999999999999';

test.each<[object, Refusal]>([
  [{ id: unknown }, [['id'], 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST']],
])('%j leaves productVariants null and writes nothing', async (input, [path, message, code]) => {
  const shop = open();
  const { id, variants } = makeProduct(shop);
  const [one, other] = variants.map((variant) => ({ id: variant, price: '1.00' }));
  expect(await update(shop, id, [one, { ...other, ...input }])).toEqual({
    product: { id },
    productVariants: null,
    userErrors: [{ field: ['variants', '1', ...path], message, code }],
  });
  expect(shop.shop.writes.all).toEqual([]);
});

test('an unknown product, a variant of another product, and no variants at all', async () => {
  const shop = open();
  const { id } = makeProduct(shop);
  const other = makeProduct(shop);
  expect(await update(shop, 'gid://shopify/Product/999999999999999', [])).toEqual({
    product: null,
    productVariants: null,
    userErrors: [{ field: ['productId'], message: 'Product does not exist', code: 'PRODUCT_DOES_NOT_EXIST' }],
  });
  const strange = await update(shop, id, [{ id: other.variants[0], price: '1.00' }]);
  expect(strange?.userErrors).toMatchObject([{ code: 'PRODUCT_VARIANT_DOES_NOT_EXIST' }]);
  expect(await update(shop, id, [])).toEqual({ product: { id }, productVariants: [], userErrors: [] });
});

const long = 'x'.repeat(256);
const TOO_LONG = 'is too long (maximum is 255 characters)';
const NEGATIVE = 'must be greater than or equal to 0';
const TOO_LARGE = 'must be less than 1000000000000000000';
const COST = ['inventoryItem', 'cost'];

test.each<[string, object, Refusal[]]>([
  [
    'a bad price, told after a bad compareAtPrice',
    { price: '-1.00', compareAtPrice: '1000000000000000000' },
    [
      [['compareAtPrice'], TOO_LARGE, 'INVALID_INPUT'],
      [['price'], `Price ${NEGATIVE}`, 'GREATER_THAN_OR_EQUAL_TO'],
    ],
  ],
  [
    'a negative cost, told twice',
    { inventoryItem: { cost: '-5' } },
    [
      [[], NEGATIVE, null],
      [COST, `Cost per item ${NEGATIVE}`, 'GREATER_THAN_OR_EQUAL_TO'],
    ],
  ],
  [
    'a cost that is too large',
    { inventoryItem: { cost: '1000000000000000000' } },
    [
      [[], TOO_LARGE, null],
      [COST, `Cost per item ${TOO_LARGE}`, 'INVALID_INPUT'],
    ],
  ],
  [
    'long texts',
    { barcode: long, inventoryItem: { sku: long } },
    [
      [['barcode'], TOO_LONG, 'TOO_LONG'],
      [['inventoryItem', 'sku'], TOO_LONG, 'TOO_LONG'],
    ],
  ],
])('%s: the response has the unchanged values', async (_case, input, errors) => {
  const shop = open();
  const { id, variants } = makeProduct(shop);
  const inputs = [
    { id: variants[0], price: '99.00' },
    { id: variants[1], ...input },
  ];
  const answer = await update(shop, id, inputs);
  expect(answer?.userErrors).toEqual(
    errors.map(([path, message, code]) => ({ field: ['variants', '1', ...path], message, code })),
  );
  expect(answer?.productVariants?.map(({ price }) => price)).toEqual(['10.00', '10.00']);
  expect(shop.shop.writes.all).toEqual([]);
});

test('with allowPartialUpdates valid variants are written and invalid ones named by index', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 3);
  const inputs = [
    { id: variants[0], price: '-1' },
    { id: unknown, price: '5' },
    { id: variants[2], price: '5.005' },
  ];
  const answer = await update(shop, id, inputs, true);
  const fields = answer?.userErrors.map(({ field }) => field?.join('.'));
  expect(fields).toEqual(['variants.0.price', 'variants.1.id']);
  expect(answer?.productVariants?.map(({ price }) => price)).toEqual(['10.00', '5.01']);
  expect(shop.shop.writes.all).toMatchObject([{ variantId: variants[2], value: '5.01' }]);
});

test.each([
  ['sku', 'X', 'Field is not defined on ProductVariantsBulkInput'],
  ['price', '1,234.50', "invalid decimal '1,234.50'"],
  ['price', '', "invalid decimal ''"],
])('%s %j makes the whole request invalid', async (field, value, explanation) => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 1);
  const answer = await shop.graphql(UPDATE, {
    productId: id,
    variants: [{ id: variants[0], [field]: value }],
  });
  const extensions = { code: 'INVALID_VARIABLE', problems: [{ path: [0, field], explanation }] };
  expect(answer.errors).toMatchObject([{ extensions }]);
  expect(shop.shop.writes.all).toEqual([]);
});

test('one variant more than 2048 is refused, after charging its points', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 1);
  const { errors, extensions } = await shop.graphql(UPDATE, {
    productId: id,
    variants: Array(2049).fill({ id: variants[0] }),
  });
  expect(errors).toEqual([
    {
      message: 'The input array size of 2049 is greater than the maximum allowed of 2048.',
      locations: [{ line: 2, column: 3 }],
      path: ['productVariantsBulkUpdate', 'variants'],
      extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
    },
  ]);
  expect(extensions?.cost).toMatchObject({ requestedQueryCost: 420, actualQueryCost: null });
});
