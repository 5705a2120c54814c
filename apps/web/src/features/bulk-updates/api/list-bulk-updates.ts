import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

const SHOWN = 50;
const POLL_MS = 5_000;

/** The newest bulk updates; asked again every 5 s as long as one of them runs. */
export function recentBulkUpdatesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['bulk-updates', 'recent'],
    queryFn: ({ signal }) => api.call('bulkUpdates.list', { query: { limit: SHOWN }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.bulk_updates.some(({ status }) => status === 'in_progress') ? POLL_MS : false,
  });
}
