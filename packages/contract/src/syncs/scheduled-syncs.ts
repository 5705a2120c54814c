import { z } from 'zod';
import {
  basedOn,
  IdempotencyKey,
  idOf,
  limitQuery,
  OffsetQuery,
  Outcome,
  QueryBoolean,
  queryFilter,
  queryInteger,
  requiredText,
  Timestamp,
  Uuid,
} from '../api/common.ts';
import { model } from '../api/model.ts';
import { defineRoute } from '../api/route.ts';
import { messages } from '../messages.ts';
import {
  FULL_SYNC_MAX_EVERY,
  FULL_SYNC_UNITS,
  SCHEDULE_DEFAULT_MINUTES_APART,
  SCHEDULE_DEFAULTS,
  SCHEDULE_MAX_FAILURES,
  SCHEDULE_MAX_MINUTES_APART,
  SCHEDULE_MIN_FAILURES,
  SCHEDULE_RUN_STATUSES,
  SCHEDULE_RUN_TRIGGERS,
  SCHEDULE_SCOPE_DEFAULTS,
  SCHEDULE_TYPES,
  SCHEDULED_SYNC_LOGS_DEFAULT_LIMIT,
  SCHEDULED_SYNC_LOGS_MAX_LIMIT,
  SCHEDULED_SYNCS_DEFAULT_LIMIT,
  SCHEDULED_SYNCS_MAX_LIMIT,
  UPCOMING_RUNS_DAYS,
  UPCOMING_RUNS_MAX_DAYS,
} from './schedule-constants.ts';
import { SyncLog, SyncMethod, SyncScope } from './sync.ts';

function integerField(name: string, min: number, max: number) {
  const sentence = messages.scheduledSyncs.outOfRange(name, min, max);
  return z.int({ error: sentence }).min(min, { error: sentence }).max(max, { error: sentence });
}

const timeOfDay = {
  hour: integerField('Hour', 0, 23).default(SCHEDULE_DEFAULTS.hour),
  minute: integerField('Minute', 0, 59).default(SCHEDULE_DEFAULTS.minute),
};

/** The settings of each schedule type. Days run from 0 (Monday) to 6 (Sunday). */
const DailyConfig = z.object(timeOfDay);
const WeeklyConfig = z.object({
  ...timeOfDay,
  days: z
    .array(integerField('Day', 0, 6), { error: messages.scheduledSyncs.daysMissing })
    .min(1, { error: messages.scheduledSyncs.daysMissing })
    .transform((days) => [...new Set(days)].sort((a, b) => a - b)),
});
const MonthlyConfig = z.object({ ...timeOfDay, day_of_month: integerField('Day of month', 1, 31) });
const CronConfig = z.object({
  cron: requiredText(messages.scheduledSyncs.cronMissing).describe('minute hour day month day_of_week'),
});

const daily = { schedule_type: z.literal('daily'), schedule_config: DailyConfig };
const weekly = { schedule_type: z.literal('weekly'), schedule_config: WeeklyConfig };
const monthly = { schedule_type: z.literal('monthly'), schedule_config: MonthlyConfig };
const cron = { schedule_type: z.literal('cron'), schedule_config: CronConfig };
const scheduleTypeSentence = { error: 'Schedule type must be daily, weekly, monthly or cron.' };

const Timezone = requiredText(messages.scheduledSyncs.timezoneMissing, 100);

/** What a schedule syncs; for changes, the number of runs or days between full syncs. */
const scopeFields = {
  sync_scope: SyncScope.default(SCHEDULE_SCOPE_DEFAULTS.sync_scope),
  full_every: integerField('Full sync every', 1, FULL_SYNC_MAX_EVERY).default(
    SCHEDULE_SCOPE_DEFAULTS.full_every,
  ),
  full_every_unit: z
    .enum(FULL_SYNC_UNITS, { error: 'Must be runs or days.' })
    .default(SCHEDULE_SCOPE_DEFAULTS.full_every_unit),
};

