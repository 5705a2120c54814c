import { expect, it } from 'vitest';
import { toSourceProduct, toSourceVariant } from './normalise.ts';

const variant = {
  id: 'gid://shopify/ProductVariant/45678901234567',
  title: 'Default Title',
  position: 3,
  sku: 'CAP-1',
  barcode: '4006381333931',
  price: '10.00',
  compareAtPrice: null,
  inventoryQuantity: -2,
  inventoryItem: { unitCost: { amount: '5.0' }, measurement: { weight: { value: 0.5, unit: 'KILOGRAMS' } } },
};

it('makes one form of the two in which Shopify writes money', () => {
  expect(toSourceVariant(variant, 1)).toEqual({
    sourceId: 'gid://shopify/ProductVariant/45678901234567',
    position: 3,
    title: 'Default Title',
    sku: 'CAP-1',
    barcode: '4006381333931',
    price: '10.00',
    cost: '5.00',
    compareAtPrice: null,
    inventoryQuantity: -2,
    weight: '0.5',
    weightUnit: 'kg',
  });
});

it('takes empty texts, and what was not asked for, as nothing there', () => {
  const bare = {
    id: 'gid://shopify/ProductVariant/1',
    title: 'S',
    sku: '',
    barcode: null,
    price: '0.00',
    inventoryItem: {},
  };
  expect(toSourceVariant(bare, 7)).toMatchObject({
    position: 7,
    sku: null,
    barcode: null,
    price: '0.00',
    cost: null,
    weight: null,
    weightUnit: null,
    inventoryQuantity: null,
  });
});

it('survives statuses and units that Shopify adds', () => {
  expect(toSourceProduct({ id: '1', title: 'Cap', status: 'UNLISTED', tags: ['a', 'B'] }, [])).toMatchObject({
    status: 'unlisted',
    tags: ['a', 'B'],
    handle: null,
  });
  const stones = {
    id: '1',
    title: 'x',
    inventoryItem: { measurement: { weight: { value: 1, unit: 'STONES' } } },
  };
  expect(toSourceVariant(stones, 1)).toMatchObject({ weight: '1', weightUnit: 'stones' });
});

it.each([[{ ...variant, id: 7 }], [{ ...variant, price: 10 }], [{ ...variant, price: 'free' }]])(
  'refuses ids and money of another form rather than guess',
  (node) => {
    expect(() => toSourceVariant(node, 1)).toThrow();
  },
);
