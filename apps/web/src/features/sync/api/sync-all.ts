import { SYNC_START_STATUS_DELAY_MS } from '@storefleet/contract/constants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { startingStatus } from '../starting-status.ts';
import { updateSyncStatus } from '../sync-status-cache.ts';

/** Starts a sync of every active store and says per store whether it started. */
export function useSyncAll() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sync.startAll'),
    onSuccess: ({ results }) => {
      for (const result of results.filter(({ success }) => success)) {
        updateSyncStatus(queryClient, result.store_id, (status) => startingStatus(result.store_id, status));
      }
      setTimeout(
        () => void queryClient.invalidateQueries({ queryKey: ['sync'] }),
        SYNC_START_STATUS_DELAY_MS,
      );
    },
  });
}
