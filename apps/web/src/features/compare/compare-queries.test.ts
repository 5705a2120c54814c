import { expect, test } from 'vitest';
import { parseCompareAddress } from './compare-address.ts';
import { comparedBy } from './compare-queries.ts';

const stores = ['atlas', 'tundra', 'zurich'].map((id) => ({ id }));

test.each([
  [{ show: 'differing', of: 'title', attributes: 'price,title' }, { differs_in: 'title' }],
  [{ show: 'differing', of: 'title', attributes: 'price,cost' }, { differs_in: 'price,cost' }],
  [{ show: 'missing', of: 'tundra' }, { missing_in: 'tundra' }],
  [{ show: 'missing', of: 'tundra', stores: 'atlas,zurich' }, { missing_in: 'atlas,zurich' }],
  [{ show: 'only', of: 'tundra', stores: 'atlas,zurich' }, { only_in: 'atlas' }],
])('%j is narrowed by what is compared', (address, narrowed) => {
  expect(comparedBy(parseCompareAddress(address), stores)).toMatchObject(narrowed);
});
