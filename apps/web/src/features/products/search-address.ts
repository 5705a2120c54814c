import {
  DEFAULT_SEARCH_TYPE,
  EMPTY_STORE_IDS,
  PRODUCT_SORT_FIELDS,
  type ProductSortField,
  SEARCH_DEFAULT_PAGE_SIZE,
  SEARCH_PAGE_SIZES,
  SEARCH_TYPES,
  type SearchType,
} from '@storefleet/contract/catalogue/catalogue-constants';
import { PREFERENCE_KEYS } from '@storefleet/contract/constants';
import { readJson, readText, removeEntry, writeJson, writeText } from '../../lib/browser/browser-storage.ts';
import { readMoment } from '../as-of/moment.ts';
import {
  type GridLayout,
  isSameLayout,
  type LayoutAddress,
  layout,
  printLayout,
  readColumns,
  readLayout,
} from './grid/grid-layout.ts';

export type SearchSort = { field: ProductSortField; direction: 'asc' | 'desc' };

/** Stores to search: all (including ones connected later), or the named ones. */
export type StoreChoice = 'all' | readonly string[];

/** Everything that determines what the search screen shows. */
export type ProductSearch = {
  query: string;
  type: SearchType;
  /** Filter text: `vendor:"Quarry Lane" price:<10`. Blank for none. */
  filter: string;
  page: number;
  pageSize: number;
  /** Null: exact matches first, then prefix matches. */
  sort: SearchSort | null;
  stores: StoreChoice;
  viewAll: boolean;
  /** As-of time; null for now. */
  asOf: string | null;
  layout: GridLayout;
};

/** The search in the URL, without defaults. */
type SearchAddress = LayoutAddress & {
  q?: string;
  filter?: string;
  type?: SearchType;
  page?: number;
  size?: number;
  sort?: ProductSortField | 'relevance';
  dir?: 'asc' | 'desc';
  stores?: string;
  view?: 'all';
  as_of?: string;
  /** The saved view it was opened from. */
  saved?: string;
};

/** A results screen: where it stores its preferences, and its default table layout. */
export type SearchScreen = {
  readonly keys: Readonly<Record<'type' | 'pageSize' | 'sort' | 'stores' | 'layout', string>>;
  readonly layout: GridLayout;
  /** Whether it supports past values. */
  readonly hasPast: boolean;
};

export const SEARCH_SCREEN: SearchScreen = {
  keys: {
    type: PREFERENCE_KEYS.searchType,
    pageSize: PREFERENCE_KEYS.searchPageSize,
    sort: PREFERENCE_KEYS.searchSortConfig,
    stores: PREFERENCE_KEYS.searchStoreIds,
    layout: PREFERENCE_KEYS.searchLayout,
  },
  layout: layout(['title', 'barcode', 'price', 'cost', 'store_name'], true),
  hasPast: true,
};

export const BULK_PRICE_SCREEN: SearchScreen = {
  keys: {
    type: PREFERENCE_KEYS.bulkPriceSearchType,
    pageSize: PREFERENCE_KEYS.bulkPricePageSize,
    sort: PREFERENCE_KEYS.bulkPriceSortConfig,
    stores: PREFERENCE_KEYS.bulkPriceStoreIds,
    layout: PREFERENCE_KEYS.bulkPriceLayout,
  },
  layout: layout(['title', 'sku', 'barcode', 'price', 'cost', 'margin', 'store_name'], false),
  hasPast: false,
};

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((candidate) => candidate === value);

/** Parses the URL; unknown values are ignored. */
export function parseSearchAddress(raw: Record<string, unknown>): SearchAddress {
  const page = Number(raw.page);
  const size = Number(raw.size);
  const address: SearchAddress = {
    q: typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q) : undefined,
    filter: typeof raw.filter === 'string' && raw.filter !== '' ? raw.filter : undefined,
    type: oneOf(SEARCH_TYPES, raw.type),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    size: SEARCH_PAGE_SIZES.find((candidate) => candidate === size),
    sort: oneOf([...PRODUCT_SORT_FIELDS, 'relevance'] as const, raw.sort),
    dir: oneOf(['asc', 'desc'] as const, raw.dir),
    stores: typeof raw.stores === 'string' && raw.stores !== '' ? raw.stores : undefined,
    view: oneOf(['all'] as const, raw.view),
    as_of: readMoment(raw.as_of) ?? undefined,
    saved: typeof raw.saved === 'string' && raw.saved !== '' ? raw.saved : undefined,
    ...layoutAddressIn(raw),
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}

function layoutAddressIn(raw: Record<string, unknown>): LayoutAddress {
  return {
    columns: typeof raw.columns === 'string' && readColumns(raw.columns) ? raw.columns : undefined,
    density: oneOf(['compact', 'comfortable'] as const, raw.density),
    group: oneOf(['product', 'none'] as const, raw.group),
  };
}

