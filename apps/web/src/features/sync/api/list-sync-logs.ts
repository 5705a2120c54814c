import { SYNC_LOGS_DEFAULT_LIMIT } from '@storefleet/contract/constants';
import type { SyncStatus } from '@storefleet/contract/syncs/sync';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

type Asked = {
  storeId: string;
  /** Counts from 1; the newest runs come first. */
  page: number;
  /** As the log is read again when a run began or ended. */
  status: SyncStatus | undefined;
};

/** One page of the sync runs of a store. */
export function syncLogsQuery(api: ApiClient, { storeId, page, status }: Asked) {
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
