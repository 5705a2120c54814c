import { compareDecimals } from '@storefleet/contract/values/money/decimal';
import { describe, expect, it } from 'vitest';
import { summariseProduct } from './catalogue-summary.ts';

describe('summariseProduct', () => {
  it('collects names, codes and the ranges of prices, costs and barcodes', () => {
    const summary = summariseProduct('Crème Tee', [
      { title: 'Default Title', sku: 'TEE-1', barcode: '0042', price: '9.90', cost: null },
      { title: 'Red', sku: null, barcode: '', price: '10', cost: '4.5' },
      { title: 'Red', sku: 'tee-3', barcode: '0007', price: null, cost: '12' },
    ]);
    expect(summary).toEqual({
      search_name: '\ncreme tee\nred\n',
      search_skus: '\ntee-1\ntee-3\n',
      search_barcodes: '\n0042\n0007\n',
      variants_count: 3,
      price_min: '9.90',
      price_max: '10',
      cost_min: '4.5',
      cost_max: '12',
      barcode_min: '0007',
      barcode_max: '0042',
    });
  });

  it('leaves the ranges empty for a product without variants', () => {
    expect(summariseProduct('Empty', [])).toMatchObject({
      variants_count: 0,
      price_min: null,
      barcode_max: null,
    });
  });
});

describe('compareDecimals', () => {
  it.each([
    ['9.90', '10', -1],
    ['10.0', '10', 0],
    ['-1.5', '-1.25', -1],
    ['0.1', '.10', 0],
    ['12345678901234567890.01', '12345678901234567890.02', -1],
    ['007', '7.000', 0],
  ])('%s against %s', (a, b, expected) => {
    expect(compareDecimals(a, b)).toBe(expected);
    expect(compareDecimals(b, a)).toBe(expected === 0 ? 0 : -expected);
  });

  it('rejects what is not a number', () => {
    for (const text of ['', '-', '1e3', 'abc', '1,5'])
      expect(() => compareDecimals(text, '1')).toThrow(RangeError);
  });
});
