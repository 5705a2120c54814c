import type { ApiClient } from '@storefleet/client/api-client';
import {
  BULK_UPDATE_ITEMS_MAX_PAGE_SIZE,
  BULK_UPDATE_POLL_MS,
  INLINE_EDIT_WAIT_SECONDS,
} from '@storefleet/contract/constants';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import type { ProductReference } from '@storefleet/contract/edits/bulk-updates';
import { isTransient } from '../../../lib/api/describe-error.ts';
import { sleep } from '../../../lib/browser/sleep.ts';

type Following = {
  signal: AbortSignal;
  /** Called with null once the update is accepted, then with its progress. */
  onProgress?: ((batch: BulkUpdateBatch | null) => void) | undefined;
};

/**
 * Saves values as one bulk update and resolves when it ends: with its rows, or with null if all were saved.
 * Throws an `ApiError` if the whole update was refused, or if its response was lost: then it may have been
 * made.
 */
export async function saveAsUpdate(
  api: ApiClient,
  references: readonly ProductReference[],
  { signal, onProgress }: Following,
): Promise<{ batchId: string; items: BulkUpdateItem[] | null }> {
  const answer = await api.call('products.bulkUpdate', {
    body: { products_to_update: [...references] },
    headers: { prefer: `respond-async, wait=${INLINE_EDIT_WAIT_SECONDS}` },
    signal,
  });
  const batchId = answer.batch_id;
  if (!('failed' in answer))
    return { batchId, items: await followUpdate(api, batchId, { signal, onProgress }) };
  return { batchId, items: answer.failed === 0 ? null : await allItems(api, batchId, signal) };
}

/** Resolves when a running update ends: with its rows, or with null if all were saved. */
export async function followUpdate(
  api: ApiClient,
  batchId: string,
  { signal, onProgress }: Following,
): Promise<BulkUpdateItem[] | null> {
  onProgress?.(null);
  const { failed, cancelled } = await untilEnded(api, batchId, { signal, onProgress });
  return failed + cancelled === 0 ? null : await allItems(api, batchId, signal);
}

/**
 * Resolves once a bulk update has ended. It runs on the server regardless of polling, so a failed poll is
 * retried. Rejects with an `ApiError`, or with the signal's reason.
 */
async function untilEnded(
  api: ApiClient,
  batchId: string,
  { signal, onProgress }: Following,
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

async function allItems(api: ApiClient, batchId: string, signal: AbortSignal): Promise<BulkUpdateItem[]> {
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

/** What a save waits for, as a sentence; cancel it by the update's id. */
export type SaveWait = { readonly batchId: string; readonly message: string };

/** Null while the update runs or only waits for a free worker. */
export function waitIn({ batch_id, cancelling, stores }: BulkUpdateBatch): SaveWait | null {
  if (cancelling) return null;
  const waiting = stores.map((store) => store.waiting).find((wait) => wait !== null && wait.for !== 'worker');
  return waiting ? { batchId: batch_id, message: waiting.message } : null;
}
