import type { ApiClient } from '@storefleet/client/api-client';
import { callQuery } from '../../../lib/api/call-query.ts';

/** What can be edited in a store's products, and why the rest cannot. */
export const editingQuery = (api: ApiClient, storeId: string) =>
  callQuery(api, 'stores.editing', ['stores', 'editing', storeId], { params: { id: storeId } });

/** One product with all its variants, as stored now or as of a moment. */
export function productQuery(api: ApiClient, productId: string, asOf: string | null = null) {
  const key = asOf === null ? ['products', 'one', productId] : ['products', 'one-as-of', productId, asOf];
  return callQuery(api, 'products.get', key, {
    params: { productId },
    query: { as_of: asOf ?? undefined },
    // Editing requires the current state.
    staleTime: 0,
  });
}
