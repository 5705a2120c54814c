import { expect, test } from 'vitest';
import type { NewProduct } from '../src/catalogue/model.ts';
import { globalId } from '../src/text-forms.ts';
import { type OpenShop, simulation } from './simulation.ts';

const { open, simulator, clock } = simulation();

const PRODUCT_UPDATE = `mutation Update($product: ProductUpdateInput) { productUpdate(product: $product) {
  product { id title handle status vendor productType tags descriptionHtml templateSuffix seo { title description } }
  userErrors { field message } } }`;
const ITEM_UPDATE = `mutation Update($id: ID!, $input: InventoryItemInput!) { inventoryItemUpdate(id: $id, input: $input) {
  inventoryItem { id sku tracked requiresShipping countryCodeOfOrigin provinceCodeOfOrigin harmonizedSystemCode
    unitCost { amount } measurement { weight { value unit } } variant { id product { id } } }
  userErrors { field message } } }`;

type UserError = { field: string[] | null; message: string };
type ProductNode = { id: string; title: string; handle: string; vendor: string; tags: string[] };
type ProductPayload = { product: ProductNode | null; userErrors: UserError[] };
type ItemPayload = { inventoryItem: Record<string, unknown> | null; userErrors: UserError[] };

function make(shop: OpenShop, product: Partial<NewProduct> = {}) {
  const made = shop.shop.catalogue.createProduct({ title: 'Flat Cap', ...product });
  const item = globalId('InventoryItem', made.variants[0]?.inventoryItemId ?? 0);
  return { id: globalId('Product', made.id), item, handle: made.handle };
}

async function update(shop: OpenShop, product: Record<string, unknown>): Promise<ProductPayload> {
  const { errors, data } = await shop.graphql<{ productUpdate: ProductPayload }>(PRODUCT_UPDATE, { product });
  expect(errors).toBeUndefined();
  if (data === undefined) throw new Error('no data');
  return data.productUpdate;
}

async function updateItem(shop: OpenShop, id: string, input: object): Promise<ItemPayload> {
  const { errors, data } = await shop.graphql<{ inventoryItemUpdate: ItemPayload }>(ITEM_UPDATE, {
    id,
    input,
  });
  expect(errors).toBeUndefined();
  if (data === undefined) throw new Error('no data');
  return data.inventoryItemUpdate;
}

async function change(shop: OpenShop, mutation: 'tagsAdd' | 'tagsRemove', id: string, tags: string[]) {
  const query = `mutation ($id: ID!, $tags: [String!]!) { ${mutation}(id: $id, tags: $tags) {
    node { id ... on Product { tags } } userErrors { field message } } }`;
  const { data } = await shop.graphql<Record<string, unknown>>(query, { id, tags });
  return data?.[mutation];
}

test('product attributes are written together; what is left out stays', async () => {
  const shop = open();
  const { id, handle } = make(shop, { vendor: 'Northwind', tags: ['kept'] });
  const first = await update(shop, {
    id,
    title: 'Renamed',
    productType: 'Hats',
    status: 'DRAFT',
    descriptionHtml: '<p>New</p>',
    templateSuffix: 'wide',
    seo: { title: 'Search title' },
  });
  expect(first).toEqual({
    product: {
      id,
      title: 'Renamed',
      handle,
      status: 'DRAFT',
      vendor: 'Northwind',
      productType: 'Hats',
      tags: ['kept'],
      descriptionHtml: '<p>New</p>',
      templateSuffix: 'wide',
      seo: { title: 'Search title', description: null },
    },
    userErrors: [],
  });
  const second = await update(shop, { id, templateSuffix: null, vendor: 'Other' });
  expect(second.product).toMatchObject({ title: 'Renamed', templateSuffix: null, vendor: 'Other' });
});

test('an unknown and a missing id are told of the id', async () => {
  const shop = open();
  const missing = { product: null, userErrors: [{ field: ['id'], message: 'Product does not exist' }] };
  expect(await update(shop, { id: 'gid://shopify/Product/999999999999999', title: 'Ghost' })).toEqual(
    missing,
  );
  expect(await update(shop, { title: 'Ghost' })).toEqual(missing);
});

