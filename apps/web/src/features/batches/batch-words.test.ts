import { describe, expect, it } from 'vitest';
import { buildBulkUpdate, buildBulkUpdateError } from '../../testing/builders/build-bulk-update.ts';
import { attributeWords, rowWord, updateLabel } from './attribute-words.ts';
import { batchTitle, describeOutcome, openCount } from './batch-words.ts';

const errors = (...sentences: string[]) => sentences.map((error) => buildBulkUpdateError(error));

describe('the summary of a finished update', () => {
  it.each([
    [{ succeeded: 12 }, 'success', 'Successfully updated 12 variants with new price value.'],
    [
      { succeeded: 2, attributes: ['barcode' as const, 'sku' as const] },
      'success',
      'Successfully updated 2 variants with new barcode and SKU value.',
    ],
    [
      { succeeded: 3, failed: 2, unchanged: 4 },
      'warning',
      'Partially updated products: 3 succeeded, 2 failed.',
    ],
    [
      { failed: 1, errors: errors('“Hat” (Atlas): The token ended.') },
      'danger',
      'Failed to update products: “Hat” (Atlas): The token ended.',
    ],
    [{ failed: 3 }, 'danger', 'Failed to update products. Please try again.'],
    [{ unchanged: 5 }, 'info', 'No changes needed: 5 variants already had the value.'],
    [
      { status: 'cancelled' as const, succeeded: 4, cancelled: 6, failed: 1 },
      'warning',
      'Cancelled: 4 updated, 6 left unchanged, 1 failed.',
    ],
  ])('%o', (fields, tone, text) => {
    expect(describeOutcome(buildBulkUpdate(fields))).toEqual({ tone, text });
  });

  it('names a few distinct reasons and counts the rest', () => {
    const { text } = describeOutcome(
      buildBulkUpdate({ failed: 200, errors: errors('A.', 'A.', 'B.', 'C.', 'D.') }),
    );
    expect(text).toBe('Failed to update products: A. B. C. And 197 more.');
  });
});

it('counts remaining rows', () => {
  expect(openCount(buildBulkUpdate({ total: 10, succeeded: 1, failed: 2, unchanged: 3, cancelled: 1 }))).toBe(
    3,
  );
});

it.each([
  [['price' as const], 1_204, 'Update 1,204 prices'],
  [['sku' as const], 1, 'Update 1 SKU'],
  [['tags' as const], 12, 'Update the tags of 12 products'],
  [['price' as const, 'cost' as const], 2, 'Update 2 variants'],
  [['title' as const, 'vendor' as const], 1, 'Update 1 product'],
  [['title' as const, 'price' as const], 5, 'Update 5 rows'],
])('the button for %o of %i', (attributes, count, label) => {
  expect(updateLabel(attributes, count)).toBe(label);
});

it('names attributes within a sentence', () => {
  expect(attributeWords(['compare_at_price'])).toBe('compare-at price');
  expect(attributeWords(['price', 'cost', 'sku'])).toBe('price, cost and SKU');
  expect(rowWord(['tags'])).toBe('product');
  expect(batchTitle({ origin: 'csv_import', attributes: ['price'] })).toBe('Import of price');
  expect(batchTitle({ origin: 'undo', attributes: [] })).toBe('Undo');
  const title = 'Restore to 12 Nov 2026 14:00, 3 variants in 1 store';
  expect(batchTitle({ origin: 'undo', attributes: ['price'], undoes_batch_id: null, title })).toBe(title);
});
