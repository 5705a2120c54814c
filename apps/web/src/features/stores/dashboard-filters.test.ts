import type { Store } from '@storefleet/contract/stores/stores';
import { expect, test } from 'vitest';
import { buildStore } from '../../testing/build-store.ts';
import {
  addressOf,
  countChoices,
  defaultFilters,
  filterStores,
  filtersOf,
  parseFilters,
  savedFilters,
  saveFilters,
} from './dashboard-filters.ts';

const names = (stores: readonly Store[]) => stores.map((store) => store.shop_name);

test('nothing saved and nothing in the address: every store, by name, ascending', () => {
  const filters = { status: '', store_type: '', sortBy: 'name', sortDirection: 'asc' };
  expect(savedFilters()).toEqual(filters);
  expect(filtersOf({})).toEqual(filters);
});

test('filters are kept by the browser under dashboard_filters', () => {
  saveFilters({ ...defaultFilters, status: 'active', sortBy: 'created_at' });
  expect(JSON.parse(localStorage.getItem('dashboard_filters') ?? '')).toEqual({
    status: 'active',
    store_type: '',
    sortBy: 'created_at',
    sortDirection: 'asc',
  });
  expect(savedFilters()).toMatchObject({ status: 'active', sortBy: 'created_at' });
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

test('unknown values of an address are left out', () => {
  expect(parseFilters({ status: 'active', store_type: 'x', sortBy: 'DROP', other: 1 })).toEqual({
    status: 'active',
  });
});

const stores = [
  buildStore({ shop_name: 'shop 10', store_status: 'active', store_type: 'shopify', last_sync_at: null }),
  buildStore({
    shop_name: 'Shop 9',
    store_status: 'archived',
    store_type: 'mssql',
    last_sync_at: '2026-01-02T00:00:00Z',
  }),
  buildStore({
    shop_name: 'atlas',
    store_status: 'active',
    store_type: 'mssql',
    last_sync_at: '2026-01-01T00:00:00Z',
  }),
];

test('names sort as a person would: without regard to case, and numbers by value', () => {
  expect(names(filterStores(stores, defaultFilters))).toEqual(['atlas', 'Shop 9', 'shop 10']);
  expect(names(filterStores(stores, { ...defaultFilters, sortDirection: 'desc' }))).toEqual([
    'shop 10',
    'Shop 9',
    'atlas',
  ]);
});

test('a store that never synced comes last in both directions', () => {
  const bySync = { ...defaultFilters, sortBy: 'last_sync_at' } as const;
  expect(names(filterStores(stores, bySync))).toEqual(['atlas', 'Shop 9', 'shop 10']);
  expect(names(filterStores(stores, { ...bySync, sortDirection: 'desc' }))).toEqual([
    'Shop 9',
    'atlas',
    'shop 10',
  ]);
});

test('status and type narrow the list together, and each counts what it would show', () => {
  const filters = { ...defaultFilters, status: 'active', store_type: 'mssql' } as const;
  expect(names(filterStores(stores, filters))).toEqual(['atlas']);
  const counts = countChoices(stores, filters);
  expect([counts.status(''), counts.status('active'), counts.status('archived')]).toEqual([2, 1, 1]);
  expect([counts.storeType(''), counts.storeType('shopify'), counts.storeType('mssql')]).toEqual([2, 1, 1]);
});
