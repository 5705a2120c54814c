import type { ApiClient } from '@storefleet/client/api-client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** The best few products for what was typed. The last hits stay while the next ones are loading. */
export function quickSearchQuery(api: ApiClient, query: string) {
  return queryOptions({
    queryKey: ['products', 'quick-search', query],
    queryFn: ({ signal }) => api.call('products.quickSearch', { query: { query }, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}
