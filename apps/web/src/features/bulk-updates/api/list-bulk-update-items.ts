import type { BulkUpdateItemsQuery } from '@storefleet/contract/bulk-updates';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client.ts';

export type ShownItems = NonNullable<BulkUpdateItemsQuery['show']>;

/** Rows per request. */
export const ITEMS_REQUEST_SIZE = 200;

type Asked = {
  batchId: string;
  show: ShownItems;
  /** Counted from 0, in requests of `ITEMS_REQUEST_SIZE`. */
  page: number;
  /** Rows of a batch that ended, or was only planned, do not change any more. */
  settled: boolean;
};

export function bulkUpdateItemsQuery(api: ApiClient, { batchId, show, page, settled }: Asked) {
  return queryOptions({
    queryKey: ['bulk-updates', 'items', batchId, show, page],
    queryFn: ({ signal }) =>
      api.call('bulkUpdates.items', {
        params: { batch_id: batchId },
        query: { show, limit: ITEMS_REQUEST_SIZE, offset: page * ITEMS_REQUEST_SIZE },
        signal,
      }),
    staleTime: settled ? Number.POSITIVE_INFINITY : 0,
  });
}
