import type { ApiClient } from '@storefleet/client/api-client';
import { SEARCH_MAX_LIMIT } from '@storefleet/contract/catalogue/catalogue-constants';
import type { SearchResult } from '@storefleet/contract/catalogue/products/products';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';
import { isSearch, type ProductSearch, storeIdsParameter } from '../search-address.ts';

/** Results per request of View All: small enough that first rows and progress show early. */
const VIEW_ALL_REQUEST_SIZE = Math.min(SEARCH_MAX_LIMIT, 2_000);

type Criteria = Pick<ProductSearch, 'query' | 'filter' | 'type' | 'sort' | 'stores' | 'asOf'>;
type Slice = { limit: number; offset: number };

export function searchProducts(
  api: ApiClient,
  { query, filter, type, sort, stores, asOf }: Criteria,
  { limit, offset }: Slice,
  signal: AbortSignal,
): Promise<SearchResult> {
  return api.call('products.search', {
    query: {
      query,
      filter: filter || undefined,
      type,
      limit,
      offset,
      sort_by: sort?.field,
      sort_direction: sort?.direction,
      store_ids: storeIdsParameter(stores),
      as_of: asOf ?? undefined,
    },
    signal,
  });
}

/** Edits are applied to current results only, not to past ones. */
const keyOf = ({ query, filter, type, sort, stores, asOf }: Criteria) =>
  [
    'products',
    asOf === null ? 'search' : 'search-as-of',
    { query, filter, type, sort, stores, ...(asOf === null ? {} : { asOf }) },
  ] as const;

/** One page of results. While the next page loads, the previous rows stay visible. */
export function searchPageQuery(api: ApiClient, search: ProductSearch) {
  const slice = { limit: search.pageSize, offset: (search.page - 1) * search.pageSize };
  return queryOptions({
    queryKey: [...keyOf(search), slice],
    queryFn: ({ signal }) => searchProducts(api, search, slice, signal),
    enabled: isSearch(search) && !search.viewAll,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** All results, page by page. */
export function allResultsQuery(api: ApiClient, search: ProductSearch) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(search), 'all'],
    queryFn: ({ signal, pageParam }) =>
      searchProducts(api, search, { limit: VIEW_ALL_REQUEST_SIZE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ pagination }) =>
      pagination.has_more ? pagination.offset + pagination.limit : undefined,
    enabled: isSearch(search) && search.viewAll,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** How many more products the search finds in unselected stores. */
export const elsewhereQuery = (api: ApiClient, { query, filter, type, stores }: Omit<Criteria, 'asOf'>) =>
  callQuery(api, 'products.searchElsewhere', ['products', 'elsewhere', { query, filter, type, stores }], {
    query: { query, filter: filter || undefined, type, store_ids: storeIdsParameter(stores) ?? '' },
    enabled: isSearch({ query, filter }) && stores !== 'all',
    staleTime: 60_000,
  });
