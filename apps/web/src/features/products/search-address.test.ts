import { beforeEach, describe, expect, it } from 'vitest';
import {
  addressOf,
  SEARCH_PREFERENCE_KEYS as keys,
  type ProductSearch,
  parseSearchAddress,
  savePreferences,
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
};

beforeEach(() => localStorage.clear());

describe('the address of a search', () => {
  it('starts from the defaults of the specification', () => {
    expect(searchOf({}, keys)).toEqual({
      query: '',
      filter: '',
      type: 'name',
      page: 1,
      pageSize: 50,
      sort: null,
      stores: 'all',
      viewAll: false,
    });
  });

  it('shows the same search in another browser, whatever is saved there', () => {
    const link = addressOf(search);
    const everything = addressOf({ ...search, sort: null, stores: 'all' });
    savePreferences({ ...search, type: 'barcode', pageSize: 100, stores: ['c'] }, keys);
    expect(searchOf(parseSearchAddress(link), keys)).toEqual(search);
    expect(searchOf(parseSearchAddress(everything), keys)).toEqual({ ...search, sort: null, stores: 'all' });
  });

  it('keeps a choice of no store apart from a choice of all', () => {
    const none = searchOf(addressOf({ ...search, stores: [] }), keys);
    expect(none.stores).toEqual([]);
    expect(storeIdsParameter(none.stores)).toBe('__EMPTY__');
    expect(storeIdsParameter('all')).toBeUndefined();
  });

  it('fills in saved preferences where the address is silent', () => {
    savePreferences(search, keys);
    expect(searchOf({}, keys)).toEqual({ ...search, query: '', filter: '', page: 1 });
  });

  it('ignores what makes no sense', () => {
    expect(
      parseSearchAddress({ q: 12, type: 'x', page: -1, size: 7, sort: 'id', dir: 'up', view: 'some' }),
    ).toEqual({ q: '12' });
    localStorage.setItem('search_store_ids', '{"broken"');
    localStorage.setItem('search_sort_config', '{"field":"id","direction":"asc"}');
    localStorage.setItem('search_page_size', '33');
    expect(searchOf({}, keys)).toMatchObject({ stores: 'all', sort: null, pageSize: 50 });
  });

  it('has no page when all results are viewed', () => {
    expect(addressOf({ ...search, viewAll: true })).not.toHaveProperty('page');
  });
});
