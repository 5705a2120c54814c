import { expect, it } from 'vitest';
import { describeExample } from './price-example.ts';

it.each([
  ['10', '.99', { amount: '20.00', currency: 'EUR' }, 'Example: €20.00 to €21.99'],
  ['10', '.99', { amount: '2300.00', currency: 'JPY' }, 'Example: ¥2,300 to ¥2,530'],
  ['-50', 'none', { amount: '1.2340', currency: 'EUR' }, 'Example: €1.234 to €0.617'],
] as const)('describes a change by %s percent, rounded %s', (percent, rounding, amount, words) => {
  const operation = percent.startsWith('-') ? 'decrease' : 'increase';
  const change = { operation, unit: 'percent', value: percent.replace('-', ''), rounding } as const;
  expect(describeExample(change, amount)).toBe(words);
});
