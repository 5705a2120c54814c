import type { ApiClient } from '@storefleet/client/api-client';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';
import { type ProductSearch, storeIdsParameter } from '../search-address.ts';

/** Facet values with the number of matching products. */
export const facetsQuery = (api: ApiClient, { query, filter, type, stores }: ProductSearch) =>
  callQuery(api, 'products.facets', ['products', 'facets', { query, filter, type, stores }], {
    query: { query, filter: filter || undefined, type, store_ids: storeIdsParameter(stores) },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
