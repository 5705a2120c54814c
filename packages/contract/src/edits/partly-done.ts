import { formatCount, formatQuantity } from '../values/quantity.ts';
import type { BulkUpdateBatch, BulkUpdateStore } from './bulk-update-batches.ts';

export type PartlyDone = {
  /** Stores with failed or unprocessed rows. */
  readonly failed: readonly BulkUpdateStore[];
  /** Stores in which every row has its new value. */
  readonly changed: readonly BulkUpdateStore[];
  readonly sentence: string;
};

/**
 * For an ended update that failed in some stores: those, and the other stores that it changed; null
 * otherwise. Without Zod, for the web bundle.
 */
export function partlyDone({
  status,
  stores,
}: Pick<BulkUpdateBatch, 'status' | 'stores'>): PartlyDone | null {
  if (status === 'planned' || status === 'in_progress') return null;
  const isFailed = (store: BulkUpdateStore) => store.failed + store.cancelled > 0;
  const failed = stores.filter(isFailed);
  const changed = stores.filter((store) => store.succeeded > 0 && !isFailed(store));
  if (failed.length === 0 || changed.length === 0) return null;
  const is = changed.length === 1 ? 'is' : 'are';
  return {
    failed,
    changed,
    sentence: `${describeFailed(failed)}; ${changed.length > NAMED ? `${changed.length} other stores` : listOf(namesOf(changed))} ${is} changed.`,
  };
}

/** "Berlin and Warehouse", "these 7 stores". */
export function storesInWords(stores: readonly BulkUpdateStore[]): string {
  return stores.length > NAMED ? `these ${stores.length} stores` : listOf(namesOf(stores));
}

const NAMED = 3;
const namesOf = (stores: readonly BulkUpdateStore[]) => stores.map(({ store_name }) => store_name);

function describeFailed(stores: readonly BulkUpdateStore[]): string {
  if (stores.length <= NAMED) return listOf(stores.map(describe));
  const rows = stores.reduce((sum, { failed, cancelled }) => sum + failed + cancelled, 0);
  return `${formatQuantity(rows, 'row')} failed or ${rows === 1 ? 'was' : 'were'} cancelled in ${stores.length} stores`;
}

function describe({ store_name, failed, cancelled, total, left_out }: BulkUpdateStore): string {
  const rows = total - left_out;
  return `${formatCount(failed + cancelled)} of ${formatQuantity(rows, 'row')} ${failed > 0 ? 'failed' : 'were cancelled'} in ${store_name}`;
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}
