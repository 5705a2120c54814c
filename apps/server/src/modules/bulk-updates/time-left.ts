import type { WriteCosts } from '../../connectors/editing.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** How long the rest of an update takes: of a preview, of one that runs, and of one that others wait for. */

/** What the rows of a store take; `rows` is missing where there are none, `seconds` null where nothing is known. */
export type Effort = { readonly costs: WriteCosts | null } & Partial<{
  readonly rows: number;
  /** Estimated from the source's costs, or from the pace of the last update that was. */
  readonly by: 'costs' | 'pace';
  readonly points: number;
  readonly seconds: number | null;
}>;

/** A store's part of an update, with the points that its shop has now. */
export type Pace = {
  readonly effort: Effort | null;
  readonly total: number;
  readonly open_rows: number;
  /** Seconds since the update began; null for a preview. */
  readonly elapsed: number | null;
  readonly free_points: number | null;
  readonly restore_rate: number | null;
};

/** Of `edit_batch_stores store_batch`, with `PACE_JOINS`. */
export const PACE_COLUMNS = `store_batch.effort, store_batch.total, store_batch.total - store_batch.left_out
    - store_batch.succeeded - store_batch.failed - store_batch.unchanged - store_batch.cancelled
    - coalesce((store_batch.bulk_operation ->> 'done')::integer, 0) as open_rows,
  extract(epoch from now() - batch.started_at)::float8 as elapsed,
  least(budget.maximum, budget.available + budget.restore_rate * extract(epoch from now() - budget.measured_at))::float8
    as free_points, budget.restore_rate::float8 as restore_rate`;
export const PACE_JOINS = `join edit_batches batch on batch.id = store_batch.batch_id
  left join store_points budget on budget.store_id = store_batch.store_id`;

/** Below this share of the rows the pace tells nothing. */
const SHARE_THAT_TELLS = 0.02;

/**
 * By the source's costs: points beyond those that are free come at the shop's rate, and a call takes its time even with
 * points. Where these are not known, by how far it has come, and until that tells by the last update's pace.
 */
export function secondsLeft({ effort, total, open_rows: open, elapsed, ...budget }: Pace): number | null {
  if (open <= 0) return null;
  const { rows = total, by, points = 0, seconds = null } = effort ?? {};
  const planned = seconds === null ? null : (seconds * open) / rows;
  const refill = secondsForPoints((points * open) / rows, budget);
  if (by === 'costs' && planned !== null && refill !== null) return Math.max(planned, refill);
  const done = rows - open;
  return elapsed === null || done < rows * SHARE_THAT_TELLS ? planned : (elapsed * open) / done;
}

function secondsForPoints(
  points: number,
  { free_points: free, restore_rate: rate }: Pick<Pace, 'free_points' | 'restore_rate'>,
): number | null {
  if (points === 0) return 0;
  return free === null || rate === null || rate <= 0 ? null : Math.max(0, points - free) / rate;
}

/** Shorter updates say little about the pace of long ones. */
const ROWS_THAT_TELL = 200;

/** Counts what the rows take that stay in a plan, store by store. */
export async function noteEffort(tx: Queryable, batchId: string): Promise<void> {
  await tx.query(
    `with calls as (
       select item.store_id, item.product_id, kind.metafields, count(*) as rows
       from edit_items item
       cross join lateral (
         select key like '%.metafields.%' as metafields, key like 'stock.%' as stock,
           case when key like 'list\\_%' then substr(key, strpos(key, '.')) end as list
         from jsonb_object_keys(item.changes) as key limit 1
       ) as kind
       where item.batch_id = $1 and item.status = 'planned' and not exists (
         select from left_out_items left_out where left_out.batch_id = $1 and left_out.item_id = item.id)
       group by item.store_id, item.product_id, item.variant_id is null, kind.metafields, kind.stock, kind.list
     ), work as (
       select store_id, sum(rows)::int as rows, count(*)::int as calls, count(distinct product_id)::int as products,
         coalesce(sum(rows) filter (where metafields), 0)::int as metafields
       from calls group by store_id
     ), known as (
       select store_id, nullif(effort -> 'costs', 'null') as costs from edit_batch_stores where batch_id = $1
     )
     update edit_batch_stores store_batch
     set effort = jsonb_build_object('costs', costs, 'rows', work.rows) || case
       when costs is null or work.products >= (costs ->> 'products_left_to_source')::int
         then jsonb_build_object('by', 'pace', 'points', 0, 'seconds', work.rows * (
           select extract(epoch from past.completed_at - began.started_at)::float8 / past.succeeded
           from edit_batch_stores past join edit_batches began on began.id = past.batch_id
           where past.store_id = work.store_id and past.status = 'done' and past.effort ->> 'by' = 'pace'
             and past.succeeded >= ${ROWS_THAT_TELL}
           order by past.completed_at desc limit 1))
       else jsonb_build_object('by', 'costs',
         'points', work.products * (costs -> 'points' ->> 'product')::float8
           + work.calls * (costs -> 'points' ->> 'call')::float8
           + (work.rows - work.metafields) * (costs -> 'points' ->> 'row')::float8
           + work.metafields * (costs -> 'points' ->> 'metafield')::float8,
         'seconds', work.calls * (costs ->> 'seconds_per_call')::float8) end
     from work join known using (store_id)
     where store_batch.batch_id = $1 and work.store_id = store_batch.store_id`,
    [batchId],
  );
}
