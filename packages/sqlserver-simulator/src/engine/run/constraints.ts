import type { DatabaseModel, ForeignKeyModel, TableModel } from '../../catalogue/model.ts';
import { sameName } from '../../catalogue/names.ts';
import { fromStored } from '../../types/stored.ts';
import { parseConditionText } from '../batch/parse-query.ts';
import { SqlServerError, type SqlValue } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import { physicalColumn, physicalTable } from '../translate/context.ts';
import { tableSource } from '../translate/from.ts';
import { Scope } from '../translate/scope.ts';
import { columnKey, indexName, keysOf } from './physical.ts';
import type { SessionState } from './session-state.ts';
import { statementContext } from './statement-context.ts';
import { columnOf, type TargetTable } from './target-table.ts';

/** SQLite's refusal of a duplicate as SQL Server's 2627 (of a constraint) or 2601 (of an index); null for other errors. */
export function duplicateError(
  error: unknown,
  { table }: TargetTable,
  row: ReadonlyMap<number, StoredValue>,
): SqlServerError | null {
  if (!(error instanceof Error) || !/UNIQUE constraint failed/.test(error.message)) return null;
  const index = /index '(?:temp\.)?([A-Za-z0-9_]+?)(?:_n)?'/.exec(error.message)?.[1] ?? null;
  const columns = [...error.message.matchAll(/t\d+\.c(\d+)/g)].map((match) => Number(match[1]));
  const isHit = (name: string, names: readonly { readonly name: string }[]): boolean =>
    index === null
      ? names.length === columns.length &&
        names.every((part, at) => columnOf(table, part.name).id === columns[at])
      : index === name;
  const object = `${table.schema}.${table.name}`;
  for (const key of keysOf(table)) {
    if (!isHit(`k${table.id}_${key.id}`, key.columns)) continue;
    const kind = key === table.primaryKey ? 'PRIMARY KEY' : 'UNIQUE KEY';
    return new SqlServerError({
      number: 2627,
      class: 14,
      message: `Violation of ${kind} constraint '${key.name}'. Cannot insert duplicate key in object '${object}'. The duplicate key value is (${keyText(key.columns, table, row)}).`,
    });
  }
  for (const { name, columns: parts, unique } of table.indexes) {
    if (!unique || !isHit(indexName(table, name), parts)) continue;
    return new SqlServerError({
      number: 2601,
      class: 14,
      message: `Cannot insert duplicate key row in object '${object}' with unique index '${name}'. The duplicate key value is (${keyText(parts, table, row)}).`,
    });
  }
  return null;
}

function keyText(
  columns: readonly { readonly name: string }[],
  table: TableModel,
  row: ReadonlyMap<number, StoredValue>,
): string {
  return columns
    .map(({ name }) => {
      const column = columnOf(table, name);
      return shown(fromStored(row.get(column.id) ?? null, column.type));
    })
    .join(', ');
}

function shown(value: SqlValue): string {
  if (value === null) return '<NULL>';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return Buffer.isBuffer(value) ? `0x${value.toString('hex')}` : String(value);
}

/** Throws 547 when one of the rows breaks a CHECK or names a row that is not there. */
export function checkRows(
  target: TargetTable,
  rowIds: readonly bigint[],
  action: 'INSERT' | 'UPDATE',
  state: SessionState,
): void {
  const { table, database } = target;
  for (const check of table.checks) {
    const context = statementContext(state, new Map());
    const scope = new Scope(null);
    const found = { kind: 'table', table, database, sql: physicalTable(table) } as const;
    scope.add(tableSource(found, { ...table, shown: table.name }, 'a0', context.translator));
    const condition = context.translator.predicate(parseConditionText(check.expression), scope);
    const place = context.translator.context.bind(null);
    const sql = `SELECT 1 FROM ${found.sql} AS a0 WHERE a0.rowid = ${place} AND NOT ${condition}`;
    for (const rowId of rowIds) {
      if (state.connection.first(sql, [...context.values.slice(0, -1), rowId]) !== null)
        throw conflict(
          action,
          'CHECK',
          check.name,
          database.name,
          `${table.schema}.${table.name}`,
          columnIn(check.expression, table),
        );
    }
  }
  for (const key of table.foreignKeys) checkReferences(target, key, rowIds, action, state);
}

