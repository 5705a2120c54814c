import type { ApiClient } from '@storefleet/client/api-client';
import { SYNC_STATUS_FULL_CHECK_MS } from '@storefleet/contract/constants';
import { queryOptions } from '@tanstack/react-query';

/** Under the stores' key: whatever changes a store or its products changes these numbers. */
export function summaryQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'summary'],
    queryFn: ({ signal }) => api.call('overview.summary', { signal }),
  });
}

/** What needs attention. Also asked for now and then: a schedule or a colleague may change it. */
export function attentionQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'attention'],
    queryFn: ({ signal }) => api.call('overview.attention', { signal }),
    refetchInterval: SYNC_STATUS_FULL_CHECK_MS,
  });
}

/** The last days by the calendar of a timezone. */
export function activityQuery(api: ApiClient, timezone: string) {
  return queryOptions({
    queryKey: ['stores', 'activity', timezone],
    queryFn: async ({ signal }) =>
      (await api.call('overview.activity', { query: { timezone }, signal })).days,
  });
}
