/** Choices, defaults and limits of schedules. Without Zod, so that the web bundle can load it. */

export const SCHEDULE_TYPES = ['daily', 'weekly', 'monthly', 'cron'] as const;
export type ScheduleType = (typeof SCHEDULE_TYPES)[number];
export const SCHEDULE_RUN_STATUSES = ['in_progress', 'completed', 'failed', 'skipped'] as const;
/** Units of the interval after which a schedule of changes runs a full sync. */
export const FULL_SYNC_UNITS = ['runs', 'days'] as const;
export const FULL_SYNC_MAX_EVERY = 1_000;
export const SCHEDULE_SCOPE_DEFAULTS = {
  sync_scope: 'everything',
  full_every: 7,
  full_every_unit: 'days',
} as const;
export const SCHEDULE_DEFAULTS = {
  schedule_type: 'daily',
  sync_method: 'graphql',
  timezone: 'UTC',
  is_active: true,
  max_failures: 3,
  hour: 2,
  minute: 0,
} as const;
/** Initial settings of each schedule type. Days run from 0 (Monday) to 6 (Sunday). */
export const SCHEDULE_CONFIG_DEFAULTS = {
  daily: { hour: 2, minute: 0 },
  weekly: { days: [1], hour: 2, minute: 0 },
  monthly: { day_of_month: 1, hour: 2, minute: 0 },
  cron: { cron: '0 2 * * *' },
} as const;
export const WEEKDAY_LABELS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export const SCHEDULE_MIN_FAILURES = 1;
export const SCHEDULE_MAX_FAILURES = 10;
export const SCHEDULED_SYNCS_DEFAULT_LIMIT = 100;
export const SCHEDULED_SYNCS_MAX_LIMIT = 500;
/** Between the schedules of several stores. */
export const SCHEDULE_DEFAULT_MINUTES_APART = 10;
export const SCHEDULE_MAX_MINUTES_APART = 240;
export const SCHEDULED_SYNC_LOGS_DEFAULT_LIMIT = 50;
export const SCHEDULED_SYNC_LOGS_MAX_LIMIT = 500;
export const SCHEDULE_RUN_TRIGGERS = ['schedule', 'manual'] as const;
export const SCHEDULE_PREVIEW_RUNS = 5;
/** Days in the calendar of upcoming runs. */
export const UPCOMING_RUNS_DAYS = 7;
export const UPCOMING_RUNS_MAX_DAYS = 31;
/** Maximum runs listed in the calendar. */
export const UPCOMING_RUNS_MAX = 2_000;
/** The setting with the address to notify when a schedule has failed too often. */
export const NOTIFICATION_EMAIL_SETTING = 'notification_email';
