import type { ApiClient } from '@storefleet/client/api-client';
import { queryOptions } from '@tanstack/react-query';

/** What can be changed in the products of a store, and why the rest cannot. */
export function editingQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['stores', 'editing', storeId],
    queryFn: ({ signal }) => api.call('stores.editing', { params: { id: storeId }, signal }),
  });
}

/** One product with all of its variants, as it is stored. */
export function productQuery(api: ApiClient, productId: string) {
  return queryOptions({
    queryKey: ['products', 'one', productId],
    queryFn: ({ signal }) => api.call('products.get', { params: { productId }, signal }),
    // What is edited has to be what is stored now.
    staleTime: 0,
  });
}
