import { expect, it, test } from 'vitest';
import { canonicalValue, changedTags, joinTags, valuesAreEqual } from './attribute-value.ts';

test.each([
  ['price', '4', '4.00'],
  ['price', '007.5', '7.50'],
  ['cost', '1.125', '1.125'],
  ['weight', '1.500', '1.5'],
  ['status', 'ACTIVE', 'active'],
  ['tags', ' red ,, Blue, RED', 'RED, Blue'],
  ['tags', [], null],
  ['sku', '', null],
  ['title', ' As it is ', ' As it is '],
  ['barcode', null, null],
] as const)('%s %j is spelt %j', (attribute, value, canonical) => {
  expect(canonicalValue(attribute, value)).toBe(canonical);
});

test.each([
  ['price', '10', '10.00', true],
  ['price', '10.01', '10.00', false],
  ['price', null, '0.00', false],
  ['weight', '1.50', '1.5', true],
  ['tags', 'a, b', 'B,A', true],
  ['tags', 'a, b', 'a', false],
  ['tags', null, '', true],
  ['sku', '', null, true],
  ['sku', 'A-1', 'a-1', false],
  ['barcode', '0012', '12', false],
  ['status', 'ACTIVE', 'active', true],
  ['cost', '9007199254740993.10', '9007199254740993.11', false],
] as const)('%s: %j and %j are equal: %j', (attribute, a, b, equal) => {
  expect(valuesAreEqual(attribute, a, b)).toBe(equal);
  expect(valuesAreEqual(attribute, b, a)).toBe(equal);
});

it('a tag never contains a comma', () => {
  expect(joinTags(['a,b', 'B'])).toBe('a, B');
});

it('compares values in a source’s own format as that source does', () => {
  const spelling = { number: (text: string) => text.replace(',', '.'), text: (text: string) => text.trim() };
  expect(valuesAreEqual('price', '1,50', '1.5', spelling)).toBe(true);
  expect(valuesAreEqual('sku', ' A-1', 'A-1', spelling)).toBe(true);
  expect(valuesAreEqual('sku', ' A-1', 'A-1')).toBe(false);
});

test.each([
  ['add', ['New', 'sale'], 'Sale, Blue, New'],
  ['add', ['blue'], 'Sale, Blue'],
  ['remove', ['SALE', 'other'], 'Blue'],
  ['remove', ['sale', 'blue'], null],
] as const)('%s %j keeps the other tags', (operation, tags, expected) => {
  expect(changedTags(['Sale', 'Blue'], { operation, tags })).toBe(expected);
});
