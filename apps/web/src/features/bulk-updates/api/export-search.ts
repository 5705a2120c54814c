import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { type ProductSearch, storeIdsParameter } from '../../products/search-address.ts';

/** All variants of a search result as a CSV file, in the order of the screen; made anew each time it is asked for. */
export function searchFileQuery(api: ApiClient, { query, type, sort, stores }: ProductSearch) {
  return queryOptions({
    queryKey: ['search-file', { query, type, sort, stores }],
    queryFn: ({ signal }) =>
      api.download('products.exportCsv', {
        query: {
          query,
          type,
          sort_by: sort?.field,
          sort_direction: sort?.direction,
          store_ids: storeIdsParameter(stores),
        },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
