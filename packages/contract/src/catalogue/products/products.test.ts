import { expect, test } from 'vitest';
import { SearchQuery } from './products.ts';

const firstStore = '0199a6a0-0000-7000-8000-000000000001';
const secondStore = '0199a6a0-0000-7000-8000-000000000002';

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
