import { describe, expect, it } from 'vitest';
import { round, stepped, subtract } from './decimal.ts';
import { changedPrice, describeExample } from './price-example.ts';

describe('the example of a change', () => {
  it.each([
    ['increase', 'percent', '10', 'none', '20.00', 2, '22.00'],
    ['increase', 'percent', '10', '.99', '20.00', 2, '21.99'],
    ['decrease', 'percent', '12.5', 'none', '19.99', 2, '17.49'],
    ['decrease', 'amount', '30', 'none', '20.00', 2, '0.00'],
    ['decrease', 'amount', '19.9', '.99', '20.00', 2, '0.99'],
    ['increase', 'amount', '0.1', 'none', '0.20', 2, '0.30'],
    ['increase', 'percent', '10', '.99', '2300', 0, '2530'],
    ['increase', 'percent', '0.01', 'none', '9007199254740993.00', 2, '9008099974666467.10'],
  ] as const)('%s by %s %s, rounded %s: %s', (operation, unit, value, rounding, base, decimals, expected) => {
    const changed = changedPrice({ operation, unit, value, rounding }, base, decimals);
    expect(round(changed, decimals)).toBe(expected);
  });

  it('is said in words and in the currency of the store', () => {
    const change = { operation: 'increase', unit: 'percent', value: '10', rounding: '.99' } as const;
    expect(describeExample(change, { amount: '20.00', currency: 'EUR' })).toBe(
      'For example, €20.00 becomes €21.99.',
    );
    expect(describeExample(change, { amount: '2300.00', currency: 'JPY' })).toBe(
      'For example, ¥2,300 becomes ¥2,530.',
    );
    const halved = { operation: 'decrease', unit: 'percent', value: '50', rounding: 'none' } as const;
    expect(describeExample(halved, { amount: '1.2340', currency: 'EUR' })).toBe(
      'For example, €1.234 becomes €0.617.',
    );
  });
});

it.each([
  ['19.9', 1, '19.91'],
  ['0.3', -1, '0.29'],
  ['0', -1, '0'],
  ['12,5', 1, null],
] as const)('a step from %s by %i is %s', (text, direction, expected) => {
  expect(stepped(text, '0.01', direction)).toBe(expected);
});

it('tells a difference without a float', () => {
  expect(subtract('0.3', '0.1')).toBe('0.2');
  expect(subtract('10', '10.01')).toBe('-0.01');
});
