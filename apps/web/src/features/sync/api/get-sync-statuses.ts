import type { ApiClient } from '@storefleet/client/api-client';
import { SYNC_STATUS_POLL_MS } from '@storefleet/contract/constants';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { whileServerIsAway } from '../../../lib/api/query-client.ts';
import {
  isSyncing,
  readLastFullCheck,
  type SyncStatuses,
  saveLastFullCheck,
  storesToCheck,
} from '../sync-state.ts';

export const syncStatusesKey = ['sync', 'statuses'] as const;

/**
 * The sync statuses of these stores. Polls those that are syncing every 3 s; all of them for other reasons,
 * at most every 10 s. Hidden tabs do not poll.
 */
export function syncStatusesQuery(api: ApiClient, queryClient: QueryClient, storeIds: readonly string[]) {
  return queryOptions({
    queryKey: syncStatusesKey,
    queryFn: async ({ signal }): Promise<SyncStatuses> => {
      const known = () => queryClient.getQueryData<SyncStatuses>(syncStatusesKey) ?? {};
      const now = Date.now();
      const lastFullCheck = readLastFullCheck();
      const { ids, isFull } = storesToCheck({ storeIds, known: known(), lastFullCheck, now });
      if (ids.length === 0) return known();
      const fresh = await api.call('sync.statusBatch', { body: { store_ids: ids }, signal });
      if (isFull) saveLastFullCheck(now);
      // The others may have been updated during the request.
      return { ...known(), ...fresh };
    },
    enabled: storeIds.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      storeIds.some((id) => isSyncing(state.data?.[id])) ? SYNC_STATUS_POLL_MS : whileServerIsAway({ state }),
  });
}
