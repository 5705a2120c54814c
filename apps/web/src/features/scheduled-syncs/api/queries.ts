import type { ApiClient } from '@storefleet/client/api-client';
import { SCHEDULED_SYNCS_MAX_LIMIT, UPCOMING_RUNS_DAYS } from '@storefleet/contract/syncs/schedule-constants';
import type {
  ScheduledSync,
  ScheduleSeveralInput,
  ScheduleTiming,
} from '@storefleet/contract/syncs/scheduled-syncs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Refetch intervals in milliseconds; lists refetch faster during a run. */
const LIST_POLL = { running: 3_000, idle: 15_000 };
const LOGS_POLL = { running: 2_000, idle: 10_000 };
const SUMMARY_POLL = 15_000;
const UPCOMING_POLL = 60_000;

type ScheduleListRequest = {
  /** Null for both kinds. */
  isActive: boolean | null;
  limit: number;
  offset: number;
};

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
      state.data?.scheduled_syncs.some(isRunning) ? LIST_POLL.running : LIST_POLL.idle,
  });
}

export function isRunning({ last_run_status: status }: ScheduledSync): boolean {
  return status === 'in_progress';
}

export function scheduledSyncQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'detail', id],
    queryFn: ({ signal }) => api.call('scheduledSyncs.get', { params: { id }, signal }),
  });
}

/** Number of schedules, number stopped, and the next run. */
export function scheduleSummaryQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'summary'],
    queryFn: ({ signal }) => api.call('scheduledSyncs.summary', { signal }),
    refetchInterval: SUMMARY_POLL,
  });
}

/** One page of a schedule's runs, newest first. */
export function scheduleLogsQuery(api: ApiClient, id: string, page: { limit: number; offset: number }) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'logs', id, page.limit, page.offset],
    queryFn: ({ signal }) => api.call('scheduledSyncs.logs', { params: { id }, query: page, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.logs.some(({ status }) => status === 'in_progress') ? LOGS_POLL.running : LOGS_POLL.idle,
  });
}

/** Runs of the next seven days. */
export function upcomingRunsQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'upcoming'],
    queryFn: ({ signal }) =>
      api.call('scheduledSyncs.upcoming', { query: { days: UPCOMING_RUNS_DAYS }, signal }),
    refetchInterval: UPCOMING_POLL,
  });
}

/** Timezones known to the server; they change only with its version. */
export function timezonesQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['timezones'],
    queryFn: ({ signal }) => api.call('scheduledSyncs.timezones', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A schedule's description and next runs, with their timezone; null disables the query. */
export function schedulePreviewQuery(api: ApiClient, timing: ScheduleTiming | null) {
  return queryOptions({
    queryKey: ['schedule-preview', timing],
    queryFn: async ({ signal }) => {
      if (timing === null) throw new Error('There is nothing to preview yet.');
      const preview = await api.call('scheduledSyncs.preview', { body: timing, signal });
      return { ...preview, timezone: timing.timezone };
    },
    enabled: timing !== null,
    placeholderData: keepPreviousData,
  });
}

/** Start times for several stores; null disables the query. */
export function severalPlanQuery(api: ApiClient, input: ScheduleSeveralInput | null) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'several', input],
    queryFn: ({ signal }) => {
      if (input === null) throw new Error('There is nothing to plan yet.');
      return api.call('scheduledSyncs.planSeveral', { body: input, signal });
    },
    enabled: input !== null,
    placeholderData: keepPreviousData,
  });
}

/** Stores with a schedule, as far as the list goes. */
export function scheduledStoresQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['scheduled-syncs', 'stores'],
    queryFn: ({ signal }) =>
      api.call('scheduledSyncs.list', { query: { limit: SCHEDULED_SYNCS_MAX_LIMIT, offset: 0 }, signal }),
    select: ({ scheduled_syncs: schedules }) => new Set(schedules.map(({ store_id: id }) => id)),
  });
}
