import type { ApiClient } from '@storefleet/client/api-client';
import { SYNC_STATUS_FULL_CHECK_MS } from '@storefleet/contract/constants';
import { queryOptions } from '@tanstack/react-query';

/** Nested under the stores key, so that changes to stores or products invalidate it. */
export function summaryQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'summary'],
    queryFn: ({ signal }) => api.call('overview.summary', { signal }),
  });
}

/** What needs attention. Also polled: schedules and other users may change it. */
export function attentionQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'attention'],
    queryFn: ({ signal }) => api.call('overview.attention', { signal }),
    refetchInterval: SYNC_STATUS_FULL_CHECK_MS,
  });
}

/** The last days in a time zone. */
export function activityQuery(api: ApiClient, timezone: string) {
  return queryOptions({
    queryKey: ['stores', 'activity', timezone],
    queryFn: async ({ signal }) =>
      (await api.call('overview.activity', { query: { timezone }, signal })).days,
  });
}
