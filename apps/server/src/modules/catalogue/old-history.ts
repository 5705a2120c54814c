import type { Queryable } from '../../platform/db/database.ts';

/** Deletes the oldest changes before a time, up to a limit; returns how many. */
export async function removeHistory(db: Queryable, before: Date, atMost: number): Promise<number> {
  const { rows } = await db.query<{ removed: number }>(
    `with old as (
       select id from change_history where changed_at < $1 order by changed_at limit $2 for update skip locked
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
  if (removed === 0) await db.query('delete from change_history_batches where last_at < $1', [before]);
  return removed;
}
