import type { Queryable } from '../../../platform/db/database.ts';
import { groupsOf } from '../../../platform/db/statements/groups.ts';
import { CSV_BOM, csvRow } from '../export/csv-writer.ts';
import { PROBLEM_COLUMN } from '../product-columns.ts';
import type { ImportColumns } from './import-columns.ts';
import type { ImportRow } from './import-rows.ts';

const ROWS_PER_STATEMENT = 1_000;
const HEADER_ROW = 0;

/** Stores the rows with a refused value, as they are in the file. */
export async function keepProblemRows(
  db: Queryable,
  batchId: string,
  rows: readonly ImportRow[],
  { attributes, keys, options }: ImportColumns,
): Promise<void> {
  const { rows: refused } = await db.query<{ row_number: number; problem: string }>(
    `select row_number, string_agg(distinct error, ' ') as problem from edit_items
     where batch_id = $1 and status = 'failed' and row_number is not null group by row_number`,
    [batchId],
  );
  if (refused.length === 0) return;
  const problems = new Map(refused.map(({ row_number, problem }) => [row_number, problem]));
  const header: string[] = [];
  for (const { slot, name } of [...keys.values(), ...attributes, ...options]) header[slot] = name;
  const kept = [
    { row_number: HEADER_ROW, cells: header, problem: PROBLEM_COLUMN },
    ...rows.flatMap(({ rowNumber, cells }) => {
      const problem = problems.get(rowNumber);
      return problem === undefined
        ? []
        : [{ row_number: rowNumber, cells: cells.map((cell) => cell ?? ''), problem }];
    }),
  ];
  for (const group of groupsOf(kept, ROWS_PER_STATEMENT)) {
    await db.query(
      `insert into import_problem_rows (batch_id, row_number, cells, problem)
       select $1, row_number, cells, problem
       from jsonb_to_recordset($2::jsonb) as kept (row_number integer, cells text[], problem text)`,
      [batchId, JSON.stringify(group)],
    );
  }
}

/** False for files imported before rows were stored, and for files without problems. */
export async function hasProblemRows(db: Queryable, batchId: string): Promise<boolean> {
  const { rows } = await db.query('select from import_problem_rows where batch_id = $1 limit 1', [batchId]);
  return rows.length > 0;
}

/** These rows as a file in the same format, each with its problem. */
export async function* problemRows(
  db: Queryable,
  batchId: string,
  delimiter: string,
  signal: AbortSignal,
): AsyncGenerator<string, void, void> {
  yield CSV_BOM;
  let after = -1;
  while (true) {
    signal.throwIfAborted();
    const { rows } = await db.query<{ row_number: number; cells: string[]; problem: string }>(
      `select row_number, cells, problem from import_problem_rows
       where batch_id = $1 and row_number > $2 order by row_number limit $3`,
      [batchId, after, ROWS_PER_STATEMENT],
    );
    for (const { cells, problem } of rows) {
      yield csvRow(
        [...cells, problem].map((text) => ({ text })),
        delimiter,
      );
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.row_number;
  }
}
