import type { SyncMethod } from '@storefleet/contract/constants';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../../lib/api/use-change.ts';
import { isSyncing, type SyncStatuses } from '../sync-state.ts';
import { syncStatusesKey } from './get-sync-statuses.ts';
import { useStartSync } from './start-sync.ts';

/** Starts asked for at once: each has its source counted, and other calls are to get through. */
const SLOTS = 4;

export type SyncToStart = {
  readonly storeId: string;
  readonly method: SyncMethod;
  /** It was stopped by a person: its status is reset first. */
  readonly wasStopped?: boolean;
};

/** Starts syncs of several stores, a few at a time. Each store's status says how its start went. */
export function useSyncStores() {
  const queryClient = useQueryClient();
  const { mutateAsync: start } = useStartSync();
  return useChange(
    async (api, syncs: readonly SyncToStart[]) => {
      const waiting = syncs.values();
      const workThrough = async () => {
        for (const { storeId, method, wasStopped } of waiting) {
          // Started by somebody else, or by another button, in the meantime.
          if (isSyncing(queryClient.getQueryData<SyncStatuses>(syncStatusesKey)?.[storeId])) continue;
          if (wasStopped) await api.call('sync.reset', { params: { id: storeId } });
          // A refusal is in the store's status; the other stores are started anyway.
          await start({ storeId, method }).catch(() => undefined);
        }
      };
      await Promise.all(Array.from({ length: SLOTS }, workThrough));
    },
    { onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stores', 'attention'] }) },
  );
}
