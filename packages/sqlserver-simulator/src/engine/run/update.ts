import type { ColumnModel } from '../../catalogue/model.ts';
import { sameName } from '../../catalogue/names.ts';
import { asList, asNode, kindOf, type Node } from '../batch/ast.ts';
import type { DeleteStatement, UpdateStatement } from '../batch/statements.ts';
import { SqlServerError, type SqlType } from '../engine.ts';
import { invalidObject } from '../errors.ts';
import type { StoredValue } from '../storage.ts';
import { physicalColumn, physicalTable } from '../translate/context.ts';
import { DEFAULT, type Expression } from '../translate/expression.ts';
import { isNamed, type Scope, type Source } from '../translate/scope.ts';
import type { Action } from './accounts.ts';
import { checkReferencing, checkRows, duplicateError } from './constraints.ts';
import { type Changed, defaultOf, insertRow, insertStatement, isDefault, type StoredRow } from './insert.ts';
import { findTable } from './names.ts';
import { keysOf, storedColumns } from './physical.ts';
import { assignVariable, translated } from './run-query.ts';
import type { SessionState, Variables } from './session-state.ts';
import type { StatementContext } from './statement-context.ts';
import {
  assigned,
  columnOf,
  mustBeAssignable,
  mustBeWritable,
  type TargetTable,
  targetTable,
} from './target-table.ts';

/** UPDATE and DELETE: the rows are looked for first, with all their columns, and then changed one by one. */
type RowsPlan = {
  readonly target: TargetTable;
  readonly sql: string;
  /** How many columns of `sql` stand before the row id and the row's own columns. */
  readonly width: number;
  readonly types: readonly SqlType[];
};

type Assignment = { readonly column: ColumnModel | null; readonly variable: string | null };
type UpdatePlan = RowsPlan & { readonly assignments: readonly Assignment[] };

export function planUpdate(
  statement: UpdateStatement,
  state: SessionState,
  context: StatementContext,
): UpdatePlan {
  return translated(() => {
    const target = changedTable(statement, 'UPDATE', state);
    const assignments = statement.assignments.map(({ column, variable }): Assignment => {
      if (variable !== null) context.translator.context.variable(variable);
      return { column: column.length === 0 ? null : columnOf(target.table, column.at(-1) ?? ''), variable };
    });
    const columns = assignments.flatMap(({ column }) => (column === null ? [] : [column]));
    mustBeWritable(columns, 'UPDATE');
    const identity = columns.find((column) => column.identity !== null);
    if (identity !== undefined)
      throw new SqlServerError({
        number: 8102,
        message: `Cannot update identity column '${identity.name}'.`,
      });
    const source = withDefaults(statement.source, assignments);
    const plan = planRows(source, statement, target, context);
    assignments.forEach(({ column }, index) => {
      const type = plan.types[index];
      if (column !== null && type !== undefined && !plan.nulls.has(index)) mustBeAssignable(type, column);
    });
    return { ...plan, assignments };
  });
}

export function planDelete(
  statement: DeleteStatement,
  state: SessionState,
  context: StatementContext,
): RowsPlan {
  return translated(() => {
    const target = changedTable(statement, 'DELETE', state);
    return planRows(statement.source, statement, target, context);
  });
}

/** The table behind the target's name, which may be an alias in FROM. */
function changedTable(
  { target, hasFrom, source }: UpdateStatement | DeleteStatement,
  action: Action,
  state: SessionState,
): TargetTable {
  const aliased = hasFrom && target.length === 1 ? aliasedTable(source, target[0] ?? '') : null;
  if (aliased === null && hasFrom && findTable(target, state) === null) throw invalidObject(target.join('.'));
  return targetTable(aliased ?? target, action, state);
}

/** The name behind `AS x` in FROM. */
function aliasedTable(source: Node, alias: string): string[] | null {
  const [, select] = kindOf(source.body);
  const factors = asList(asNode(select).from).flatMap((item) => {
    const { relation, joins } = asNode(item);
    return [relation, ...asList(joins).map((join) => asNode(join).relation)];
  });
  for (const factor of factors) {
    const [kind, body] = kindOf(factor);
    const node = asNode(body);
    if (kind !== 'Table' || (node.alias ?? null) === null) continue;
    const name = asNode(asNode(node.alias).name).value;
    if (typeof name !== 'string' || !sameName(name, alias)) continue;
    return asList(node.name).map((part) => String(asNode(kindOf(part)[1]).value));
  }
  return null;
}

function withDefaults(source: Node, assignments: readonly Assignment[]): Node {
  const [, body] = kindOf(source.body);
  const select = asNode(body);
  const projection = asList(select.projection).map((item, index) => {
    const [kind, value] = kindOf(item);
    const column = assignments[index]?.column ?? undefined;
    return kind === 'UnnamedExpr' && isDefault(value) ? { UnnamedExpr: defaultOf(column) } : item;
  });
  return { ...source, body: { Select: { ...select, projection } } };
}

function planRows(
  source: Node,
  { target: name, hasFrom }: UpdateStatement | DeleteStatement,
  target: TargetTable,
  context: StatementContext,
): RowsPlan & { readonly nulls: ReadonlySet<number> } {
  const { table } = target;
  const own = (scope: Scope): readonly Expression[] => {
    const found = sourceOf(scope, name, hasFrom, target);
    const plain = (sql: string, type: SqlType): Expression => ({
      sql,
      type,
      nullable: true,
      collation: DEFAULT,
    });
    return [
      plain(`${found.alias}.rowid`, { name: 'bigint' }),
      ...storedColumns(table).map((column) =>
        plain(`${found.alias}.${physicalColumn(column.id)}`, column.type),
      ),
    ];
  };
  const query = context.translator.query(source, null, { place: 'top', extra: own });
  const width = query.columns.length - storedColumns(table).length - 1;
  const types = query.columns.map((column) => column.type);
  const nulls = new Set(query.columns.flatMap((column, index) => (column.isNull ? [index] : [])));
  return { target, sql: query.sql, width, types, nulls };
}

