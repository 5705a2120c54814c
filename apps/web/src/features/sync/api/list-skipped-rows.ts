import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

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
    // A run that ended skips nothing more.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
