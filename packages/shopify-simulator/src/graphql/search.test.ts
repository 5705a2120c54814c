import { expect, test } from 'vitest';
import { movableClock } from '../../test/simulation.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { compileSearch } from './search.ts';
import { productSearch } from './search-fields.ts';
import { parseSearch } from './search-syntax.ts';

const catalogue = new Catalogue(
  {
    seed: 1,
    products: 0,
    variantsPerProduct: 1,
    largeProducts: { count: 0, variants: 0 },
    wholePrices: false,
  },
  movableClock(),
);
catalogue.createProduct({
  title: 'Flat Peak Cap',
  vendor: 'Vans',
  productType: 'Accessories',
  tags: ['hat'],
  status: 'ACTIVE',
  variants: [{ sku: 'CAP-1', barcode: '4006381333931', price: '19.90' }],
});
catalogue.createProduct({
  title: 'Flat Cap',
  vendor: 'Oda',
  productType: 'Accessories',
  status: 'DRAFT',
  variants: [{ sku: 'CAP-2', price: '29.90' }],
});
catalogue.createProduct({
  title: 'Tea Towel',
  vendor: 'Oda',
  status: 'ARCHIVED',
  variants: [{ sku: 'TT(1)', price: '9.00' }],
});

function titles(query: string): string[] {
  const search = compileSearch(query, productSearch);
  return [...catalogue.products()]
    .filter((product) => search === null || search.matches(product))
    .map(({ title }) => title);
}

test.each([
  ['"flat peak cap" accessories -vendor:ODA -tag:shirt', ['Flat Peak Cap']],
  ['flat cap', ['Flat Peak Cap', 'Flat Cap']],
  ['title:flat AND status:draft', ['Flat Cap']],
  ['sku:CAP-1 OR sku:TT\\(1\\)', ['Flat Peak Cap', 'Tea Towel']],
  ['sku:cap*', ['Flat Peak Cap', 'Flat Cap']],
  ['status:active,draft', ['Flat Peak Cap', 'Flat Cap']],
  ['NOT vendor:oda', ['Flat Peak Cap']],
  ['(vendor:oda OR vendor:vans) -status:archived', ['Flat Peak Cap', 'Flat Cap']],
  ['barcode:4006381333931', ['Flat Peak Cap']],
  ['price:>10 price:<=19.9', ['Flat Peak Cap']],
  ["updated_at:>='2026-11-20T12:00:00Z'", ['Flat Peak Cap', 'Flat Cap', 'Tea Towel']],
  ["updated_at:>'2026-11-20T12:00:00Z'", []],
  ['', ['Flat Peak Cap', 'Flat Cap', 'Tea Towel']],
])('%s', (query, expected) => {
  expect(titles(query)).toEqual(expected);
});

test('malformed text is a literal, a dangling OR is ignored', () => {
  expect(parseSearch('tag:(x')).toMatchObject({ kind: 'term', field: 'tag', value: '(x' });
  expect(parseSearch('cap OR')).toMatchObject({ kind: 'term', value: 'cap' });
  expect(titles('tag:(x')).toEqual([]);
});

test('an unknown field widens the result and is only warned of', () => {
  expect(titles('foo:1')).toHaveLength(3);
  expect(compileSearch('foo:1', productSearch)?.warnings).toEqual([
    { field: 'foo', message: 'Invalid search field for this query.', code: 'invalid_field' },
  ]);
});

test('a value that is not accepted finds nothing and is warned of', () => {
  expect(titles('status:EXPIRED')).toEqual([]);
  expect(compileSearch('status:EXPIRED', productSearch)?.warnings).toEqual([
    { field: 'status', message: 'Input `EXPIRED` is not an accepted value.', code: 'invalid_value' },
  ]);
});

test('a bad timestamp is an error', () => {
  expect(() => compileSearch('created_at:>yesterday', productSearch)).toThrow(
    'Invalid timestamp for query filter `created_at`.',
  );
});
