import type { Queryable } from '../../platform/db/database.ts';
import { OLDEST_RUNNABLE_SECONDS } from '../bulk-updates/apply/store-batch.repository.ts';
import { OLDEST_READY_SECONDS } from '../sync/runs/sync-run.repository.ts';

/** Current figures, for monitoring, of the work all processes share. */
export const WORK_FIGURES = {
  syncs_in_progress: 'Syncs that were asked for and have not ended, in all processes',
  syncs_silent: 'Syncs in progress whose worker sent no heartbeat for a minute',
  syncs_oldest_waiting_seconds: 'How long the oldest of these that waits for nothing but a worker has waited',
  syncs_completed_last_hour: 'Syncs that were completed within the last hour',
  syncs_failed_last_hour: 'Syncs that failed within the last hour',
  edit_store_batches_in_progress: 'Stores that a bulk update, import or undo is at work on',
  edit_store_batches_oldest_waiting_seconds:
    'How long the oldest of these that waits for nothing but a worker has waited',
  schedule_lateness_seconds: 'How long the schedule that is most overdue has waited to be started',
  schedules_stopped: 'Schedules that failed as often as they may and wait for a person',
  webhook_changes_waiting: 'Objects that shops notified of and that were not read since',
  webhook_changes_lateness_seconds: 'How long the one that is most overdue has waited to be read',
  removals_held_back: 'Products that vanished in suspicious number and wait for a decision',
} as const;

type WorkFigure = keyof typeof WORK_FIGURES;

export async function readWorkFigures(db: Queryable): Promise<Record<WorkFigure, number>> {
  const { rows } = await db.query<Record<WorkFigure, number>>(SQL);
  const [figures] = rows;
  if (!figures) throw new Error('The figures of the work were not answered.');
  return figures;
}

const SQL = `
  select
    (select count(*) from sync_runs where status = 'in_progress')::float8 as syncs_in_progress,
    (select count(*) from sync_runs where status = 'in_progress' and lease_id is not null
       and heartbeat_at < now() - interval '1 minute')::float8 as syncs_silent,
    (${OLDEST_READY_SECONDS})::float8 as syncs_oldest_waiting_seconds,
    (select count(*) from sync_runs where status = 'completed'
       and completed_at > now() - interval '1 hour')::float8 as syncs_completed_last_hour,
    (select count(*) from sync_runs where status = 'failed'
       and completed_at > now() - interval '1 hour')::float8 as syncs_failed_last_hour,
    (select count(*) from edit_batch_stores where status = 'in_progress')::float8 as edit_store_batches_in_progress,
    (${OLDEST_RUNNABLE_SECONDS})::float8 as edit_store_batches_oldest_waiting_seconds,
    (select coalesce(extract(epoch from max(now() - next_run_at)), 0) from scheduled_syncs
       where next_run_at <= now())::float8 as schedule_lateness_seconds,
    (select count(*) from scheduled_syncs where is_active and failure_count >= max_failures)::float8 as schedules_stopped,
    (select count(*) from webhook_changes)::float8 as webhook_changes_waiting,
    (select coalesce(extract(epoch from max(now() - due_at)), 0) from webhook_changes
       where due_at <= now())::float8 as webhook_changes_lateness_seconds,
    (select count(*) from sync_held_back_removals)::float8 as removals_held_back`;
