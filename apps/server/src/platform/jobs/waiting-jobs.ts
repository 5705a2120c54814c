import type { Queryable } from '../db/database.ts';

export type OldestWaiting = { queue: string; seconds: number };

/** For each queue in which a job could have been started already: since when the oldest could have. */
export async function findOldestWaiting(db: Queryable): Promise<OldestWaiting[]> {
  const { rows } = await db.query<OldestWaiting>(
    `select name as queue, extract(epoch from max(now() - start_after))::float8 as seconds
     from jobs.job where state in ('created', 'retry') and start_after <= now() group by name`,
  );
  return rows;
}
