import { BULK_UPDATE_ITEMS_MAX_PAGE_SIZE, BULK_UPDATE_POLL_MS } from '@storefleet/contract/constants';
import type { BulkUpdateBatch, BulkUpdateItem } from '@storefleet/contract/edits/bulk-updates';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { isTransient } from '../../../lib/api/describe-error.ts';
import { sleep } from '../../../lib/browser/sleep.ts';

/**
 * Resolves with a bulk update that has ended. It goes on at the server whether or not it is asked about, so a question
 * without an answer is asked again. Rejects with an `ApiError`, or with the signal's reason.
 */
export async function untilEnded(
  api: ApiClient,
  batchId: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (batch: BulkUpdateBatch) => void },
): Promise<BulkUpdateBatch> {
  for (;;) {
    await sleep(BULK_UPDATE_POLL_MS, signal);
    try {
      const batch = await api.call('bulkUpdates.get', { params: { batch_id: batchId }, signal });
      if (batch.status !== 'in_progress' && batch.status !== 'planned') return batch;
      onProgress?.(batch);
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }
}

/** Every row of a bulk update. */
export async function allItems(
  api: ApiClient,
  batchId: string,
  signal: AbortSignal,
): Promise<BulkUpdateItem[]> {
  const items: BulkUpdateItem[] = [];
  for (;;) {
    const page = await api.call('bulkUpdates.items', {
      params: { batch_id: batchId },
      query: { limit: BULK_UPDATE_ITEMS_MAX_PAGE_SIZE, offset: items.length },
      signal,
    });
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.total) return items;
  }
}

/** What a save waits for, in a sentence; by the id of the update it can be cancelled. */
export type SaveWait = { readonly batchId: string; readonly message: string };

/** Null while the update goes on, or waits for nothing but a free worker. */
export function waitIn({ batch_id, cancelling, stores }: BulkUpdateBatch): SaveWait | null {
  if (cancelling) return null;
  const waiting = stores.map((store) => store.waiting).find((wait) => wait !== null && wait.for !== 'worker');
  return waiting ? { batchId: batch_id, message: waiting.message } : null;
}
