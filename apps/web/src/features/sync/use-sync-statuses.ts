import { STORE_LIST_REFRESH_DELAY_MS } from '@storefleet/contract/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { syncStatusesQuery } from './api/get-sync-statuses.ts';
import { isSyncing, type SyncStatuses } from './sync-state.ts';

/** Follows the syncs of these stores; `onFinished` is called a second after one has ended. */
export function useSyncStatuses(storeIds: readonly string[], onFinished: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = useQuery(syncStatusesQuery(api, queryClient, storeIds));
  const statuses: SyncStatuses = query.data ?? {};
  useWhenOneEnds(storeIds.filter((id) => isSyncing(statuses[id])).join(), onFinished);

  // Adding or removing a store changes which to poll.
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

/** Calls back shortly after an id disappears from the comma-separated list of running ones. */
function useWhenOneEnds(running: string, onEnd: () => void): void {
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const before = useRef(running);
  const timer = useRef<number>(undefined);
  useEffect(() => {
    const still = new Set(running.split(','));
    const oneEnded = before.current !== '' && before.current.split(',').some((id) => !still.has(id));
    before.current = running;
    if (!oneEnded) return;
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => latest.current(), STORE_LIST_REFRESH_DELAY_MS);
  }, [running]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
