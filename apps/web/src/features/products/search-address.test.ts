import { beforeEach, describe, expect, it } from 'vitest';
import {
  addressOf,
  BULK_PRICE_SCREEN,
  type ProductSearch,
  parseSearchAddress,
  savePreferences,
  SEARCH_SCREEN as screen,
  searchOf,
  storeIdsParameter,
} from './search-address.ts';

const search: ProductSearch = {
  query: '0012 cap',
  filter: 'price:<10',
  type: 'sku',
  page: 3,
  pageSize: 20,
  sort: { field: 'price', direction: 'desc' },
  stores: ['a', 'b'],
  viewAll: false,
  asOf: '2026-11-12T13:00:00.000Z',
  layout: {
    columns: [{ id: 'title', width: 320 }, { id: 'price' }, { id: 'vendor' }],
    pinned: 1,
    density: 'comfortable',
    grouped: false,
  },
};

beforeEach(() => localStorage.clear());

describe('the URL of a search', () => {
  it('uses the specified defaults', () => {
    expect(searchOf({}, screen)).toEqual({
      query: '',
      filter: '',
      type: 'name',
      page: 1,
      pageSize: 50,
      sort: null,
      stores: 'all',
      viewAll: false,
      asOf: null,
      layout: screen.layout,
    });
  });

  it('shows the same search in any browser, whatever its preferences', () => {
    const link = addressOf(search, screen);
    const everything = addressOf({ ...search, sort: null, stores: 'all' }, screen);
    savePreferences({ ...search, type: 'barcode', pageSize: 100, stores: ['c'] }, screen);
    expect(searchOf(parseSearchAddress(link), screen)).toEqual(search);
    expect(searchOf(parseSearchAddress(everything), screen)).toEqual({
      ...search,
      sort: null,
      stores: 'all',
    });
  });

  it('has an as-of time only on the screen that supports it', () => {
    const address = parseSearchAddress({ q: 'cap', as_of: '2026-11-12T14:00:00+01:00' });
    expect(searchOf(address, screen).asOf).toBe('2026-11-12T13:00:00.000Z');
    expect(searchOf(address, BULK_PRICE_SCREEN).asOf).toBeNull();
    expect(parseSearchAddress({ q: 'cap', as_of: 'once' })).toEqual({ q: 'cap' });
  });

  it('distinguishes no stores from all stores', () => {
    const none = searchOf(addressOf({ ...search, stores: [] }, screen), screen);
    expect(none.stores).toEqual([]);
    expect(storeIdsParameter(none.stores)).toBe('__EMPTY__');
    expect(storeIdsParameter('all')).toBeUndefined();
  });

  it('fills gaps in the URL from saved preferences', () => {
    savePreferences(search, screen);
    expect(searchOf({}, screen)).toEqual({ ...search, query: '', asOf: null, filter: '', page: 1 });
  });

  it('ignores invalid values', () => {
    expect(
      parseSearchAddress({ q: 12, type: 'x', page: -1, size: 7, sort: 'id', dir: 'up', view: 'some' }),
    ).toEqual({ q: '12' });
    localStorage.setItem('search_store_ids', '{"broken"');
    localStorage.setItem('search_sort_config', '{"field":"id","direction":"asc"}');
    localStorage.setItem('search_page_size', '33');
    localStorage.setItem('search_layout', '{"columns":"id.-1","density":"tiny","group":7}');
    expect(searchOf({}, screen)).toMatchObject({
      stores: 'all',
      sort: null,
      pageSize: 50,
      layout: screen.layout,
    });
  });

  it('names the columns with their widths, and the last one that is pinned', () => {
    const { columns, density, group } = addressOf(search, screen);
    expect({ columns, density, group }).toEqual({
      columns: 'title-320*.price.vendor',
      density: 'comfortable',
      group: 'none',
    });
    const untouched = addressOf({ ...search, layout: screen.layout }, screen);
    expect(untouched).not.toHaveProperty('columns');
  });

  it('has no page in View All', () => {
    expect(addressOf({ ...search, viewAll: true }, screen)).not.toHaveProperty('page');
  });
});
