import type { SqlType } from '../engine/engine.ts';
import type { Expression } from '../parse/ast.ts';
import type { Index, Table } from '../store/model.ts';
import type { Row } from '../store/sorted-rows.ts';
import type { Key } from '../values/order.ts';
import { collationNameOf, commonType, familyOf, isText, isUnicode, scaleOf } from '../values/types.ts';
import { compile, keyed } from './expressions.ts';
import { type Env, NO_ROWS, type Resolved, resolveColumn, type Scope } from './scope.ts';

/** What a condition says of one column, as keys of its index. */
type Bound = {
  equal?: (env: Env) => Key | null;
  low?: { readonly key: (env: Env) => Key | null; readonly after: boolean };
  high?: (env: Env) => Key | null;
};

export type Scan = {
  /** Rows among which are all that the condition takes, and others. */
  rows(): Iterable<Row>;
  /** Whether they come in the order of these columns. */
  isOrderedBy(places: readonly number[]): boolean;
};

const NULL_KEY = (): null => null;

/**
 * Chooses the index that leaves the fewest rows to look at: where columns are equal to something first, then
 * where they are between, then the one in whose order the rows are wanted. The scope's only source is the
 * table.
 */
export function planScan(
  table: Table,
  where: Expression | null,
  scope: Scope,
  order: readonly number[],
): Scan {
  const bounds = new Map<number, Bound>();
  for (const part of conjuncts(where)) addBound(part, scope, bounds);
  const candidates = table.indexes.map((index, at) => ({ index, at, ...usable(index, bounds) }));
  const scored = candidates.map((candidate) => ({
    ...candidate,
    score:
      candidate.equal * 4 +
      (candidate.isBetween ? 2 : 0) +
      (order.length > 0 && serves(candidate.index, candidate.equal, order) ? 1 : 0),
  }));
  const best = scored.reduce((found, next) => (next.score > found.score ? next : found));
  const rows = table.rows[best.at] ?? table.rows[0];
  const prefix = best.index.columns.slice(0, best.equal).map((place) => bounds.get(place)?.equal ?? NULL_KEY);
  const between = best.isBetween ? bounds.get(best.index.columns[best.equal] ?? -1) : undefined;
  return {
    isOrderedBy: (places) => serves(best.index, best.equal, places),
    *rows() {
      const fixed = prefix.map((key) => key(NO_ROWS));
      const low = between?.low;
      const from = low === undefined ? [] : [low.key(NO_ROWS)];
      const high = between?.high?.(NO_ROWS) ?? null;
      for (const row of rows.from([...fixed, ...from], low?.after)) {
        if (fixed.length > 0 && rows.comparePrefix(row, fixed) !== 0) return;
        if (high !== null && rows.comparePrefix(row, [...fixed, high]) > 0) return;
        yield row;
      }
    },
  };
}

function conjuncts(where: Expression | null): Expression[] {
  if (where === null) return [];
  return where.kind === 'and' ? [...conjuncts(where.left), ...conjuncts(where.right)] : [where];
}

const MIRRORED: Readonly<Record<string, string>> = { '=': '=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function addBound(part: Expression, scope: Scope, bounds: Map<number, Bound>): void {
  if (part.kind === 'is null' || (part.kind === 'not' && part.of.kind === 'is null')) {
    const column = ownColumn(
      part.kind === 'is null' ? part.of : part.of.kind === 'is null' ? part.of.of : part,
      scope,
    );
    if (column === null) return;
    const bound = bounds.get(column.place) ?? {};
    if (part.kind === 'is null') bound.equal = NULL_KEY;
    else bound.low ??= { key: NULL_KEY, after: true };
    bounds.set(column.place, bound);
  }
  if (part.kind !== 'compare' || MIRRORED[part.operator] === undefined) return;
  const left = ownColumn(part.left, scope);
  const column = left ?? ownColumn(part.right, scope);
  const operator = left === null ? (MIRRORED[part.operator] ?? '') : part.operator;
  const value = compile(left === null ? part.left : part.right, scope);
  if (column === null || !value.isConstant) return;
  const type = commonType(column.column.type, value.type);
  if (!hasSameKeys(type, column.column.type)) return;
  const key = keyed(value, type);
  const bound = bounds.get(column.place) ?? {};
  if (operator === '=') bound.equal = key;
  else if (operator.startsWith('>')) bound.low = { key, after: operator === '>' };
  else bound.high = key;
  bounds.set(column.place, bound);
}

function ownColumn(expression: Expression, scope: Scope): Resolved | null {
  if (expression.kind !== 'column') return null;
  return resolveColumn(expression.name, scope);
}

/** Whether what is compared in one type is ordered as the index of a column of the other. */
function hasSameKeys(type: SqlType, column: SqlType): boolean {
  if (familyOf(type) !== familyOf(column)) return false;
  switch (familyOf(type)) {
    case 'decimal':
      return scaleOf(type) === scaleOf(column);
    case 'moment':
      return type.name === column.name && scaleOf(type) === scaleOf(column);
    case 'text':
      return (
        isUnicode(type) === isUnicode(column) &&
        collationNameOf(type) === collationNameOf(column) &&
        isText(column)
      );
    default:
      return true;
  }
}

function usable(
  { columns }: Index,
  bounds: ReadonlyMap<number, Bound>,
): { equal: number; isBetween: boolean } {
  let equal = 0;
  while (equal < columns.length && bounds.get(columns[equal] ?? -1)?.equal !== undefined) equal += 1;
  const next = bounds.get(columns[equal] ?? -1);
  return { equal, isBetween: next?.low !== undefined || next?.high !== undefined };
}

/**
 * Columns that are equal in all rows do not matter to an order, nor does what follows a key that is unique.
 */
function serves({ columns, isUnique }: Index, equal: number, order: readonly number[]): boolean {
  const fixed = columns.slice(0, equal);
  const rest = order.filter((place) => !fixed.includes(place));
  const own = columns.slice(equal);
  return rest.every((place, at) => own[at] === place || (isUnique && at >= own.length));
}
