import { expect, test } from 'vitest';
import { globalId } from '../src/text-forms.ts';
import { type OpenShop, simulation } from './simulation.ts';

const { open } = simulation();

const UPDATE = `mutation Update($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $partial: Boolean) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: $partial) {
    product { id }
    productVariants { id sku price compareAtPrice inventoryItem { unitCost { amount } } }
    userErrors { field message code }
  }
}`;

type Payload = {
  product: { id: string } | null;
  productVariants: { id: string; price: string }[] | null;
  userErrors: { field: string[] | null; message: string; code: string | null }[];
};

/** A product whose variants cost 10.00 each. */
function makeProduct(shop: OpenShop, variants = 2) {
  const made = shop.shop.catalogue.createProduct({
    title: 'Cap',
    variants: Array.from({ length: variants }, (_, index) => ({ price: '10.00', sku: `CAP-${index}` })),
  });
  return {
    id: globalId('Product', made.id),
    variants: made.variants.map(({ id }) => globalId('ProductVariant', id)),
  };
}

async function update(shop: OpenShop, productId: string, variants: unknown[], partial = false) {
  const answer = await shop.graphql<{ productVariantsBulkUpdate: Payload }>(UPDATE, {
    productId,
    variants,
    partial,
  });
  expect(answer.errors).toBeUndefined();
  return answer.data?.productVariantsBulkUpdate;
}

test('what is left out stays, null clears; a third decimal is rounded', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 1);
  await update(shop, id, [{ id: variants[0], compareAtPrice: '12.345', inventoryItem: { cost: '3.5' } }]);
  const after = await update(shop, id, [{ id: variants[0], price: '11.005' }]);
  expect(after?.productVariants).toMatchObject([
    { sku: 'CAP-0', price: '11.01', compareAtPrice: '12.35', inventoryItem: { unitCost: { amount: '3.5' } } },
  ]);
  const cleared = await update(shop, id, [
    { id: variants[0], compareAtPrice: null, inventoryItem: { cost: null, sku: null } },
  ]);
  expect(cleared?.productVariants).toMatchObject([
    { sku: null, price: '11.01', compareAtPrice: null, inventoryItem: { unitCost: null } },
  ]);
});

const quantities = [{ availableQuantity: 4, locationId: 'gid://shopify/Location/1' }];

test.each<[string, object, string[], string, string]>([
  [
    'an unknown variant',
    { id: 'gid://shopify/ProductVariant/999999999999999999' },
    ['id'],
    'Product variant does not exist',
    'PRODUCT_VARIANT_DOES_NOT_EXIST',
  ],
  [
    'no id',
    { id: undefined },
    ['id'],
    'Product variant is missing ID attribute',
    'PRODUCT_VARIANT_ID_MISSING',
  ],
  [
    'quantities',
    { inventoryQuantities: quantities },
    ['inventoryQuantities'],
    'Inventory quantities can only be provided during create. To update inventory for existing variants, use inventoryAdjustQuantities.',
    'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE',
  ],
  [
    'an option that is not there',
    { optionValues: [{ optionName: 'Material', name: 'Cotton' }] },
    ['optionValues', '0'],
    'Option does not exist',
    'OPTION_DOES_NOT_EXIST',
  ],
])('%s leaves productVariants null and writes nothing', async (_case, input, path, message, code) => {
  const shop = open();
  const { id, variants } = makeProduct(shop);
  const inputs = variants.map((variant) => ({ id: variant, price: '1.00' }));
  expect(await update(shop, id, [inputs[0], { ...inputs[1], ...input }])).toEqual({
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
  expect(await update(shop, globalId('Product', '999999999999999'), [])).toEqual({
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

test.each<[string, object, [string[], string, string | null][]]>([
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
])('%s: the answer has the unchanged values', async (_case, input, errors) => {
  const shop = open();
  const { id, variants } = makeProduct(shop);
  const answer = await update(shop, id, [
    { id: variants[0], price: '99.00' },
    { id: variants[1], ...input },
  ]);
  expect(answer?.userErrors).toEqual(
    errors.map(([path, message, code]) => ({ field: ['variants', '1', ...path], message, code })),
  );
  expect(answer?.productVariants?.map(({ price }) => price)).toEqual(['10.00', '10.00']);
  expect(shop.shop.writes.all).toEqual([]);
});

test('with allowPartialUpdates the good ones are written and the bad ones named by their place', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 3);
  const inputs = [
    { id: variants[0], price: '-1' },
    { id: 'gid://shopify/ProductVariant/1', price: '5' },
    { id: variants[2], price: '5' },
  ];
  const answer = await update(shop, id, inputs, true);
  expect(answer?.userErrors.map(({ field }) => field?.join('.'))).toEqual([
    'variants.0.price',
    'variants.1.id',
  ]);
  expect(answer?.productVariants?.map(({ price }) => price)).toEqual(['10.00', '5.00']);
  expect(shop.shop.writes.all.map(({ variantId, value }) => [variantId, value])).toEqual([
    [variants[2], '5.00'],
  ]);
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
  expect(answer).toEqual({
    errors: [
      expect.objectContaining({
        extensions: expect.objectContaining({
          code: 'INVALID_VARIABLE',
          problems: [expect.objectContaining({ path: [0, field], explanation })],
        }),
      }),
    ],
  });
  expect(shop.shop.writes.all).toEqual([]);
});

test('a JSON number for a price is taken without an error and without effect', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 1);
  const answer = await update(shop, id, [{ id: variants[0], price: 4.5 }]);
  expect(answer).toMatchObject({ productVariants: [{ price: '10.00' }], userErrors: [] });
});

test('2048 variants in one call for their points, and not one more', async () => {
  const shop = open({ bucket: { maximumAvailable: 2000, restoreRate: 100 } });
  const { id, variants } = makeProduct(shop, 2048);
  const inputs = variants.map((variant, index) => ({ id: variant, price: `${index}.50` }));
  const bare = UPDATE.replace(/productVariants \{.*\} \} \}/s, '');
  const answer = await shop.graphql(bare, { productId: id, variants: inputs });
  expect(answer.extensions?.cost).toEqual({
    requestedQueryCost: 420,
    actualQueryCost: 420,
    throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1580, restoreRate: 100 },
  });
  expect(shop.shop.writes.all).toHaveLength(2048);
  const tooMany = await shop.graphql(UPDATE, { productId: id, variants: [...inputs, inputs[0]] });
  expect(tooMany.errors).toEqual([
    {
      message: 'The input array size of 2049 is greater than the maximum allowed of 2048.',
      locations: [{ line: 2, column: 3 }],
      path: ['productVariantsBulkUpdate', 'variants'],
      extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
    },
  ]);
});
