import { type StoreType, SYNC_METHODS } from '@storefleet/contract/constants';
import { SCHEDULE_TYPES } from '@storefleet/contract/syncs/schedule-constants';
import type {
  ScheduledSyncInput,
  ScheduledSyncQuery,
  ScheduleTiming,
} from '@storefleet/contract/syncs/scheduled-syncs';
import type { Queryable } from '../../platform/db/database.ts';
import type { ScheduledSyncsRow } from '../../platform/db/rows.generated.ts';
import { insertRow, updateRow } from '../../platform/db/rows.ts';
import { IS_UNDERSTOOD, isOneOf } from '../../platform/work/work-version.ts';

export type ScheduleRow = ScheduleTiming &
  Omit<ScheduledSyncsRow, keyof ScheduleTiming> & { readonly store_name: string };

/** A schedule's state: everything that changes by itself. */
type ScheduleState = Pick<
  ScheduleRow,
  'is_active' | 'failure_count' | 'last_run_status' | 'last_run_at' | 'next_run_at'
>;

/** Condition for schedules that are not reserved for a newer version. */
export const MAY_BE_OURS = [
  IS_UNDERSTOOD,
  isOneOf('sync_method', SYNC_METHODS),
  isOneOf('schedule_type', SCHEDULE_TYPES),
].join(' and ');

/** Deleting a store hides its schedules at once; their rows are removed with its own. */
const READABLE = `
  select schedule.*, stores.shop_name as store_name
  from scheduled_syncs schedule join stores on stores.id = schedule.store_id and stores.deleted_at is null`;

export async function listSchedules(
  db: Queryable,
  { store_id, is_active, limit, offset }: ScheduledSyncQuery,
): Promise<{ schedules: ScheduleRow[]; total: number }> {
  const matching = '($1::uuid is null or schedule.store_id = $1) and ($2::boolean is null or is_active = $2)';
  const filters = [store_id ?? null, is_active ?? null];
  const { rows: schedules } = await db.query<ScheduleRow>(
    `${READABLE} where ${matching} order by lower(schedule.name), schedule.id limit $3 offset $4`,
    [...filters, limit, offset],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    `select count(*)::integer as total from (${READABLE} where ${matching}) schedules`,
    filters,
  );
  return { schedules, total: counted[0]?.total ?? 0 };
}