const long = 'x'.repeat(256);
const tooLong = 'is too long (maximum is 255 characters)';
test.each<[string, Record<string, unknown>, UserError[]]>([
  ['a blank title', { title: ' ' }, [{ field: ['title'], message: "Title can't be blank" }]],
  ['a long title', { title: long }, [{ field: ['title'], message: `Title ${tooLong}` }]],
  ['a long vendor', { vendor: long }, [{ field: ['vendor'], message: `Vendor ${tooLong}` }]],
  ['a long handle', { handle: long }, [{ field: ['handle'], message: `Handle ${tooLong}` }]],
  [
    'a long product type',
    { productType: long },
    [
      { field: ['productType'], message: `Product type ${tooLong}` },
      { field: ['customProductType'], message: `Custom product type ${tooLong}` },
    ],
  ],
  ['a long tag', { tags: ['a', long] }, [{ field: ['tags'], message: 'Product tags is invalid' }]],
])('%s leaves the whole product as it was', async (_name, input, userErrors) => {
  const shop = open();
  const { id } = make(shop, { vendor: 'Northwind' });
  const answer = await update(shop, { id, status: 'ARCHIVED', ...input });
  expect(answer.userErrors).toEqual(userErrors);
  expect(answer.product).toMatchObject({ title: 'Flat Cap', vendor: 'Northwind', status: 'ACTIVE' });
  expect(shop.shop.writes.all).toEqual([]);
});

test('a status that does not exist and 251 tags are refused before anything runs', async () => {
  const shop = open();
  const { id } = make(shop);
  const status = await shop.graphql(PRODUCT_UPDATE, { product: { id, status: 'ENABLED' } });
  expect(status.errors).toMatchObject([
    {
      extensions: {
        code: 'INVALID_VARIABLE',
        problems: [
          {
            path: ['status'],
            explanation: 'Expected "ENABLED" to be one of: ACTIVE, ARCHIVED, DRAFT, UNLISTED',
          },
        ],
      },
    },
  ]);
  const tags = Array.from({ length: 251 }, (_, index) => `t${index}`);
  const many = await shop.graphql(PRODUCT_UPDATE, { product: { id, tags } });
  expect(many.errors).toMatchObject([
    {
      message: 'The input array size of 251 is greater than the maximum allowed of 250.',
      path: ['productUpdate', 'product', 'tags'],
      extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
    },
  ]);
  expect(many.extensions?.cost).toMatchObject({ actualQueryCost: null });
  expect(shop.shop.writes.all).toEqual([]);
});

test('neither product nor input is a wrong argument', async () => {
  const { errors } = await open().graphql(
    'mutation { productUpdate { product { id } userErrors { message } } }',
  );
  expect(errors).toMatchObject([
    {
      message: 'productUpdate must include exactly one of the following arguments: input, product.',
      path: ['productUpdate'],
      extensions: { code: 'INVALID_FIELD_ARGUMENTS' },
    },
  ]);
});

test('handles are stored as Shopify writes them, and a taken one is refused as it was sent', async () => {
  const shop = open();
  const holder = make(shop, { title: 'Holder', handle: 'holder-x' });
  const { id } = make(shop, { title: 'Flat Cap', handle: 'flat-cap' });
  const handle = async (sent: string | null) => (await update(shop, { id, handle: sent })).product?.handle;
  expect(await handle('  Mixed CASE / 東京 100 % ')).toBe('mixed-case-東京-100');
  expect(await handle('%%%')).toBe('product');
  expect(await handle('   ')).toBe('flat-cap');
  expect(await update(shop, { id, handle: '  HOLDER-X  ' })).toMatchObject({
    product: { handle: 'flat-cap' },
    userErrors: [
      {
        field: ['input', 'handle'],
        message: "Handle '  HOLDER-X  ' already in use. Please provide a new handle.",
      },
    ],
  });
  expect((await update(shop, { id, title: 'Another Title' })).product?.handle).toBe('flat-cap');
  expect((await update(shop, { id: holder.id, handle: '%%%' })).product?.handle).toBe('product');
  expect(await handle('%%%')).toBe('product-1');
  const [seeded] = shop.shop.catalogue.products();
  expect((await update(shop, { id, handle: seeded?.handle })).userErrors).toHaveLength(1);
  await update(shop, { id: holder.id, handle: 'another-title-9' });
  await update(shop, { id, title: 'Another Title 9' });
  expect(await handle(null)).toBe('another-title-10');
});

test('tags are trimmed, told apart without regard to case, and sorted', async () => {
  const shop = open();
  const { id } = make(shop);
  const { product } = await update(shop, { id, tags: [' Red ', 'red', 'RED', ' big   sale ', ''] });
  expect(product?.tags).toEqual(['big   sale', 'Red']);
});

