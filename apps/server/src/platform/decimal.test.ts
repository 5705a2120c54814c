import { describe, expect, it, test } from 'vitest';
import {
  addDecimals,
  canonicalDecimal,
  isDecimal,
  multiplyDecimals,
  percentDifference,
  roundDecimal,
  subtractDecimals,
} from './decimal.ts';

describe('arithmetic', () => {
  it('is exact where floats are not, and beyond their reach', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(addDecimals('999999999999999999.99', '0.01')).toBe('1000000000000000000');
    expect(subtractDecimals('1', '0.9')).toBe('0.1');
    expect(subtractDecimals('0.3', '1')).toBe('-0.7');
    expect(multiplyDecimals('19.99', '1.075')).toBe('21.48925');
    expect(multiplyDecimals('-0.5', '0.00')).toBe('0');
  });

  it('refuses what is no plain decimal number', () => {
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
])('%s with at least %i decimals is spelt %s', (text, minDecimals, spelling) => {
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