const scheduleFields = {
  name: requiredText(messages.scheduledSyncs.nameMissing),
  store_id: z.uuid({
    error: ({ input }) => (input ? 'This is not a valid id.' : messages.scheduledSyncs.storeMissing),
  }),
  sync_method: SyncMethod.default(SCHEDULE_DEFAULTS.sync_method),
  ...scopeFields,
  timezone: Timezone.default(SCHEDULE_DEFAULTS.timezone),
  is_active: z.boolean({ error: 'Must be true or false.' }).default(SCHEDULE_DEFAULTS.is_active),
  max_failures: integerField('Max failures', SCHEDULE_MIN_FAILURES, SCHEDULE_MAX_FAILURES).default(
    SCHEDULE_DEFAULTS.max_failures,
  ),
};

export const ScheduledSyncInput = z
  .discriminatedUnion(
    'schedule_type',
    [
      z.object({ ...scheduleFields, ...daily }),
      z.object({ ...scheduleFields, ...weekly }),
      z.object({ ...scheduleFields, ...monthly }),
      z.object({ ...scheduleFields, ...cron }),
    ],
    scheduleTypeSentence,
  )
  .meta({ id: 'ScheduledSyncInput' });
export type ScheduledSyncInput = z.infer<typeof ScheduledSyncInput>;

const severalFields = {
  name: scheduleFields.name,
  store_ids: z
    .array(z.uuid({ error: 'This is not a valid id.' }), { error: messages.scheduledSyncs.storeMissing })
    .min(1, { error: messages.scheduledSyncs.storeMissing })
    .max(SCHEDULED_SYNCS_MAX_LIMIT, { error: `At most ${SCHEDULED_SYNCS_MAX_LIMIT} stores at once.` })
    .transform((ids) => [...new Set(ids)]),
  ...scopeFields,
  minutes_apart: integerField('Minutes apart', 0, SCHEDULE_MAX_MINUTES_APART).default(
    SCHEDULE_DEFAULT_MINUTES_APART,
  ),
  timezone: scheduleFields.timezone,
  is_active: scheduleFields.is_active,
  max_failures: scheduleFields.max_failures,
};

/**
 * A schedule for each of several stores: the first at the time of `schedule_config`, each other one at least
 * `minutes_apart` later and clear of other schedules' runs. Each gets the name with its store's.
 */
export const ScheduleSeveralInput = z
  .discriminatedUnion(
    'schedule_type',
    [z.object({ ...severalFields, ...daily }), z.object({ ...severalFields, ...weekly })],
    { error: 'The schedules of several stores are daily or weekly.' },
  )
  .meta({ id: 'ScheduleSeveralInput' });
export type ScheduleSeveralInput = z.infer<typeof ScheduleSeveralInput>;

/** In the order of the requested stores. */
export const ScheduleSeveralPlan = model('ScheduleSeveralPlan', {
  schedules: z.array(
    z.object({
      store_id: Uuid,
      store_name: z.string(),
      schedule_description: z.string(),
      next_run_at: Timestamp,
    }),
  ),
});
export type ScheduleSeveralPlan = z.infer<typeof ScheduleSeveralPlan>;

/** When a schedule runs, for a preview. */
export const ScheduleTiming = z
  .discriminatedUnion(
    'schedule_type',
    [
      z.object({ timezone: Timezone, ...daily }),
      z.object({ timezone: Timezone, ...weekly }),
      z.object({ timezone: Timezone, ...monthly }),
      z.object({ timezone: Timezone, ...cron }),
    ],
    scheduleTypeSentence,
  )
  .meta({ id: 'ScheduleTiming' });
export type ScheduleTiming = z.infer<typeof ScheduleTiming>;

/** `problem` says what is wrong with the timing and at which field; the rest is then empty. */
export const SchedulePreview = model('SchedulePreview', {
  schedule_description: z.string().nullable(),
  next_runs: z.array(Timestamp),
  problem: z.object({ path: z.string(), message: z.string() }).nullable(),
});
export type SchedulePreview = z.infer<typeof SchedulePreview>;