test('tags are added and removed without touching the others', async () => {
  const shop = open();
  const { id } = make(shop, { tags: ['existing', 'Sale'] });
  expect(await change(shop, 'tagsAdd', id, ['EXISTING', 'new, newer'])).toEqual({
    node: { id, tags: ['existing', 'new', 'newer', 'Sale'] },
    userErrors: [],
  });
  expect(await change(shop, 'tagsRemove', id, ['SALE', 'absent'])).toEqual({
    node: { id, tags: ['existing', 'new', 'newer'] },
    userErrors: [],
  });
  expect(await change(shop, 'tagsAdd', 'gid://shopify/Product/999999999999999', ['a'])).toEqual({
    node: null,
    userErrors: [{ field: ['id'], message: 'Product does not exist' }],
  });
});

test('an inventory item is written; its variant shows it, its product is dated', async () => {
  const shop = open();
  const { item } = make(shop);
  clock.advance(60_000);
  const written = await updateItem(shop, item, {
    tracked: true,
    requiresShipping: false,
    countryCodeOfOrigin: 'CA',
    provinceCodeOfOrigin: 'ON',
    harmonizedSystemCode: '1234.56',
    cost: '7.25',
    sku: 'ITEM-1',
    measurement: { weight: { value: 2.5, unit: 'GRAMS' } },
  });
  expect(written).toMatchObject({
    inventoryItem: {
      sku: 'ITEM-1',
      tracked: true,
      requiresShipping: false,
      countryCodeOfOrigin: 'CA',
      provinceCodeOfOrigin: 'ON',
      harmonizedSystemCode: '123456',
      unitCost: { amount: '7.25' },
      measurement: { weight: { value: 2.5, unit: 'GRAMS' } },
    },
    userErrors: [],
  });
  expect(shop.shop.writes.all.map(({ mutation, attribute }) => `${mutation} ${attribute}`)).toContain(
    'inventoryItemUpdate cost',
  );
});

test.each([
  ['a negative cost', { cost: '-1' }, ['input', 'cost'], 'Cost must be greater than or equal to 0'],
  [
    'a negative weight',
    { measurement: { weight: { value: -1, unit: 'KILOGRAMS' } } },
    ['input', 'measurement', 'weight'],
    'Measurement weight value -1 kg must be >= 0 kg',
  ],
  [
    'a bad HS code',
    { harmonizedSystemCode: '12' },
    ['input', 'harmonizedSystemCode'],
    'Harmonized system code must be a number between six and thirteen digits',
  ],
])('%s is refused', async (_name, input, field, message) => {
  const shop = open();
  const { item } = make(shop);
  expect(await updateItem(shop, item, input)).toEqual({
    inventoryItem: null,
    userErrors: [{ field, message }],
  });
  expect(shop.shop.writes.all).toEqual([]);
});

test('an unknown item, an unknown unit, and a shop that lent no write_inventory', async () => {
  const shop = open({ scopes: ['write_products', 'read_inventory'] });
  const { item } = make(shop);
  const denied = await shop.graphql(ITEM_UPDATE, { id: item, input: { cost: '1' } });
  expect(denied.errors?.[0]?.extensions).toMatchObject({
    code: 'ACCESS_DENIED',
    requiredAccess: '`write_inventory` access scope.',
  });
  const other = open();
  expect(await updateItem(other, 'gid://shopify/InventoryItem/99999999999999', { tracked: true })).toEqual({
    inventoryItem: null,
    userErrors: [{ field: ['id'], message: "The product couldn't be updated because it does not exist." }],
  });
  const unit = await other.graphql(ITEM_UPDATE, {
    id: make(other).item,
    input: { measurement: { weight: { value: 1, unit: 'STONES' } } },
  });
  expect(unit.errors?.[0]?.extensions.code).toBe('INVALID_VARIABLE');
});

test('an arranged user error refuses a product without a code', async () => {
  const shop = open();
  const { id } = make(shop);
  simulator().faults.add({
    shop: shop.shop.domain,
    action: { kind: 'user_error', product: id, message: 'Not today', field: ['title'] },
  });
  expect(await update(shop, { id, title: 'X' })).toMatchObject({
    product: { title: 'Flat Cap' },
    userErrors: [{ field: ['title'], message: 'Not today' }],
  });
  expect((await update(shop, { id, title: 'X' })).userErrors).toEqual([]);
});
