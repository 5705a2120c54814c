import { definitionsIn } from '@storefleet/contract/attributes/metafields';
import type { BulkUpdateStatus } from '@storefleet/contract/constants';
import type { PlanSchedule } from '@storefleet/contract/edits/plan-schedule';
import type { ScheduledChangesQuery } from '@storefleet/contract/edits/scheduled-changes';
import type { Queryable } from '../../platform/db/database.ts';
import type { ScheduledChangesRow } from '../../platform/db/rows.generated.ts';
import type { AuthenticatedUser } from '../../platform/http/route.ts';
import { leasedRows } from '../../platform/work/leased-rows.ts';
import { titleOf } from '../bulk-updates/plan/batch-title.ts';
import { readDefinitions } from '../stores/stores.repository.ts';

/** A scheduled change with its update, and the update that reverts it. */
export type ScheduledChange = Omit<ScheduledChangesRow, 'status'> & {
  readonly status: PlanSchedule['state'] | 'cancelled';
  readonly batch_status: BulkUpdateStatus;
  readonly title: string;
  readonly cancel_requested_at: Date | null;
  /** Where it has ended and was not reverted. */
  readonly ended_stores: string[];
  /** The names of the stores where it has not ended. */
  readonly waiting_stores: string[];
  /** In the stores where it has ended; also if only a part of a row arrived, which counts as failed. */
  readonly has_written: boolean;
  readonly failed: number;
  readonly author: Pick<AuthenticatedUser, 'id' | 'email' | 'name'> | null;
  /** Of several updates that revert it, one that has not ended. */
  readonly revert_status: BulkUpdateStatus | null;
  readonly revert_failed: number;
};

/** The lease on a scheduled change of products. */
type ChangeLease = { readonly batchId: string; readonly leaseId: string };

export const changeLeases = leasedRows<ChangeLease>({
  table: 'scheduled_changes',
  alias: 'change',
  key: { batch_id: 'batchId' },
  isOpen: 'change.settled_at is null',
});

/** Milliseconds that the end in all stores waits for one that does not answer, as an update does. */
export const WAITS_FOR_STORES_MS = 5 * 60_000;

const HAS_ENDED = `not in ('planned', 'in_progress')`;
/** Condition on `part`, a store of the update: it has ended there and was not reverted. */
const IS_TO_REVERT = `part.batch_id = batch.id and part.status = 'done' and not exists (
  select from scheduled_change_reverts reverted
  where reverted.batch_id = part.batch_id and reverted.store_id = part.store_id)`;
const REVERTS = `select revert_batch_id from scheduled_change_reverts reverted where reverted.batch_id = change.batch_id`;

/** Condition on `change` and its update `batch` (at the moment $1): something is due. */
const IS_DUE = `(
  (change.status = 'scheduled' and (batch.status <> 'planned' or change.ends_at <= $1
    or (change.problem is null and change.starts_at <= $1)))
  or (change.status in ('applied', 'kept') and change.apply_settled_at is null and batch.status ${HAS_ENDED})
  or (change.status = 'applied' and (change.problem is null or change.waits_for_stores) and change.ends_at <= $1
    and (batch.status <> 'in_progress' or batch.cancel_requested_at is null or (
      batch.cancel_requested_at <= $1 - ${WAITS_FOR_STORES_MS} * interval '1 millisecond'
      and (change.problem is null or exists (select from edit_batch_stores part where ${IS_TO_REVERT})))))
  or (change.status = 'reverted'
    and not exists (select from edit_batches where id in (${REVERTS}) and not status ${HAS_ENDED})))`;
const OPEN = 'scheduled_changes change join edit_batches batch on batch.id = change.batch_id';

/** One that is due and not leased. */
export async function findDue(
  db: Queryable,
  now: Date,
  workingOn: readonly string[],
): Promise<string | null> {
  const { rows } = await db.query<{ batch_id: string }>(
    `select change.batch_id from ${OPEN}
     where ${changeLeases.isClaimable} and ${IS_DUE} and change.batch_id <> all ($2::uuid[])
     order by change.starts_at, change.batch_id limit 1`,
    [now, workingOn],
  );
  return rows[0]?.batch_id ?? null;
}

/** Milliseconds until the next start or end; null if none is planned. */
export async function nextDueIn(db: Queryable, now: Date): Promise<number | null> {
  const { rows } = await db.query<{ milliseconds: number | null }>(
    `select ceil(extract(epoch from min(at) - $1::timestamptz) * 1000)::float8 as milliseconds
     from scheduled_changes change
     cross join lateral unnest(array[case when status = 'scheduled' and problem is null then starts_at end,
       case when status in ('scheduled', 'applied') then ends_at end]) as at
     where settled_at is null and at > $1`,
    [now],
  );
  return rows[0]?.milliseconds ?? null;
}

