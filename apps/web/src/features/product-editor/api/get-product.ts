import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** One product with all of its variants, as it is stored. */
export function productQuery(api: ApiClient, productId: string) {
  return queryOptions({
    queryKey: ['products', 'one', productId],
    queryFn: ({ signal }) => api.call('products.get', { params: { productId }, signal }),
    // What is edited has to be what is stored now.
    staleTime: 0,
  });
}
