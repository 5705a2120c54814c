import type { Store } from '@storefleet/contract/stores/stores';
import type { Sort } from '../../components/data-table/data-table.tsx';
import { isSyncing, type SyncStatuses } from '../sync/sync-state.ts';
import { isPlainSuccess } from '../sync/sync-words.ts';
import { type StoreOrder, TABLE_FIELDS, type TableField } from './dashboard-filters.ts';

/** More stores are shown as a table. */
export const MOST_CARDS = 8;

export function readOrder(order: StoreOrder): Sort<TableField> {
  const field = TABLE_FIELDS.find((known) => order.endsWith(known)) ?? 'state';
  return { field, direction: order.startsWith('-') ? 'desc' : 'asc' };
}

/** No order means most serious first. */
export function writeOrder(sort: Sort<TableField> | null): StoreOrder {
  if (sort === null) return 'state';
  return sort.direction === 'desc' ? `-${sort.field}` : sort.field;
}

/** How urgently it needs attention: from failed to synced. */
function rankOf(store: Store, status: SyncStatuses[string] | undefined): number {
  if (status?.status === 'failed') return 0;
  if (status?.status === 'completed') return isPlainSuccess(status) ? 4 : 1;
  if (isSyncing(status)) return 3;
  return store.last_sync_at === null ? 2 : 4;
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Ties by name; a store that never synced counts as the oldest. */
export function orderStores(stores: readonly Store[], statuses: SyncStatuses, order: StoreOrder): Store[] {
  const { field, direction } = readOrder(order);
  const sign = direction === 'asc' ? 1 : -1;
  const compare = {
    state: (a: Store, b: Store) => rankOf(a, statuses[a.id]) - rankOf(b, statuses[b.id]),
    name: (a: Store, b: Store) => names.compare(a.shop_name, b.shop_name),
    products: (a: Store, b: Store) => a.products_count - b.products_count,
    last_sync_at: (a: Store, b: Store) => (a.last_sync_at ?? '').localeCompare(b.last_sync_at ?? ''),
  }[field];
  return stores.toSorted((a, b) => sign * compare(a, b) || names.compare(a.shop_name, b.shop_name));
}
