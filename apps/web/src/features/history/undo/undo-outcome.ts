import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';

type UndoOutcome = { undone: true; message: string } | { undone: false; reason: string };

/** Result of undoing one change. */
export function undoOutcome(batch: BulkUpdateBatch): UndoOutcome {
  if (batch.failed > 0) {
    return { undone: false, reason: batch.errors[0]?.error ?? 'The store refused the old value.' };
  }
  if (batch.cancelled > 0) return { undone: false, reason: 'It was cancelled.' };
  return batch.succeeded > 0
    ? { undone: true, message: 'Undone' }
    : { undone: true, message: 'Undone: the store already had the old value' };
}
