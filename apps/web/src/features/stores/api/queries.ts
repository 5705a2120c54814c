import type { ApiClient } from '@storefleet/client/api-client';
import { PRODUCT_PAGE_SIZE } from '@storefleet/contract/catalogue/catalogue-constants';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';

/** Every store. Screens filter and sort the list themselves, which is instant and provides counts. */
export function storesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'list'],
    queryFn: async ({ signal }) => (await api.call('stores.list', { signal })).stores,
  });
}

export const storeQuery = (api: ApiClient, storeId: string) =>
  callQuery(api, 'stores.get', ['stores', 'detail', storeId], { params: { id: storeId } });

/** From our server's data; does not contact the shop. */
export const pointsQuery = (api: ApiClient, storeId: string) =>
  callQuery(api, 'stores.points', ['stores', 'points', storeId], {
    params: { id: storeId },
    refetchInterval: 5_000,
  });

/** Contacts the shop each time. */
export const metafieldsQuery = (api: ApiClient, storeId: string) =>
  callQuery(api, 'stores.metafields', ['stores', 'metafields', storeId], {
    params: { id: storeId },
    gcTime: 0,
  });

/** Pages in memory; further ones drop those at the other end, which can be loaded again. */
const MAX_PAGES = 4;

/** The products of a store, page by page in both directions by cursor. */
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

/** The tables and views of a store's database, through its saved connection. */
export function mssqlTablesQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['mssql', 'tables', storeId],
    queryFn: async ({ signal }) =>
      (await api.call('mssql.tables', { params: { id: storeId }, signal })).tables,
  });
}
