import type { ScheduleRunStatus, ScheduleRunTrigger } from '@storefleet/contract/constants';
import type { SyncLog } from '@storefleet/contract/sync';
import type { Queryable } from '../../platform/db/database.ts';

export type ScheduleRun = {
  readonly id: string;
  readonly scheduled_sync_id: string;
  readonly trigger: ScheduleRunTrigger;
  readonly requested_by: string | null;
  readonly due_at: Date;
  readonly status: ScheduleRunStatus;
  readonly lease_id: string | null;
  readonly sync_run_id: string | null;
  readonly message: string | null;
  readonly error_message: string | null;
  readonly started_at: Date;
  readonly completed_at: Date | null;
};

/** With what its sync did, or has done so far; null where none was started. */
export type LoggedRun = ScheduleRun & { readonly counts: SyncLog['counts'] | null };

export async function listRuns(
  db: Queryable,
  scheduleId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ runs: LoggedRun[]; total: number }> {
  const { rows: runs } = await db.query<LoggedRun>(
    `select run.*, case when sync_runs.id is not null then json_build_object('created', created_count,
       'updated', updated_count, 'unchanged', unchanged_count, 'removed', removed_count,
       'held_back', held_back_count) end as counts
     from scheduled_sync_runs run left join sync_runs on sync_runs.id = run.sync_run_id
     where run.scheduled_sync_id = $1 order by run.started_at desc, run.id desc limit $2 offset $3`,
    [scheduleId, limit, offset],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    'select count(*)::integer as total from scheduled_sync_runs where scheduled_sync_id = $1',
    [scheduleId],
  );
  return { runs, total: counted[0]?.total ?? 0 };
}
