import type { DatabaseHandle } from './engine/create-engine.ts';
import type { SqlValue } from './values/sql-value.ts';

/** A database for seeding: everything is allowed, and inserts are fast. */
export type SeedHandle = Pick<DatabaseHandle, 'run' | 'query' | 'insertRows'>;

type TableSeed = {
  /** Default: `dbo`; others are created. */
  readonly schema?: string;
  readonly name: string;
  /** Columns in order, each with its declaration: `decimal(18,4) NOT NULL`. */
  readonly columns: Readonly<Record<string, string>>;
  readonly primaryKey?: readonly string[];
  /** Further table constraints, as T-SQL. */
  readonly constraints?: readonly string[];
  readonly indexes?: readonly { readonly columns: readonly string[]; readonly unique?: boolean }[];
  /** Values in the order of the columns. */
  readonly rows?: Iterable<readonly SqlValue[]>;
};

/** Creates a table with its rows, then its indexes, which is faster. */
export async function defineTable(database: SeedHandle, table: TableSeed): Promise<void> {
  const { schema = 'dbo', name, columns, primaryKey = [], constraints = [], indexes = [] } = table;
  if (schema !== 'dbo') await database.run(`CREATE SCHEMA ${quoted(schema)}`);
  const parts = Object.entries(columns).map(([column, declaration]) => `${quoted(column)} ${declaration}`);
  if (primaryKey.length > 0)
    parts.push(`CONSTRAINT ${quoted(`PK_${name}`)} PRIMARY KEY (${primaryKey.map(quoted).join(', ')})`);
  const full = `${quoted(schema)}.${quoted(name)}`;
  await database.run(`CREATE TABLE ${full} (\n  ${[...parts, ...constraints].join(',\n  ')}\n)`);
  if (table.rows !== undefined) database.insertRows(schema, name, Object.keys(columns), table.rows);
  for (const index of indexes)
    await database.run(
      `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoted(`IX_${name}_${index.columns.join('_')}`)} ON ${full} (${index.columns.map(quoted).join(', ')})`,
    );
}

function quoted(name: string): string {
  return `[${name.replaceAll(']', ']]')}]`;
}