/** The message names the column when the condition is about one. */
function columnIn(expression: string, table: TableModel): string | null {
  const named = table.columns.filter((column) =>
    expression
      .toLowerCase()
      .split(/[^\p{L}\p{N}_ ]+|\s+/u)
      .includes(column.name.toLowerCase()),
  );
  return named.length === 1 ? (named[0]?.name ?? null) : null;
}

function checkReferences(
  { table, database }: TargetTable,
  key: ForeignKeyModel,
  rowIds: readonly bigint[],
  action: 'INSERT' | 'UPDATE',
  state: SessionState,
): void {
  const referenced = database.tables.find(
    (other) => sameName(other.name, key.referencedTable) && sameName(other.schema, key.referencedSchema),
  );
  if (referenced === undefined) return;
  const own = key.columns.map((name) => columnOf(table, name));
  const equal = own.map((column, index) => {
    const other = columnOf(referenced, key.referencedColumns[index] ?? '');
    return `${columnKey(other, database)} = (SELECT ${columnKey(column, database)} FROM ${physicalTable(table)} WHERE rowid = ?1)`;
  });
  const isNull = own.map((column) => `${physicalColumn(column.id)} IS NULL`).join(' OR ');
  const sql = `SELECT 1 FROM ${physicalTable(table)} WHERE rowid = ?1 AND NOT (${isNull}) AND NOT EXISTS(SELECT 1 FROM ${physicalTable(referenced)} WHERE ${equal.join(' AND ')})`;
  for (const rowId of rowIds) {
    if (state.connection.first(sql, [rowId]) === null) continue;
    const column = key.referencedColumns.length === 1 ? (key.referencedColumns[0] ?? null) : null;
    throw conflict(
      action,
      'FOREIGN KEY',
      key.name,
      database.name,
      `${referenced.schema}.${referenced.name}`,
      column,
    );
  }
}

/** Throws 547 when a row of another table names one that has gone or has changed its key. */
export function checkReferencing(
  { table, database }: TargetTable,
  action: 'UPDATE' | 'DELETE',
  state: SessionState,
): void {
  for (const other of database.tables) {
    for (const key of other.foreignKeys) {
      if (!sameName(key.referencedTable, table.name) || !sameName(key.referencedSchema, table.schema))
        continue;
      if (!isOrphaned(other, table, key, database, state)) continue;
      const column = key.columns.length === 1 ? (key.columns[0] ?? null) : null;
      throw conflict(action, 'REFERENCE', key.name, database.name, `${other.schema}.${other.name}`, column);
    }
  }
}

function isOrphaned(
  other: TableModel,
  table: TableModel,
  key: ForeignKeyModel,
  database: DatabaseModel,
  state: SessionState,
): boolean {
  const pairs = key.columns.map((name, index) => {
    const column = columnOf(other, name);
    const referenced = columnOf(table, key.referencedColumns[index] ?? '');
    const child = columnKey(column, database).replace(
      physicalColumn(column.id),
      `child.${physicalColumn(column.id)}`,
    );
    return {
      child,
      parent: columnKey(referenced, database),
      isNull: `child.${physicalColumn(column.id)} IS NULL`,
    };
  });
  const missing = `NOT EXISTS(SELECT 1 FROM ${physicalTable(table)} WHERE ${pairs.map(({ child, parent }) => `${parent} = ${child}`).join(' AND ')})`;
  const nulls = pairs.map(({ isNull }) => isNull).join(' OR ');
  return (
    state.connection.first(
      `SELECT 1 FROM ${physicalTable(other)} AS child WHERE NOT (${nulls}) AND ${missing} LIMIT 1`,
    ) !== null
  );
}

function conflict(
  action: string,
  kind: 'CHECK' | 'FOREIGN KEY' | 'REFERENCE',
  name: string,
  database: string,
  table: string,
  column: string | null,
): SqlServerError {
  const tail = column === null ? '' : `, column '${column}'`;
  return new SqlServerError({
    number: 547,
    message: `The ${action} statement conflicted with the ${kind} constraint "${name}". The conflict occurred in database "${database}", table "${table}"${tail}.`,
  });
}
