import type { ApiClient } from '@storefleet/client/api-client';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';
import { historyFilters } from '../api/queries.ts';
import type { HistoryView } from '../filters/history-address.ts';

/** Changes made together, page by page. */
export function batchesQuery(api: ApiClient, view: HistoryView) {
  const filters = historyFilters(view);
  return infiniteQueryOptions({
    queryKey: ['history', 'batches', filters],
    queryFn: ({ signal, pageParam }) =>
      api.call('history.batches', { query: { ...filters, before: pageParam, limit: 10 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** A batch's newest matching changes. */
export function changesOfBatchQuery(api: ApiClient, view: HistoryView, batchId: string) {
  const query = { ...historyFilters(view), batch_id: batchId, page: 1, page_size: 25 };
  return callQuery(api, 'history.list', ['history', 'page', query], { query });
}
