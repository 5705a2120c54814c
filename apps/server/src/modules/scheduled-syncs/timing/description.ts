import { WEEKDAY_LABELS } from '@storefleet/contract/syncs/schedule-constants';
import type { ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import cronstrue from 'cronstrue';
import { normaliseCron } from './cron-expression.ts';

/** A schedule in words, without its timezone. */
export function describeSchedule({ schedule_type, schedule_config: config }: ScheduleTiming): string {
  switch (schedule_type) {
    case 'daily':
      return `Every day at ${timeOf(config)}`;
    case 'weekly':
      return `Every ${namesOf(config.days)} at ${timeOf(config)}`;
    case 'monthly':
      return `On day ${config.day_of_month} of every month${config.day_of_month > 28 ? ', or its last,' : ''} at ${timeOf(config)}`;
    case 'cron':
      return describeCron(normaliseCron(config.cron));
  }
}

/** If cronstrue only returns times, they apply every day. */
function describeCron(expression: string): string {
  const words = cronstrue.toString(expression, { use24HourTimeFormat: true });
  return words.replace(/^At (\d\d:\d\d[\d:, and]*)$/, 'Every day at $1');
}

function timeOf({ hour, minute }: { hour: number; minute: number }): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

function namesOf(days: readonly number[]): string {
  if (days.length === WEEKDAY_LABELS.length) return 'day';
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
    days.map((day) => WEEKDAY_LABELS[day] ?? ''),
  );
}
