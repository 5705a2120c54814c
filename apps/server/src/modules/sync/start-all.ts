import type { SyncAllResult } from '@storefleet/contract/syncs/sync';
import { sleep } from '../../platform/resilience/sleep.ts';

type Result = SyncAllResult['results'][number];

/** Number of sources asked at once. */
const SLOTS = 8;
/** Milliseconds that a slot, and the request, waits for one source. */
export const START_PATIENCE_MS = 10_000;

/**
 * Starts the syncs of these stores, a few at a time. A slow source delays nobody: its start continues in the
 * background, and the store's status shows the outcome.
 */
export async function startAll<Store extends { readonly id: string; readonly shop_name: string }>(
  stores: readonly Store[],
  startOne: (store: Store) => Promise<Result>,
  patienceMs: number,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = stores.entries();
  const workThrough = async () => {
    for (const [index, store] of waiting) {
      const answered = new AbortController();
      const late = sleep(patienceMs, answered.signal).then(() => ({
        store_id: store.id,
        store_name: store.shop_name,
        success: false,
        error: 'The store has not answered yet. Its sync starts as soon as it does.',
        products_count: null,
      }));
      late.catch(() => undefined);
      results[index] = await Promise.race([startOne(store), late]).finally(() => answered.abort());
    }
  };
  await Promise.all(Array.from({ length: SLOTS }, workThrough));
  return results;
}
