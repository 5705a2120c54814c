import type { Queryable } from '../../platform/db/database.ts';

export type TableSize = {
  readonly name: string;
  readonly table_bytes: number;
  readonly index_bytes: number;
  /** The planner's estimate; negative if it has none yet. */
  readonly estimated_rows: number;
};

/** Reads no rows. */
export async function readTableSizes(db: Queryable): Promise<TableSize[]> {
  const { rows } = await db.query<TableSize>(
    `select relname as name, pg_table_size(oid)::float8 as table_bytes, pg_indexes_size(oid)::float8 as index_bytes,
       reltuples::float8 as estimated_rows
     from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  return rows;
}