export async function findSchedule(db: Queryable, id: string): Promise<ScheduleRow | null> {
  const { rows } = await db.query<ScheduleRow>(`${READABLE} where schedule.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Locks a schedule that the transaction is going to change. */
export async function lockSchedule(tx: Queryable, id: string): Promise<ScheduleRow | null> {
  const { rows } = await tx.query<ScheduleRow>(`${READABLE} where schedule.id = $1 for update of schedule`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** Planned schedules, soonest first. */
export async function listPlanned(db: Queryable): Promise<ScheduleRow[]> {
  const { rows } = await db.query<ScheduleRow>(
    `${READABLE} where next_run_at is not null order by next_run_at`,
  );
  return rows;
}

/**
 * Records which schedule a request is about to create. Returns the one an identical request already created,
 * else `id`.
 */
export async function claimRequest(
  tx: Queryable,
  { id, createdBy, requestKey }: { id: string; createdBy: string; requestKey: string },
): Promise<string> {
  // Updates an existing row to itself so that it is returned.
  const { rows } = await tx.query<{ scheduled_sync_id: string }>(
    `insert into scheduled_sync_requests (requested_by, request_key, scheduled_sync_id) values ($1, $2, $3)
     on conflict (requested_by, request_key) do update set request_key = excluded.request_key
     returning scheduled_sync_id`,
    [createdBy, requestKey, id],
  );
  return rows[0]?.scheduled_sync_id ?? id;
}

export async function insertSchedule(
  tx: Queryable,
  settings: ScheduledSyncInput,
  row: Pick<ScheduleRow, 'id' | 'created_by' | 'next_run_at'>,
  now: Date,
): Promise<void> {
  const times = { planned_at: now, created_at: now, updated_at: now };
  await insertRow(tx, 'scheduled_syncs', { ...settings, ...row, ...times });
}

/** Changes the settings and resets the failure count. */
export async function updateSettings(
  tx: Queryable,
  id: string,
  settings: ScheduledSyncInput,
  next_run_at: Date | null,
  now: Date,
): Promise<void> {
  const anew = { failure_count: 0, next_run_at, planned_at: now, updated_at: now };
  await updateRow(tx, 'scheduled_syncs', { ...settings, ...anew }, 'id = $1', id);
}

/** Only for a schedule locked by this transaction. */
export async function updateState(
  tx: Queryable,
  id: string,
  standing: ScheduleState,
  now: Date,
): Promise<void> {
  await tx.query(
    `update scheduled_syncs
     set is_active = $2, failure_count = $3, last_run_status = $4, last_run_at = $5, next_run_at = $6,
       planned_at = case when next_run_at is distinct from $6 then $7 else planned_at end
     where id = $1`,
    [
      id,
      standing.is_active,
      standing.failure_count,
      standing.last_run_status,
      standing.last_run_at,
      standing.next_run_at,
      now,
    ],
  );
}

/**
 * Replans after a clock change, even if the result is the same. Only for a schedule locked by this
 * transaction.
 */
export async function updatePlan(
  tx: Queryable,
  id: string,
  next_run_at: Date | null,
  now: Date,
): Promise<void> {
  await updateRow(tx, 'scheduled_syncs', { next_run_at, planned_at: now }, 'id = $1', id);
}

/** Due schedules, the longest overdue first. */
export async function findDue(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from scheduled_syncs where next_run_at <= $1 and ${MAY_BE_OURS} order by next_run_at limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** Like `lockSchedule`, for one that is still due and not being claimed by another process. */
export async function lockDue(tx: Queryable, id: string, now: Date): Promise<ScheduleRow | null> {
  const { rows } = await tx.query<ScheduleRow>(
    `${READABLE} where schedule.id = $1 and next_run_at <= $2 for update of schedule skip locked`,
    [id, now],
  );
  return rows[0] ?? null;
}

/** Unschedules those of deleted stores, whose rows are removed later. */
export async function unplanDeleted(db: Queryable): Promise<void> {
  await db.query(
    `update scheduled_syncs set next_run_at = null
     where next_run_at is not null
       and exists (select from stores where stores.id = store_id and deleted_at is not null)`,
  );
}

/** Schedules whose next run was computed at a later clock time than this. */
export async function findPlannedAfter(db: Queryable, time: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from scheduled_syncs where next_run_at is not null and planned_at > $1 and ${MAY_BE_OURS}`,
    [time],
  );
  return rows.map(({ id }) => id);
}

/** False if already gone. */
export async function deleteSchedule(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from scheduled_syncs where id = $1
       and exists (select from stores where stores.id = store_id and deleted_at is null)`,
    [id],
  );
  return rowCount > 0;
}

type ScheduleCounts = {
  readonly total: number;
  readonly active: number;
  readonly failed: number;
  readonly next_run: Date | null;
};

export async function countSchedules(db: Queryable): Promise<ScheduleCounts> {
  const { rows } = await db.query<ScheduleCounts>(
    `select count(*)::integer as total, count(*) filter (where is_active)::integer as active,
       count(*) filter (where is_active and failure_count >= max_failures)::integer as failed,
       min(next_run_at) as next_run
     from (${READABLE}) schedules`,
  );
  return rows[0] ?? { total: 0, active: 0, failed: 0, next_run: null };
}

/** A store that accepts schedules, locked until the transaction ends. */
export type HeldStore = { readonly id: string; readonly shop_name: string; readonly store_type: StoreType };

/** Locks existing stores, in the same order as deletions do. */
export async function holdStores(tx: Queryable, storeIds: readonly string[]): Promise<HeldStore[]> {
  const { rows } = await tx.query<HeldStore>(
    `select id, shop_name, store_type from stores where id = any ($1::uuid[]) and deleted_at is null
     order by id for key share`,
    [storeIds],
  );
  return rows;
}

export async function holdStore(tx: Queryable, storeId: string): Promise<{ store_type: StoreType } | null> {
  const { rows } = await tx.query<{ store_type: StoreType }>(
    'select store_type from stores where id = $1 and deleted_at is null for key share',
    [storeId],
  );
  return rows[0] ?? null;
}
