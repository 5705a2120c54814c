import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { describe, expect, it } from 'vitest';
import type { SourceEdit } from '../../connector.ts';
import { productOutcome, variantOutcomes } from './edit-outcomes.ts';

const productId = 'gid://shopify/Product/1';
const variantId = (number: number) => `gid://shopify/ProductVariant/${number}`;
const edit = (number: number, expected: AttributeValues, values: AttributeValues): SourceEdit => ({
  key: `edit ${number}`,
  productId,
  variantId: variantId(number),
  expected,
  values,
});
const clear = { costReadable: true };

describe('of each variant of a call', () => {
  it('an error about none of them is about all', () => {
    const edits = [edit(1, { price: '9.00' }, { price: '10.00' })];
    const nodes = [{ id: variantId(1), price: '9.00' }];
    const userErrors = [{ field: null, message: 'Not today', code: null }];
    expect(variantOutcomes(edits, { productVariants: nodes, userErrors }, clear)).toEqual([
      { key: 'edit 1', kind: 'refused', message: expect.stringContaining('Not today') },
    ]);
  });

  it('a value that is kept without a word is a refusal', () => {
    const edits = [edit(1, { price: '9.00' }, { price: '10.00' })];
    const nodes = [{ id: variantId(1), price: '9.00' }];
    expect(variantOutcomes(edits, { productVariants: nodes, userErrors: [] }, clear)).toEqual([
      { key: 'edit 1', kind: 'refused', message: expect.stringContaining('kept the price as it was') },
    ]);
  });

  it('a part that is taken over leaves the outcome open', () => {
    const edits = [edit(1, { price: '9.00', sku: 'A' }, { price: '10.00', sku: 'B' })];
    const nodes = [{ id: variantId(1), price: '10.00', sku: 'A' }];
    const userErrors = [{ field: ['variants', '0', 'inventoryItem', 'sku'], message: 'No', code: null }];
    for (const errors of [[], userErrors]) {
      expect(variantOutcomes(edits, { productVariants: nodes, userErrors: errors }, clear)).toMatchObject([
        { kind: 'unknown', error: { message: 'Shopify took over only a part of the change.' } },
      ]);
    }
  });

  it('a third value is what the source holds now', () => {
    const edits = [edit(1, { price: '9.00' }, { price: '9.999' })];
    const nodes = [{ id: variantId(1), price: '10.00' }];
    expect(variantOutcomes(edits, { productVariants: nodes, userErrors: [] }, clear)).toEqual([
      { key: 'edit 1', kind: 'applied', values: { price: '10.00' } },
    ]);
  });

  it('no word of it leaves the outcome open, unless it is said to be gone', () => {
    const edits = [
      edit(1, { price: '9.00' }, { price: '10.00' }),
      edit(2, { price: '9.00' }, { price: '10.00' }),
    ];
    const userErrors = [
      {
        field: ['variants', '0', 'id'],
        message: 'Product variant does not exist',
        code: 'PRODUCT_VARIANT_DOES_NOT_EXIST',
      },
    ];
    expect(variantOutcomes(edits, { productVariants: null, userErrors }, clear)).toMatchObject([
      { key: 'edit 1', kind: 'missing' },
      { key: 'edit 2', kind: 'unknown', error: { mayHaveRun: true } },
    ]);
  });

  it('all are gone with their product', () => {
    const edits = [edit(1, {}, { price: '10.00' }), edit(2, {}, { price: '10.00' })];
    const userErrors = [
      { field: ['productId'], message: 'Product does not exist', code: 'PRODUCT_DOES_NOT_EXIST' },
    ];
    expect(variantOutcomes(edits, { productVariants: null, userErrors }, clear)).toEqual([
      { key: 'edit 1', kind: 'missing' },
      { key: 'edit 2', kind: 'missing' },
    ]);
  });

  it('a cost that may be written and not seen is taken for written, unless it was refused', () => {
    const edits = [edit(1, { cost: '1.00' }, { cost: '2.00' })];
    const nodes = [{ id: variantId(1), inventoryItem: { unitCost: null } }];
    const denied = { costReadable: false };
    expect(variantOutcomes(edits, { productVariants: nodes, userErrors: [] }, denied)).toEqual([
      { key: 'edit 1', kind: 'applied', values: { cost: '2.00' } },
    ]);
    const userErrors = [{ field: ['variants', '0', 'inventoryItem', 'cost'], message: 'No', code: null }];
    expect(variantOutcomes(edits, { productVariants: nodes, userErrors }, denied)).toMatchObject([
      { kind: 'refused' },
    ]);
  });
});

describe('of a product', () => {
  const whole: SourceEdit = {
    ...edit(1, { tags: 'a', title: 'Hat' }, { tags: 'Red, a', title: 'Cap' }),
    variantId: null,
  };

  it('tags may come back in another order and spelling', () => {
    const product = { id: productId, title: 'Cap', tags: ['a', 'red'] };
    expect(productOutcome(whole, { product, userErrors: [] })).toEqual({
      key: 'edit 1',
      kind: 'applied',
      values: { tags: 'a, red', title: 'Cap' },
    });
  });

  it('the unchanged product in an answer is no success', () => {
    const product = { id: productId, title: 'Hat', tags: ['a'] };
    const userErrors = [{ field: ['title'], message: "Title can't be blank" }];
    expect(productOutcome(whole, { product, userErrors })).toEqual({
      key: 'edit 1',
      kind: 'refused',
      message: 'The title cannot be left empty.',
    });
  });
});
