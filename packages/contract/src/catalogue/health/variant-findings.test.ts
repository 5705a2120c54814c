import { expect, test } from 'vitest';
import { hasFinding, restoredBarcode, VARIANT_FINDINGS } from './variant-findings.ts';

const sound = { sku: 'MUG-1', barcode: '4006381333931', price: '10.00', compareAtPrice: '12.00' };

test.each([
  [{}, []],
  [{ barcode: null, compareAtPrice: null }, []],
  [{ sku: null }, ['no-sku']],
  [{ sku: '  ' }, ['no-sku', 'untrimmed']],
  [{ barcode: '4006381333932' }, ['invalid-barcode']],
  [{ barcode: '400638133393' }, ['invalid-barcode']],
  [{ barcode: '4.60761E+12' }, ['damaged-barcode']],
  [{ barcode: '4,6E12' }, ['damaged-barcode']],
  // The UPC 036000291452.
  [{ barcode: '36000291452' }, ['damaged-barcode']],
  [{ barcode: '36000291453' }, []],
  [{ barcode: 'A-1' }, []],
  [{ barcode: '4006381333931 ' }, ['untrimmed']],
  [{ sku: '\u00a0MUG-1' }, ['untrimmed']],
  [{ sku: 'МUG-1' }, ['lookalike-sku']],
  [{ sku: 'ＭUG-1' }, ['lookalike-sku']],
  [{ sku: 'АВС-1' }, ['lookalike-sku']],
  [{ sku: 'Кружка-1' }, []],
  [{ compareAtPrice: '9.99' }, ['compare-at-below-price']],
  [{ compareAtPrice: '10' }, []],
  [{ price: null, compareAtPrice: '1' }, []],
])('%j: %j', (values, findings) => {
  const variant = { ...sound, ...values };
  expect(VARIANT_FINDINGS.filter((finding) => hasFinding(finding, variant))).toEqual(findings);
});

test.each([
  ['36000291452', '036000291452'],
  ['36000291453', null],
  ['4006381333931', null],
  ['1', null],
  [null, null],
])('the zeros that %j lost: %j', (barcode, restored) => {
  expect(restoredBarcode(barcode)).toBe(restored);
});
