import type { SyncMethod } from '@storefleet/contract/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../../lib/api/use-change.ts';
import { isSyncing, type SyncStatuses } from '../sync-state.ts';
import { syncStatusesKey } from './get-sync-statuses.ts';
import { useStartSync } from './start-sync.ts';

/** Concurrent starts: each asks a source for its counts, and other calls should get through. */
const SLOTS = 4;

export type SyncToStart = {
  readonly storeId: string;
  readonly method: SyncMethod;
  /** Stopped by a person: its status is reset first. */
  readonly wasStopped?: boolean;
};

/** Starts syncs of several stores, a few at a time. Each store's status shows the outcome. */
export function useSyncStores() {
  const queryClient = useQueryClient();
  const { mutateAsync: start } = useStartSync();
  return useChange(
    async (api, syncs: readonly SyncToStart[]) => {
      const waiting = syncs.values();
      const workThrough = async () => {
        for (const { storeId, method, wasStopped } of waiting) {
          // Started meanwhile by somebody else, or with another button.
          if (isSyncing(queryClient.getQueryData<SyncStatuses>(syncStatusesKey)?.[storeId])) continue;
          if (wasStopped) await api.call('sync.reset', { params: { id: storeId } });
          // The store's status shows a refusal; the other stores are started anyway.
          await start({ storeId, method }).catch(() => undefined);
        }
      };
      await Promise.all(Array.from({ length: SLOTS }, workThrough));
    },
    { onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stores', 'attention'] }) },
  );
}
