import { DEFAULT_STORE_TYPE, type SyncMethod, type SyncScope } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { STORE_KINDS } from '@storefleet/contract/stores/store-kinds';
import type { Store } from '@storefleet/contract/stores/stores';
import {
  FULL_SYNC_MAX_EVERY,
  type FULL_SYNC_UNITS,
  SCHEDULE_CONFIG_DEFAULTS,
  SCHEDULE_DEFAULTS,
  SCHEDULE_MAX_FAILURES,
  SCHEDULE_MIN_FAILURES,
  SCHEDULE_SCOPE_DEFAULTS,
  type ScheduleType,
} from '@storefleet/contract/syncs/schedule-constants';
import type {
  ScheduledSync,
  ScheduledSyncInput,
  ScheduleTiming,
} from '@storefleet/contract/syncs/scheduled-syncs';

/** Form state. Numbers stay text until sent, so that typed text is kept. */
export type ScheduleFormValues = {
  name: string;
  store_id: string;
  sync_method: SyncMethod;
  sync_scope: SyncScope;
  /** For a schedule of changes: interval of full syncs. */
  full_every: string;
  full_every_unit: (typeof FULL_SYNC_UNITS)[number];
  schedule_type: ScheduleType;
  hour: string;
  minute: string;
  /** From 0, Monday, to 6, Sunday, in order. */
  days: readonly number[];
  day_of_month: string;
  cron: string;
  timezone: string;
  is_active: boolean;
  max_failures: string;
};

export type ScheduleFormField = keyof ScheduleFormValues;
export type ScheduleProblems = Partial<Record<ScheduleFormField, string>>;

type ConfigValues = Pick<ScheduleFormValues, 'hour' | 'minute' | 'days' | 'day_of_month' | 'cron'>;

const defaultConfig: ConfigValues = {
  hour: String(SCHEDULE_DEFAULTS.hour),
  minute: String(SCHEDULE_DEFAULTS.minute),
  days: SCHEDULE_CONFIG_DEFAULTS.weekly.days,
  day_of_month: String(SCHEDULE_CONFIG_DEFAULTS.monthly.day_of_month),
  cron: SCHEDULE_CONFIG_DEFAULTS.cron.cron,
};

export const newSchedule: ScheduleFormValues = {
  name: '',
  store_id: '',
  sync_method: SCHEDULE_DEFAULTS.sync_method,
  sync_scope: SCHEDULE_SCOPE_DEFAULTS.sync_scope,
  full_every: String(SCHEDULE_SCOPE_DEFAULTS.full_every),
  full_every_unit: SCHEDULE_SCOPE_DEFAULTS.full_every_unit,
  schedule_type: SCHEDULE_DEFAULTS.schedule_type,
  ...defaultConfig,
  timezone: SCHEDULE_DEFAULTS.timezone,
  is_active: SCHEDULE_DEFAULTS.is_active,
  max_failures: String(SCHEDULE_DEFAULTS.max_failures),
};

/** Form state of a stored schedule; fields of other types have their defaults. */
export function formOf(schedule: ScheduledSync): ScheduleFormValues {
  const { hour, minute, days, day_of_month: dayOfMonth, cron } = schedule.schedule_config;
  return {
    name: schedule.name,
    store_id: schedule.store_id,
    sync_method: schedule.sync_method,
    sync_scope: schedule.sync_scope,
    full_every: String(schedule.full_every),
    full_every_unit: schedule.full_every_unit,
    schedule_type: schedule.schedule_type,
    hour: hour === undefined ? defaultConfig.hour : String(hour),
    minute: minute === undefined ? defaultConfig.minute : String(minute),
    days: days ?? defaultConfig.days,
    day_of_month: dayOfMonth === undefined ? defaultConfig.day_of_month : String(dayOfMonth),
    cron: cron ?? defaultConfig.cron,
    timezone: schedule.timezone,
    is_active: schedule.is_active,
    max_failures: String(schedule.max_failures),
  };
}

/** Switches the type: a new schedule takes its defaults, an edited one keeps its values. */
export function withType(values: ScheduleFormValues, type: ScheduleType, isNew: boolean): ScheduleFormValues {
  return { ...values, ...(isNew ? defaultConfig : {}), schedule_type: type };
}

