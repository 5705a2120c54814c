import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export type ScheduleListRequest = {
  /** Null for both kinds. */
  isActive: boolean | null;
  limit: number;
  offset: number;
};

/** How often the list is looked at again, in milliseconds: while a run is under way, and else. */
const RUNNING_POLL_MS = 3_000;
const IDLE_POLL_MS = 15_000;

export function scheduledSyncsQuery(api: ApiClient, { isActive, limit, offset }: ScheduleListRequest) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'list', isActive, limit, offset],
    queryFn: ({ signal }) =>
      api.call('scheduledSyncs.list', {
        query: { ...(isActive === null ? {} : { is_active: isActive }), limit, offset },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.scheduled_syncs.some(isRunning) ? RUNNING_POLL_MS : IDLE_POLL_MS,
  });
}

export function isRunning({ last_run_status: status }: ScheduledSync): boolean {
  return status === 'in_progress';
}

/** Reads again whatever shows schedules: the list, the counts, the week and the logs. */
export function refreshSchedules(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['scheduled-syncs'] });
}
