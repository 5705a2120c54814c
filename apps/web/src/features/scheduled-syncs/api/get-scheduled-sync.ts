import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export function scheduledSyncQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'detail', id],
    queryFn: ({ signal }) => api.call('scheduledSyncs.get', { params: { id }, signal }),
  });
}