/** Switches the store, with a fitting method. */
export function withStore(values: ScheduleFormValues, store: Store | undefined): ScheduleFormValues {
  const methods = methodsOf(store);
  const [first] = methods;
  const keeps = methods.includes(values.sync_method) || first === undefined;
  return { ...values, store_id: store?.id ?? '', sync_method: keeps ? values.sync_method : first };
}

/** Sync methods of a store. Before a choice, those of a Shopify store. */
export function methodsOf(store: Store | undefined): readonly SyncMethod[] {
  return STORE_KINDS[store?.store_type ?? DEFAULT_STORE_TYPE].syncMethods;
}

/** Validation errors by field. */
export function scheduleProblems(values: ScheduleFormValues): ScheduleProblems {
  const problems: ScheduleProblems = timingProblems(values);
  if (values.name.trim() === '') problems.name = messages.scheduledSyncs.nameMissing;
  if (values.store_id === '') problems.store_id = messages.scheduledSyncs.storeMissing;
  const limit = numberProblem(
    'Max failures',
    values.max_failures,
    SCHEDULE_MIN_FAILURES,
    SCHEDULE_MAX_FAILURES,
  );
  if (limit) problems.max_failures = limit;
  const every = numberProblem('Full sync every', values.full_every, 1, FULL_SYNC_MAX_EVERY);
  if (every) problems.full_every = every;
  return problems;
}

function timingProblems(values: ScheduleFormValues): ScheduleProblems {
  const problems: ScheduleProblems = {};
  if (values.timezone === '') problems.timezone = messages.scheduledSyncs.timezoneMissing;
  if (values.schedule_type === 'cron') {
    if (values.cron.trim() === '') problems.cron = messages.scheduledSyncs.cronMissing;
    return problems;
  }
  const found = {
    hour: numberProblem('Hour', values.hour, 0, 23),
    minute: numberProblem('Minute', values.minute, 0, 59),
    day_of_month:
      values.schedule_type === 'monthly' ? numberProblem('Day of month', values.day_of_month, 1, 31) : null,
    days:
      values.schedule_type === 'weekly' && values.days.length === 0
        ? messages.scheduledSyncs.daysMissing
        : null,
  };
  for (const [field, sentence] of Object.entries(found)) {
    if (sentence !== null) problems[field as keyof typeof found] = sentence;
  }
  return problems;
}

export function numberProblem(name: string, text: string, min: number, max: number): string | null {
  const value = wholeNumber(text);
  return value >= min && value <= max ? null : messages.scheduledSyncs.outOfRange(name, min, max);
}

/** NaN for anything else. */
function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
}

/** Timing for the server; null until complete. */
export function timingOf(values: ScheduleFormValues): ScheduleTiming | null {
  return Object.keys(timingProblems(values)).length === 0
    ? { timezone: values.timezone, ...configOf(values) }
    : null;
}

/** Request body of valid values. */
export function toInput(values: ScheduleFormValues): ScheduledSyncInput {
  return {
    name: values.name.trim(),
    store_id: values.store_id,
    sync_method: values.sync_method,
    sync_scope: values.sync_scope,
    full_every: wholeNumber(values.full_every),
    full_every_unit: values.full_every_unit,
    timezone: values.timezone,
    is_active: values.is_active,
    max_failures: wholeNumber(values.max_failures),
    ...configOf(values),
  };
}

function configOf(values: ScheduleFormValues) {
  const time = { hour: wholeNumber(values.hour), minute: wholeNumber(values.minute) };
  switch (values.schedule_type) {
    case 'daily':
      return { schedule_type: 'daily' as const, schedule_config: time };
    case 'weekly':
      return { schedule_type: 'weekly' as const, schedule_config: { ...time, days: [...values.days] } };
    case 'monthly':
      return {
        schedule_type: 'monthly' as const,
        schedule_config: { ...time, day_of_month: wholeNumber(values.day_of_month) },
      };
    case 'cron':
      return { schedule_type: 'cron' as const, schedule_config: { cron: values.cron.trim() } };
  }
}

/** Input for a path of the server's error; null if none. */
export function fieldOf(path: string): ScheduleFormField | null {
  const [, name = path] = /^schedule_config\.(\w+)/.exec(path) ?? [];
  return Object.hasOwn(newSchedule, name) ? (name as ScheduleFormField) : null;
}
