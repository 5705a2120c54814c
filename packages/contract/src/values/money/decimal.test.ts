import { describe, expect, it, test } from 'vitest';
import {
  addDecimals,
  canonicalDecimal,
  canonicalMoney,
  compareDecimals,
  decimalOf,
  isDecimal,
  marginPercent,
  multiplyDecimals,
  percentDifference,
  roundDecimal,
  stepDecimal,
  subtractDecimals,
} from './decimal.ts';

describe('arithmetic', () => {
  it('is exact where floats are not, and beyond their range', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('999999999999999999.99', '0.01')).toBe('1000000000000000000');
    expect(subtractDecimals('1', '0.9')).toBe('0.1');
    expect(subtractDecimals('0.3', '1')).toBe('-0.7');
    expect(multiplyDecimals('19.99', '1.075')).toBe('21.48925');
    expect(multiplyDecimals('-0.5', '0.00')).toBe('0');
  });

  it('rejects what is not a plain decimal number', () => {
    for (const text of ['', '-', '.', '1e3', '1,5', ' 1', 'NaN']) {
      expect(isDecimal(text), text).toBe(false);
      expect(() => addDecimals(text, '1'), text).toThrow(RangeError);
    }
  });
});

test.each([
  ['1.005', 2, '1.01'],
  ['1.004999', 2, '1.00'],
  ['2.5', 0, '3'],
  ['-2.5', 0, '-3'],
  ['-0.4', 0, '0'],
  ['0.995', 2, '1.00'],
  ['7', 2, '7.00'],
])('%s to %i decimals is %s', (text, decimals, rounded) => {
  expect(roundDecimal(text, decimals)).toBe(rounded);
});

test.each([
  ['007.50', 2, '7.50'],
  ['7', 2, '7.00'],
  ['7.125', 2, '7.125'],
  ['7.000', 0, '7'],
  ['-0.00', 2, '0.00'],
  ['-.0', 0, '0'],
  ['.5', 0, '0.5'],
])('%s with at least %i decimals is written %s', (text, minDecimals, spelling) => {
  expect(canonicalDecimal(text, minDecimals)).toBe(spelling);
});

test.each([
  ['10', '15', 50],
  ['10', '1', -90],
  ['3', '4', 33.33],
  ['0.01', '1', 9900],
])('from %s to %s is %d percent', (from, to, percent) => {
  expect(percentDifference(from, to)).toBe(percent);
});

test.each([
  ['10.00', '10.00'],
  ['10.', '10.00'],
  ['-0.0', '0.00'],
  ['-5', '-5.00'],
  ['007.5', '7.50'],
  ['9.9990', '9.999'],
  ['99999999999999999.99', '99999999999999999.99'],
  ['', null],
  ['1,50', null],
  ['1e3', null],
  [' 1', null],
])('the amount %j is stored as %j', (text, canonical) => {
  expect(canonicalMoney(text)).toBe(canonical);
});

test.each([
  [0, '0'],
  [0.1 + 0.2, '0.30000000000000004'],
  [1.25e-9, '0.00000000125'],
  [1.5e21, '1500000000000000000000'],
  [-3e-8, '-0.00000003'],
  [Number.NaN, null],
])('the float %d is %s', (value, text) => {
  expect(decimalOf(value)).toBe(text);
});

test.each([
  ['20.00', '13.10', '34.5'],
  ['3', '1', '66.7'],
  ['10', '12.5', '-25.0'],
  ['10.00', '10.004', '0.0'],
  ['100000', '100000.01', '0.0'],
  ['16', '15.99', '0.1'],
  ['0.29', '0.58', '-100.0'],
  ['200', '199.9', '0.1'],
  ['200', '200.1', '-0.1'],
  ['0.01', '999999999.99', '-9999999999800.0'],
  ['9999999999.99', '0.01', '100.0'],
  ['0.00', '1', null],
  ['', '1', null],
  ['0', '1', null],
  ['10', null, null],
  [null, '1', null],
])('price %s at cost %s leaves %s %%', (price, cost, margin) => {
  expect(marginPercent(price, cost)).toBe(margin);
});

test.each([
  ['19.99', 1, '20.00'],
  ['0.00', -1, '0.00'],
  ['5', 1, '5.01'],
  ['1.005', -1, '0.995'],
  ['', 1, null],
  ['12,5', 1, null],
] as const)('%s stepped by %i is %s', (text, direction, stepped) => {
  expect(stepDecimal(text, '0.01', direction)).toBe(stepped);
});

describe('the fast path for short numbers agrees with the exact one', () => {
  /** The same number with too many characters for the fast path. */
  const long = (text: string) => (text.includes('.') ? text : `${text}.`).padEnd(40, '0');
  const numbers = [
    '0',
    '0.01',
    '.5',
    '1',
    '1.',
    '2.005',
    '20',
    '19.99',
    '20.01',
    '33.335',
    '-3.5',
    '400',
    '0.00000000001',
  ];
  const more = ['99999999999.99', '999999999999999', '-0.0001', '1234567.125', '0.07', '8.00'];
  const pairs = [...numbers, ...more].flatMap((one) =>
    [...numbers, ...more].map((other) => [one, other] as const),
  );

  it('for every pair', () => {
    for (const [one, other] of pairs) {
      expect(marginPercent(one, other), `${one} ${other}`).toBe(marginPercent(long(one), long(other)));
      expect(compareDecimals(one, other), `${one} ${other}`).toBe(compareDecimals(long(one), long(other)));
    }
  });
});
