import { expect, test } from 'vitest';
import { PriceChange } from './bulk-updates.ts';
import { changePrice, currencyDecimals } from './price-change.ts';

function change(text: string, rounding: PriceChange['rounding'] = 'none'): PriceChange {
  const [, sign, value, percent] = /^([+-])([\d.]+)(%?)$/.exec(text) ?? [];
  return PriceChange.parse({
    attribute: 'price',
    operation: sign === '+' ? 'increase' : 'decrease',
    unit: percent === '%' ? 'percent' : 'amount',
    value,
    rounding,
  });
}

test.each([
  ['19.99', '+10%', 'none', '21.99'],
  ['19.95', '+10%', 'none', '21.95'],
  ['10.05', '+10%', 'none', '11.06'],
  ['0.05', '+10%', 'none', '0.06'],
  ['0.04', '+10%', 'none', '0.04'],
  ['9.99', '-33.3333%', 'none', '6.66'],
  ['10.00', '-100%', 'none', '0.00'],
  ['10.00', '-150%', 'none', '0.00'],
  ['10.00', '-10.01', 'none', '0.00'],
  ['10', '+0.125', 'none', '10.13'],
  ['10', '+0', 'none', '10.00'],
  ['0.00', '+10%', 'none', '0.00'],
  ['21.49', '+0', '.99', '21.99'],
  ['21.48', '+0', '.99', '20.99'],
  ['0.30', '+0', '.99', '0.99'],
  ['0', '+0', '.99', '0.99'],
  ['21.45', '+0', '.95', '21.95'],
  ['21.44', '+0', '.95', '20.95'],
  ['21.00', '+0', '.50', '21.50'],
  ['20.99', '+0', '.50', '20.50'],
  ['21.50', '+0', '.00', '22.00'],
  ['21.494', '+0', '.00', '21.00'],
  ['0.30', '+0', '.00', '0.00'],
  ['999999999999.99', '+1%', 'none', '1009999999999.99'],
] as const)('%s %s rounded to %s is %s', (base, text, rounding, value) => {
  expect(changePrice(change(text, rounding), base, 2)).toEqual({ ok: true, value });
});

test.each([
  ['1980', '+7%', 'none', '2119.00'],
  ['1250', '+0.1%', 'none', '1251.00'],
  ['1980', '+10%', '.99', '2178.00'],
] as const)('a currency without decimals: %s %s rounded to %s is %s', (base, text, rounding, value) => {
  expect(changePrice(change(text, rounding), base, 0)).toEqual({ ok: true, value });
});

test('a missing amount cannot be changed', () => {
  const fromCost = PriceChange.parse({ ...change('+80%'), base: 'cost' });
  expect(changePrice(fromCost, null, 2)).toEqual({
    ok: false,
    message: 'It has no cost to work the new value out from.',
  });
  expect(changePrice(fromCost, '5.55', 2)).toEqual({ ok: true, value: '9.99' });
});

test.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 2],
  ['???', 2],
])('%s has %i decimals here', (currency, decimals) => {
  expect(currencyDecimals(currency)).toBe(decimals);
});
