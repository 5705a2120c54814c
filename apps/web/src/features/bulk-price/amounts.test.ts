import { PRICE_STEP } from '@storefleet/contract/constants';
import { expect, test } from 'vitest';
import { equalAmounts, marginPercent, stepAmount } from './amounts.ts';

test.each([
  ['10', '10.00', true],
  ['10.0', '10', true],
  ['0.30', '0.3', true],
  ['9007199254740993.10', '9007199254740993.11', false],
  ['10', '100', false],
  [null, null, true],
  [null, '0', false],
])('%s and %s are equal: %s', (one, other, equal) => {
  expect(equalAmounts(one, other)).toBe(equal);
});

test.each([
  ['20.00', '13.10', '34.5'],
  ['3', '1', '66.7'],
  ['10', '10', '0.0'],
  ['10', '12.5', '-25.0'],
  ['10.00', '10.004', '0.0'],
  ['0.3', '0.1', '66.7'],
  ['0', '1', null],
  ['10', null, null],
  [null, '1', null],
])('price %s at cost %s leaves %s %%', (price, cost, margin) => {
  expect(marginPercent(price, cost)).toBe(margin);
});

test.each([
  ['19.99', 1, '20.00'],
  ['0.00', -1, '0.00'],
  ['0.01', -1, '0.00'],
  ['5', 1, '5.01'],
  ['1.005', -1, '0.995'],
  ['0.1', 1, '0.11'],
  ['', 1, null],
  ['12,5', 1, null],
] as const)('%s stepped by %i is %s', (text, direction, stepped) => {
  expect(stepAmount(text, PRICE_STEP, direction)).toBe(stepped);
});
