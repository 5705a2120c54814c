import { expect, test } from 'vitest';
import { parseMoney } from './money.ts';

test.each([
  ['19.9', '19.90'],
  [' 007.5 ', '7.50'],
  [0, '0.00'],
  ['999999999999.99', '999999999999.99'],
])('%j is read as %s', (input, value) => {
  expect(parseMoney(input)).toEqual({ ok: true, value });
});

test.each([
  ['  ', 'Enter an amount such as 19.90.'],
  ['-1', 'An amount must be at least 0.'],
  ['1e9', 'Write the amount in digits, such as 19.90, not as 1e9.'],
  ['1,234.50', 'Leave out the thousands separator: write 1234.50.'],
  ['12,5', 'Write decimals with a point: 12.5.'],
  ['1.234', 'Write at most two decimals: 1.234 has 3.'],
  ['1000000000000', 'This amount is too large: 999999999999.99 is the most.'],
  ['1,234', 'Enter a number of at least 0 with at most two decimals, such as 19.90.'],
  ['ten', 'Enter a number of at least 0 with at most two decimals, such as 19.90.'],
  [Number.NaN, 'Enter a number of at least 0 with at most two decimals, such as 19.90.'],
])('%j is refused with a sentence that helps', (input, message) => {
  expect(parseMoney(input)).toEqual({ ok: false, message });
});