export const ScheduledSync = model('ScheduledSync', {
  id: Uuid,
  name: z.string(),
  store_id: Uuid,
  store_name: z.string(),
  sync_method: SyncMethod,
  sync_scope: SyncScope,
  full_every: z.int(),
  full_every_unit: z.enum(FULL_SYNC_UNITS),
  schedule_type: z.enum(SCHEDULE_TYPES),
  schedule_config: z
    .object({
      hour: z.int(),
      minute: z.int(),
      days: z.array(z.int()),
      day_of_month: z.int(),
      cron: z.string(),
    })
    .partial(),
  schedule_description: z.string(),
  timezone: z.string(),
  is_active: z.boolean(),
  max_failures: z.int(),
  failure_count: z.int().min(0),
  last_run_status: z.enum(SCHEDULE_RUN_STATUSES).nullable(),
  last_run_at: Timestamp.nullable(),
  next_run_at: Timestamp.nullable(),
});
export type ScheduledSync = z.infer<typeof ScheduledSync>;

export const ScheduledSyncUpdate = ScheduledSyncInput.and(
  z.object({
    based_on: basedOn(
      ScheduledSync.pick({
        name: true,
        store_id: true,
        sync_method: true,
        sync_scope: true,
        full_every: true,
        full_every_unit: true,
        schedule_type: true,
        schedule_config: true,
        timezone: true,
        is_active: true,
        max_failures: true,
      }),
    ),
  }),
).meta({ id: 'ScheduledSyncUpdate' });
export type ScheduledSyncUpdate = z.infer<typeof ScheduledSyncUpdate>;

export const ScheduledSyncQuery = z.object({
  store_id: queryFilter(Uuid),
  is_active: queryFilter(QueryBoolean),
  limit: limitQuery({ defaultLimit: SCHEDULED_SYNCS_DEFAULT_LIMIT, maxLimit: SCHEDULED_SYNCS_MAX_LIMIT }),
  offset: OffsetQuery,
});
export type ScheduledSyncQuery = z.infer<typeof ScheduledSyncQuery>;

export const ScheduledSyncList = model('ScheduledSyncList', {
  scheduled_syncs: z.array(ScheduledSync),
  total: z.int().min(0),
});
export type ScheduledSyncList = z.infer<typeof ScheduledSyncList>;

export const ScheduledSyncSummary = model('ScheduledSyncSummary', {
  total_schedules: z.int().min(0),
  active_schedules: z.int().min(0),
  failed_schedules: z.int().min(0),
  next_run: Timestamp.nullable(),
});
export type ScheduledSyncSummary = z.infer<typeof ScheduledSyncSummary>;

/** One run of a schedule; a skipped one started no sync and says why. */
export const ScheduledSyncLog = model('ScheduledSyncLog', {
  id: Uuid,
  scheduled_sync_id: Uuid,
  sync_id: Uuid.nullable(),
  trigger: z.enum(SCHEDULE_RUN_TRIGGERS).describe('manual: by Run Now'),
  status: z.enum(SCHEDULE_RUN_STATUSES),
  message: z.string().nullable(),
  due_at: Timestamp,
  started_at: Timestamp,
  completed_at: Timestamp.nullable(),
  counts: SyncLog.shape.counts.nullable(),
  error_message: z.string().nullable(),
});
export type ScheduledSyncLog = z.infer<typeof ScheduledSyncLog>;

export const ScheduledSyncLogList = model('ScheduledSyncLogList', {
  logs: z.array(ScheduledSyncLog),
  total: z.int().min(0),
});
export type ScheduledSyncLogList = z.infer<typeof ScheduledSyncLogList>;

const ScheduledSyncLogQuery = z.object({
  limit: limitQuery({
    defaultLimit: SCHEDULED_SYNC_LOGS_DEFAULT_LIMIT,
    maxLimit: SCHEDULED_SYNC_LOGS_MAX_LIMIT,
  }),
  offset: OffsetQuery,
});

