import type { BulkUpdateStatus } from '@storefleet/contract/constants';
import type { BulkUpdateItemsQuery } from '@storefleet/contract/edits/bulk-updates';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export type ShownItems = NonNullable<BulkUpdateItemsQuery['show']>;

/** Rows per request. */
export const ITEMS_REQUEST_SIZE = 200;

type Asked = {
  batchId: string;
  show: ShownItems;
  /** Counted from 0, in requests of `ITEMS_REQUEST_SIZE`. */
  page: number;
  /** Of the batch: its rows are others once it was applied, and do not change unless it runs. */
  status: BulkUpdateStatus;
};

export function bulkUpdateItemsQuery(api: ApiClient, { batchId, show, page, status }: Asked) {
  return queryOptions({
    queryKey: ['bulk-updates', 'items', batchId, status, show, page],
    queryFn: ({ signal }) =>
      api.call('bulkUpdates.items', {
        params: { batch_id: batchId },
        query: { show, limit: ITEMS_REQUEST_SIZE, offset: page * ITEMS_REQUEST_SIZE },
        signal,
      }),
    staleTime: status === 'in_progress' ? 0 : Number.POSITIVE_INFINITY,
  });
}
