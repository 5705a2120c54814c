import type { ApiClient } from '@storefleet/client/api-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ProductSearch, storeIdsParameter } from '../search-address.ts';

/** Facet values with the number of matching products. */
export function facetsQuery(api: ApiClient, { query, filter, type, stores }: ProductSearch) {
  return queryOptions({
    queryKey: ['products', 'facets', { query, filter, type, stores }],
    queryFn: ({ signal }) =>
      api.call('products.facets', {
        query: { query, filter: filter || undefined, type, store_ids: storeIdsParameter(stores) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
