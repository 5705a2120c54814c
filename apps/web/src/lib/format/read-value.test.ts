import type { EditableAttribute } from '@storefleet/contract/attributes/attributes';
import { expect, test } from 'vitest';
import { readValue } from './read-value.ts';

const read = (attribute: EditableAttribute, typed: string, held: string | null = 'x') => {
  const value = readValue(attribute, typed, { held, currency: 'USD' });
  return value.ok ? value.value : value.message;
};

test.each([
  ['price', ' 12.5 ', '12.50'],
  ['price', '12,5', 'Write decimals with a point: 12.5.'],
  ['price', '-1', 'An amount must be at least 0.'],
  ['price', '', 'Price must not be blank.'],
  ['cost', '', null],
  ['compare_at_price', '', null],
  ['sku', '  A-1 ', 'A-1'],
  ['sku', '', null],
  ['barcode', '0012', '0012'],
  ['weight', '0.25', '0.25'],
  ['weight', '0,25', 'Write decimals with a point: 0.25.'],
  ['weight', 'heavy', 'Weight must be a number of at least 0, such as 0.5.'],
  ['weight', '', 'Weight must not be blank.'],
  ['title', '   ', 'Title must not be blank.'],
  ['vendor', '', 'Vendor must not be blank.'],
  ['product_type', '', null],
  ['title', 'x'.repeat(256), 'Must be at most 255 characters long.'],
  ['status', 'draft', 'draft'],
  ['status', 'sold', 'Status must be active, draft, archived or unlisted.'],
  ['tags', ' wool, summer,,Wool ', 'Wool, summer'],
  ['tags', '', null],
] as const)('%s typed as “%s” is %s', (attribute, typed, expected) => {
  expect(read(attribute, typed)).toBe(expected);
});

test('an empty field may stay empty, and an unknown status may stay unchanged', () => {
  expect(read('vendor', '', null)).toBeNull();
  expect(read('status', 'paused', 'paused')).toBe('paused');
});
