import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { expect, it } from 'vitest';
import { undoOutcome } from './undo-outcome.ts';

const batch = (part: Partial<BulkUpdateBatch>) =>
  ({
    succeeded: 0,
    failed: 0,
    unchanged: 0,
    cancelled: 0,
    errors: [],
    ...part,
  }) as unknown as BulkUpdateBatch;

it('reports the result of undoing one change', () => {
  expect(undoOutcome(batch({ succeeded: 1 }))).toEqual({ undone: true, message: 'Undone' });
  expect(undoOutcome(batch({ unchanged: 1 }))).toMatchObject({ undone: true });
  expect(undoOutcome(batch({ cancelled: 1 }))).toEqual({ undone: false, reason: 'It was cancelled.' });
  const error = { error: '“Blue Hat” (Atlas): The store is frozen.' } as BulkUpdateBatch['errors'][number];
  expect(undoOutcome(batch({ failed: 1, errors: [error] }))).toEqual({ undone: false, reason: error.error });
});
