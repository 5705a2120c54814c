import { expect, test } from 'vitest';
import { globalId } from '../src/text-forms.ts';
import { type OpenShop, simulation } from './simulation.ts';

const { open, simulator, clock } = simulation();

const UPDATE = `mutation Update($productId: ID!, $variants: [ProductVariantsBulkInput!]!, $partial: Boolean) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants, allowPartialUpdates: $partial) {
    product { id }
    productVariants { id sku barcode price compareAtPrice
      inventoryItem { unitCost { amount } measurement { weight { value unit } } } }
    userErrors { field message code }
  }
}`;

type Money = { amount: string } | null;
type VariantNode = {
  id: string;
  sku: string | null;
  price: string;
  compareAtPrice: string | null;
  inventoryItem: { unitCost: Money };
};
type UserError = { field: string[] | null; message: string; code: string | null };
type Payload = {
  product: { id: string } | null;
  productVariants: VariantNode[] | null;
  userErrors: UserError[];
};

function makeProduct(shop: OpenShop, variants = 2) {
  const made = shop.shop.catalogue.createProduct({
    title: 'Cap',
    variants: Array.from({ length: variants }, (_, index) => ({
      title: `Size ${index}`,
      price: '10.00',
      sku: `CAP-${index}`,
    })),
  });
  return {
    id: globalId('Product', made.id),
    number: made.id,
    variants: made.variants.map(({ id }) => globalId('ProductVariant', id)),
  };
}

async function update(
  shop: OpenShop,
  productId: string,
  variants: unknown[],
  partial?: boolean,
): Promise<Payload> {
  const answer = await shop.graphql<{ productVariantsBulkUpdate: Payload }>(UPDATE, {
    productId,
    variants,
    ...(partial === undefined ? {} : { partial }),
  });
  expect(answer.errors).toBeUndefined();
  if (answer.data === undefined) throw new Error('no data');
  return answer.data.productVariantsBulkUpdate;
}

test('what is left out stays, null clears; a third decimal is rounded', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 1);
  await update(shop, id, [{ id: variants[0], compareAtPrice: '12.345', inventoryItem: { cost: '3.5' } }]);
  const after = await update(shop, id, [{ id: variants[0], price: '11.005' }]);
  expect(after.productVariants).toMatchObject([
    { sku: 'CAP-0', price: '11.01', compareAtPrice: '12.35', inventoryItem: { unitCost: { amount: '3.5' } } },
  ]);
  const cleared = await update(shop, id, [
    { id: variants[0], compareAtPrice: null, barcode: null, inventoryItem: { cost: null, sku: null } },
  ]);
  expect(cleared.productVariants).toMatchObject([
    { sku: null, price: '11.01', compareAtPrice: null, inventoryItem: { unitCost: null } },
  ]);
});

test('structural errors leave productVariants null and write nothing', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop);
  const other = makeProduct(shop);
  const [first, second] = variants;
  expect(await update(shop, globalId('Product', '999999999999999'), [])).toEqual({
    product: null,
    productVariants: null,
    userErrors: [{ field: ['productId'], message: 'Product does not exist', code: 'PRODUCT_DOES_NOT_EXIST' }],
  });
  expect(await update(shop, id, [])).toEqual({ product: { id }, productVariants: [], userErrors: [] });
  const unknown = { message: 'Product variant does not exist', code: 'PRODUCT_VARIANT_DOES_NOT_EXIST' };
  for (const stranger of ['gid://shopify/ProductVariant/999999999999999999', other.variants[0]]) {
    expect(
      await update(shop, id, [
        { id: first, price: '1.00' },
        { id: stranger, price: '1.00' },
      ]),
    ).toEqual({
      product: { id },
      productVariants: null,
      userErrors: [{ field: ['variants', '1', 'id'], ...unknown }],
    });
  }
  const refused = async (variant: object) => (await update(shop, id, [variant])).userErrors;
  expect(await refused({ price: '1.00' })).toEqual([
    {
      field: ['variants', '0', 'id'],
      message: 'Product variant is missing ID attribute',
      code: 'PRODUCT_VARIANT_ID_MISSING',
    },
  ]);
  const quantities = [{ availableQuantity: 4, locationId: 'gid://shopify/Location/1' }];
  expect(await refused({ id: second, inventoryQuantities: quantities })).toEqual([
    {
      field: ['variants', '0', 'inventoryQuantities'],
      message:
        'Inventory quantities can only be provided during create. To update inventory for existing variants, use inventoryAdjustQuantities.',
      code: 'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE',
    },
  ]);
  expect(await refused({ id: second, optionValues: [{ optionName: 'Material', name: 'Cotton' }] })).toEqual([
    {
      field: ['variants', '0', 'optionValues', '0'],
      message: 'Option does not exist',
      code: 'OPTION_DOES_NOT_EXIST',
    },
  ]);
  expect(shop.shop.writes.all).toEqual([]);
});

