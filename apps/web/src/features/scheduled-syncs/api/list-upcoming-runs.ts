import { UPCOMING_RUNS_DAYS } from '@storefleet/contract/constants';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

const POLL_MS = 60_000;

/** The runs of the coming week. */
export function upcomingRunsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'upcoming'],
    queryFn: ({ signal }) =>
      api.call('scheduledSyncs.upcoming', { query: { days: UPCOMING_RUNS_DAYS }, signal }),
    refetchInterval: POLL_MS,
  });
}
