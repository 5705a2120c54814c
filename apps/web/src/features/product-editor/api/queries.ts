import type { ApiClient } from '@storefleet/client/api-client';
import { queryOptions } from '@tanstack/react-query';

/** What can be edited in a store's products, and why the rest cannot. */
export function editingQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['stores', 'editing', storeId],
    queryFn: ({ signal }) => api.call('stores.editing', { params: { id: storeId }, signal }),
  });
}

/** One product with all its variants, as stored now or as of a moment. */
export function productQuery(api: ApiClient, productId: string, asOf: string | null = null) {
  return queryOptions({
    queryKey: asOf === null ? ['products', 'one', productId] : ['products', 'one-as-of', productId, asOf],
    queryFn: ({ signal }) =>
      api.call('products.get', { params: { productId }, query: { as_of: asOf ?? undefined }, signal }),
    // Editing requires the current state.
    staleTime: 0,
  });
}
