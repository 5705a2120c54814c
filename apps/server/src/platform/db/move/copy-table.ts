import type { Queryable } from '../database.ts';
import type { Table } from './tables.ts';

/** Characters in flight at a time, so that tables of any size take the same memory. */
const BATCH_CHARACTERS = 2_000_000;
const FIRST_BATCH_ROWS = 100;
const LARGEST_BATCH_ROWS = 5_000;

/** Rows as text, which every PostgreSQL reads back unchanged: the values of each column. */
export type Batch = (string | null)[][];

export const rowsIn = (batch: Batch): number => batch[0]?.length ?? 0;

/** All rows of a table, in batches; needs a transaction for its cursor. */
export async function* readTable({ name, columns }: Table, source: Queryable): AsyncGenerator<Batch> {
  const read = columns.map((column, index) => `${column.name}::text as c${index}`);
  await source.query(`declare moving no scroll cursor for select ${read.join(', ')} from ${name}`);
  let size = FIRST_BATCH_ROWS;
  for (;;) {
    const { rows } = await source.query<Record<string, string | null>>(`fetch ${size} from moving`);
    if (rows.length === 0) break;
    const batch = columns.map((_, index) => rows.map((row) => row[`c${index}`] ?? null));
    yield batch;
    const characters = batch.flat().reduce((sum, value) => sum + (value?.length ?? 0), 1);
    size = Math.ceil((rows.length * BATCH_CHARACTERS) / characters);
    size = Math.min(Math.max(size, 1), LARGEST_BATCH_ROWS);
  }
  await source.query('close moving');
}

export async function writeBatch({ name, columns }: Table, target: Queryable, batch: Batch): Promise<void> {
  const names = columns.map((column) => column.name).join(', ');
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const values = columns.map((column, index) => `c${index}::${column.type}`).join(', ');
  await target.query(
    `insert into ${name} (${names}) overriding system value
     select ${values} from unnest(${parameters}) as batch (${columns.map((_, index) => `c${index}`).join(', ')})`,
    batch,
  );
}

export type Digest = { rows: string; content: string };

/** The number of rows, and a sum over the hashes of their values, independent of their order. */
export async function digestTable(db: Queryable, { name, columns }: Table): Promise<Digest> {
  const row = `row(${columns.map((column) => column.name).join(', ')})::text`;
  const { rows } = await db.query<Digest>(
    `select count(*)::text as rows,
       coalesce(sum(('x' || left(md5(${row}), 16))::bit(64)::bigint::numeric), 0)::text as content
     from ${name}`,
  );
  return rows[0] ?? { rows: '0', content: '0' };
}

/** Gives values the same text on both sides, whatever the servers' settings; lifts limits for long reads. */
export async function prepareSession(tx: Queryable): Promise<void> {
  await tx.query(
    `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
     set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  );
}
