import { expect, test, vi } from 'vitest';
import { readAmount, readNumber, readWeight } from './read-amount.ts';

const said = (read: ReturnType<typeof readAmount>) => (read.ok ? read.value : read.message);

test.each([
  ['en-US', '$1,234.50', 'USD', '1234.50'],
  ['en-US', '12,5', 'USD', 'Write decimals with a point: 12.5.'],
  ['en-US', '€19.90', 'USD', 'Enter a number of at least 0, such as 19.90.'],
  ['de-DE', '12,5', 'EUR', '12.50'],
  ['de-DE', '12.5', 'EUR', '12.50'],
  ['de-DE', '1.234,50 €', 'EUR', '1234.50'],
  ['de-DE', '-3,5', 'EUR', 'An amount must be at least 0.'],
  ['tr-TR', '₺1.234,5', 'TRY', '1234.50'],
  ['fr-FR', '1\u202f234,5\u00a0€', 'EUR', '1234.50'],
  ['de-CH', "CHF 1'234.50", 'CHF', '1234.50'],
  ['ja-JP', '¥1500', 'JPY', '1500.00'],
  ['en-US', '12.00', 'not a currency', '12.00'],
  ['de-DE', '0,0125', undefined, '0.0125'],
  ['en-US@posix', '12.5', 'USD', '12.50'],
])('in %s, %s of %s is %s', (language, typed, currency, expected) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  expect(said(readAmount(typed, currency))).toBe(expected);
});

test('percentages and weights are parsed the same way', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  expect(said(readNumber('2,5'))).toBe('2.5');
  expect(said(readWeight('0,25'))).toBe('0.25');
  expect(said(readWeight('heavy'))).toBe('Weight must be a number of at least 0, such as 0.5.');
});
