import { expect, test } from 'vitest';
import { buildProduct } from '../../testing/builders/build-product.ts';
import { heldValue, withValues } from './fields.ts';

test('values are set in the product and read back; a deleted variant has none', () => {
  const product = buildProduct();
  const [red] = product.variants;
  const owner = red?.id ?? '';
  const changed = withValues(product, [
    { owner: 'product', attribute: 'tags', value: 'one, two' },
    { owner, attribute: 'price', value: '99.00' },
  ]);
  expect(changed.tags).toEqual(['one', 'two']);
  expect(heldValue(changed, { owner, attribute: 'price' })).toBe('99.00');
  expect(changed.variants[1]).toBe(product.variants[1]);
  expect(heldValue(changed, { owner: 'gone', attribute: 'price' })).toBeUndefined();
});
