import type { Expression } from '../parse/ast.ts';
import { compareAll, keyText, primaryOf, type Row, rowKeys, type Table } from '../store/tables.ts';
import type { Key } from '../values/order.ts';
import type { ResultColumn } from '../values/sql-value.ts';
import { collationNameOf, type SqlType } from '../values/types.ts';
import { compile, keyed } from './expressions.ts';
import { type Env, resolveColumn, type Scope } from './scope.ts';

/**
 * The range of rows that a condition can match, if it has all columns of the primary key, or a lower bound of
 * the first. `at`: the table's index among the sources.
 */
export function seek(
  condition: Expression | null,
  { at, table }: { readonly at: number; readonly table: Table },
  scope: Scope,
): (env: Env) => readonly Row[] {
  const primary = primaryOf(table);
  const keysOf = rowKeys(table, primary);
  const parts = condition === null ? [] : conjuncts(condition);
  const bounds = (position: number, operators: readonly string[]) => {
    for (const part of parts) {
      if (part.kind !== 'compare' || !operators.includes(part.operator) || part.left.kind !== 'column')
        continue;
      const { source, position: found } = resolveColumn(part.left.name, scope);
      const column = table.columns[position];
      if (source !== at || found !== position || column === undefined || !isBefore(part.right, at, scope))
        continue;
      const value = compile(part.right, scope);
      if (isAlike(value.type, column.type)) return [keyed(value, column.type)];
    }
    return [];
  };
  const equal = primary.flatMap((position) => bounds(position, ['=']));
  const isWhole = equal.length === primary.length;
  const lowest = isWhole ? equal : bounds(primary[0] ?? -1, ['>', '>=']);
  if (lowest.length === 0) return () => table.rows;
  return (env) => {
    const keys: (Key | null)[] = lowest.map((key) => key(env));
    if (keys.includes(null)) return [];
    const first = indexOf(table.rows, (row) => compareAll(keys, keysOf(row)) <= 0);
    return isWhole ? table.rows.slice(first, first + 1) : table.rows.slice(first);
  };
}

/** The rows of a joined query that have the values of a condition, by their hash. */
export function hashed(
  rows: readonly Row[],
  condition: Expression | null,
  { at, columns }: { readonly at: number; readonly columns: readonly ResultColumn[] },
  scope: Scope,
): (env: Env) => readonly Row[] {
  const pairs = (condition === null ? [] : conjuncts(condition)).flatMap((part) => {
    if (part.kind !== 'compare' || part.operator !== '=' || part.left.kind !== 'column') return [];
    const { source, position } = resolveColumn(part.left.name, scope);
    const type = columns[position]?.type;
    if (source !== at || type === undefined || !isBefore(part.right, at, scope)) return [];
    const [own, value] = [compile(part.left, scope), compile(part.right, scope)];
    return isAlike(value.type, type) ? [{ own: keyed(own, type), value: keyed(value, type) }] : [];
  });
  if (pairs.length === 0) return () => rows;
  const alike = Map.groupBy(rows, (row) => {
    const sources: Row[] = [];
    sources[at] = row;
    return keyText(pairs.map(({ own }) => own({ rows: sources })));
  });
  return (env) => alike.get(keyText(pairs.map(({ value }) => value(env)))) ?? [];
}

/** A value without a collation takes the column's. */
const isAlike = (value: SqlType, column: SqlType): boolean =>
  value.name === column.name && (value.collation ?? collationNameOf(column)) === collationNameOf(column);

const conjuncts = (condition: Expression): Expression[] =>
  condition.kind === 'and' ? [...conjuncts(condition.left), ...conjuncts(condition.right)] : [condition];

/** Whether an expression uses only earlier sources. */
function isBefore(expression: Expression, at: number, scope: Scope): boolean {
  if (expression.kind === 'column') return resolveColumn(expression.name, scope).source < at;
  return Object.values(expression).every(
    (part: unknown) =>
      typeof part !== 'object' ||
      part === null ||
      !('kind' in part) ||
      isBefore(part as Expression, at, scope),
  );
}

/** The first row for which a monotonic predicate holds. */
function indexOf(rows: readonly Row[], holds: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && holds(row)) high = middle;
    else low = middle + 1;
  }
  return low;
}
