import type { Queryable } from '../database.ts';
import type { Table } from './tables.ts';

/** Characters that are on their way at a time, so that a table of any size takes the same memory. */
const BATCH_CHARACTERS = 2_000_000;
const FIRST_BATCH_ROWS = 100;
const LARGEST_BATCH_ROWS = 5_000;

/** Row for row as text, which every PostgreSQL reads back as it was; `onRows` hears how many have arrived. */
export async function copyTable(
  table: Table,
  source: Queryable,
  target: Queryable,
  onRows: (rows: number) => void,
): Promise<void> {
  const { name, columns } = table;
  const read = columns.map((column, index) => `${column.name}::text as c${index}`);
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`);
  const values = columns.map((column, index) => `c${index}::${column.type}`);
  const insert = `
    insert into ${name} (${columns.map((column) => column.name).join(', ')}) overriding system value
    select ${values.join(', ')} from unnest(${parameters.join(', ')}) as batch (${columns.map((_, index) => `c${index}`).join(', ')})`;

  await source.query(`declare moving no scroll cursor for select ${read.join(', ')} from ${name}`);
  let size = FIRST_BATCH_ROWS;
  let copied = 0;
  for (;;) {
    const { rows } = await source.query<Record<string, string | null>>(`fetch ${size} from moving`);
    if (rows.length === 0) break;
    const batch = columns.map((_, index) => rows.map((row) => row[`c${index}`] ?? null));
    await target.query(insert, batch);
    copied += rows.length;
    onRows(copied);
    const characters = batch.flat().reduce((sum, value) => sum + (value?.length ?? 0), 1);
    size = Math.ceil((rows.length * BATCH_CHARACTERS) / characters);
    size = Math.min(Math.max(size, 1), LARGEST_BATCH_ROWS);
  }
  await source.query('close moving');
}

export type Digest = { rows: string; content: string };

/** How many rows there are, and a sum over the hashes of their values, whatever order they lie in. */
export async function digestTable(db: Queryable, { name, columns }: Table): Promise<Digest> {
  const row = `row(${columns.map((column) => column.name).join(', ')})::text`;
  const { rows } = await db.query<Digest>(
    `select count(*)::text as rows,
       coalesce(sum(('x' || left(md5(${row}), 16))::bit(64)::bigint::numeric), 0)::text as content
     from ${name}`,
  );
  return rows[0] ?? { rows: '0', content: '0' };
}

/** Values look the same as text on both sides, whatever the servers' own settings are. */
export async function writeValuesAlike(tx: Queryable): Promise<void> {
  await tx.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
     set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  );
}
