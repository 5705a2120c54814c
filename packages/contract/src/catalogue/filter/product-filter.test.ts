import { expect, test } from 'vitest';
import { FilterParameter } from './filter-parameter.ts';
import { variantMatches } from './product-filter.ts';

const variant = {
  price: '10.00',
  compare_at_price: '12.00',
  cost: '8.00',
  sku: 'MUG-1',
  barcode: '4006381333931',
  inventory_quantity: 3,
  weight: '1',
  weight_unit: 'lb',
  stock: { Warehouse: 3, 'Main street': 0 },
  list_prices: { 'list_price.Europe': '8.50', 'list_price.Japan': null },
};
const bare = {
  price: null,
  compare_at_price: null,
  cost: null,
  sku: null,
  barcode: '',
  inventory_quantity: null,
  weight: null,
  weight_unit: null,
};

test.each([
  ['price:<10', false, false],
  ['price:<=10', true, false],
  ['price:9..10 stock:3', true, false],
  ['price:9..10 stock:<3', false, false],
  ['-price:<10', true, true],
  ['price:1,10', true, false],
  ['margin:20', true, false],
  ['margin:<20', false, false],
  ['compare-at:>11', true, false],
  ['weight:453g..454g', true, false],
  ['weight:<0.5', true, false],
  ['stock-at:warehouse=3', true, false],
  ['stock-at:Warehouse<3,"Main street=0..1"', true, false],
  ['stock-at:Attic<9', false, false],
  ['-stock-at:Warehouse<9', false, true],
  ['market-price:europe<9', true, false],
  ['market-price:Europe=9..10,Japan>1', false, false],
  ['-market-price:Europe<9', false, true],
  ['no:barcode', false, true],
  ['no:cost', false, true],
  ['-no:cost', true, false],
  ['no:sku', false, true],
  ['is:invalid-barcode', false, false],
  ['-is:invalid-barcode', true, true],
  ['is:below-cost', false, false],
  ['-is:below-cost', true, true],
  ['is:never-synced vendor:x', true, true],
])('%s matches a complete variant: %s, an empty one: %s', (text, forWhole, forBare) => {
  const filter = FilterParameter.parse(text);
  expect([variantMatches(filter, variant), variantMatches(filter, bare)]).toEqual([forWhole, forBare]);
});

test('a variant that costs more than its price is below cost', () => {
  expect(variantMatches(FilterParameter.parse('is:below-cost'), { ...variant, cost: '10.01' })).toBe(true);
});
