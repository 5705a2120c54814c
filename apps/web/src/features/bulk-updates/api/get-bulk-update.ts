import { BULK_UPDATE_POLL_MS } from '@storefleet/contract/constants';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** How a bulk update stands, from its preview to its result: asked every second while it runs. */
export function bulkUpdateQuery(api: ApiClient, batchId: string) {
  return queryOptions({
    queryKey: ['bulk-updates', 'batch', batchId],
    queryFn: ({ signal }) => api.call('bulkUpdates.get', { params: { batch_id: batchId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? BULK_UPDATE_POLL_MS : false),
  });
}