test('value errors answer with the unchanged values, compareAtPrice before price, a bad cost twice', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop);
  const [first, second] = variants;
  const both = await update(shop, id, [
    { id: first, price: '99.00' },
    { id: second, price: '-1.00', compareAtPrice: '1000000000000000000' },
  ]);
  expect(both.userErrors).toEqual([
    {
      field: ['variants', '1', 'compareAtPrice'],
      message: 'must be less than 1000000000000000000',
      code: 'INVALID_INPUT',
    },
    {
      field: ['variants', '1', 'price'],
      message: 'Price must be greater than or equal to 0',
      code: 'GREATER_THAN_OR_EQUAL_TO',
    },
  ]);
  expect(both.productVariants?.map(({ price }) => price)).toEqual(['10.00', '10.00']);
  const cost = async (value: string) =>
    (await update(shop, id, [{ id: first, inventoryItem: { cost: value } }])).userErrors;
  expect(await cost('-5')).toEqual([
    { field: ['variants', '0'], message: 'must be greater than or equal to 0', code: null },
    {
      field: ['variants', '0', 'inventoryItem', 'cost'],
      message: 'Cost per item must be greater than or equal to 0',
      code: 'GREATER_THAN_OR_EQUAL_TO',
    },
  ]);
  expect(await cost('1000000000000000000')).toEqual([
    { field: ['variants', '0'], message: 'must be less than 1000000000000000000', code: null },
    {
      field: ['variants', '0', 'inventoryItem', 'cost'],
      message: 'Cost per item must be less than 1000000000000000000',
      code: 'INVALID_INPUT',
    },
  ]);
  const long = 'x'.repeat(256);
  expect(
    (await update(shop, id, [{ id: first, barcode: long, inventoryItem: { sku: long } }])).userErrors,
  ).toEqual([
    {
      field: ['variants', '0', 'barcode'],
      message: 'is too long (maximum is 255 characters)',
      code: 'TOO_LONG',
    },
    {
      field: ['variants', '0', 'inventoryItem', 'sku'],
      message: 'is too long (maximum is 255 characters)',
      code: 'TOO_LONG',
    },
  ]);
  expect(shop.shop.writes.all).toEqual([]);
});

test('with allowPartialUpdates the good ones are written and the bad ones named by their place in the input', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 3);
  const answer = await update(
    shop,
    id,
    [
      { id: variants[0], price: '-1' },
      { id: 'gid://shopify/ProductVariant/1', price: '5' },
      { id: variants[2], price: '5' },
    ],
    true,
  );
  expect(answer.userErrors.map(({ field }) => field?.join('.'))).toEqual([
    'variants.0.price',
    'variants.1.id',
  ]);
  expect(answer.productVariants?.map(({ price }) => price)).toEqual(['10.00', '5.00']);
  expect(shop.shop.writes.all.map(({ variantId, value }) => [variantId, value])).toEqual([
    [variants[2], '5.00'],
  ]);
});

test('unknown fields and texts that are no decimals make the whole request invalid', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 1);
  for (const [field, value, explanation] of [
    ['sku', 'X', 'Field is not defined on ProductVariantsBulkInput'],
    ['price', '1,234.50', "invalid decimal '1,234.50'"],
    ['price', '', "invalid decimal ''"],
  ]) {
    const answer = await shop.graphql(UPDATE, {
      productId: id,
      variants: [{ id: variants[0], [field ?? '']: value }],
    });
    expect(answer).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_VARIABLE', problems: [{ path: [0, field], explanation }] } }],
    });
    expect(answer.data).toBeUndefined();
  }
  expect(shop.shop.writes.all).toEqual([]);
});

test('a JSON number for a price is taken without an error and without effect', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 1);
  const answer = await update(shop, id, [{ id: variants[0], price: 4.5 }]);
  expect(answer).toMatchObject({ productVariants: [{ price: '10.00' }], userErrors: [] });
});

test('2048 variants in one call, and not one more', async () => {
  const shop = open({ bucket: { maximumAvailable: 2000, restoreRate: 100 } });
  const { id, variants } = makeProduct(shop, 2048);
  const inputs = variants.map((variant, index) => ({ id: variant, price: `${index}.50` }));
  const answer = await shop.graphql<{ productVariantsBulkUpdate: Payload }>(
    UPDATE.replace(/productVariants \{.*\} \} \}/s, ''),
    { productId: id, variants: inputs },
  );
  expect(answer.data?.productVariantsBulkUpdate.userErrors).toEqual([]);
  expect(shop.shop.writes.all).toHaveLength(2048);
  const tooMany = await shop.graphql(UPDATE, { productId: id, variants: [...inputs, ...inputs.slice(0, 1)] });
  expect(tooMany.errors).toEqual([
    {
      message: 'The input array size of 2049 is greater than the maximum allowed of 2048.',
      locations: [{ line: 2, column: 3 }],
      path: ['productVariantsBulkUpdate', 'variants'],
      extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
    },
  ]);
});

test('a write log tells what was set, in order, even when the value stays', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop, 1);
  await update(shop, id, [{ id: variants[0], price: '12' }]);
  await update(shop, id, [{ id: variants[0], price: '12' }]);
  const writes = shop.shop.writes.of(variants[0] ?? '', 'price');
  expect(writes.map(({ before, value }) => [before, value])).toEqual([
    ['10.00', '12.00'],
    ['12.00', '12.00'],
  ]);
  expect(writes[0]).toMatchObject({
    at: clock.now().toISOString(),
    requestId: shop.shop.log.recent.at(-2)?.requestId,
    mutation: 'productVariantsBulkUpdate',
    productId: id,
    attribute: 'price',
  });
});

test('an arranged user error hits the variant it names and lets the others be', async () => {
  const shop = open();
  const { id, variants } = makeProduct(shop);
  simulator().faults.add({
    shop: shop.shop.domain,
    action: {
      kind: 'user_error',
      sku: 'CAP-1',
      message: 'Suspended',
      code: 'PRODUCT_SUSPENDED',
      field: ['price'],
    },
  });
  const inputs = variants.map((variant) => ({ id: variant, price: '20' }));
  const answer = await update(shop, id, inputs, true);
  expect(answer.userErrors).toEqual([
    { field: ['variants', '1', 'price'], message: 'Suspended', code: 'PRODUCT_SUSPENDED' },
  ]);
  expect(answer.productVariants?.map(({ price }) => price)).toEqual(['20.00', '10.00']);
  expect((await update(shop, id, inputs)).userErrors).toEqual([]);
});
