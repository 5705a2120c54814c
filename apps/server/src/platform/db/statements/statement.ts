export type Statement = { text: string; params: unknown[] };
/** Adds a parameter; returns its name in the text. */
export type Bind = (value: unknown) => string;

/** Builds a statement from a text that names its parameters in order. */
export function compose(write: (bind: Bind) => string): Statement {
  const params: unknown[] = [];
  const text = write((value) => `$${params.push(value)}`);
  return { text, params };
}

/**
 * Inserts rows with the columns of the first, as one parameter, so that the text does not depend on the
 * number of rows. `expressions` are further columns, the same for all rows.
 */
export function insertOf<Row extends object>(
  bind: Bind,
  table: string,
  rows: readonly Row[],
  expressions: Readonly<Record<string, string>> = {},
): string {
  const columns = Object.keys(rows[0] ?? {});
  return `insert into ${table} (${[...columns, ...Object.keys(expressions)].join(', ')})
    select ${[...columns, ...Object.values(expressions)].join(', ')}
    from json_populate_recordset(null::${table}, ${bind(JSON.stringify(rows))})`;
}
