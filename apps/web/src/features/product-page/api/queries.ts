import type { ApiClient } from '@storefleet/client/api-client';
import { queryOptions } from '@tanstack/react-query';

/** Variants of other products with the same codes, for as many variants as one call compares. */
export function counterpartsQuery(api: ApiClient, productId: string) {
  return queryOptions({
    queryKey: ['products', 'counterparts', productId],
    queryFn: ({ signal }) => api.call('products.counterparts', { params: { productId }, query: {}, signal }),
  });
}

/** The available stock at each location, as of the last sync. */
export function stockQuery(api: ApiClient, productId: string) {
  return queryOptions({
    queryKey: ['products', 'stock', productId],
    queryFn: ({ signal }) => api.call('products.stock', { params: { productId }, signal }),
  });
}

/** The collections that hold it, as the last sync found them, or as of a moment. */
export function collectionsOfProductQuery(api: ApiClient, productId: string, asOf: string | null) {
  return queryOptions({
    queryKey: ['products', 'collections', productId, asOf],
    queryFn: ({ signal }) =>
      api.call('products.collections', { params: { productId }, query: asOf ? { as_of: asOf } : {}, signal }),
  });
}

/** The sales channels of its store, as the last sync found them, or as of a moment. */
export function channelsOfProductQuery(api: ApiClient, productId: string, asOf: string | null) {
  return queryOptions({
    queryKey: ['products', 'channels', productId, asOf],
    queryFn: ({ signal }) =>
      api.call('products.channels', { params: { productId }, query: asOf ? { as_of: asOf } : {}, signal }),
  });
}

export function storeCollectionsQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['collections', storeId],
    queryFn: async ({ signal }) =>
      (await api.call('stores.collections', { query: { store_ids: storeId }, signal })).collections,
  });
}

/** The current values at the store. Only on request, as it calls the store. */
export function atSourceQuery(api: ApiClient, productId: string) {
  return queryOptions({
    queryKey: ['products', 'at-source', productId],
    queryFn: ({ signal }) => api.call('products.atSource', { params: { productId }, query: {}, signal }),
    enabled: false,
    retry: false,
    gcTime: 0,
  });
}

/** Changes shown on a product's page; the history has the rest. */
const RECENT_CHANGES = 10;

export function recentChangesQuery(api: ApiClient, productId: string) {
  return queryOptions({
    queryKey: ['history', 'of-product', productId],
    queryFn: ({ signal }) =>
      api.call('history.list', {
        query: { product_id: productId, found_stock: false, page_size: RECENT_CHANGES },
        signal,
      }),
  });
}
