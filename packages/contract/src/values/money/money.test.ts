import { expect, test } from 'vitest';
import { parseMoney, plainNumber } from './money.ts';

test.each([
  ['19.9', '19.90'],
  [' 007.5 ', '7.50'],
  [0, '0.00'],
  ['1.234', '1.234'],
  ['1.2300', '1.23'],
  ['999999999999.9999', '999999999999.9999'],
])('%j is parsed as %s', (input, value) => {
  expect(parseMoney(input)).toEqual({ ok: true, value });
});

test.each([
  ['  ', 'Enter an amount such as 19.90.'],
  ['-1', 'An amount must be at least 0.'],
  ['1e9', 'Write the amount in digits, such as 19.90, not as 1e9.'],
  ['1,234.50', 'Leave out the thousands separator: write 1234.50.'],
  ['12,5', 'Write decimals with a point: 12.5.'],
  ['1.23456', 'Write at most four decimals: 1.23456 has 5.'],
  ['1000000000000', 'This amount is too large: 999999999999.9999 is the most.'],
  ['1,234', '“1,234” could be 1234 or 1.234: write 1234 or 1.2340.'],
  ['ten', 'Enter a number of at least 0, such as 19.90.'],
  [Number.NaN, 'Enter a number of at least 0, such as 19.90.'],
])('%j is refused with a helpful sentence', (input, message) => {
  expect(parseMoney(input)).toEqual({ ok: false, message });
});

const ambiguousWithPoint = '“1,234” could be 1234 or 1.234: write 1234 or 1.2340.';
const ambiguousWithComma = (text: string) => `“${text}” could be 1234 or 1,234: write 1234 or 1,2340.`;
const pointInstead = (value: string) => `Write decimals with a point: ${value}.`;

/** Input; with a decimal point; with a decimal comma. The latter equals the former if omitted. */
test.each([
  ['19.90', '19.90', '19.90'],
  ['12,5', pointInstead('12.5'), '12.5'],
  ['0,123', pointInstead('0.123'), '0.123'],
  ['1,2340', pointInstead('1.2340'), '1.2340'],
  ['1234,567', pointInstead('1234.567'), '1234.567'],
  ['1,234', ambiguousWithPoint, ambiguousWithComma('1,234')],
  ['1.234', '1.234', ambiguousWithComma('1.234')],
  ['0.123', '0.123', '0.123'],
  ['1,234.50', '1234.50', '1234.50'],
  ['1.234,50', pointInstead('1234.50'), '1234.50'],
  ['1,234,567', '1234567', '1234567'],
  ['1.234.567', '1234567', '1234567'],
  ['1 234,50', pointInstead('1234.50'), '1234.50'],
  ['1\u202f234', '1234', '1234'],
  ['1’234.50', '1234.50', '1234.50'],
  ['12,34.5', '12,34.5', '12,34.5'],
  ['ten', 'ten', 'ten'],
])('%j is %j with a decimal point, %j with a decimal comma', (input, point, comma) => {
  const read = (decimalComma: boolean) => {
    const plain = plainNumber(input, { decimalComma });
    return plain.ok ? plain.value : plain.message;
  };
  expect([read(false), read(true)]).toEqual([point, comma]);
});
