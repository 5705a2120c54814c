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
import { STORE_ORDERS, type StoreOrder } from './store-order.ts';

/** An empty status or type means all. */
export type DashboardFilters = {
  status: StoreStatus | '';
  store_type: StoreType | '';
  sortBy: StoreSortField;
  sortDirection: 'asc' | 'desc';
  /** For the table, which can also be sorted by state, unlike cards. */
  order?: StoreOrder;
  /** Part of a name, an address or a tag. */
  find?: string;
};

export const defaultFilters: DashboardFilters = DASHBOARD_FILTER_DEFAULTS;

type Choices = Required<Omit<DashboardFilters, 'find'>>;
const CHOICES: { [Name in keyof Choices]: readonly Choices[Name][] } = {
  status: ['', ...STORE_STATUSES],
  store_type: ['', ...STORE_TYPES],
  sortBy: STORE_SORT_FIELDS,
  sortDirection: ['asc', 'desc'],
  order: STORE_ORDERS,
};

/** Valid filters from the address or from the browser's storage. */
export function parseFilters(input: unknown): Partial<DashboardFilters> {
  if (typeof input !== 'object' || input === null) return {};
  const values = Object.entries(input).filter(([name, value]) =>
    name === 'find'
      ? typeof value === 'string'
      : Object.hasOwn(CHOICES, name) &&
        (CHOICES[name as keyof Choices] as readonly unknown[]).includes(value),
  );
  return Object.fromEntries(values);
}

/** An address with any filter overrides the saved ones: a shared link shows everybody the same. */
export function filtersOf(address: Partial<DashboardFilters>): DashboardFilters {
  return { ...defaultFilters, ...address };
}

/** Only what differs from the defaults. */
export function addressOf(filters: DashboardFilters): Partial<DashboardFilters> {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) => value !== (defaultFilters[name as keyof DashboardFilters] ?? ''),
    ),
  );
}

/** The last ones in this browser. */
export function savedFilters(): DashboardFilters {
  return { ...defaultFilters, ...parseFilters(readJson(PREFERENCE_KEYS.dashboardFilters)) };
}

/** The search text is not a preference. */
export function saveFilters({ find: _, ...filters }: DashboardFilters): void {
  writeJson(PREFERENCE_KEYS.dashboardFilters, filters);
}

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
