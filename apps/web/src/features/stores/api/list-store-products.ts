import { PRODUCT_PAGE_SIZE } from '@storefleet/contract/constants';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Pages that are held at once: further ones let go of those at the other end, which can be loaded again. */
const MAX_PAGES = 4;

/** The products of a store, page by page along the cursors of the pages before and after. */
export function storeProductsQuery(api: ApiClient, storeId: string) {
  return infiniteQueryOptions({
    queryKey: ['products', 'of-store', storeId],
    queryFn: ({ pageParam, signal }) =>
      api.call('products.listByStore', {
        params: { storeId },
        query: { limit: PRODUCT_PAGE_SIZE, ...(pageParam === null ? {} : { page_info: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_page_info,
    getPreviousPageParam: ({ pagination }) => pagination.previous_page_info,
    maxPages: MAX_PAGES,
  });
}
