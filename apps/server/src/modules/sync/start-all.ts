import type { SyncAllResult } from '@storefleet/contract/syncs/sync';
import { sleep } from '../../platform/resilience/sleep.ts';

type Result = SyncAllResult['results'][number];
type NamedStore = { readonly id: string; readonly shop_name: string };

/** Sources asked at once. */
const SLOTS = 8;
/** Milliseconds that a slot, and whoever asked, waits for one source. */
export const START_PATIENCE_MS = 10_000;

/**
 * Starts the syncs of all these stores, a few at a time. A source that takes long keeps nobody waiting: its
 * start goes on by itself, and the store's status says how it ended.
 */
export async function startAll<S extends NamedStore>(
  stores: readonly S[],
  startOne: (store: S) => Promise<Result>,
  patienceMs: number,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = stores.entries();
  const workThrough = async () => {
    for (const [index, store] of waiting) results[index] = await inTime(store, startOne(store), patienceMs);
  };
  await Promise.all(Array.from({ length: SLOTS }, workThrough));
  return results;
}

async function inTime(store: NamedStore, start: Promise<Result>, patienceMs: number): Promise<Result> {
  const answered = new AbortController();
  const late = sleep(patienceMs, answered.signal).then(() => ({
    store_id: store.id,
    store_name: store.shop_name,
    success: false,
    error: 'The store has not answered yet. Its sync starts as soon as it does.',
    products_count: null,
  }));
  try {
    return await Promise.race([start, late]);
  } finally {
    answered.abort();
    late.catch(() => undefined);
  }
}
