import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

const POLL_MS = 15_000;

/** How many schedules there are, how many stopped, and when the next run is due. */
export function scheduleSummaryQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'summary'],
    queryFn: ({ signal }) => api.call('scheduledSyncs.summary', { signal }),
    refetchInterval: POLL_MS,
  });
}
