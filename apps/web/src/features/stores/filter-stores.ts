import type { StoreSortField, StoreStatus, StoreType } from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import type { DashboardFilters } from './dashboard-filters.ts';

export function isFiltered(filters: DashboardFilters): boolean {
  return filters.status !== '' || filters.store_type !== '' || Boolean(filters.find);
}

export function filterStores(stores: readonly Store[], filters: DashboardFilters): Store[] {
  return stores
    .filter((store) => filters.status === '' || store.store_status === filters.status)
    .filter((store) => filters.store_type === '' || store.store_type === filters.store_type)
    .filter(holding(filters.find ?? ''))
    .sort(byField(filters.sortBy, filters.sortDirection));
}

function holding(text: string): (store: Store) => boolean {
  const part = text.trim().toLowerCase();
  return ({ shop_name: name, shop_url: address, tags }) =>
    [name, address, ...tags].some((value) => value.toLowerCase().includes(part));
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Ties are sorted by name; stores without a value come last in both directions. */
function byField(field: StoreSortField, direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? 1 : -1;
  return (a: Store, b: Store): number => {
    const left = a[SORT_VALUES[field]];
    const right = b[SORT_VALUES[field]];
    if (left === null || right === null) {
      return Number(left === null) - Number(right === null) || names.compare(a.shop_name, b.shop_name);
    }
    return sign * names.compare(left, right) || names.compare(a.shop_name, b.shop_name);
  };
}

const SORT_VALUES = {
  name: 'shop_name',
  status: 'store_status',
  store_type: 'store_type',
  created_at: 'created_at',
  last_sync_at: 'last_sync_at',
} as const satisfies Record<StoreSortField, keyof Store>;

/** The number of stores for each choice of a filter, given the other filter. */
export function countChoices(stores: readonly Store[], filters: DashboardFilters) {
  const ofType = stores.filter(({ store_type }) => !filters.store_type || store_type === filters.store_type);
  const ofStatus = stores.filter(({ store_status }) => !filters.status || store_status === filters.status);
  return {
    status: (choice: StoreStatus | '') =>
      ofType.filter(({ store_status }) => choice === '' || store_status === choice).length,
    storeType: (choice: StoreType | '') =>
      ofStatus.filter(({ store_type }) => choice === '' || store_type === choice).length,
  };
}
