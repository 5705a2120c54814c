import { beforeEach, expect, test } from 'vitest';
import { globalId } from '../src/text-forms.ts';
import { type OpenShop, simulation } from './simulation.ts';

const { open } = simulation();

let shop: OpenShop;
let list: string;
let variants: string[];

beforeEach(() => {
  shop = open({
    priceLists: [
      { name: 'Europe', currency: 'EUR' },
      { name: 'Wholesale', of: 'company' },
    ],
  });
  list = globalId('PriceList', shop.shop.priceLists.all[0]?.id ?? 0);
  const [first, second] = shop.shop.catalogue.variants();
  variants = [first, second].map((found) => globalId('ProductVariant', found?.variant.id ?? 0));
});

const PRICE =
  'price { amount currencyCode } compareAtPrice { amount currencyCode } originType variant { id }';
const ERRORS = 'userErrors { field message code }';

type Money = { amount: string; currencyCode: string };
const eur = (amount: string): Money => ({ amount, currencyCode: 'EUR' });

const add = (prices: readonly object[], priceListId = list) =>
  shop.graphql<{ priceListFixedPricesAdd: unknown }>(
    `mutation A($id: ID!, $prices: [PriceListPriceInput!]!) {
      priceListFixedPricesAdd(priceListId: $id, prices: $prices) { prices { ${PRICE} } ${ERRORS} } }`,
    { id: priceListId, prices },
  );
const remove = (variantIds: readonly (string | undefined)[], priceListId = list) =>
  shop.graphql<{ priceListFixedPricesDelete: unknown }>(
    `mutation D($id: ID!, $variantIds: [ID!]!) {
      priceListFixedPricesDelete(priceListId: $id, variantIds: $variantIds) {
        deletedFixedPriceVariantIds ${ERRORS} } }`,
    { id: priceListId, variantIds },
  );
async function held() {
  const query = variants.map((gid) => `variant_id:${gid.split('/').at(-1)}`).join(' OR ');
  const { data } = await shop.graphql<{ priceList: { prices: { nodes: unknown[] } } }>(
    `query P($id: ID!, $query: String) {
      priceList(id: $id) { prices(first: 250, originType: FIXED, query: $query) { nodes { ${PRICE} } } } }`,
    { id: list, query },
  );
  return data?.priceList.prices.nodes;
}

test('price lists name their currency, their adjustment and the kind of their catalog', async () => {
  const { data } = await shop.graphql(
    '{ priceLists(first: 2) { nodes { name currency parent { adjustment { type value } } catalog { __typename title } } } }',
  );
  const adjustment = { type: 'PERCENTAGE_INCREASE', value: 0 };
  expect(data).toEqual({
    priceLists: {
      nodes: [
        {
          name: 'Europe',
          currency: 'EUR',
          parent: { adjustment },
          catalog: { __typename: 'MarketCatalog', title: 'Europe' },
        },
        {
          name: 'Wholesale',
          currency: 'USD',
          parent: { adjustment },
          catalog: { __typename: 'CompanyLocationCatalog', title: 'Wholesale' },
        },
      ],
    },
  });
});

test('a fixed price replaces the one before with its compare-at price, and is removed', async () => {
  const [variantId = ''] = variants;
  await add([{ variantId, price: eur('812.34'), compareAtPrice: eur('845.67') }]);
  const { data } = await add([{ variantId, price: eur('12.5') }]);
  const fixed = { price: eur('12.5'), compareAtPrice: null, originType: 'FIXED', variant: { id: variantId } };
  expect(data).toEqual({ priceListFixedPricesAdd: { prices: [fixed], userErrors: [] } });
  expect(await held()).toEqual([fixed]);
  expect((await remove([variantId])).data).toEqual({
    priceListFixedPricesDelete: { deletedFixedPriceVariantIds: [variantId], userErrors: [] },
  });
  expect(await held()).toEqual([]);
});

const NONE = globalId('ProductVariant', 999_999_999_999_999);
const LIST_GONE = {
  field: ['priceListId'],
  message: 'Price list does not exist.',
  code: 'PRICE_LIST_NOT_FOUND',
};

test('a refused call writes nothing', async () => {
  const [variantId = ''] = variants;
  const usd = { amount: '1.00', currencyCode: 'USD' };
  const { data } = await add([
    { variantId, price: eur('1.00') },
    { variantId, price: usd },
    { variantId: NONE, price: eur('1') },
  ]);
  expect(data?.priceListFixedPricesAdd).toEqual({
    prices: [],
    userErrors: [
      {
        field: ['prices', '1', 'price', 'currencyCode'],
        message: "The specified currency does not match the price list's currency.",
        code: 'PRICE_LIST_CURRENCY_MISMATCH',
      },
      {
        field: ['prices', '2', 'variantId'],
        message: 'Product variant ID does not exist.',
        code: 'VARIANT_NOT_FOUND',
      },
    ],
  });
  expect(await held()).toEqual([]);
  const gone = globalId('PriceList', 1);
  expect((await add([], gone)).data?.priceListFixedPricesAdd).toEqual({
    prices: null,
    userErrors: [LIST_GONE],
  });
});

test('only a fixed price can be removed', async () => {
  const { data } = await remove([variants[0], NONE]);
  expect(data?.priceListFixedPricesDelete).toEqual({
    deletedFixedPriceVariantIds: [],
    userErrors: [
      {
        field: ['variantIds', '0'],
        message: 'Only fixed prices can be deleted.',
        code: 'PRICE_NOT_FIXED',
      },
      {
        field: ['variantIds', '1'],
        message: 'Product variant ID does not exist.',
        code: 'VARIANT_NOT_FOUND',
      },
    ],
  });
});
