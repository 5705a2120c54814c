import { expect, it } from 'vitest';
import { attributeLabel, describeValue, formatValue } from './format-value.ts';

it.each([
  ['price', 'EUR', '1234.50', '€1,234.50'],
  ['cost', 'JPY', '1200.00', '¥1,200'],
  ['compare_at_price', 'USD', '9.999', '$9.999'],
  ['price', 'EUR', 'soon', 'soon'],
  ['barcode', 'EUR', '0012', '0012'],
  ['weight', 'EUR', '1.5', '1.5'],
  ['tags', 'EUR', 'a, b', 'a, b'],
  ['sku', 'EUR', ' A 1  ', '·A 1··'],
])('shows a %s in %s as it is stored: %s', (attribute, currency, value, expected) => {
  expect(formatValue(attribute, value, currency)).toBe(expected);
});

it('distinguishes empty from zero', () => {
  const words = [null, '', '0.00'].map((value) => describeValue('cost', value, 'EUR'));
  expect(words).toEqual(['(empty)', '(empty)', '€0.00']);
});

it('shows the text of a description, its difference to another, and its HTML if only that differs', () => {
  const words = 'Made by hand in a small mill beside the river, of oak that grew in the valley.';
  const [oak, ash] = [`<p>${words}</p><p>Oiled</p>`, `<p>${words.replace('oak', 'ash')}</p><p>Oiled</p>`];
  expect(formatValue('description', oak, null)).toBe(`${words} Oiled`);
  expect([formatValue('description', oak, null, ash), formatValue('description', ash, null, oak)]).toEqual([
    '…small mill beside the river, of oak that grew in the valley. Oiled',
    '…small mill beside the river, of ash that grew in the valley. Oiled',
  ]);
  expect(formatValue('description', '<p>Of <b>oak</b></p>', null, '<p>Of oak</p>')).toBe(
    '<p>Of <b>oak</b></p>',
  );
});

it('labels attributes like the filters do, unknown ones by their key', () => {
  expect(['compare_at_price', 'colour'].map((name) => attributeLabel(name))).toEqual([
    'Compare-at price',
    'colour',
  ]);
});