function sourceOf(scope: Scope, name: readonly string[], hasFrom: boolean, { table }: TargetTable): Source {
  const last = name.at(-1) ?? '';
  const candidates = scope.sources.filter((source) => source.table === table);
  const found =
    candidates.find((source) => name.length === 1 && sameName(source.name, last)) ??
    candidates.find((source) =>
      isNamed(
        source,
        name.filter((part) => part !== ''),
      ),
    ) ??
    (candidates.length === 1 || !hasFrom ? candidates[0] : undefined);
  if (found !== undefined) return found;
  if (candidates.length > 1)
    throw new SqlServerError({ number: 8154, class: 15, message: `The table '${last}' is ambiguous.` });
  throw invalidObject(name.join('.'));
}

type FoundRow = { readonly rowId: bigint; readonly values: readonly StoredValue[]; readonly row: StoredRow };

/** A row that a join finds several times is changed once. */
function foundRows(
  { target, sql, width }: RowsPlan,
  state: SessionState,
  context: StatementContext,
): FoundRow[] {
  const columns = storedColumns(target.table);
  const rows = new Map<bigint, FoundRow>();
  for (const values of state.connection.rows(sql, context.values)) {
    const rowId = values[width] ?? null;
    if (rowId === null) continue;
    const key = BigInt(String(rowId));
    if (rows.has(key)) continue;
    const row = new Map(columns.map((column, index) => [column.id, values[width + 1 + index] ?? null]));
    rows.set(key, { rowId: key, values, row });
  }
  const all = [...rows.values()];
  return state.options.rowCount === 0 ? all : all.slice(0, state.options.rowCount);
}

export function runUpdate(
  plan: UpdatePlan,
  state: SessionState,
  variables: Variables,
  context: StatementContext,
): Changed[] {
  const { target, assignments, types } = plan;
  const { table } = target;
  const columns = storedColumns(table);
  const found = foundRows(plan, state, context);
  const versions = columns.filter((column) => column.type.name === 'rowversion');
  const changes = found.map((old) => {
    const row = new Map(old.row);
    assignments.forEach(({ column, variable }, index) => {
      const type = types[index] ?? { name: 'int' };
      const value = old.values[index] ?? null;
      if (column !== null)
        row.set(column.id, assigned(value, value === null ? column.type : type, column, target, 'UPDATE'));
      if (variable === null) return;
      if (column === null) assignVariable(variables, variable, value, type);
      else assignVariable(variables, variable, row.get(column.id) ?? null, column.type);
    });
    for (const version of versions) row.set(version.id, state.server.counters.nextRowVersion());
    return { rowId: old.rowId, before: old.row, row };
  });
  const set = new Set(
    assignments.flatMap(({ column }) => (column === null ? [] : [column.name.toLowerCase()])),
  );
  const keyed = [...keysOf(table), ...table.indexes.filter((index) => index.unique)];
  const changesKey = keyed.some((key) => key.columns.some(({ name }) => set.has(name.toLowerCase())));
  if (changesKey) replaceRows(changes, columns, target, state);
  else
    writeRows(
      changes,
      [...columns.filter((column) => set.has(column.name.toLowerCase())), ...versions],
      target,
      state,
    );
  checkRows(
    target,
    changes.map(({ rowId }) => rowId),
    'UPDATE',
    state,
  );
  if (changesKey) checkReferencing(target, 'UPDATE', state);
  return changes.map(({ before, row }) => ({ inserted: row, deleted: before }));
}

type Change = { readonly rowId: bigint; readonly before: StoredRow; readonly row: StoredRow };

function writeRows(
  changes: readonly Change[],
  columns: readonly ColumnModel[],
  target: TargetTable,
  state: SessionState,
): void {
  if (columns.length === 0) return;
  const set = columns.map((column, index) => `${physicalColumn(column.id)} = ?${index + 1}`).join(',');
  const sql = `UPDATE ${physicalTable(target.table)} SET ${set} WHERE rowid = ?${columns.length + 1}`;
  for (const { rowId, row } of changes) {
    try {
      state.connection.run(sql, [...columns.map((column) => row.get(column.id) ?? null), rowId]);
    } catch (error) {
      throw duplicateError(error, target, row) ?? error;
    }
  }
}

/** SQL Server looks at keys when all rows are changed, SQLite after each: so all old rows go before the new ones come. */
function replaceRows(
  changes: readonly Change[],
  columns: readonly ColumnModel[],
  target: TargetTable,
  state: SessionState,
): void {
  const remove = `DELETE FROM ${physicalTable(target.table)} WHERE rowid = ?1`;
  for (const { rowId } of changes) state.connection.run(remove, [rowId]);
  const sql = insertStatement(target, true);
  for (const { rowId, row } of changes) insertRow(sql, columns, row, target, state, [rowId]);
}

export function runDelete(plan: RowsPlan, state: SessionState, context: StatementContext): Changed[] {
  const found = foundRows(plan, state, context);
  const sql = `DELETE FROM ${physicalTable(plan.target.table)} WHERE rowid = ?1`;
  for (const { rowId } of found) state.connection.run(sql, [rowId]);
  if (found.length > 0) checkReferencing(plan.target, 'DELETE', state);
  return found.map(({ row }) => ({ inserted: null, deleted: row }));
}
