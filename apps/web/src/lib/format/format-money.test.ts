import { describe, expect, it } from 'vitest';
import { formatMoney } from './format-money.ts';

describe('formatMoney', () => {
  it.each([
    ['19.9', 'USD', '$19.90'],
    ['12.34', 'EUR', '€12.34'],
    ['1500.00', 'JPY', '¥1,500'],
    ['1.5', 'KWD', 'KWD 1.500'],
    ['0.005', 'USD', '$0.005'],
    ['9007199254740993.10', 'USD', '$9,007,199,254,740,993.10'],
    ['5.00', 'not a currency', '5.00 not a currency'],
  ])('shows %s in %s as %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(text);
  });
});
