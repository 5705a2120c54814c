import { PRODUCT_PAGE_SIZE } from '@storefleet/contract/constants';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client.ts';

/** The products of a store, page after page by cursor. */
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
  });
}
