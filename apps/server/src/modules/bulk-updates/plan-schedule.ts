import type { PlanSchedule } from '@storefleet/contract/edits/plan-schedule';
import type { Queryable } from '../../platform/db/database.ts';

/** As parsed from JSON: times are text. */
export type ScheduleColumn = PlanSchedule & { readonly status: PlanSchedule['state'] | 'cancelled' } & {
  readonly settled_at: string | null;
};

/** For the batch that a statement calls `edit_batches`; null if it was never scheduled. */
export const SCHEDULE_COLUMN = `(
  select to_jsonb(its) || jsonb_build_object('revert_status', (
      select revert.status from edit_batches revert where revert.id = its.revert_batch_id),
    'reverts', (
      select coalesce(json_agg(json_build_object('batch_id', revert.id, 'status', revert.status, 'stores', stores)
        order by revert.id), '[]')
      from (
        select revert_batch_id, json_agg(store_name order by store_name) as stores
        from scheduled_change_reverts join edit_batch_stores using (batch_id, store_id)
        where batch_id = its.batch_id group by revert_batch_id
      ) as reverted join edit_batches revert on revert.id = reverted.revert_batch_id),
    'scheduled_by', jsonb_build_object(
      'id', scheduled_by, 'name', scheduled_by_name, 'email', scheduled_by_email))
  from scheduled_changes its where its.batch_id = edit_batches.id) as schedule`;

/** A cancelled schedule is not shown: its plan is a preview again. */
export function toPlanSchedule(column: ScheduleColumn | null): PlanSchedule | null {
  if (column === null || column.status === 'cancelled') return null;
  return {
    state: column.status,
    starts_at: inUtc(column.starts_at),
    ends_at: column.ends_at && inUtc(column.ends_at),
    timezone: column.timezone,
    scheduled_by: column.scheduled_by,
    scheduled_at: inUtc(column.scheduled_at),
    problem: column.problem,
    problem_since: column.problem_since && inUtc(column.problem_since),
    revert_batch_id: column.revert_batch_id,
    revert_status: column.revert_status,
    waits_for_stores: column.waits_for_stores,
    reverts: column.reverts,
  };
}

const inUtc = (moment: string) => new Date(moment).toISOString();

/** The transaction has to hold the plan. */
export async function isScheduled(tx: Queryable, batchId: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from scheduled_changes where batch_id = $1 and status = 'scheduled' for update`,
    [batchId],
  );
  return rows.length > 0;
}

/** Runs in the transaction that applies the plan, for whatever reason; if before its time, that is its start now. */
export async function noteApplied(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    `update scheduled_changes set status = 'applied', starts_at = least(starts_at, now()), problem = null,
       problem_since = null
     where batch_id = $1 and status = 'scheduled'`,
    [batchId],
  );
}
