import { MONEY_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { BulkUpdateWarningCode } from '@storefleet/contract/constants';
import type { LeaveOut } from '@storefleet/contract/edits/bulk-update-items';
import type { GuardRailFinding } from '@storefleet/contract/edits/guard-rails';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Bind, compose } from '../../../platform/db/statements/statement.ts';
import { findingsOf } from '../../guard-rails/check-update.ts';
import { type Rule, readRules } from '../../guard-rails/rules.ts';
import { type FilteredBatch, filteredItems } from '../find-items.ts';
import { noteEffort } from '../time-left.ts';
import { describeWarnings } from './summary.ts';

/**
 * Leaves planned items out, or includes them again, and updates sums and warnings. The transaction has to
 * hold the batch.
 */
export async function leaveOut(tx: Queryable, batch: FilteredBatch, wanted: LeaveOut): Promise<void> {
  const { text, params } = compose((bind) => statement(bind, batch, wanted));
  await tx.query(text, params);
  await countAgain(tx, batch.id);
}

function statement(bind: Bind, batch: FilteredBatch, { left_out, item_ids, filter }: LeaveOut): string {
  // Items that cannot be changed, or stay as they are, are excluded anyway.
  const items =
    filter === undefined
      ? `select id from edit_items where batch_id = ${bind(batch.id)}::uuid and status = 'planned'
         and id = any (${bind(item_ids)}::uuid[])`
      : `select item.id from ${filteredItems(bind, batch, filter)} and item.status = 'planned'`;
  const batchId = `${bind(batch.id)}::uuid`;
  return left_out
    ? `insert into left_out_items (batch_id, item_id) select ${batchId}, id from (${items}) as found
       on conflict do nothing`
    : `delete from left_out_items where batch_id = ${batchId} and item_id in (${items})`;
}

const STAYING = `item.batch_id = $1 and item.status = 'planned' and not exists (
  select from left_out_items left_out where left_out.batch_id = $1 and left_out.item_id = item.id)`;

/** Recounts and sums the included items with the same rules as `createPlanSummary`. */
export async function countAgain(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    `update edit_batch_stores store_batch
     set amounts = coalesce(summed.amounts, '[]'),
       left_out = (
         select count(*) from left_out_items left_out join edit_items item on item.id = left_out.item_id
         where left_out.batch_id = $1 and item.store_id = store_batch.store_id)
     from edit_batch_stores store
     left join lateral (
       select jsonb_agg(to_jsonb(sums) order by array_position($2::text[], sums.attribute)) as amounts
       from (
         select money.attribute, (0.00 + sum(change.old))::text as before, (0.00 + sum(change.new))::text as after,
           max(change.percent) filter (where change.percent > 0)::float8 as largest_rise_percent,
           max(-change.percent) filter (where change.percent < 0)::float8 as largest_fall_percent
         from edit_items item
         cross join unnest($2::text[]) as money (attribute)
         cross join lateral (
           select coalesce((item.changes -> money.attribute ->> 'old')::numeric, 0) as old,
             coalesce((item.changes -> money.attribute ->> 'new')::numeric, 0) as new
         ) as amount
         cross join lateral (
           select amount.old, amount.new,
             coalesce(trunc(100 * (amount.new - amount.old) / nullif(amount.old, 0), 2), 0) as percent
         ) as change
         where item.store_id = store.store_id and item.changes ? money.attribute and ${STAYING}
         group by money.attribute
       ) as sums
     ) as summed on true
     where store_batch.batch_id = $1 and store.batch_id = $1 and store.store_id = store_batch.store_id`,
    [batchId, MONEY_ATTRIBUTES],
  );
  await noteEffort(tx, batchId);
  const { rows } = await tx.query<{ code: BulkUpdateWarningCode; count: number; slips: number }>(
    `select code, count(*)::int as count, count(*) filter (where code = 'large_change' and exists (
         select from unnest($2::text[]) as money (attribute)
         cross join lateral (
           select nullif((item.changes -> money.attribute ->> 'old')::numeric, 0) as old,
             nullif((item.changes -> money.attribute ->> 'new')::numeric, 0) as new
         ) as amount
         where new in (old * 10, old * 100) or old in (new * 10, new * 100)
       ))::int as slips
     from edit_items item cross join unnest(item.warnings) as code
     where ${STAYING} group by code`,
    [batchId, MONEY_ATTRIBUTES],
  );
  const counts = new Map(rows.map(({ code, count }) => [code, count]));
  const slips = rows.find(({ code }) => code === 'large_change')?.slips ?? 0;
  const { rules } = await readRules(tx);
  const broken = counts.has('guard_rail') ? await countBroken(tx, batchId, rules) : [];
  await tx.query('update edit_batches set warnings = $2, guard_rails = $3 where id = $1', [
    batchId,
    JSON.stringify(describeWarnings(counts, slips)),
    JSON.stringify(broken),
  ]);
}

/** The guard rails that the included items break. */
export async function countBroken(
  tx: Queryable,
  batchId: string,
  rules: readonly Rule[],
): Promise<GuardRailFinding[]> {
  const { rows } = await tx.query<{ id: string; count: number }>(
    `select broken ->> 'guard_rail_id' as id, count(*)::int as count
     from edit_items item cross join jsonb_array_elements(item.guard_rails) as broken
     where ${STAYING} group by 1`,
    [batchId],
  );
  return findingsOf(rules, new Map(rows.map(({ id, count }) => [id, count])));
}
