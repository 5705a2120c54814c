import type { Store } from '@storefleet/contract/stores/stores';
import { expect, test } from 'vitest';
import { buildStore } from '../../testing/builders/build-store.ts';
import {
  addressOf,
  defaultFilters,
  filtersOf,
  parseFilters,
  savedFilters,
  saveFilters,
} from './dashboard-filters.ts';
import { countChoices, filterStores } from './filter-stores.ts';

const names = (stores: readonly Store[]) => stores.map((store) => store.shop_name);

test('without saved filters or an address: every store, by name, ascending', () => {
  const filters = { status: '', store_type: '', sortBy: 'name', sortDirection: 'asc' };
  expect(savedFilters()).toEqual(filters);
  expect(filtersOf({})).toEqual(filters);
});

test('an address shows the same in every browser, whatever is saved there', () => {
  const filters = { ...defaultFilters, status: 'archived', sortDirection: 'desc' } as const;
  expect(addressOf(filters)).toEqual({ status: 'archived', sortDirection: 'desc' });
  saveFilters({ ...defaultFilters, store_type: 'mssql' });
  expect(filtersOf(addressOf(filters))).toEqual(filters);
});

test.each([['not json'], ['[1]'], ['null'], ['{"status":"gone","sortBy":7}']])(
  'unreadable saved filters (%s) count as none',
  (saved) => {
    localStorage.setItem('dashboard_filters', saved);
    expect(savedFilters()).toEqual(defaultFilters);
  },
);

test('unknown values in an address are ignored', () => {
  expect(parseFilters({ status: 'active', store_type: 'x', sortBy: 'DROP', other: 1 })).toEqual({
    status: 'active',
  });
});

const stored = (shop_name: string, fields: Partial<Store>) => buildStore({ shop_name, ...fields });
const stores = [
  stored('shop 10', { store_type: 'shopify' }),
  stored('Shop 9', {
    store_status: 'archived',
    store_type: 'mssql',
    last_sync_at: '2026-01-02T00:00:00Z',
  }),
  stored('atlas', { store_type: 'mssql', last_sync_at: '2026-01-01T00:00:00Z' }),
];

// Ignores case, sorts numbers by value, and puts stores that never synced last.
test.each([
  ['name', 'asc', ['atlas', 'Shop 9', 'shop 10']],
  ['name', 'desc', ['shop 10', 'Shop 9', 'atlas']],
  ['last_sync_at', 'asc', ['atlas', 'Shop 9', 'shop 10']],
  ['last_sync_at', 'desc', ['Shop 9', 'atlas', 'shop 10']],
] as const)('sorted by %s, %s', (sortBy, sortDirection, expected) => {
  expect(names(filterStores(stores, { ...defaultFilters, sortBy, sortDirection }))).toEqual(expected);
});

test('status and type filter the list together, and each counts what it would show', () => {
  const filters = { ...defaultFilters, status: 'active', store_type: 'mssql' } as const;
  expect(names(filterStores(stores, filters))).toEqual(['atlas']);
  const counts = countChoices(stores, filters);
  expect((['', 'active', 'archived'] as const).map(counts.status)).toEqual([2, 1, 1]);
  expect((['', 'shopify', 'mssql'] as const).map(counts.storeType)).toEqual([2, 1, 1]);
});
