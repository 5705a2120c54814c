import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Every store. Screens filter and sort the list themselves, so that a filter answers at once and can show counts. */
export function storesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'list'],
    queryFn: async ({ signal }) => (await api.call('stores.list', { signal })).stores,
  });
}
