import type { ApiClient } from '@storefleet/client/api-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** `store`: the id of the one that is looked at; undefined for all. */
export function healthQuery(api: ApiClient, store: string | undefined) {
  return queryOptions({
    queryKey: ['products', 'health', store ?? null],
    queryFn: ({ signal }) => api.call('health.findings', { query: { store_ids: store }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
