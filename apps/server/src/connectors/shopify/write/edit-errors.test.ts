import { expect, it } from 'vitest';
import { keptAsItWas, refusalOf, saysMissing, type UserError } from './edit-errors.ts';

const at = (...path: string[]) => ['variants', '3', ...path];

it.each<[string, UserError[], string]>([
  [
    'a negative price',
    [
      {
        field: at('price'),
        message: 'Price must be greater than or equal to 0',
        code: 'GREATER_THAN_OR_EQUAL_TO',
      },
    ],
    'The price must be 0 or more.',
  ],
  [
    'a compare-at price beyond all measure',
    [
      {
        field: at('compareAtPrice'),
        message: 'must be less than 1000000000000000000',
        code: 'INVALID_INPUT',
      },
    ],
    'The compare-at price is too large.',
  ],
  [
    'a bad cost, which is told twice',
    [
      { field: at(), message: 'must be greater than or equal to 0', code: null },
      {
        field: at('inventoryItem', 'cost'),
        message: 'Cost per item must be greater than or equal to 0',
        code: 'GREATER_THAN_OR_EQUAL_TO',
      },
    ],
    'The cost must be 0 or more.',
  ],
  [
    'a negative weight',
    [
      {
        field: at('inventoryItem', 'measurement', 'weight'),
        message: 'Measurement weight value -1 kg must be >= 0 kg',
      },
    ],
    'The weight must be 0 or more.',
  ],
  [
    'a long SKU and a long barcode',
    [
      {
        field: at('inventoryItem', 'sku'),
        message: 'is too long (maximum is 255 characters)',
        code: 'TOO_LONG',
      },
      { field: at('barcode'), message: 'is too long (maximum is 255 characters)', code: 'TOO_LONG' },
    ],
    'The SKU is too long: Shopify takes 255 characters at most. The barcode is too long: Shopify takes 255 characters at most.',
  ],
  [
    'a blank title',
    [{ field: ['title'], message: "Title can't be blank" }],
    'The title cannot be left empty.',
  ],
  [
    'a product type that is told twice',
    [
      { field: ['productType'], message: 'Product type is too long (maximum is 255 characters)' },
      {
        field: ['customProductType'],
        message: 'Custom product type is too long (maximum is 255 characters)',
      },
    ],
    'The product type is too long: Shopify takes 255 characters at most.',
  ],
  [
    'a long tag',
    [{ field: ['tags'], message: 'Product tags is invalid' }],
    'One of the tags is too long: Shopify takes 255 characters at most for each.',
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
