import type { ApiClient } from '@storefleet/client/api-client';
import {
  STORE_DETAIL_POLL_ACTIVE_MS,
  STORE_DETAIL_POLL_IDLE_MS,
  SYNC_LOGS_DEFAULT_LIMIT,
} from '@storefleet/contract/constants';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';
import { isSyncing } from '../sync-state.ts';

/** The sync status of one store: polled every 2 s while it runs, otherwise every 5 s; not in a hidden tab. */
export const syncStatusQuery = (api: ApiClient, storeId: string) =>
  callQuery(api, 'sync.status', ['sync', 'status', storeId], {
    params: { id: storeId },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isSyncing(state.data) ? STORE_DETAIL_POLL_ACTIVE_MS : STORE_DETAIL_POLL_IDLE_MS,
  });

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

export const syncLogsQuery = (api: ApiClient, { storeId, page, status }: LogPage) =>
  callQuery(
    api,
    'sync.logs',
    ['sync', 'logs', storeId, page, status?.sync_id ?? null, status?.status ?? null],
    {
      params: { id: storeId },
      query: { limit: SYNC_LOGS_DEFAULT_LIMIT, offset: (page - 1) * SYNC_LOGS_DEFAULT_LIMIT },
      placeholderData: keepPreviousData,
    },
  );

export const SKIPPED_ROWS_PAGE_SIZE = 50;

/** One page of the rows that a run skipped. Pages count from 1. */
export const skippedRowsQuery = (api: ApiClient, storeId: string, syncId: string, page: number) =>
  callQuery(api, 'sync.skippedRows', ['sync', 'skipped', storeId, syncId, page], {
    params: { id: storeId, syncId },
    query: { limit: SKIPPED_ROWS_PAGE_SIZE, offset: (page - 1) * SKIPPED_ROWS_PAGE_SIZE },
    placeholderData: keepPreviousData,
    // A run that has ended skips nothing more.
    staleTime: Number.POSITIVE_INFINITY,
  });

const SHOWN_PRODUCTS = 100;

/** Products that vanished in such numbers that a person has to decide. */
export const heldRemovalsQuery = (api: ApiClient, storeId: string) =>
  callQuery(api, 'sync.removals', ['sync', 'removals', storeId], {
    params: { id: storeId },
    query: { limit: SHOWN_PRODUCTS },
  });
