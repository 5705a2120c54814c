import { STORE_LIST_REFRESH_DELAY_MS } from '@storefleet/contract/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../lib/api-context.ts';
import { syncStatusesQuery } from './api/get-sync-statuses.ts';
import { isSyncing, type SyncStatuses } from './sync-state.ts';

/** Follows the syncs of the given stores; `onFinished` comes a second after the last of them has ended. */
export function useSyncStatuses(storeIds: readonly string[], onFinished: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = useQuery(syncStatusesQuery(api, queryClient, storeIds));
  const statuses: SyncStatuses = query.data ?? {};
  const anySyncing = storeIds.some((id) => isSyncing(statuses[id]));
  useWhenFinished(anySyncing, onFinished);

  // A store that was added or removed since changes whom to ask about.
  const { refetch } = query;
  const ids = storeIds.join();
  const askedIds = useRef(ids);
  useEffect(() => {
    if (askedIds.current === ids) return;
    askedIds.current = ids;
    void refetch();
  }, [ids, refetch]);

  return { statuses, isStale: query.isError };
}

/** Calls back once, shortly after `running` has turned from true to false. */
export function useWhenFinished(running: boolean, onFinished: () => void): void {
  const latest = useRef(onFinished);
  latest.current = onFinished;
  const wasRunning = useRef(false);
  useEffect(() => {
    const finished = wasRunning.current && !running;
    wasRunning.current = running;
    if (!finished) return;
    const timer = setTimeout(() => latest.current(), STORE_LIST_REFRESH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [running]);
}
