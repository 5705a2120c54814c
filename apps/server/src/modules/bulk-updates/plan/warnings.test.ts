import { expect, it } from 'vitest';
import { isDecimalPointSlip } from './warnings.ts';

it.each([
  ['a price ten times as high', { price: { old: '9.90', new: '99.00' } }, true],
  ['a market’s price that is a hundredth', { 'list_price.EU': { old: '990.00', new: '9.90' } }, true],
  ['a market’s first price', { 'list_price.EU': { old: null, new: '99.00' } }, false],
  ['a weight ten times as high', { weight: { old: '1', new: '10' } }, false],
])('suspects a misplaced decimal point: %s', (_, changes, expected) => {
  expect(isDecimalPointSlip(changes)).toBe(expected);
});