/** With `lock`, locked until the transaction ends; its update is not. */
export async function findChange(
  db: Queryable,
  batchId: string,
  lock = false,
): Promise<ScheduledChange | null> {
  const { rows } = await db.query<ScheduledChange & Parameters<typeof titleOf>[0]>(
    `select change.*, batch.status as batch_status, batch.title, batch.origin, batch.attributes,
       batch.import_report ->> 'file_name' as "fileName",
       case when batch.requested_by is not null then json_build_object('id', batch.requested_by,
         'email', coalesce(batch.requested_by_email, ''), 'name', batch.requested_by_name) end as author,
       batch.cancel_requested_at, ended.stores as ended_stores,
       array(select store_name from edit_batch_stores where batch_id = batch.id and status = 'in_progress'
         order by store_name) as waiting_stores,
       ended.has_succeeded or exists (select from change_history_batches
         where batch_id = batch.id and store_id = any (ended.stores)) as has_written,
       (select coalesce(sum(failed), 0)::int + batch.unplaced
        from edit_batch_stores where batch_id = batch.id) as failed,
       (select status from edit_batches where id in (${REVERTS}) order by status ${HAS_ENDED} limit 1) as revert_status,
       (select coalesce(sum(failed), 0)::int from edit_batch_stores where batch_id in (${REVERTS})) as revert_failed
     from ${OPEN}
     cross join lateral (
       select coalesce(array_agg(store_id), '{}') as stores, coalesce(bool_or(succeeded > 0), false) as has_succeeded
       from edit_batch_stores part where ${IS_TO_REVERT}
     ) as ended
     where change.batch_id = $1 ${lock ? 'for no key update of change' : ''}`,
    [batchId],
  );
  const [found] = rows;
  if (found === undefined) return null;
  const definitionOf = definitionsIn(await readDefinitions(db, found.attributes));
  return { ...found, title: titleOf({ ...found, definitionOf }) };
}

type NewChange = Pick<
  ScheduledChangesRow,
  'batch_id' | 'starts_at' | 'ends_at' | 'timezone' | 'override_reason' | 'overridden_guard_rails'
> & { readonly by: AuthenticatedUser };

/** A plan whose schedule was cancelled or missed can be scheduled again. */
export async function saveChange(tx: Queryable, change: NewChange, now: Date): Promise<void> {
  const { by } = change;
  await tx.query(
    `insert into scheduled_changes as change (batch_id, status, starts_at, ends_at, timezone, override_reason,
       overridden_guard_rails, scheduled_by, scheduled_by_email, scheduled_by_name, scheduled_by_key, scheduled_at)
     values ($1, 'scheduled', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (batch_id) do update set status = 'scheduled', starts_at = excluded.starts_at,
       ends_at = excluded.ends_at, timezone = excluded.timezone, override_reason = excluded.override_reason,
       overridden_guard_rails = excluded.overridden_guard_rails, scheduled_by = excluded.scheduled_by,
       scheduled_by_email = excluded.scheduled_by_email, scheduled_by_name = excluded.scheduled_by_name,
       scheduled_by_key = excluded.scheduled_by_key, scheduled_at = excluded.scheduled_at,
       problem = null, problem_since = null, waits_for_stores = false, settled_at = null`,
    [
      change.batch_id,
      change.starts_at,
      change.ends_at,
      change.timezone,
      change.override_reason,
      change.overridden_guard_rails,
      by.id,
      by.email,
      by.name,
      by.apiKey?.id ?? null,
      now,
    ],
  );
}

type MovedEnd = Pick<NewChange, 'ends_at' | 'timezone' | 'override_reason' | 'overridden_guard_rails' | 'by'>;

/** From now on it reverts on behalf of whoever moved its end. Null keeps the new values. */
export async function moveEnd(tx: Queryable, batchId: string, end: MovedEnd): Promise<void> {
  const { by } = end;
  await tx.query(
    `update scheduled_changes set status = case when $2::timestamptz is null then 'kept' else 'applied' end,
       ends_at = $2, timezone = $3, override_reason = $4, overridden_guard_rails = $5, scheduled_by = $6,
       scheduled_by_email = $7, scheduled_by_name = $8, scheduled_by_key = $9, problem = null, problem_since = null,
       waits_for_stores = false, settled_at = case when $2::timestamptz is null then apply_settled_at end
     where batch_id = $1`,
    [
      batchId,
      end.ends_at,
      end.timezone,
      end.override_reason,
      end.overridden_guard_rails,
      by.id,
      by.email,
      by.name,
      by.apiKey?.id ?? null,
    ],
  );
}

/** Notes by which update it is reverted in these stores. False if it was in one of them meanwhile. */
export async function noteReverted(
  tx: Queryable,
  batchId: string,
  storeIds: readonly string[],
  revertBatchId: string | null,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into scheduled_change_reverts (batch_id, store_id, revert_batch_id)
     select $1, store_id, $3 from unnest($2::uuid[]) as store_id on conflict do nothing`,
    [batchId, storeIds, revertBatchId],
  );
  return rowCount === storeIds.length;
}

export async function cancelChange(tx: Queryable, batchId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update scheduled_changes set status = 'cancelled', settled_at = $2, problem = null, problem_since = null
     where batch_id = $1 and status = 'scheduled'`,
    [batchId, now],
  );
  return rowCount > 0;
}

/** Lists those that can still be moved, or the others. */
export async function listChanges(
  db: Queryable,
  { state, limit, offset }: ScheduledChangesQuery,
): Promise<{ ids: string[]; total: number }> {
  const isOpen = `(status = 'scheduled' or (status = 'applied' and ends_at is not null))`;
  const { rows } = await db.query<{ ids: string[] | null; total: number }>(
    `with shown as (
       select batch_id, problem is null as waits, coalesce(ends_at, starts_at) as last_at,
         case when status = 'scheduled' then starts_at else ends_at end as next_at
       from scheduled_changes where status <> 'cancelled' and ${state === 'open' ? isOpen : `not ${isOpen}`}
     ), page as (
       select * from shown
       order by ${state === 'open' ? 'waits, next_at, batch_id' : 'last_at desc, batch_id'} limit $1 offset $2
     )
     select (select array_agg(batch_id) from page) as ids, (select count(*)::int from shown) as total`,
    [limit, offset],
  );
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 };
}
