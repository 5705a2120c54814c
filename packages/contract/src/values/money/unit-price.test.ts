import { expect, test } from 'vitest';
import { parseUnitPrice, printUnitPrice } from './unit-price.ts';

test.each([
  ['750 ml / 1 l', '750 ml / 1 l'],
  ['1.50L/L', '1.5 l / 1 l'],
  ['500g per 100 g', '500 g / 100 g'],
  ['12 fl oz / 1 FLOZ', '12 floz / 1 floz'],
  ['6 items / 1 item', '6 item / 1 item'],
  ['2 m² / 1 ft2', '2 m2 / 1 ft2'],
])('%s is %s', (text, printed) => {
  const measure = parseUnitPrice(text);
  expect(measure && printUnitPrice(measure)).toBe(printed);
});

test.each(['', '750 ml', '750 ml / 1 kg', '0 ml / 1 l', '750 / 1', '5 stone / 1 kg', '1 l / 0.5 l'])(
  '%s is no measure of a unit price',
  (text) => {
    expect(parseUnitPrice(text)).toBeNull();
  },
);
