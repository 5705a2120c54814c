import type { ColumnModel } from '../../catalogue/model.ts';
import { convertStored } from '../../types/convert.ts';
import { asList, identifier, isNode, kindOf, type Node } from '../batch/ast.ts';
import { parseExpressionText } from '../batch/parse-query.ts';
import type { InsertStatement } from '../batch/statements.ts';
import { SqlServerError, type SqlType } from '../engine.ts';
import type { StoredValue } from '../storage.ts';
import { physicalColumn, physicalTable } from '../translate/context.ts';
import { Scope } from '../translate/scope.ts';
import { checkRows, duplicateError } from './constraints.ts';
import { storedColumns } from './physical.ts';
import { translated } from './run-query.ts';
import type { SessionState } from './session-state.ts';
import type { StatementContext } from './statement-context.ts';
import {
  assigned,
  columnOf,
  mustBeAssignable,
  mustBeWritable,
  nullRefused,
  type TargetTable,
  targetTable,
} from './target-table.ts';

export type StoredRow = ReadonlyMap<number, StoredValue>;
export type Changed = { readonly inserted: StoredRow | null; readonly deleted: StoredRow | null };

type Plan = {
  readonly target: TargetTable;
  readonly sql: string;
  /** What the rows of `sql` hold, in their order. */
  readonly filled: readonly { readonly column: ColumnModel; readonly type: SqlType }[];
  readonly identity: ColumnModel | null;
};

/** INSERT: the translation first, then `run` does it and returns the rows. */
export function planInsert(statement: InsertStatement, state: SessionState, context: StatementContext): Plan {
  return translated(() => {
    const target = targetTable(statement.table, 'INSERT', state);
    const { table } = target;
    const identity = table.columns.find((column) => column.identity !== null) ?? null;
    const isExplicit = state.options.identityInsert === table.id;
    const named = statement.columns?.map((name) => columnOf(table, name));
    const columns = named ?? table.columns.filter((column) => isWritten(column, isExplicit));
    if (statement.source !== null || named !== undefined) mustBeWritable(columns, 'INSERT');
    if (named?.includes(identity ?? NONE) && !isExplicit) throw identityRefused(table.name);
    const given = statement.source === null ? [] : columns;
    const filled: { column: ColumnModel; type: SqlType }[] = [];
    let from = '';
    const list: string[] = [];
    if (statement.source !== null) {
      mustBeFewRows(statement.source);
      const source = withDefaults(statement.source, given);
      const query = context.translator.query(source, null, { place: 'top' });
      mustMatch(given.length, query.columns.length, statement);
      query.columns.forEach((column, index) => {
        const to = given[index];
        if (to === undefined) return;
        if (column.isNull !== true) mustBeAssignable(column.type, to);
        filled.push({ column: to, type: column.isNull ? to.type : column.type });
        list.push(`${query.prefix}${index}`);
      });
      from = ` FROM (${query.sql})`;
    }
    for (const column of storedColumns(table)) {
      if (given.includes(column) || column.default === null) continue;
      const value = context.translator.scalar(
        parseExpressionText(column.default.expression),
        new Scope(null),
      );
      filled.push({ column, type: value.isNull ? column.type : value.type });
      list.push(value.sql);
    }
    return { target, sql: `SELECT ${list.length === 0 ? '1' : list.join(',')}${from}`, filled, identity };
  });
}

/** No column of any table. */
const NONE: ColumnModel = {
  id: -1,
  name: '',
  type: { name: 'int' },
  nullable: true,
  collation: null,
  identity: null,
  default: null,
  computed: null,
};

const isWritten = (column: ColumnModel, withIdentity: boolean): boolean =>
  column.computed === null && column.type.name !== 'rowversion' && (withIdentity || column.identity === null);

const identityRefused = (table: string): SqlServerError =>
  new SqlServerError({
    number: 544,
    message: `Cannot insert explicit value for identity column in table '${table}' when IDENTITY_INSERT is set to OFF.`,
  });

function mustMatch(wanted: number, given: number, { source, columns }: InsertStatement): void {
  if (wanted === given || source === null) return;
  if (columns === null)
    throw new SqlServerError({
      number: 213,
      message: 'Column name or number of supplied values does not match table definition.',
    });
  const [kind] = kindOf(source.body);
  const fewer = given < wanted;
  if (kind === 'Values')
    throw new SqlServerError({
      number: fewer ? 109 : 110,
      class: 15,
      message: `There are ${fewer ? 'more' : 'fewer'} columns in the INSERT statement than values specified in the VALUES clause. The number of values in the VALUES clause must match the number of columns specified in the INSERT statement.`,
    });
  throw new SqlServerError({
    number: fewer ? 120 : 121,
    class: 15,
    message: `The select list for the INSERT statement contains ${fewer ? 'fewer' : 'more'} items than the insert list. The number of SELECT values must match the number of INSERT columns.`,
  });
}

