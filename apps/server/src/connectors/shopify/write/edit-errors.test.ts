import { expect, it } from 'vitest';
import { keptAsItWas, refusalOf, saysMissing, type UserError } from './edit-errors.ts';

const at = (...path: string[]) => ['variants', '3', ...path];

it.each<[string, UserError[], string]>([
  [
    'a long SKU and a long barcode',
    [
      { field: at('inventoryItem', 'sku'), message: 'is too long (maximum is 255 characters)' },
      { field: at('barcode'), message: 'is too long (maximum is 255 characters)' },
    ],
    'The SKU is too long: Shopify takes 255 characters at most. The barcode is too long: Shopify takes 255 characters at most.',
  ],
  [
    'a suspended product',
    [{ field: ['productId'], message: 'Product is suspended', code: 'PRODUCT_SUSPENDED' }],
    'Shopify has suspended the product: it cannot be changed.',
  ],
  [
    'a reason nobody knew of, about a field',
    [{ field: at('barcode'), message: 'Barcode is reserved', code: 'NEW_CODE' }],
    'Shopify refused the barcode. Shopify says: "Barcode is reserved"',
  ],
  [
    'a reason nobody knew of, about nothing',
    [{ field: null, message: 'Not today', code: null }],
    'Shopify refused the change. Shopify says: "Not today"',
  ],
])('says in a sentence what is wrong with %s', (_name, errors, sentence) => {
  expect(refusalOf(errors)).toBe(sentence);
});

it('knows what is not there by its code, and in productUpdate by its text', () => {
  expect(saysMissing({ message: 'x', code: 'PRODUCT_VARIANT_DOES_NOT_EXIST' })).toBe(true);
  expect(saysMissing({ message: 'x', code: 'MUST_BE_FOR_THIS_PRODUCT' })).toBe(true);
  expect(saysMissing({ field: ['id'], message: 'Product does not exist' })).toBe(true);
  expect(saysMissing({ field: ['tags'], message: 'Option does not exist' })).toBe(false);
});

it('names all that was kept', () => {
  expect(keptAsItWas(['price', 'sku'])).toContain('kept the price and the SKU as it was');
});
