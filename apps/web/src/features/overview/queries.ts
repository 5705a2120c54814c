import type { ApiClient } from '@storefleet/client/api-client';
import { SYNC_STATUS_FULL_CHECK_MS } from '@storefleet/contract/constants';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';

/** Nested under the stores key, so that changes to stores or products invalidate it. */
export const summaryQuery = (api: ApiClient) => callQuery(api, 'overview.summary', ['stores', 'summary']);

/** What needs attention. Also polled: schedules and other users may change it. */
export const attentionQuery = (api: ApiClient) =>
  callQuery(api, 'overview.attention', ['stores', 'attention'], {
    refetchInterval: SYNC_STATUS_FULL_CHECK_MS,
  });

/** The last days in a time zone. */
export function activityQuery(api: ApiClient, timezone: string) {
  return queryOptions({
    queryKey: ['stores', 'activity', timezone],
    queryFn: async ({ signal }) =>
      (await api.call('overview.activity', { query: { timezone }, signal })).days,
  });
}
