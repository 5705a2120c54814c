import { SYNC_START_STATUS_DELAY_MS } from '@storefleet/contract/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { startingStatus } from '../starting-status.ts';
import { updateSyncStatus } from '../sync-status-cache.ts';
import { syncStatusesKey } from './get-sync-statuses.ts';

/** Starts a sync of every active store and reports per store whether it started. */
export function useSyncAll() {
  const api = useApi();
  const queryClient = useQueryClient();

  /** A refused start may be a failed sync, and idle stores would not be polled soon. */
  async function askAbout(refused: readonly string[]): Promise<void> {
    const statuses = await api.call('sync.statusBatch', { body: { store_ids: [...refused] } });
    for (const status of Object.values(statuses)) {
      updateSyncStatus(queryClient, status.store_id, () => status);
    }
  }

  return useMutation({
    mutationFn: () => api.call('sync.startAll'),
    onSuccess: async ({ results }) => {
      // Statuses requested before the start would show idle stores.
      await queryClient.cancelQueries({ queryKey: syncStatusesKey });
      for (const result of results.filter(({ success }) => success)) {
        updateSyncStatus(queryClient, result.store_id, (status) => startingStatus(result.store_id, status));
      }
      const refused = results.filter(({ success }) => !success).map(({ store_id }) => store_id);
      // If this fails, the next full check shows it.
      if (refused.length > 0) askAbout(refused).catch(() => {});
      setTimeout(
        () => void queryClient.invalidateQueries({ queryKey: ['sync'] }),
        SYNC_START_STATUS_DELAY_MS,
      );
    },
  });
}
