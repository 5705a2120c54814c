import type { SortDirection } from '@storefleet/contract/api/common';
import type { StoreSortField } from '@storefleet/contract/constants';
import { searchKey } from '../catalogue/search-key.ts';
import type { CountedStore } from './stores.repository.ts';

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type SortValue = string | number | null;

const sortValues: Record<StoreSortField, (row: CountedStore) => SortValue> = {
  name: (row) => row.shop_name,
  status: (row) => row.store_status,
  store_type: (row) => row.store_type,
  created_at: (row) => row.created_at.getTime(),
  last_sync_at: (row) => row.last_sync_at?.getTime() ?? null,
};

/** Empty values come last in both directions; equal ones are ordered by name. */
export function sortStores(
  rows: readonly CountedStore[],
  sortBy: StoreSortField,
  direction: SortDirection,
): CountedStore[] {
  const sortValue = sortValues[sortBy];
  const sign = direction === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const left = sortValue(a);
    const right = sortValue(b);
    if ((left === null) !== (right === null)) return left === null ? 1 : -1;
    return sign * compare(left, right) || names.compare(a.shop_name, b.shop_name) || (a.id < b.id ? -1 : 1);
  });
}

function compare(left: SortValue, right: SortValue): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return names.compare(String(left ?? ''), String(right ?? ''));
}

/** Stores whose name, address, description or a tag contains the text. */
export function searchStores(rows: readonly CountedStore[], search: string): CountedStore[] {
  const key = searchKey(search);
  return rows.filter(({ shop_name, shop_url, description, tags }) =>
    [shop_name, shop_url, description ?? '', ...tags].some((text) => searchKey(text).includes(key)),
  );
}