export const ScheduledSyncExecuted = model('ScheduledSyncExecuted', {
  success: z.boolean(),
  message: z.string(),
  task_id: Uuid.nullable(),
});
export type ScheduledSyncExecuted = z.infer<typeof ScheduledSyncExecuted>;

/**
 * Upcoming runs, soonest first; if there are too many, the last ones of the busiest schedules are omitted.
 */
export const UpcomingRuns = model('UpcomingRuns', {
  runs: z.array(
    z.object({
      scheduled_sync_id: Uuid,
      name: z.string(),
      store_id: Uuid,
      store_name: z.string(),
      due_at: Timestamp,
    }),
  ),
  truncated: z.boolean().describe('Whether there are more runs in these days than listed'),
});
export type UpcomingRuns = z.infer<typeof UpcomingRuns>;

const UpcomingRunsQuery = z.object({
  days: queryInteger({ min: 1, max: UPCOMING_RUNS_MAX_DAYS, name: 'days' }).default(UPCOMING_RUNS_DAYS),
});

const params = z.object({ id: idOf('schedule_not_found') });

export const scheduledSyncRoutes = {
  list: defineRoute('scheduledSyncs.list', {
    summary: 'List scheduled syncs',
    query: ScheduledSyncQuery,
    response: ScheduledSyncList,
  }),
  create: defineRoute('scheduledSyncs.create', {
    summary: 'Add a scheduled sync',
    description: 'With `Idempotency-Key`, repeating the request returns the schedule created first.',
    headers: z.object({ 'idempotency-key': IdempotencyKey }),
    body: ScheduledSyncInput,
    response: ScheduledSync,
    status: 201,
  }),
  createSeveral: defineRoute('scheduledSyncs.createSeveral', {
    summary: 'Add a scheduled sync for each of several stores, staggered',
    description: 'All or none. With `Idempotency-Key`, repeating the request returns the same schedules.',
    headers: z.object({ 'idempotency-key': IdempotencyKey }),
    body: ScheduleSeveralInput,
    response: ScheduledSyncList,
    status: 201,
  }),
  planSeveral: defineRoute('scheduledSyncs.planSeveral', {
    summary: 'Preview when the schedules of several stores would run',
    body: ScheduleSeveralInput,
    response: ScheduleSeveralPlan,
  }),
  summary: defineRoute('scheduledSyncs.summary', {
    summary: 'Counts, and the next run',
    response: ScheduledSyncSummary,
  }),
  timezones: defineRoute('scheduledSyncs.timezones', {
    summary: 'List the supported timezones',
    response: z.array(z.string()),
  }),
  preview: defineRoute('scheduledSyncs.preview', {
    summary: 'A schedule in words, with its next five runs',
    body: ScheduleTiming,
    response: SchedulePreview,
  }),
  upcoming: defineRoute('scheduledSyncs.upcoming', {
    summary: 'List the runs due in the coming days',
    query: UpcomingRunsQuery,
    response: UpcomingRuns,
  }),
  get: defineRoute('scheduledSyncs.get', {
    summary: 'Read a scheduled sync',
    params,
    response: ScheduledSync,
  }),
  update: defineRoute('scheduledSyncs.update', {
    summary: 'Change a scheduled sync',
    params,
    body: ScheduledSyncUpdate,
    response: ScheduledSync,
  }),
  delete: defineRoute('scheduledSyncs.delete', {
    summary: 'Delete a scheduled sync',
    params,
    response: Outcome,
  }),
  execute: defineRoute('scheduledSyncs.execute', {
    summary: 'Run a scheduled sync now',
    params,
    response: ScheduledSyncExecuted,
  }),
  toggle: defineRoute('scheduledSyncs.toggle', {
    summary: 'Switch a scheduled sync on or off',
    description: 'With `is_active`, sets that state; without it, toggles.',
    params,
    query: z.object({ is_active: QueryBoolean.optional() }),
    response: ScheduledSync,
  }),
  logs: defineRoute('scheduledSyncs.logs', {
    summary: 'List the runs of a scheduled sync, newest first',
    params,
    query: ScheduledSyncLogQuery,
    response: ScheduledSyncLogList,
  }),
};
