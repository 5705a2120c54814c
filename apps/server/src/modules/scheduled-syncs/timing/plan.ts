import type { ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import { nextRun, recurrenceOf } from './timing.ts';

type Planned = ScheduleTiming & {
  readonly is_active: boolean;
  readonly failure_count: number;
  readonly max_failures: number;
};

/** When a schedule runs next; null if it is switched off, or has reached its failure limit. */
export function planNextRun(schedule: Planned, after: Date): Date | null {
  if (!schedule.is_active || schedule.failure_count >= schedule.max_failures) return null;
  return nextRun(recurrenceOf(schedule), after);
}
