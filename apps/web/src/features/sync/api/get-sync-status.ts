import { STORE_DETAIL_POLL_ACTIVE_MS, STORE_DETAIL_POLL_IDLE_MS } from '@storefleet/contract/constants';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { isSyncing } from '../sync-state.ts';

/** How the sync of one store stands: asked every 2 s while it runs, else every 5 s; not in a hidden tab. */
export function syncStatusQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['sync', 'status', storeId],
    queryFn: ({ signal }) => api.call('sync.status', { params: { id: storeId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isSyncing(state.data) ? STORE_DETAIL_POLL_ACTIVE_MS : STORE_DETAIL_POLL_IDLE_MS,
  });
}
