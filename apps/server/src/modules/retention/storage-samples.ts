import type { Queryable } from '../../platform/db/database.ts';

/** Maximum number of days to compute growth over. */
const DAYS = 28;

export const DATABASE_BYTES = 'pg_database_size(current_database())';

/** Records the size of the database on this day. */
export async function noteSize(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `insert into storage_samples (day, database_bytes) values ($1, ${DATABASE_BYTES})
     on conflict (day) do update set database_bytes = excluded.database_bytes`,
    [now.toISOString().slice(0, 10)],
  );
}

export type Growth = { bytes_a_day: number; days: number };

/** Daily growth of the database; null until there are two days to compare. */
export async function readGrowth(db: Queryable, now: Date): Promise<Growth | null> {
  const { rows } = await db.query<Growth>(
    `select (newest.database_bytes - oldest.database_bytes)::float8 / (newest.day - oldest.day) as bytes_a_day,
       newest.day - oldest.day as days
     from (select * from storage_samples order by day desc limit 1) as newest
     join (select * from storage_samples where day >= $1::date - ${DAYS} order by day limit 1) as oldest
       on oldest.day < newest.day`,
    [now.toISOString().slice(0, 10)],
  );
  return rows[0] ?? null;
}
