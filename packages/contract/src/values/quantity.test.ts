import { expect, test } from 'vitest';
import { messages } from '../messages.ts';
import { formatQuantity } from './quantity.ts';

test.each([
  [0, '0 products'],
  [1, '1 product'],
  [30_128, '30,128 products'],
])('%i is written %s', (count, words) => {
  expect(formatQuantity(count, 'product')).toBe(words);
});

test.each([
  [messages.sync.completedNotice, 'Sync completed successfully! 1 product processed.'],
  [messages.sync.productsFound, '1 product found.'],
  [
    (count: number) => messages.sync.started('GraphQL', count),
    'GraphQL sync started for store. 1 product found.',
  ],
  [
    (count: number) => messages.sync.restStarted(count, 1, false),
    'Successfully started sync for 1 product from 1 page.',
  ],
  [(count: number) => messages.search.found(count, 1, 1), 'Found 1 product. Displaying page 1 of 1.'],
  [(count: number) => messages.search.showing(count, count), 'Showing 1 of 1 result'],
  [messages.mappings.generated, 'Generated 1 default mapping'],
])('a sentence about one thing is in the singular', (sentence, words) => {
  expect(sentence(1)).toBe(words);
});

test('updated rows are named: variants, or products for product attributes', () => {
  const { succeeded } = messages.bulkUpdate;
  expect(succeeded(1, 'price')).toBe('Successfully updated 1 variant with new price value.');
  expect(succeeded(1_204, 'SKU')).toBe('Successfully updated 1,204 variants with new SKU value.');
  expect(succeeded(1, 'title', 'product')).toBe('Successfully updated 1 product with new title value.');
});
