import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** How often the runs are looked at again, in milliseconds: while one is under way, and else. */
const RUNNING_POLL_MS = 2_000;
const IDLE_POLL_MS = 10_000;

/** One page of the runs of a schedule, newest first. */
export function scheduleLogsQuery(api: ApiClient, id: string, page: { limit: number; offset: number }) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'logs', id, page.limit, page.offset],
    queryFn: ({ signal }) => api.call('scheduledSyncs.logs', { params: { id }, query: page, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.logs.some(({ status }) => status === 'in_progress') ? RUNNING_POLL_MS : IDLE_POLL_MS,
  });
}
