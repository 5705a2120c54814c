import {
  DASHBOARD_FILTER_DEFAULTS,
  PREFERENCE_KEYS,
  STORE_SORT_FIELDS,
  STORE_STATUSES,
  STORE_TYPES,
  type StoreSortField,
  type StoreStatus,
  type StoreType,
} from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import { readJson, writeJson } from '../../lib/browser/browser-storage.ts';

/** An empty status or type means: all of them. */
export type DashboardFilters = {
  status: StoreStatus | '';
  store_type: StoreType | '';
  sortBy: StoreSortField;
  sortDirection: 'asc' | 'desc';
};

export const defaultFilters: DashboardFilters = DASHBOARD_FILTER_DEFAULTS;

const SORT_DIRECTIONS = ['asc', 'desc'] as const;

/** What is readable of filters from the address or from the browser's storage; the rest is left out. */
export function parseFilters(input: unknown): Partial<DashboardFilters> {
  if (typeof input !== 'object' || input === null) return {};
  const values = input as Record<string, unknown>;
  const filters: Partial<DashboardFilters> = {};
  const status = oneOf(['', ...STORE_STATUSES], values.status);
  const storeType = oneOf(['', ...STORE_TYPES], values.store_type);
  const sortBy = oneOf(STORE_SORT_FIELDS, values.sortBy);
  const sortDirection = oneOf(SORT_DIRECTIONS, values.sortDirection);
  if (status !== undefined) filters.status = status;
  if (storeType !== undefined) filters.store_type = storeType;
  if (sortBy !== undefined) filters.sortBy = sortBy;
  if (sortDirection !== undefined) filters.sortDirection = sortDirection;
  return filters;
}

function oneOf<const Choice extends string>(choices: readonly Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** An address with any filter counts for all of them: a shared link shows the same to everybody. */
export function filtersOf(address: Partial<DashboardFilters>): DashboardFilters {
  return { ...defaultFilters, ...address };
}

/** What differs from the defaults stands in the address. */
export function addressOf(filters: DashboardFilters): Partial<DashboardFilters> {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) => value !== defaultFilters[name as keyof DashboardFilters],
    ),
  );
}

/** As this browser last had them. */
export function savedFilters(): DashboardFilters {
  return { ...defaultFilters, ...parseFilters(readJson(PREFERENCE_KEYS.dashboardFilters)) };
}

export function saveFilters(filters: DashboardFilters): void {
  writeJson(PREFERENCE_KEYS.dashboardFilters, filters);
}

export function isFiltered(filters: DashboardFilters): boolean {
  return filters.status !== '' || filters.store_type !== '';
}

export function filterStores(stores: readonly Store[], filters: DashboardFilters): Store[] {
  return stores
    .filter((store) => filters.status === '' || store.store_status === filters.status)
    .filter((store) => filters.store_type === '' || store.store_type === filters.store_type)
    .sort(byField(filters.sortBy, filters.sortDirection));
}

const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Equal values fall back to the name, and stores without a value come last in both directions. */
function byField(field: StoreSortField, direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? 1 : -1;
  return (a: Store, b: Store): number => {
    const left = sortValue(a, field);
    const right = sortValue(b, field);
    if (left === null || right === null) {
      return Number(left === null) - Number(right === null) || names.compare(a.shop_name, b.shop_name);
    }
    return sign * names.compare(left, right) || names.compare(a.shop_name, b.shop_name);
  };
}

function sortValue(store: Store, field: StoreSortField): string | null {
  switch (field) {
    case 'name':
      return store.shop_name;
    case 'status':
      return store.store_status;
    case 'store_type':
      return store.store_type;
    case 'created_at':
      return store.created_at;
    case 'last_sync_at':
      return store.last_sync_at;
  }
}

/** How many stores each choice of a filter would show, given the other filter. */
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
