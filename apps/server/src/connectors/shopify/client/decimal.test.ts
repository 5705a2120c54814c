import { expect, it } from 'vitest';
import { canonicalMoney, decimalText } from './decimal.ts';

it.each([
  ['10.00', '10.00'],
  ['10.0', '10.00'],
  ['10', '10.00'],
  ['10.', '10.00'],
  ['0.0', '0.00'],
  ['-0.0', '0.00'],
  ['-5', '-5.00'],
  ['007.5', '7.50'],
  ['9.999', '9.999'],
  ['9.9990', '9.999'],
  ['1200', '1200.00'],
  ['99999999999999999.99', '99999999999999999.99'],
])('writes the amount %s as %s', (text, canonical) => {
  expect(canonicalMoney(text)).toBe(canonical);
});

it.each(['', 'abc', '1,50', '1e3', 'NaN', ' 1', '.5'])('takes %j for no amount', (text) => {
  expect(canonicalMoney(text)).toBeNull();
});

it.each([
  [0, '0'],
  [2.5, '2.5'],
  [0.1 + 0.2, '0.30000000000000004'],
  [1e-7, '0.0000001'],
  [1.25e-9, '0.00000000125'],
  [1.5e21, '1500000000000000000000'],
  [-3e-8, '-0.00000003'],
])('writes the number %d as plain decimal text %s', (value, text) => {
  expect(decimalText(value)).toBe(text);
});

it('takes what is not finite for no number', () => {
  expect(decimalText(Number.NaN)).toBeNull();
});
