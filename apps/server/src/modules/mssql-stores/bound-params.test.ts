import { expect, it } from 'vitest';
import { boundParams } from './bound-params.ts';

const refusals = (parameters: string[], values: Record<string, string | null>) => {
  try {
    boundParams(parameters, values);
    return null;
  } catch (error) {
    return (error as { errors?: unknown }).errors;
  }
};

it('gives each parameter its value, whatever the case and with or without @', () => {
  expect(boundParams(['From', 'to', 'brand'], { '@from': 1, TO: true, brand: null })).toEqual({
    From: 1,
    to: true,
    brand: null,
  });
  expect(boundParams([], {})).toEqual({});
});

it('names a parameter without a value, and a value without a parameter', () => {
  expect(refusals(['price', 'sku'], { '@sku': 'x', '@Colour': 'red' })).toEqual([
    { path: 'params.price', message: 'The query needs a value for @price.' },
    { path: 'params.@Colour', message: 'There is no @colour in the query.' },
  ]);
});
