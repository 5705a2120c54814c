import type { ColumnModel, TableModel } from '../../catalogue/model.ts';
import { sameName } from '../../catalogue/names.ts';
import { parseExpressionText } from '../batch/parse-query.ts';
import type { SchemaStatement } from '../batch/statements.ts';
import { SqlServerError } from '../engine.ts';
import { physicalColumn, physicalTable } from '../translate/context.ts';
import { Scope } from '../translate/scope.ts';
import { checkRows } from './constraints.ts';
import {
  createPhysicalIndex,
  createPhysicalKey,
  dropPhysicalIndex,
  dropPhysicalKey,
  indexName,
  keysOf,
} from './physical.ts';
import { allConstraints, buildUnique, schemaTable } from './schema.ts';
import { columnModel, withConstraint } from './schema-columns.ts';
import { putTable } from './schema-tables.ts';
import type { SessionState } from './session-state.ts';
import { statementContext } from './statement-context.ts';
import { assigned, columnOf, type TargetTable } from './target-table.ts';

type AlterStatement = Extract<
  SchemaStatement,
  { kind: 'add columns' | 'drop columns' | 'drop constraint' | 'alter column' }
>;

export function alterTable(statement: AlterStatement, state: SessionState): void {
  const target = schemaTable(statement.table, 'ALTER TABLE', state);
  switch (statement.kind) {
    case 'add columns':
      addColumns(statement, target, state);
      return;
    case 'drop columns':
      for (const name of statement.columns) dropColumn(name, statement.ifExists, statement.table, state);
      return;
    case 'drop constraint':
      dropConstraint(statement.name, target, state);
      return;
    case 'alter column':
      alterColumn(statement, target, state);
  }
}

function addColumns(
  { columns, constraints }: Extract<AlterStatement, { kind: 'add columns' }>,
  { table, database }: TargetTable,
  state: SessionState,
): void {
  let next = Math.max(0, ...table.columns.map((column) => column.id), highestPhysical(table, state)) + 1;
  let changed: TableModel = table;
  const added: ColumnModel[] = [];
  for (const definition of columns) {
    if (changed.columns.some((column) => sameName(column.name, definition.name)))
      throw new SqlServerError({
        number: 2705,
        state: 4,
        message: `Column names in each table must be unique. Column name '${definition.name}' in table '${table.name}' is specified more than once.`,
      });
    const model = columnModel(definition, next, changed, database, state);
    next += 1;
    added.push(model);
    changed = { ...changed, columns: [...changed.columns, model] };
  }
  const before = keysOf(changed);
  for (const constraint of allConstraints(columns, constraints))
    changed = withConstraint(changed, constraint, database, state);
  putTable(changed, database, state);
  for (const { id } of added) fillColumn(columnById(changed, id), { table: changed, database }, state);
  mustHaveNoNulls(changed, state);
  for (const key of keysOf(changed).filter((candidate) => !before.includes(candidate)))
    buildUnique(changed, key.name, () => createPhysicalKey(state.connection, changed, database, key));
  if (changed.checks.length > table.checks.length || changed.foreignKeys.length > table.foreignKeys.length) {
    const rowIds = state.connection
      .all(`SELECT rowid FROM ${physicalTable(table)}`)
      .map(([id]) => BigInt(String(id)));
    checkRows({ table: changed, database }, rowIds, 'UPDATE', state);
  }
}

function columnById(table: TableModel, id: number): ColumnModel {
  const column = table.columns.find((candidate) => candidate.id === id);
  if (column === undefined) throw new Error(`There is no column ${id}.`);
  return column;
}

/** A dropped column's number stays taken for as long as the table lives. */
function highestPhysical(table: TableModel, state: SessionState): number {
  const names = state.connection.all(`SELECT name FROM pragma_table_info('${physicalTable(table)}')`);
  return Math.max(0, ...names.map(([name]) => Number(String(name).slice(1)) || 0));
}

/** Rows that are there get the default where the column may not be NULL. Throws 4901 where there is none. */
function fillColumn(column: ColumnModel, target: TargetTable, state: SessionState): void {
  if (column.computed !== null) return;
  const { connection, server } = state;
  const table = physicalTable(target.table);
  const name = physicalColumn(column.id);
  connection.exec(`ALTER TABLE ${table} ADD COLUMN ${name}`);
  const rows = connection.all(`SELECT rowid FROM ${table}`);
  if (rows.length === 0 || (column.nullable && column.identity === null)) return;
  if (column.default === null && column.identity === null && column.type.name !== 'rowversion')
    throw new SqlServerError({
      number: 4901,
      message: `ALTER TABLE only allows columns to be added that can contain nulls, or have a DEFAULT definition specified, or the column being added is an identity or timestamp column, or alternatively if none of the previous conditions are satisfied the table must be empty to allow addition of this column. Column '${column.name}' cannot be added to non-empty table '${target.table.name}' because it does not satisfy these conditions.`,
    });
  for (const [rowId] of rows) {
    const value =
      column.identity !== null
        ? server.counters.nextIdentity(target.table, column, connection)
        : column.type.name === 'rowversion'
          ? server.counters.nextRowVersion()
          : defaultValue(column, target, state);
    connection.run(`UPDATE ${table} SET ${name} = ?1 WHERE rowid = ?2`, [value, rowId ?? null]);
  }
}

