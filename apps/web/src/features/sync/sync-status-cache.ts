import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import type { QueryClient } from '@tanstack/react-query';
import { syncStatusesKey } from './api/get-sync-statuses.ts';
import type { SyncStatuses } from './sync-state.ts';

/** Updates the cached sync status of the dashboard and the store's screen. */
export function updateSyncStatus(
  queryClient: QueryClient,
  storeId: string,
  change: (status: SyncStatus | undefined) => SyncStatus | undefined,
): void {
  queryClient.setQueryData<SyncStatuses>(syncStatusesKey, (statuses) => {
    const changed = change(statuses?.[storeId]);
    return changed ? { ...statuses, [storeId]: changed } : statuses;
  });
  queryClient.setQueryData<SyncStatus>(['sync', 'status', storeId], change);
}
