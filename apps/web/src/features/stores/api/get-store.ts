import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export function storeQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['stores', 'detail', storeId],
    queryFn: ({ signal }) => api.call('stores.get', { params: { id: storeId }, signal }),
  });
}