function mustBeFewRows(source: Node): void {
  const [kind, body] = kindOf(source.body);
  if (kind !== 'Values' || !isNode(body) || asList(body.rows).length <= 1000) return;
  throw new SqlServerError({
    number: 10738,
    class: 15,
    message:
      'The number of row value expressions in the INSERT statement exceeds the maximum allowed number of 1000 row values.',
  });
}

/** `VALUES (1, DEFAULT)`: the word stands for the column's own default. */
function withDefaults(source: Node, columns: readonly ColumnModel[]): Node {
  const [kind, body] = kindOf(source.body);
  if (kind !== 'Values' || !isNode(body)) return source;
  const rows = asList(body.rows).map((row) => {
    const cells = asList(isNode(row) ? row.content : row);
    return { content: cells.map((cell, index) => (isDefault(cell) ? defaultOf(columns[index]) : cell)) };
  });
  return { ...source, body: { Values: { ...body, rows } } };
}

/** DEFAULT comes from the parser as a name without quotes. */
export function isDefault(node: unknown): boolean {
  const [kind, body] = kindOf(node);
  if (kind !== 'Identifier') return false;
  const { name, quoted } = identifier(body);
  return !quoted && name.toUpperCase() === 'DEFAULT';
}

export function defaultOf(column: ColumnModel | undefined): Node {
  const expression = column?.default?.expression ?? null;
  return expression === null ? { Value: { value: 'Null' } } : parseExpressionText(expression);
}

export function runInsert(plan: Plan, state: SessionState, context: StatementContext): Changed[] {
  const { target, identity } = plan;
  const { connection, server } = state;
  const { table } = target;
  const rows = connection.all(plan.sql, context.values);
  const columns = storedColumns(table);
  const sql = insertStatement(target);
  const rowIds: bigint[] = [];
  const changed = rows.map((values): Changed => {
    const row = new Map<number, StoredValue>();
    plan.filled.forEach(({ column, type }, index) => {
      row.set(column.id, assigned(values[index] ?? null, type, column, target, 'INSERT'));
    });
    if (identity !== null) numberRow(row, identity, target, state);
    for (const column of columns) {
      if (column.type.name === 'rowversion') row.set(column.id, server.counters.nextRowVersion());
      if ((row.get(column.id) ?? null) === null && !column.nullable)
        throw nullRefused(column, target, 'INSERT');
    }
    rowIds.push(insertRow(sql, columns, row, target, state));
    return { inserted: row, deleted: null };
  });
  checkRows(target, rowIds, 'INSERT', state);
  return changed;
}

function numberRow(
  row: Map<number, StoredValue>,
  identity: ColumnModel,
  { table }: TargetTable,
  state: SessionState,
): void {
  const { counters } = state.server;
  const given = row.get(identity.id) ?? null;
  if (given !== null) counters.seen(table, identity, BigInt(String(given)));
  const next = (): StoredValue =>
    convertStored(
      counters.nextIdentity(table, identity, state.connection),
      { name: 'bigint' },
      identity.type,
      {
        explicit: false,
      },
    );
  const value = given ?? next();
  row.set(identity.id, value);
  state.identity = value;
}

export function insertStatement({ table }: TargetTable, withRowId = false): string {
  const names = storedColumns(table).map((column) => physicalColumn(column.id));
  if (withRowId) names.push('rowid');
  if (names.length === 0) return `INSERT INTO ${physicalTable(table)} DEFAULT VALUES`;
  const places = names.map((_, index) => `?${index + 1}`);
  return `INSERT INTO ${physicalTable(table)} (${names.join(',')}) VALUES (${places.join(',')})`;
}

export function insertRow(
  sql: string,
  columns: readonly ColumnModel[],
  row: StoredRow,
  target: TargetTable,
  state: SessionState,
  rowId: readonly bigint[] = [],
): bigint {
  try {
    return state.connection.run(sql, [...columns.map((column) => row.get(column.id) ?? null), ...rowId]);
  } catch (error) {
    throw duplicateError(error, target, row) ?? error;
  }
}
