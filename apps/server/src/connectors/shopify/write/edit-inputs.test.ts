import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { describe, expect, it } from 'vitest';
import { productInput, variantInput } from './edit-inputs.ts';

const productId = 'gid://shopify/Product/1';
const variantId = 'gid://shopify/ProductVariant/11';
const ofVariant = (values: AttributeValues, unit: string | null = 'GRAMS') =>
  variantInput({ key: 'a', productId, variantId, expected: {}, values }, unit);
const ofProduct = (values: AttributeValues) =>
  productInput({ key: 'a', productId, variantId: null, expected: {}, values });

describe('the input of a variant', () => {
  it.each<[AttributeValues, string | null, string]>([
    [{ price: null }, null, 'The price cannot be left empty.'],
    [{ weight: null }, 'GRAMS', 'The weight cannot be left empty.'],
    [{ cost: '12,5' }, null, 'The cost must be a number such as 12.50, not "12,5".'],
    [{ weight: 'heavy' }, 'GRAMS', 'The weight must be a number such as 12.50, not "heavy".'],
    [{ weight: '2' }, null, 'The weight has no unit at Shopify yet.'],
    [{ title: 'Hat' }, null, 'The title belongs to the product'],
  ])('is refused before it can spoil a call: %j', (values, unit, sentence) => {
    expect(ofVariant(values, unit)).toEqual({ refusal: expect.stringContaining(sentence) });
  });
});

describe('the input of a product', () => {
  it('is refused before Shopify turns down the whole request', () => {
    expect(ofProduct({ title: null })).toEqual({ refusal: 'The title cannot be left empty.' });
    const tags = Array.from({ length: 251 }, (_, index) => `tag ${index}`).join(',');
    expect(ofProduct({ tags })).toEqual({ refusal: 'A product can have 250 tags at most.' });
    expect(ofProduct({ price: '1.00' })).toEqual({
      refusal: expect.stringContaining('belongs to the variants'),
    });
  });
});
