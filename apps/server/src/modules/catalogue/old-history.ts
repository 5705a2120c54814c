import { FOUND_STOCK_DAYS } from '@storefleet/contract/constants';
import type { Database, Queryable } from '../../platform/db/database.ts';

/** Changes that are still to be reverted at a scheduled end. */
const AWAITS_ITS_END = `exists (
  select from scheduled_changes scheduled
  where scheduled.batch_id = h.batch_id and scheduled.status = 'applied' and scheduled.ends_at is not null)`;

/** Deletes the oldest changes before a time, up to a limit; returns how many. Keeps what will be reverted. */
export async function removeHistory(db: Queryable, before: Date, atMost: number): Promise<number> {
  const { rows } = await db.query<{ removed: number }>(
    `with old as (
       select id from change_history h where changed_at < $1 and not ${AWAITS_ITS_END}
       order by changed_at limit $2 for update skip locked
     ), chains as (
       delete from undone_chains where record_id in (select id from old)
     ), counts as (
       delete from change_history_counts where quarter < $1
     ), extent as (
       update history_extent set complete_since = $1 where complete_since < $1 and exists (select from old)
     ), removed as (
       delete from change_history where id in (select id from old) returning id
     )
     select count(*)::int as removed from removed`,
    [before, atMost],
  );
  const removed = rows[0]?.removed ?? 0;
  // A batch is listed until its last change is deleted.
  if (removed === 0) {
    await db.query(`delete from change_history_batches h where last_at < $1 and not ${AWAITS_ITS_END}`, [
      before,
    ]);
  }
  return removed;
}

/** Of `change_history` or `change_history_batches` as `h`: stock that a sync or a webhook found changed. */
export const FOUND_STOCK = `h.found_by is not null and h.attribute like 'stock.%'`;

/** The same with such changes of more than `FOUND_STOCK_DAYS`. Counts of batches stay exact. */
export function removeFoundStock(db: Database, atMost: number): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ removed: number; batches: string[] }>(
      `with old as (
         select id from change_history as h
         where ${FOUND_STOCK} and changed_at < now() - interval '${FOUND_STOCK_DAYS} days'
         order by changed_at limit $1 for update skip locked
       ), chains as (
         delete from undone_chains where record_id in (select id from old)
       ), removed as (
         delete from change_history where id in (select id from old) returning batch_id, store_id, attribute
       ), lines as (
         select batch_id, store_id, attribute, count(*)::integer as changes from removed group by 1, 2, 3
       ), counted as (
         update change_history_batches as h set changes = h.changes - lines.changes from lines
         where (h.batch_id, h.store_id, h.attribute) = (lines.batch_id, lines.store_id, lines.attribute)
       )
       select coalesce(sum(changes), 0)::integer as removed, array_agg(distinct batch_id) as batches from lines`,
      [atMost],
    );
    const [{ removed, batches } = { removed: 0, batches: [] }] = rows;
    await tx.query('delete from change_history_batches where batch_id = any ($1::uuid[]) and changes = 0', [
      batches,
    ]);
    return removed;
  });
}
