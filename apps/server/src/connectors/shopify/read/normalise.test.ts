import { expect, it } from 'vitest';
import { toSourceProduct, toSourceVariant } from './normalise.ts';

/** `catalogue-readings.test.ts` shows that every field is read. */

const variant = { id: 'gid://shopify/ProductVariant/1', title: 'S', price: '0.00', inventoryItem: {} };

it('treats empty and unselected fields as null, but an unselected cost as not read', () => {
  expect(toSourceVariant({ ...variant, sku: '', barcode: null }, 7)).toMatchObject({
    position: 7,
    sku: null,
    barcode: null,
    price: '0.00',
    cost: undefined,
    weight: null,
    weightUnit: null,
    inventoryQuantity: null,
  });
  expect(toSourceVariant({ ...variant, inventoryQuantity: -2 }, 1).inventoryQuantity).toBe(-2);
});

it('accepts statuses and units that it does not know', () => {
  const product = { id: '1', title: 'Cap', status: 'UNKNOWN_YET', tags: ['a', 'B'] };
  expect(toSourceProduct(product, [])).toMatchObject({
    status: 'unknown_yet',
    tags: ['a', 'B'],
    handle: null,
  });
  const inventoryItem = { measurement: { weight: { value: 1, unit: 'STONES' } } };
  expect(toSourceVariant({ ...variant, inventoryItem }, 1)).toMatchObject({
    weight: '1',
    weightUnit: 'stones',
  });
});

it.each([{ id: 7 }, { price: 10 }, { price: 'free' }])('refuses %j instead of guessing', (other) => {
  expect(() => toSourceVariant({ ...variant, ...other }, 1)).toThrow();
});

const media = (featuredMedia: unknown) =>
  toSourceProduct({ id: '1', title: 'Cap', mediaCount: { count: 1 }, featuredMedia }, []).media;

it.each([
  ['none of it is ready yet', { alt: 'A cap', preview: { image: null } }],
  ['it has no preview', { alt: 'A cap', preview: null }],
  ['it is at no address of the web', { alt: '', preview: { image: { url: 'javascript:alert(1)' } } }],
])('shows no image where %s', (_why, featuredMedia) => {
  expect(media(featuredMedia)).toEqual({ count: 1, image: null });
});

it('accepts an image without its size, and takes the alt text of the product’s media', () => {
  const url = 'https://cdn.shopify.com/s/files/1/cap.png?v=1';
  expect(media({ alt: 'A cap', preview: { image: { url, width: null } } })).toEqual({
    count: 1,
    image: { url, alt: 'A cap', width: null, height: null },
  });
});
