import { expect, test } from 'vitest';
import { printRates, readRates } from './rates-text.ts';

test.each([
  ['CHF EUR 1.0523', 'CHF EUR 1.0523'],
  ['chf;eur;1,0523\n\nEUR\tUSD\t1.08', 'CHF EUR 1.0523\nEUR USD 1.08'],
  ['EUR/USD = 1.08', 'EUR USD 1.08'],
  ['\uFEFFFrom,To,Rate\r\n"CHF","EUR","1.05"\r\n', 'CHF EUR 1.05'],
])('%j is read', (text, printed) => {
  const read = readRates(text);
  expect('rates' in read && printRates(read.rates)).toBe(printed);
});

test('asks about a comma that may be one of thousands', () => {
  expect(readRates('EUR USD 1.085\nEUR VND 28,500')).toEqual({
    problem: 'Line 2: “28,500” could be 28500 or 28,500: write 28500 or 28,5000.',
  });
});

test('names an invalid line', () => {
  expect(readRates('CHF EUR 1.05\nCHF 1.05')).toEqual({
    problem: 'Line 2 is not a valid rate. Write it as “CHF EUR 1.0523”.',
  });
});