/** The URL wins; this browser's preferences fill the gaps. */
export function searchOf(
  address: SearchAddress,
  { keys, layout: own, hasPast }: SearchScreen,
): ProductSearch {
  return {
    query: address.q?.trim() ?? '',
    filter: address.filter?.trim() ?? '',
    type: address.type ?? oneOf(SEARCH_TYPES, readText(keys.type)) ?? DEFAULT_SEARCH_TYPE,
    page: address.page ?? 1,
    pageSize: address.size ?? savedPageSize(keys) ?? SEARCH_DEFAULT_PAGE_SIZE,
    sort: sortOf(address, keys),
    stores: address.stores === undefined ? savedStores(keys) : storesOf(address.stores),
    viewAll: address.view === 'all',
    asOf: hasPast ? (address.as_of ?? null) : null,
    layout: readLayout(address, readLayout(savedLayout(keys), own)),
  };
}

/**
 * A URL that shows the same search in any browser, whatever its preferences; a default table layout is left
 * to the viewer's preferences.
 */
export function addressOf(search: ProductSearch, screen: SearchScreen): SearchAddress {
  return parseSearchAddress({
    q: search.query || undefined,
    filter: search.filter || undefined,
    type: search.type,
    page: search.viewAll ? undefined : search.page,
    size: search.pageSize,
    sort: search.sort?.field ?? 'relevance',
    dir: search.sort?.direction,
    stores: search.stores === 'all' ? ALL_STORES : storeIdsParameter(search.stores),
    view: search.viewAll ? 'all' : undefined,
    as_of: search.asOf ?? undefined,
    ...(isSameLayout(search.layout, screen.layout) ? {} : printLayout(search.layout)),
  });
}

/** Stores the preferences, except the term and page, for the next visit. */
export function savePreferences(
  { type, pageSize, sort, stores, layout: laidOut }: ProductSearch,
  { keys, layout: own }: SearchScreen,
): void {
  writeText(keys.type, type);
  writeText(keys.pageSize, String(pageSize));
  if (sort) writeJson(keys.sort, sort);
  else removeEntry(keys.sort);
  if (stores === 'all') removeEntry(keys.stores);
  else writeJson(keys.stores, stores);
  if (isSameLayout(laidOut, own)) removeEntry(keys.layout);
  else writeJson(keys.layout, printLayout(laidOut));
}

/** `store_ids` of a request: omitted for all stores, a special value for none. */
export function storeIdsParameter(stores: StoreChoice): string | undefined {
  if (stores === 'all') return undefined;
  return stores.length === 0 ? EMPTY_STORE_IDS : stores.join(',');
}

/** Means "all stores" in a URL, where a saved store selection would otherwise apply. */
const ALL_STORES = 'all';

function storesOf(text: string): StoreChoice {
  if (text === ALL_STORES) return 'all';
  if (text === EMPTY_STORE_IDS) return [];
  return text.split(',').filter((id) => id !== '');
}

function savedStores(keys: SearchScreen['keys']): StoreChoice {
  const saved = readJson(keys.stores);
  return Array.isArray(saved) && saved.every((id) => typeof id === 'string') ? saved : 'all';
}

function savedLayout(keys: SearchScreen['keys']): LayoutAddress {
  const saved = readJson(keys.layout);
  return typeof saved === 'object' && saved !== null ? layoutAddressIn({ ...saved }) : {};
}

function savedPageSize(keys: SearchScreen['keys']): number | undefined {
  const saved = Number(readText(keys.pageSize));
  return SEARCH_PAGE_SIZES.find((size) => size === saved);
}

function sortOf({ sort, dir }: SearchAddress, keys: SearchScreen['keys']): SearchSort | null {
  if (sort === 'relevance') return null;
  if (sort) return { field: sort, direction: dir ?? 'asc' };
  const saved = readJson(keys.sort);
  if (typeof saved !== 'object' || saved === null) return null;
  const field = oneOf(PRODUCT_SORT_FIELDS, 'field' in saved ? saved.field : undefined);
  const direction = oneOf(['asc', 'desc'] as const, 'direction' in saved ? saved.direction : undefined);
  return field && direction ? { field, direction } : null;
}

/** Whether there is anything to search for: a term or a filter. */
export function isSearch({ query, filter }: Pick<ProductSearch, 'query' | 'filter'>): boolean {
  return query !== '' || filter !== '';
}

/** The search, worded for use in a sentence. */
export function searchWords({ query, filter }: Pick<ProductSearch, 'query' | 'filter'>): string {
  return [query, filter].filter((text) => text !== '').join(' ');
}
