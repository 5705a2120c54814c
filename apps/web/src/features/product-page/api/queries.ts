import type { ApiClient } from '@storefleet/client/api-client';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';

/** Variants of other products with the same codes, for as many variants as one call compares. */
export const counterpartsQuery = (api: ApiClient, productId: string) =>
  callQuery(api, 'products.counterparts', ['products', 'counterparts', productId], {
    params: { productId },
    query: {},
  });

/** The available stock at each location, as of the last sync. */
export const stockQuery = (api: ApiClient, productId: string) =>
  callQuery(api, 'products.stock', ['products', 'stock', productId], { params: { productId } });

/** The collections that hold it, as the last sync found them, or as of a moment. */
export const collectionsOfProductQuery = (api: ApiClient, productId: string, asOf: string | null) =>
  callQuery(api, 'products.collections', ['products', 'collections', productId, asOf], {
    params: { productId },
    query: asOf ? { as_of: asOf } : {},
  });

/** The sales channels of its store, as the last sync found them, or as of a moment. */
export const channelsOfProductQuery = (api: ApiClient, productId: string, asOf: string | null) =>
  callQuery(api, 'products.channels', ['products', 'channels', productId, asOf], {
    params: { productId },
    query: asOf ? { as_of: asOf } : {},
  });

export function storeCollectionsQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['collections', storeId],
    queryFn: async ({ signal }) =>
      (await api.call('stores.collections', { query: { store_ids: storeId }, signal })).collections,
  });
}

/** The current values at the store. Only on request, as it calls the store. */
export const atSourceQuery = (api: ApiClient, productId: string) =>
  callQuery(api, 'products.atSource', ['products', 'at-source', productId], {
    params: { productId },
    query: {},
    enabled: false,
    retry: false,
    gcTime: 0,
  });

/** Changes shown on a product's page; the history has the rest. */
const RECENT_CHANGES = 10;

export const recentChangesQuery = (api: ApiClient, productId: string) =>
  callQuery(api, 'history.list', ['history', 'of-product', productId], {
    query: { product_id: productId, found_stock: false, page_size: RECENT_CHANGES },
  });
