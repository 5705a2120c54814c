import type { Queryable } from '../../platform/db/database.ts';
import type { CalendarDay } from '../../platform/time/calendar-day.ts';

// Reads what other modules keep, and writes nothing.

export type SummaryRow = {
  stores: number;
  active_stores: number;
  products: number;
  variants: number;
  last_sync_at: Date | null;
  failed_syncs: number;
};

/** Adds up what each store keeps of itself: no row of the catalogue is read. */
export async function readSummary(db: Queryable): Promise<SummaryRow> {
  const { rows } = await db.query<SummaryRow>(
    `select count(*)::int as stores,
       count(*) filter (where stores.store_status = 'active')::int as active_stores,
       coalesce(sum(counts.products_count), 0)::int as products,
       coalesce(sum(counts.variants_count), 0)::int as variants,
       max(stores.last_sync_at) as last_sync_at,
       count(*) filter (where run.status = 'failed')::int as failed_syncs
     from stores
     left join store_catalogue_counts as counts on counts.store_id = stores.id
     left join store_sync_states as state on state.store_id = stores.id
     left join sync_runs as run on run.id = state.run_id
     where stores.deleted_at is null`,
  );
  const [row] = rows;
  if (!row) throw new Error('The summary of the stores was not returned by the database.');
  return row;
}

/** A number for each of the days, in their order. */
type Count = { count: number };

/** The products that the runs of present stores went through, by the day on which they ended. */
export async function countSyncedProducts(db: Queryable, days: readonly CalendarDay[]): Promise<number[]> {
  const { rows } = await db.query<Count>(
    `select coalesce(ended.products, 0)::int as count
     from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as day (first, next, place)
     cross join lateral (
       select sum(run.processed_products) as products
       from sync_runs as run
       join stores on stores.id = run.store_id and stores.deleted_at is null
       where run.completed_at >= day.first and run.completed_at < day.next
     ) as ended
     order by day.place`,
    momentsOf(days),
  );
  return rows.map(({ count }) => count);
}

/** The rows that the history holds of each day, as a trigger counted them: none of them is read. */
export async function countEdits(db: Queryable, days: readonly CalendarDay[]): Promise<number[]> {
  const { rows } = await db.query<Count>(
    `select (
       select coalesce(sum(edits), 0) from change_history_counts
       where quarter >= day.first and quarter < day.next
     )::int as count
     from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as day (first, next, place)
     order by day.place`,
    momentsOf(days),
  );
  return rows.map(({ count }) => count);
}

function momentsOf(days: readonly CalendarDay[]): [Date[], Date[]] {
  return [days.map(({ from }) => from), days.map(({ before }) => before)];
}
