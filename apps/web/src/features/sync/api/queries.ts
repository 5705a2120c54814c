import type { ApiClient } from '@storefleet/client/api-client';
import {
  STORE_DETAIL_POLL_ACTIVE_MS,
  STORE_DETAIL_POLL_IDLE_MS,
  SYNC_LOGS_DEFAULT_LIMIT,
} from '@storefleet/contract/constants';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isSyncing } from '../sync-state.ts';

/** The sync status of one store: polled every 2 s while it runs, otherwise every 5 s; not in a hidden tab. */
export function syncStatusQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['sync', 'status', storeId],
    queryFn: ({ signal }) => api.call('sync.status', { params: { id: storeId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isSyncing(state.data) ? STORE_DETAIL_POLL_ACTIVE_MS : STORE_DETAIL_POLL_IDLE_MS,
  });
}

/** The log of a store's last run; null if another run has started since. */
export function lastRunQuery(api: ApiClient, storeId: string, syncId: string) {
  return queryOptions({
    queryKey: ['sync', 'run', storeId, syncId],
    queryFn: async ({ signal }) => {
      const { logs } = await api.call('sync.logs', { params: { id: storeId }, query: { limit: 1 }, signal });
      return logs.find(({ id }) => id === syncId) ?? null;
    },
  });
}

type LogPage = {
  storeId: string;
  /** Counts from 1; newest runs first. */
  page: number;
  /** The log is refreshed when a run starts or ends. */
  status: SyncStatus | undefined;
};

export function syncLogsQuery(api: ApiClient, { storeId, page, status }: LogPage) {
  return queryOptions({
    queryKey: ['sync', 'logs', storeId, page, status?.sync_id ?? null, status?.status ?? null],
    queryFn: ({ signal }) =>
      api.call('sync.logs', {
        params: { id: storeId },
        query: { limit: SYNC_LOGS_DEFAULT_LIMIT, offset: (page - 1) * SYNC_LOGS_DEFAULT_LIMIT },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export const SKIPPED_ROWS_PAGE_SIZE = 50;

/** One page of the rows that a run skipped. Pages count from 1. */
export function skippedRowsQuery(api: ApiClient, storeId: string, syncId: string, page: number) {
  return queryOptions({
    queryKey: ['sync', 'skipped', storeId, syncId, page],
    queryFn: ({ signal }) =>
      api.call('sync.skippedRows', {
        params: { id: storeId, syncId },
        query: { limit: SKIPPED_ROWS_PAGE_SIZE, offset: (page - 1) * SKIPPED_ROWS_PAGE_SIZE },
        signal,
      }),
    placeholderData: keepPreviousData,
    // A run that has ended skips nothing more.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const SHOWN_PRODUCTS = 100;

/** Products that vanished in such numbers that a person has to decide. */
export function heldRemovalsQuery(api: ApiClient, storeId: string) {
  return queryOptions({
    queryKey: ['sync', 'removals', storeId],
    queryFn: ({ signal }) =>
      api.call('sync.removals', { params: { id: storeId }, query: { limit: SHOWN_PRODUCTS }, signal }),
  });
}
