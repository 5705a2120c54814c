import type { ScheduledSync, ScheduledSyncLog } from '@storefleet/contract/syncs/scheduled-syncs';
import type { LoggedRun } from './runs/schedule-runs.repository.ts';
import type { ScheduleRow } from './scheduled-syncs.repository.ts';
import { describeSchedule } from './timing/description.ts';

export function toScheduledSync(row: ScheduleRow): ScheduledSync {
  return {
    id: row.id,
    name: row.name,
    store_id: row.store_id,
    store_name: row.store_name,
    sync_method: row.sync_method,
    schedule_type: row.schedule_type,
    schedule_config: row.schedule_config,
    schedule_description: describeSchedule(row),
    timezone: row.timezone,
    is_active: row.is_active,
    max_failures: row.max_failures,
    failure_count: row.failure_count,
    last_run_status: row.last_run_status,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    next_run_at: row.next_run_at?.toISOString() ?? null,
  };
}

export function toScheduledSyncLog(run: LoggedRun): ScheduledSyncLog {
  return {
    id: run.id,
    scheduled_sync_id: run.scheduled_sync_id,
    sync_id: run.sync_run_id,
    trigger: run.trigger,
    status: run.status,
    message: run.message,
    due_at: run.due_at.toISOString(),
    started_at: run.started_at.toISOString(),
    completed_at: run.completed_at?.toISOString() ?? null,
    counts: run.counts,
    error_message: run.error_message,
  };
}
