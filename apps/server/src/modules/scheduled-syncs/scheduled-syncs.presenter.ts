import type { ScheduledSync, ScheduledSyncLog } from '@storefleet/contract/syncs/scheduled-syncs';
import type { LoggedRun } from './runs/schedule-runs.repository.ts';
import type { ScheduleRow } from './scheduled-syncs.repository.ts';
import { describeSchedule } from './timing/description.ts';

/** The route drops fields that are not in the contract. */
export function toScheduledSync(row: ScheduleRow): ScheduledSync {
  return {
    ...row,
    schedule_description: describeSchedule(row),
    last_run_at: row.last_run_at?.toISOString() ?? null,
    next_run_at: row.next_run_at?.toISOString() ?? null,
  };
}

export function toScheduledSyncLog({ sync_run_id, ...run }: LoggedRun): ScheduledSyncLog {
  return {
    ...run,
    sync_id: sync_run_id,
    due_at: run.due_at.toISOString(),
    started_at: run.started_at.toISOString(),
    completed_at: run.completed_at?.toISOString() ?? null,
  };
}
