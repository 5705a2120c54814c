import type { SyncLog } from '@storefleet/contract/syncs/sync';
import type { Queryable } from '../../../platform/db/database.ts';
import type { ScheduledSyncRunsRow } from '../../../platform/db/rows.generated.ts';
import { insertRow } from '../../../platform/db/rows.ts';
import { leasedRows } from '../../../platform/work/leased-rows.ts';
import { MAY_BE_OURS } from '../scheduled-syncs.repository.ts';

export type ScheduleRun = ScheduledSyncRunsRow;

/** With its sync's counts so far; null if none was started. */
export type LoggedRun = ScheduleRun & { readonly counts: SyncLog['counts'] | null };

/** `lease_id` is set if the process that creates the run also starts its sync. */
type NewScheduleRun = Pick<
  ScheduleRun,
  'id' | 'scheduled_sync_id' | 'trigger' | 'requested_by' | 'due_at' | 'lease_id'
>;

/** Null if the schedule has already run for this due time. */
export function insertRun(tx: Queryable, run: NewScheduleRun, now: Date): Promise<ScheduleRun | null> {
  const once = `on conflict (scheduled_sync_id, due_at) where trigger = 'schedule' do nothing`;
  return insertRow(tx, 'scheduled_sync_runs', { ...run, started_at: now }, once);
}

/** Condition for runs of schedules that are not reserved for a newer version. */
const IS_OURS = `exists (
  select from scheduled_syncs schedule where schedule.id = run.scheduled_sync_id and ${MAY_BE_OURS})`;

/** The lease to start a run's sync. */
export type RunLease = { readonly runId: string; readonly leaseId: string };

export const runLeases = leasedRows<RunLease>({
  table: 'scheduled_sync_runs',
  alias: 'run',
  key: { id: 'runId' },
  isOpen: `run.status = 'in_progress' and run.sync_run_id is null`,
  isOurs: IS_OURS,
});

/** The run that has waited longest for a worker to start its sync. */
export async function findWaitingRun(db: Queryable, starting: readonly string[]): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from scheduled_sync_runs run where ${runLeases.isClaimable} and id <> all ($1::uuid[])
     order by due_at, id limit 1`,
    [starting],
  );
  return rows[0]?.id ?? null;
}

/**
 * Links the sync a claim has led to. False if the claim was lost to another process, or the schedule is gone.
 */
export function linkSync(tx: Queryable, lease: RunLease, syncRunId: string): Promise<boolean> {
  return runLeases.handBack(tx, lease, 'sync_run_id = $3', [syncRunId]);
}

export type RunEnding = {
  readonly status: Exclude<ScheduleRun['status'], 'in_progress'>;
  readonly message: string | null;
  readonly errorMessage: string | null;
  readonly completedAt: Date;
};

/** False if it has already ended; with a lease, also if that was lost or has led to a sync. */
export async function endRun(
  tx: Queryable,
  { runId, leaseId }: { readonly runId: string; readonly leaseId: string | null },
  ending: RunEnding,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update scheduled_sync_runs
     set status = $3, message = $4, error_message = $5, completed_at = $6, lease_id = null
     where id = $1 and lease_id is not distinct from $2::uuid and status = 'in_progress'`,
    [runId, leaseId, ending.status, ending.message, ending.errorMessage, ending.completedAt],
  );
  return rowCount > 0;
}

/** A run whose sync has ended, with its outcome. */
type EndedRun = Pick<ScheduleRun, 'id' | 'scheduled_sync_id' | 'started_at'> & {
  readonly sync_status: 'completed' | 'failed';
  readonly sync_message: string | null;
  readonly sync_error: string | null;
  readonly sync_completed_at: Date;
};

const HAS_ENDED_SYNC = `
  from scheduled_sync_runs run
  join sync_runs on sync_runs.id = run.sync_run_id and sync_runs.status <> 'in_progress'
  where run.status = 'in_progress' and ${IS_OURS}`;

export async function findEnded(db: Queryable, limit: number): Promise<EndedRun[]> {
  const { rows } = await db.query<EndedRun>(
    `select run.id, run.scheduled_sync_id, run.started_at, sync_runs.status as sync_status,
       sync_runs.message as sync_message, sync_runs.error_message as sync_error,
       sync_runs.completed_at as sync_completed_at
     ${HAS_ENDED_SYNC} order by sync_runs.completed_at limit $1`,
    [limit],
  );
  return rows;
}

/** A plan made this much in the future was made before the clock was set back. */
export const SET_BACK_MS = 60_000;

/** Pending work, queried in one statement that uses partial indexes. */
type Pending = {
  due: boolean;
  setBack: boolean;
  ended: boolean;
  /** Milliseconds until the next schedule is due; null if none is planned. */
  nextDueIn: number | null;
};

export async function findPending(db: Queryable, now: Date): Promise<Pending> {
  const { rows } = await db.query<Pending>(
    `select exists (select from scheduled_syncs where next_run_at <= $1::timestamptz and ${MAY_BE_OURS}) as due,
       exists (select from scheduled_syncs
         where next_run_at is not null and planned_at > $1::timestamptz + $2 * interval '1 ms'
           and ${MAY_BE_OURS}) as "setBack",
       exists (select ${HAS_ENDED_SYNC}) as ended,
       (select ceil(extract(epoch from min(next_run_at) - $1::timestamptz) * 1000)::float8 from scheduled_syncs
         where next_run_at > $1::timestamptz and ${MAY_BE_OURS}) as "nextDueIn"`,
    [now, SET_BACK_MS],
  );
  return rows[0] ?? { due: false, setBack: false, ended: false, nextDueIn: null };
}

/** A run with its display names; null if its schedule or store is gone. */
export async function findFailure(db: Queryable, runId: string) {
  const { rows } = await db.query<{
    scheduled_sync_id: string;
    schedule_name: string;
    store_name: string;
    failure_count: number;
    error_message: string | null;
  }>(
    `select run.scheduled_sync_id, schedule.name as schedule_name, stores.shop_name as store_name, failure_count,
       run.error_message
     from scheduled_sync_runs run
     join scheduled_syncs schedule on schedule.id = run.scheduled_sync_id
     join stores on stores.id = schedule.store_id and stores.deleted_at is null
     where run.id = $1`,
    [runId],
  );
  return rows[0] ?? null;
}

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
