import { expect, it } from 'vitest';
import { type Changes, priceWarnings } from './price-warnings.ts';

const change = (old: string | null, to: string | null) => ({ old, new: to });

it.each<[string, Changes, string | null, string | null, string[]]>([
  ['a price of nothing', { price: change('10.00', '0.00') }, '10.00', null, ['zero_price', 'large_change']],
  ['a price below the cost', { price: change('10.00', '8.9') }, '10.00', '9', ['below_cost']],
  ['a cost above the price', { cost: change('9', '10.0001') }, '10.00', '9', ['below_cost']],
  ['a price that is the cost', { price: change('10.00', '9.00') }, '10.00', '9', []],
  [
    'both, one below the other',
    { price: change('5', '6'), cost: change('4', '6.5') },
    '5',
    '4',
    ['below_cost', 'large_change'],
  ],
  ['half as much', { price: change('10.00', '5.00') }, '10.00', null, []],
  ['less than half', { price: change('10.00', '4.99') }, '10.00', null, ['large_change']],
  ['a little more than one and a half', { price: change('10', '15.0001') }, '10', null, ['large_change']],
  ['a jump of the compare-at price', { compare_at_price: change('10', '100') }, '1', '2', ['large_change']],
  ['the first price', { price: change(null, '10.00') }, null, null, []],
  ['a cost that is emptied', { cost: change('10.00', null) }, '5.00', '10.00', []],
  ['a market’s price of nothing', { 'list_price.EU': change(null, '0.00') }, '5', '4', ['zero_price']],
  ['a market’s price that jumps', { 'list_price.EU': change('9', '90') }, '9', '4', ['large_change']],
  ['a market’s compare-at price of nothing', { 'list_compare_at_price.EU': change(null, '0') }, '5', '4', []],
  [
    'a market’s price below the cost, in another currency',
    { 'list_price.EU': change('4', '3') },
    '5',
    '4',
    [],
  ],
  ['a weight that jumps', { weight: change('1', '100') }, '5', '4', []],
  ['what is no amount', { price: change('?', '10.00') }, '?', '20', ['below_cost']],
])('%s', (_, changes, price, cost, expected) => {
  expect(priceWarnings(changes, { price, cost })).toEqual(expected);
});
