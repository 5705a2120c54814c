import type { ApiClient } from '@storefleet/client/api-client';
import { SCHEDULED_SYNCS_MAX_LIMIT, UPCOMING_RUNS_DAYS } from '@storefleet/contract/syncs/schedule-constants';
import type {
  ScheduledSync,
  ScheduleSeveralInput,
  ScheduleTiming,
} from '@storefleet/contract/syncs/scheduled-syncs';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/call-query.ts';

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

export const scheduledSyncsQuery = (api: ApiClient, { isActive, limit, offset }: ScheduleListRequest) =>
  callQuery(api, 'scheduledSyncs.list', ['scheduled-syncs', 'list', isActive, limit, offset], {
    query: { ...(isActive === null ? {} : { is_active: isActive }), limit, offset },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.scheduled_syncs.some(isRunning) ? LIST_POLL.running : LIST_POLL.idle,
  });

export function isRunning({ last_run_status: status }: ScheduledSync): boolean {
  return status === 'in_progress';
}

export const scheduledSyncQuery = (api: ApiClient, id: string) =>
  callQuery(api, 'scheduledSyncs.get', ['scheduled-syncs', 'detail', id], { params: { id } });

/** Number of schedules, number stopped, and the next run. */
export const scheduleSummaryQuery = (api: ApiClient) =>
  callQuery(api, 'scheduledSyncs.summary', ['scheduled-syncs', 'summary'], { refetchInterval: SUMMARY_POLL });

/** One page of a schedule's runs, newest first. */
export const scheduleLogsQuery = (api: ApiClient, id: string, page: { limit: number; offset: number }) =>
  callQuery(api, 'scheduledSyncs.logs', ['scheduled-syncs', 'logs', id, page.limit, page.offset], {
    params: { id },
    query: page,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.logs.some(({ status }) => status === 'in_progress') ? LOGS_POLL.running : LOGS_POLL.idle,
  });

/** Runs of the next seven days. */
export const upcomingRunsQuery = (api: ApiClient) =>
  callQuery(api, 'scheduledSyncs.upcoming', ['scheduled-syncs', 'upcoming'], {
    query: { days: UPCOMING_RUNS_DAYS },
    refetchInterval: UPCOMING_POLL,
  });

/** Timezones known to the server; they change only with its version. */
export const timezonesQuery = (api: ApiClient) =>
  callQuery(api, 'scheduledSyncs.timezones', ['timezones'], { staleTime: Number.POSITIVE_INFINITY });

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
export const scheduledStoresQuery = (api: ApiClient) =>
  callQuery(api, 'scheduledSyncs.list', ['scheduled-syncs', 'stores'], {
    query: { limit: SCHEDULED_SYNCS_MAX_LIMIT, offset: 0 },
    select: ({ scheduled_syncs: schedules }) => new Set(schedules.map(({ store_id: id }) => id)),
  });
