import { expect, test } from 'vitest';
import type { z } from 'zod';
import { PRODUCT_SORT_FIELDS } from '../constants.ts';
import { PaginationTestQuery, SearchQuery, StoreProductsQuery } from './products.ts';

const firstStore = '0199a6a0-0000-7000-8000-000000000001';
const secondStore = '0199a6a0-0000-7000-8000-000000000002';

function sentences(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

test('a search by its term alone takes the defaults of the specification', () => {
  expect(SearchQuery.parse({ query: ' blue hat ' })).toEqual({
    query: 'blue hat',
    type: 'name',
    limit: 50,
    offset: 0,
    sort_direction: 'asc',
  });
});

test('the numbers of a query string are read', () => {
  expect(SearchQuery.parse({ query: 'x', limit: '5000', offset: '10000' })).toMatchObject({
    limit: 5000,
    offset: 10_000,
  });
});

test.each([
  [{}, 'Enter a search term.'],
  [{ query: '   ' }, 'Enter a search term.'],
  [{ query: 'x'.repeat(10_000) }, 'Search for at most 200 characters.'],
  [{ query: 'x', limit: '5001' }, 'limit must be a whole number from 1 to 5000.'],
  [{ query: 'x', limit: '0' }, 'limit must be a whole number from 1 to 5000.'],
  [{ query: 'x', limit: 'many' }, 'limit must be a whole number from 1 to 5000.'],
  [{ query: 'x', limit: '2.5' }, 'limit must be a whole number from 1 to 5000.'],
  [{ query: 'x', offset: '-1' }, 'offset must be a whole number of at least 0.'],
  [{ query: 'x', type: 'colour' }, 'type must be name, sku or barcode.'],
  [{ query: 'x', sort_by: 'colour' }, `sort_by must be one of: ${PRODUCT_SORT_FIELDS.join(', ')}.`],
  [{ query: 'x', store_ids: 'first' }, 'store_ids must be a comma-separated list of store ids.'],
])('the search %j is refused', (query, sentence) => {
  expect(sentences(SearchQuery, query)).toEqual([sentence]);
});

test.each([
  ['__EMPTY__', []],
  ['', []],
  [firstStore, [firstStore]],
  [`${firstStore}, ${secondStore},${firstStore},`, [firstStore, secondStore]],
  [
    [firstStore, secondStore],
    [firstStore, secondStore],
  ],
  [`__EMPTY__,${firstStore}`, [firstStore]],
])('store_ids %j means %j', (value, expected) => {
  expect(SearchQuery.parse({ query: 'x', store_ids: value }).store_ids).toEqual(expected);
});

test('store_ids left out means every store', () => {
  expect(SearchQuery.parse({ query: 'x' }).store_ids).toBeUndefined();
});

test('wildcards and quotes are taken as they are', () => {
  expect(SearchQuery.parse({ query: `50%_"'\\` }).query).toBe(`50%_"'\\`);
});

test('the products of a store come in pages of at most 250', () => {
  expect(StoreProductsQuery.parse({})).toEqual({ limit: 250 });
  expect(sentences(StoreProductsQuery, { limit: '251' })).toEqual([
    'limit must be a whole number from 1 to 250.',
  ]);
});

test('a pagination test reads 1 to 100 pages, 10 unless said otherwise', () => {
  expect(PaginationTestQuery.parse({ store_id: firstStore }).max_pages).toBe(10);
  expect(sentences(PaginationTestQuery, { store_id: firstStore, max_pages: '101' })).toEqual([
    'max_pages must be a whole number from 1 to 100.',
  ]);
});
