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
 * How the syncs of the given stores stand. Asked again every 3 s as long as one of them is syncing, of those
 * alone; all of them are asked about with each further reason, at most every 10 s. Hidden tabs do not ask.
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
      // The others may have been updated while the answer was under way.
      return { ...known(), ...fresh };
    },
    enabled: storeIds.length > 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) =>
      storeIds.some((id) => isSyncing(state.data?.[id])) ? SYNC_STATUS_POLL_MS : whileServerIsAway({ state }),
  });
}
