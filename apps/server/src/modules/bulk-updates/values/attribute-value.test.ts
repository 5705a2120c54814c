import { describe, expect, test } from 'vitest';
import { parseAttributeValue, refusalOfRestoredValue, refusalOfValue } from './attribute-value.ts';

describe('parsing what a person typed or a file contains', () => {
  test.each([
    ['price', ' 19.9 ', '19.90'],
    ['cost', ' ', null],
    ['compare_at_price', null, null],
    ['weight', '0.250', '0.25'],
    ['status', 'Draft', 'draft'],
    ['tags', 'a, b', 'a, b'],
    ['sku', ' A-1 ', 'A-1'],
  ] as const)('%s %j is %j', (attribute, text, value) => {
    expect(parseAttributeValue(attribute, text)).toEqual({ ok: true, value });
  });

  test.each([
    ['price', ' ', 'Price must not be blank.'],
    ['price', '1,234.50', 'Leave out the thousands separator: write 1234.50.'],
    ['cost', 'ten', 'Enter a number of at least 0, such as 19.90.'],
    ['barcode', 'x'.repeat(300), 'Must be at most 255 characters long.'],
    ['sku', 'x'.repeat(256), 'Must be at most 255 characters long.'],
    ['title', '', 'Title must not be blank.'],
    ['vendor', null, 'Vendor must not be blank.'],
    ['weight', '-2', 'Weight must be a number of at least 0.'],
    ['weight', '', 'Weight must not be blank.'],
    ['status', 'gone', 'Status must be active, draft, archived or unlisted.'],
    ['tags', 'x'.repeat(256), 'A tag must be at most 255 characters long.'],
  ] as const)('%s %j is refused: %s', (attribute, text, message) => {
    expect(parseAttributeValue(attribute, text)).toEqual({ ok: false, message });
  });
});

test.each([
  ['price', '1200.00', 0, null],
  ['price', '1200.50', 0, 'Price has no decimals in this store.'],
  ['price', '19.90', 2, null],
  ['cost', '1.2345', 2, 'Cost has at most 2 decimals in this store: 1.2345 has 4.'],
  ['cost', '1.2345', 4, null],
  ['compare_at_price', '1.20', 1, null],
  ['compare_at_price', '1.25', 1, 'Compare-at price has at most 1 decimal in this store: 1.25 has 2.'],
  ['weight', '0.5', 0, null],
] as const)('%s %s where amounts have %i decimals: %s', (attribute, value, decimals, refusal) => {
  expect(refusalOfValue(attribute, value, () => decimals)).toBe(refusal);
});

test('a value that the source had before is restored in any format', () => {
  expect(refusalOfRestoredValue('status', 'paused')).toBeNull();
  expect(refusalOfRestoredValue('cost', null)).toBeNull();
  expect(refusalOfRestoredValue('price', null)).toBe('Price must not be blank.');
});
