import type { AttributeValues } from '@storefleet/contract/values/attribute-value';
import { expect, it } from 'vitest';
import type { SourceEdit } from '../../editing.ts';
import type { UserError } from './edit-errors.ts';
import { variantInput } from './edit-inputs.ts';
import { productOutcome, variantOutcomes } from './edit-outcomes.ts';

/**
 * Answers that the simulator never gives: unchanged values, partial results, deletions without the usual
 * code.
 */

const productId = 'gid://shopify/Product/1';
const variantId = (number: number) => `gid://shopify/ProductVariant/${number}`;
const edit = (number: number, expected: AttributeValues, values: AttributeValues): SourceEdit => ({
  key: `edit ${number}`,
  productId,
  variantId: variantId(number),
  expected,
  values,
});
const price = { price: '10.00' };
const PART = { kind: 'unknown', error: { message: 'Shopify accepted only part of the change.' } };
const TWO: [AttributeValues, AttributeValues] = [
  { price: '9.00', sku: 'A' },
  { price: '10.00', sku: 'B' },
];
const at = (...path: string[]) => ['variants', '0', ...path];
const cost = { inventoryItem: { unitCost: null } };

type Case = {
  of?: [expected: AttributeValues, wanted: AttributeValues];
  node?: object | null;
  errors?: UserError[];
  costReadable?: boolean;
};
it.each<[string, Case, object]>([
  [
    'an error about none of them is about all',
    { errors: [{ field: null, message: 'Not today', code: null }] },
    { kind: 'refused', message: expect.stringContaining('Not today') },
  ],
  [
    'a value that is kept without a word is a refusal',
    {},
    { kind: 'refused', message: expect.stringContaining('kept the price as it was') },
  ],
  [
    'two that are kept are both named',
    { of: TWO, node: { price: '9.00', sku: 'A' } },
    { kind: 'refused', message: expect.stringContaining('kept the price and the SKU as it was') },
  ],
  ['a part that is taken over leaves the outcome open', { of: TWO, node: { ...price, sku: 'A' } }, PART],
  [
    'also where the other part was refused',
    {
      of: TWO,
      node: { ...price, sku: 'A' },
      errors: [{ field: at('inventoryItem', 'sku'), message: 'No', code: null }],
    },
    PART,
  ],
  [
    'a third value is what the source holds now',
    { of: [{ price: '9.00' }, { price: '9.999' }], node: price },
    { kind: 'applied', values: price },
  ],
  ['no word of it leaves the outcome open', { node: null }, { kind: 'unknown', error: { mayHaveRun: true } }],
  [
    'what is gone is known by its code',
    { node: null, errors: [{ field: at('id'), message: 'x', code: 'PRODUCT_VARIANT_DOES_NOT_EXIST' }] },
    { kind: 'missing' },
  ],
  [
    'what belongs to another product is gone from here',
    { node: null, errors: [{ field: at('id'), message: 'x', code: 'MUST_BE_FOR_THIS_PRODUCT' }] },
    { kind: 'missing' },
  ],
  [
    'all are gone with their product',
    { node: null, errors: [{ field: ['productId'], message: 'x', code: 'PRODUCT_DOES_NOT_EXIST' }] },
    { kind: 'missing' },
  ],
  [
    'an option that is gone is no variant that is gone',
    { errors: [{ field: at('optionValues'), message: 'Option does not exist', code: null }] },
    { kind: 'refused' },
  ],
  [
    'a cost that may be written and not seen is taken for written',
    { of: [{ cost: '1.00' }, { cost: '2.00' }], node: cost, costReadable: false },
    { kind: 'applied', values: { cost: '2.00' } },
  ],
  [
    'unless it was refused',
    {
      of: [{ cost: '1.00' }, { cost: '2.00' }],
      node: cost,
      costReadable: false,
      errors: [{ field: at('inventoryItem', 'cost'), message: 'No', code: null }],
    },
    { kind: 'refused' },
  ],
])('of a variant: %s', (_case, { of, node, errors = [], costReadable = true }, outcome) => {
  const [expected, wanted] = of ?? [{ price: '9.00' }, price];
  const productVariants = node === null ? null : [{ id: variantId(1), ...(node ?? { price: '9.00' }) }];
  const edits = [edit(1, expected, wanted)];
  const outcomes = variantOutcomes(edits, { productVariants, userErrors: errors }, { costReadable });
  expect(outcomes).toMatchObject([{ key: 'edit 1', ...outcome }]);
});

const whole: SourceEdit = {
  ...edit(1, { tags: 'a', title: 'Hat' }, { tags: 'Red, a', title: 'Cap' }),
  variantId: null,
};

it('a product’s tags may be returned in another order and spelling', () => {
  const product = { id: productId, title: 'Cap', tags: ['a', 'red'] };
  expect(productOutcome(whole, { product, userErrors: [] })).toEqual({
    key: 'edit 1',
    kind: 'applied',
    values: { tags: 'a, red', title: 'Cap' },
  });
});

it('a category that Shopify keeps where it should be cleared is a refusal', () => {
  const edits = edit(1, { category: 'Furniture > Benches' }, { category: null });
  const product = { id: productId, category: { fullName: 'Furniture > Benches' } };
  expect(productOutcome(edits, { product, userErrors: [] })).toEqual({
    key: 'edit 1',
    kind: 'refused',
    message: expect.stringContaining('kept the category as it was'),
  });
});

it('a weight without a unit at Shopify cannot be set', () => {
  const refusal = expect.stringContaining('The weight has no unit at Shopify yet.');
  expect(variantInput(edit(1, {}, { weight: '2' }), null)).toEqual({ refusal });
});
