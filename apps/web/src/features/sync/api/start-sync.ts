import type { ApiCallId } from '@storefleet/contract/api/paths';
import { SYNC_START_STATUS_DELAY_MS, type SyncMethod } from '@storefleet/contract/constants';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { failedStart, startingStatus } from '../starting-status.ts';
import { updateSyncStatus } from '../sync-status-cache.ts';

const calls = {
  graphql: 'sync.startGraphql',
  rest: 'sync.startRest',
  mssql: 'mssql.startSync',
} as const satisfies Record<SyncMethod, ApiCallId>;

type SyncStart = { storeId: string; method: SyncMethod; isOfChanges?: boolean };

/**
 * Starts a sync. The store is shown as syncing at once, and its status is fetched a second later; if the
 * start fails, it is shown as failed with the reason.
 */
export function useStartSync() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ storeId, method, isOfChanges = false }: SyncStart) =>
      api.call(isOfChanges ? 'sync.startChanges' : calls[method], { params: { id: storeId } }),
    onMutate: async ({ storeId }) => {
      await queryClient.cancelQueries({ queryKey: ['sync'] });
      updateSyncStatus(queryClient, storeId, (status) => startingStatus(storeId, status));
    },
    onSuccess: () => {
      setTimeout(
        () => void queryClient.invalidateQueries({ queryKey: ['sync'] }),
        SYNC_START_STATUS_DELAY_MS,
      );
    },
    onError: (error, { storeId }) => {
      updateSyncStatus(queryClient, storeId, (status): SyncStatus | undefined =>
        failedStart(status, describeError(error)),
      );
    },
  });
}
