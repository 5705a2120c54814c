import { expect, test } from 'vitest';
import { parsePriceChange, parseValues } from './price-change.ts';

test.each([
  [
    'price+4%',
    '.99',
    { attribute: 'price', operation: 'increase', unit: 'percent', value: '4', rounding: '.99' },
  ],
  [
    'cost - 0.50',
    undefined,
    { attribute: 'cost', operation: 'decrease', unit: 'amount', value: '0.50', rounding: 'none' },
  ],
])('%s, ending %s', (spelled, ending, change) => {
  expect(parsePriceChange(spelled, ending)).toEqual(change);
});

test.each([
  ['price', undefined],
  ['stock+4', undefined],
  ['price+4%', '.42'],
])('%s, ending %s, is refused with what to type', (spelled, ending) => {
  expect(() => parsePriceChange(spelled, ending)).toThrow(/Spell a change|--ending is one of/);
});

test('a value may hold an equals sign, but not go without one', () => {
  expect(parseValues(['vendor=A=B', 'tags='])).toEqual({ vendor: 'A=B', tags: '' });
  expect(() => parseValues(['vendor'])).toThrow('Spell a value');
});
