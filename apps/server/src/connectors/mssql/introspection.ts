import type { ColumnInfo } from './column-types.ts';
import type { TableName } from './identifiers.ts';
import type { SqlServer } from './sql-server.ts';

export type TableSummary = {
  readonly schema: string;
  readonly name: string;
  readonly type: 'table' | 'view';
  /** As SQL Server keeps it, which may lag behind; null for a view. */
  readonly rowCount: number | null;
};

export type TableInfo = TableSummary & {
  readonly columns: readonly ColumnInfo[];
  /** Column names in the key's order; empty where there is none. */
  readonly primaryKey: readonly string[];
  /** Columns by which an index begins. */
  readonly indexedColumns: readonly string[];
};

