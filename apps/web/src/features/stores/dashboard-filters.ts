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
import { readJson, writeJson } from '../../lib/browser/browser-storage.ts';

export const TABLE_FIELDS = ['state', 'name', 'products', 'last_sync_at'] as const;
export type TableField = (typeof TABLE_FIELDS)[number];

/** As in the address: a minus reverses the order. */
export type StoreOrder = TableField | `-${TableField}`;

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
  order: TABLE_FIELDS.flatMap((field) => [field, `-${field}` as const]),
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
