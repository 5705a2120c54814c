import type { Counterpart } from '@storefleet/contract/catalogue/products/product-page';
import type { ProductDetail, Variant } from '@storefleet/contract/catalogue/products/products';
import { expect, test } from 'vitest';
import { comparedLists, counterpartRows } from './counterpart-rows.ts';

const variant = (price: string, list_prices: Record<string, string | null> = {}) =>
  ({ id: 'variant', title: 'Red', sku: 'MUG', price, list_prices }) as unknown as Variant;
const product = {
  store_id: 'own',
  store_currency: 'USD',
  variants: [
    variant('10.00', { 'list_price.Europe': '9.50', 'list_price.Japan': '900', 'list_price.UK': null }),
  ],
} as unknown as ProductDetail;
const other = { variant_id: 'variant', store_id: 'other', store_currency: 'USD' };
const LISTS: Record<string, [name: string, currency: string][]> = {
  own: [
    ['Europe', 'EUR'],
    ['Japan', 'JPY'],
    ['UK', 'GBP'],
  ],
  other: [
    ['Europe', 'EUR'],
    ['Japan', 'USD'],
  ],
};

test.each([
  ['9.50', '10', []],
  ['8.00', '10', ['list_price.Europe']],
  [null, '10', ['list_price.Europe']],
])('fixed prices differ on lists of one name and currency: %s', (europe, japan, differing) => {
  const held = variant('10.00', { 'list_price.Europe': europe, 'list_price.Japan': japan });
  const counterpart = { ...other, variant: held } as Counterpart;
  const rows = counterpartRows(product, [counterpart], (storeId) => new Map(LISTS[storeId]));
  const [, second] = rows;
  expect(second?.kind === 'other' && [...second.differs]).toEqual(differing);
  expect(comparedLists(rows, ['Europe', 'Japan', 'UK'])).toEqual(['Europe', 'Japan']);
});
