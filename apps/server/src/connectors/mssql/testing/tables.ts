import type { ColumnInfo } from '../mapping/column-types.ts';
import type { TableInfo } from '../mapping/introspection.ts';

/** A column as the catalogue of SQL Server describes it. */
export function column(name: string, type: string, details: Partial<ColumnInfo> = {}): ColumnInfo {
  return {
    name,
    type,
    maxLength: type.startsWith('n') ? 100 : 50,
    precision: 10,
    scale: 2,
    nullable: true,
    isGenerated: false,
    mayUpdate: true,
    collation: null,
    ...details,
  };
}

export function table(columns: readonly ColumnInfo[], details: Partial<TableInfo> = {}): TableInfo {
  return {
    schema: 'dbo',
    name: 'Articles',
    type: 'table',
    rowCount: 10,
    columns,
    primaryKey: [],
    indexedColumns: [],
    username: 'storefleet',
    readOnlyIntent: false,
    ...details,
  };
}
