import { SYNC_METHOD_LABELS } from '@storefleet/contract/constants';
import type { Store } from '@storefleet/contract/stores/stores';
import { type ScheduleType, WEEKDAY_LABELS } from '@storefleet/contract/syncs/schedule-constants';
import type { ScheduledSync } from '@storefleet/contract/syncs/scheduled-syncs';
import type { ScheduleFormField, ScheduleFormValues } from './schedule-values.ts';

export const scheduleTypeLabels: Record<ScheduleType, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  cron: 'Cron',
};

export const scheduleFieldLabels: Record<ScheduleFormField, string> = {
  name: 'Name',
  store_id: 'Store',
  sync_method: 'Sync method',
  sync_scope: 'What',
  full_every: 'Everything after every',
  full_every_unit: 'Runs or days',
  schedule_type: 'Schedule type',
  hour: 'Hour',
  minute: 'Minute',
  days: 'Days',
  day_of_month: 'Day of month',
  cron: 'Cron expression',
  timezone: 'Timezone',
  is_active: 'Active',
  max_failures: 'Max failures',
};

export const SCOPE_WORDS = { everything: 'Everything', changes: 'Changes' } as const;

/** A schedule's method, and whether it only syncs changes. */
export function methodWords({ sync_method: method, sync_scope: scope }: ScheduledSync): string {
  return scope === 'changes' ? `${SYNC_METHOD_LABELS[method]}, changes` : SYNC_METHOD_LABELS[method];
}

/** Labels of the form's choices. */
export function choiceWord(values: Partial<ScheduleFormValues>): string | undefined {
  if (values.sync_method) return SYNC_METHOD_LABELS[values.sync_method];
  if (values.sync_scope) return SCOPE_WORDS[values.sync_scope];
  if (values.schedule_type) return scheduleTypeLabels[values.schedule_type];
  return values.days?.map((day) => WEEKDAY_LABELS[day]).join(', ');
}

export function storesByName(stores: readonly Store[]): Store[] {
  return [...stores].sort((one, two) => one.shop_name.localeCompare(two.shop_name, 'en'));
}

/** Why the store's runs are skipped; undefined if they are not. */
export function storeRemark({ store_status: status }: Store): string | undefined {
  if (status === 'active') return undefined;
  return `This store is ${status}: its runs are skipped until it is active again.`;
}