function defaultValue(column: ColumnModel, target: TargetTable, state: SessionState) {
  const context = statementContext(state, new Map());
  const value = context.translator.scalar(
    parseExpressionText(column.default?.expression ?? 'NULL'),
    new Scope(null),
  );
  const row = state.connection.first(`SELECT ${value.sql}`, context.values);
  return assigned(row?.[0] ?? null, value.type, column, target, 'UPDATE');
}

/** The columns of a new primary key may hold no NULL. */
function mustHaveNoNulls(table: TableModel, _state: SessionState): void {
  const nullable = table.primaryKey?.columns.some(({ name }) => columnOf(table, name).nullable) ?? false;
  if (nullable)
    throw new SqlServerError({
      number: 8111,
      message: `Cannot define PRIMARY KEY constraint on nullable column in table '${table.name}'.`,
    });
}

function dropColumn(
  name: string,
  ifExists: boolean,
  tableName: readonly string[],
  state: SessionState,
): void {
  const { table, database } = schemaTable(tableName, 'ALTER TABLE', state);
  const column = table.columns.find((candidate) => sameName(candidate.name, name));
  if (column === undefined) {
    if (ifExists) return;
    throw new SqlServerError({
      number: 4924,
      message: `ALTER TABLE DROP COLUMN failed because column '${name}' does not exist in table '${table.name}'.`,
    });
  }
  const dependent = dependentOf(table, column);
  if (dependent !== null)
    throw new SqlServerError({
      number: 5074,
      message: `The object '${dependent}' is dependent on column '${column.name}'.`,
    });
  const columns = table.columns.filter((other) => other !== column);
  if (columns.length === 0)
    throw new SqlServerError({
      number: 4923,
      message: `ALTER TABLE DROP COLUMN failed because '${column.name}' is the only data column in table '${table.name}'. A table must have at least one data column.`,
    });
  // In SQLite the column stays, empty: its number is not given again.
  if (column.computed === null)
    state.connection.exec(`UPDATE ${physicalTable(table)} SET ${physicalColumn(column.id)} = NULL`);
  putTable({ ...table, columns }, database, state);
}

/** A key, index, default, check or computed column that needs the column. */
function dependentOf(table: TableModel, column: ColumnModel): string | null {
  const has = (columns: readonly { readonly name: string }[]): boolean =>
    columns.some(({ name }) => sameName(name, column.name));
  const key = keysOf(table).find((candidate) => has(candidate.columns));
  const index = table.indexes.find((candidate) => has(candidate.columns));
  const foreign = table.foreignKeys.find((candidate) =>
    candidate.columns.some((name) => sameName(name, column.name)),
  );
  return key?.name ?? index?.name ?? foreign?.name ?? column.default?.name ?? null;
}

function dropConstraint(name: string, { table, database }: TargetTable, state: SessionState): void {
  const is = (other: { readonly name: string }): boolean => sameName(other.name, name);
  const key = keysOf(table).find(is);
  const known =
    key !== undefined ||
    table.checks.some(is) ||
    table.foreignKeys.some(is) ||
    table.columns.some((column) => column.default !== null && is(column.default));
  if (!known) throw new SqlServerError({ number: 3728, message: `'${name}' is not a constraint.` });
  const not = (other: { readonly name: string }): boolean => !is(other);
  putTable(
    {
      ...table,
      primaryKey: table.primaryKey !== null && not(table.primaryKey) ? table.primaryKey : null,
      uniqueKeys: table.uniqueKeys.filter(not),
      checks: table.checks.filter(not),
      foreignKeys: table.foreignKeys.filter(not),
      columns: table.columns.map((column) =>
        column.default !== null && is(column.default) ? { ...column, default: null } : column,
      ),
    },
    database,
    state,
  );
  if (key !== undefined) dropPhysicalKey(state.connection, table, key.id);
}

/** Every value is converted to the new type, as UPDATE would. */
function alterColumn(
  { column: definition }: Extract<AlterStatement, { kind: 'alter column' }>,
  { table, database }: TargetTable,
  state: SessionState,
): void {
  const old = table.columns.find((column) => sameName(column.name, definition.name));
  if (old === undefined || definition.type === null)
    throw new SqlServerError({
      number: 4924,
      message: `ALTER TABLE ALTER COLUMN failed because column '${definition.name}' does not exist in table '${table.name}'.`,
    });
  const model = {
    ...columnModel({ ...definition, identity: null }, old.id, table, database, state),
    name: old.name,
    identity: old.identity,
    default: old.default,
  };
  const changed = { ...table, columns: table.columns.map((column) => (column === old ? model : column)) };
  const uses = (columns: readonly { readonly name: string }[]): boolean =>
    columns.some(({ name }) => sameName(name, old.name));
  const keys = keysOf(table).filter((key) => uses(key.columns));
  const indexes = table.indexes.filter((index) => uses(index.columns));
  for (const key of keys) dropPhysicalKey(state.connection, table, key.id);
  for (const index of indexes) dropPhysicalIndex(state.connection, table, indexName(table, index.name));
  const name = physicalColumn(old.id);
  for (const [rowId, value] of state.connection.all(`SELECT rowid, ${name} FROM ${physicalTable(table)}`)) {
    const stored = assigned(value ?? null, old.type, model, { table, database }, 'UPDATE');
    state.connection.run(`UPDATE ${physicalTable(table)} SET ${name} = ?1 WHERE rowid = ?2`, [
      stored,
      rowId ?? null,
    ]);
  }
  putTable(changed, database, state);
  for (const key of keys) createPhysicalKey(state.connection, changed, database, key);
  for (const index of indexes)
    createPhysicalIndex(state.connection, changed, database, {
      ...index,
      name: indexName(table, index.name),
    });
}
