import { expect, it } from 'vitest';
import { attributeLabel, describeValue, formatValue } from './history-value.ts';

const of = (attribute_changed: string, store_currency = 'EUR') => ({
  attribute_changed,
  store_details: { shop_name: 'Atlas', store_currency },
});

it.each([
  ['price', 'EUR', '1234.50', '€1,234.50'],
  ['cost', 'JPY', '1200.00', '¥1,200'],
  ['compare_at_price', 'USD', '9.999', '$9.999'],
  ['barcode', 'EUR', '0012', '0012'],
  ['weight', 'EUR', '1.5', '1.5'],
  ['tags', 'EUR', 'a, b', 'a, b'],
])('shows a %s in %s as it is stored: %s', (attribute, currency, value, expected) => {
  expect(formatValue(value, of(attribute, currency))).toBe(expected);
});

it('tells an empty value from one that is nothing but zero', () => {
  expect([
    describeValue(null, of('cost')),
    describeValue('', of('tags')),
    describeValue('0.00', of('cost')),
  ]).toEqual(['(empty)', '(empty)', '€0.00']);
});

it('calls attributes what the filters call them, and one that it does not know by its own name', () => {
  expect([attributeLabel('compare_at_price'), attributeLabel('colour')]).toEqual([
    'Compare-at price',
    'colour',
  ]);
});
