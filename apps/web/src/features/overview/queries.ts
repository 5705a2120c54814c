import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Under the stores' key: whatever changes a store or its products changes these numbers. */
export function summaryQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['stores', 'summary'],
    queryFn: ({ signal }) => api.call('overview.summary', { signal }),
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
