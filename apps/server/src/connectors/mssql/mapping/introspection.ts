import { SourceError } from '../../source-error.ts';
import type { SqlRow, SqlServer } from '../client/sql.ts';
import { formatTableName, quoteTableName, type TableName } from '../identifiers.ts';
import type { ColumnInfo } from './column-types.ts';

export type TableSummary = {
  readonly schema: string;
  readonly name: string;
  readonly type: 'table' | 'view';
  /** As SQL Server tracks it, which may lag behind; null for a view. */
  readonly rowCount: number | null;
};

export type TableInfo = TableSummary & {
  readonly columns: readonly ColumnInfo[];
  /** Column names in key order; empty without a key. */
  readonly primaryKey: readonly string[];
  /** First columns of an index. */
  readonly indexedColumns: readonly string[];
  /** The user whose permissions apply. */
  readonly username: string;
  /** Whether the connection asked for a read-only replica. */
  readonly readOnlyIntent: boolean;
  /** The database's: from 130 on it has OPENJSON. 0 if the server does not say. */
  readonly compatibilityLevel: number;
};

/** Index 0 is a table without a clustered index, 1 the clustered index: both hold every row. */
const SUMMARY = `
SELECT s.name AS table_schema, o.name AS table_name, o.type AS table_type, SUM(p.rows) AS row_count
FROM sys.objects AS o
JOIN sys.schemas AS s ON s.schema_id = o.schema_id
LEFT JOIN sys.partitions AS p ON p.object_id = o.object_id AND p.index_id IN (0, 1)
WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0`;

const GROUPED = 'GROUP BY s.name, o.name, o.type';

const LIST = `${SUMMARY} ${GROUPED} ORDER BY s.name, o.name`;

const TABLE = `${SUMMARY} AND o.object_id = OBJECT_ID(@name) ${GROUPED}`;

/**
 * An alias type resolves to its built-in base type; .NET types have none. Unlike the column of `sys.columns`,
 * a property that a server older than 2016 does not know is NULL.
 */
const COLUMNS = `
SELECT c.name AS column_name, COALESCE(b.name, u.name) AS type_name, c.max_length, c.precision, c.scale,
  c.is_nullable, c.is_computed, c.is_identity, c.collation_name, d.collation_name AS database_collation,
  d.compatibility_level, COLUMNPROPERTY(c.object_id, c.name, 'GeneratedAlwaysType') AS period_end
FROM sys.columns AS c
JOIN sys.types AS u ON u.user_type_id = c.user_type_id
LEFT JOIN sys.types AS b ON b.user_type_id = c.system_type_id
LEFT JOIN sys.databases AS d ON d.name = DB_NAME()
WHERE c.object_id = OBJECT_ID(@name)
ORDER BY c.column_id`;

const INDEXES = `
SELECT i.is_primary_key, k.key_ordinal, c.name AS column_name
FROM sys.indexes AS i
JOIN sys.index_columns AS k ON k.object_id = i.object_id AND k.index_id = i.index_id
JOIN sys.columns AS c ON c.object_id = k.object_id AND c.column_id = k.column_id
WHERE i.object_id = OBJECT_ID(@name) AND k.key_ordinal > 0
ORDER BY i.index_id, k.key_ordinal`;

/** Effective permissions, including roles and denials; NULL if the server does not know. */
const PERMISSIONS = `
SELECT c.name AS column_name, HAS_PERMS_BY_NAME(@name, 'OBJECT', 'UPDATE', c.name, 'COLUMN') AS may_update
FROM sys.columns AS c
WHERE c.object_id = OBJECT_ID(@name)`;

/** Without system databases and those that are offline. */
const DATABASES = `
SELECT name FROM sys.databases
WHERE database_id > 4 AND state = 0 AND HAS_DBACCESS(name) = 1
ORDER BY name`;

/** Databases the user may open; none if the server does not say. */
export async function listDatabases(server: SqlServer, signal: AbortSignal): Promise<string[]> {
  try {
    return (await server.query(DATABASES, {}, { signal })).map(({ name }) => textOf(name));
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'rejected') return [];
    throw error;
  }
}

/** Tables and views the user may see, by schema and name. */
export async function listTables(server: SqlServer, signal: AbortSignal): Promise<TableSummary[]> {
  const rows = await server.query(LIST, {}, { signal });
  return rows.map(toSummary);
}

/** The table as it is now. Throws a SourceError of the kind `rejected` if there is none of that name. */
export async function readTable(
  server: SqlServer,
  table: TableName,
  signal: AbortSignal,
): Promise<TableInfo> {
  const [tables, columns, indexes] = await server.queryAll(
    `${TABLE};${COLUMNS};${INDEXES}`,
    { name: quoteTableName(table) },
    { signal },
  );
  const [found] = tables ?? [];
  if (found === undefined) {
    throw new SourceError({
      kind: 'rejected',
      message:
        `There is no table or view ${formatTableName(table)} in the database ${server.inForce.database}, or the user ` +
        `${server.inForce.username} may not see it. Choose another table, or ask for the permission SELECT on it.`,
    });
  }
  const locked = await readLockedColumns(server, table, signal);
  const { username, readOnlyIntent } = server.inForce;
  return {
    ...toSummary(found),
    username,
    readOnlyIntent,
    compatibilityLevel: Number(columns?.[0]?.compatibility_level ?? 0),
    columns: (columns ?? []).map((row) => toColumn(row, locked)),
    primaryKey: columnsWhere(indexes ?? [], (index) => index.is_primary_key === true),
    indexedColumns: [...new Set(columnsWhere(indexes ?? [], (index) => index.key_ordinal === 1))],
  };
}

/** Columns the user may not UPDATE. A server that does not know refuses the write itself. */
async function readLockedColumns(
  server: SqlServer,
  table: TableName,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  try {
    const rows = await server.query(PERMISSIONS, { name: quoteTableName(table) }, { signal });
    return new Set(rows.filter((row) => row.may_update === 0).map((row) => textOf(row.column_name)));
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'rejected') return new Set();
    throw error;
  }
}

function toSummary(row: SqlRow): TableSummary {
  const type = textOf(row.table_type).trim() === 'V' ? 'view' : 'table';
  const rowCount = type === 'view' || row.row_count === null ? null : Number(row.row_count);
  return { schema: textOf(row.table_schema), name: textOf(row.table_name), type, rowCount };
}

function toColumn(row: SqlRow, locked: ReadonlySet<string>): ColumnInfo {
  const name = textOf(row.column_name);
  const type = textOf(row.type_name).toLowerCase();
  const collation = row.collation_name === row.database_collation ? null : row.collation_name;
  return {
    name,
    type,
    maxLength: Number(row.max_length),
    precision: Number(row.precision),
    scale: Number(row.scale),
    nullable: row.is_nullable === true,
    isGenerated:
      row.is_computed === true ||
      row.is_identity === true ||
      Number(row.period_end) > 0 ||
      type === 'timestamp',
    mayUpdate: !locked.has(name),
    collation: typeof collation === 'string' ? collation : null,
  };
}

function columnsWhere(indexes: readonly SqlRow[], matches: (index: SqlRow) => boolean): string[] {
  return indexes.filter(matches).map((index) => textOf(index.column_name));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Matches columns like SQL Server: by exact name, else in any case. */
export function findColumn(table: TableInfo, name: string): ColumnInfo | null {
  const exact = table.columns.find((column) => column.name === name);
  if (exact !== undefined) return exact;
  const alike = table.columns.filter((column) => column.name.toLowerCase() === name.toLowerCase());
  return alike.length === 1 ? (alike[0] ?? null) : null;
}
