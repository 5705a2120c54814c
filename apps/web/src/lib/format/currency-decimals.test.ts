import { expect, test } from 'vitest';
import { decimalsOf } from './currency-decimals.ts';

test.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 2],
  ['not a currency', 2],
])('amounts in %s have %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});
