import type { SqlParam, SqlParams } from '../client/sql.ts';
import { bindExpression, type ColumnInfo, isFloat } from '../mapping/column-types.ts';
import type { TablePlan } from './catalogue-plan.ts';
import { bracketed, selectList } from './row-reader.ts';

/** The statements that read a table page by page. Names are quoted, values are bound. */

export type Statement = { readonly sql: string; readonly params: SqlParams };

/** Collects values under generated names. */
export function createParams() {
  const values: Record<string, SqlParam> = {};
  let count = 0;
  return {
    values,
    /** Returns the value's name in the statement, cast to the column's type. */
    bind(value: string, column: ColumnInfo, express = bindExpression): string {
      const name = `p${count++}`;
      values[name] = isFloat(column) ? Number(value) : value;
      return express(`@${name}`, column);
    },
  };
}

export type Params = ReturnType<typeof createParams>;

/** The columns that a product's rows are read by: its key, or its id. */
export function keyColumns(plan: TablePlan): ColumnInfo[] {
  return plan.key.flatMap((at) => plan.columns[at] ?? []);
}

/** One product per row, in primary key order. */
export function keysetPage(plan: TablePlan, after: readonly string[] | null, limit: number): Statement {
  return keyset(plan, after, limit, []);
}

/** Rows without a product id, in primary key order. */
export function unnamedPage(plan: TablePlan, after: readonly string[] | null, limit: number): Statement {
  return keyset(plan, after, limit, [isUnnamed(plan)]);
}

function keyset(
  plan: TablePlan,
  after: readonly string[] | null,
  limit: number,
  conditions: readonly string[],
): Statement {
  const params = createParams();
  const columns = keyColumns(plan);
  const where = [...conditions, ...(after === null ? [] : [isAfter(columns, after, params)])];
  const order = columns.map(bracketed).join(', ');
  return {
    sql: `SELECT TOP (@n) ${selectList(plan.columns)} FROM ${plan.from}${plan.joins}${whereOf(plan, where)} ORDER BY ${order}`,
    params: { ...params.values, n: limit },
  };
}

/** `(a, b) > (x, y)`, written so that SQL Server can seek. */
function isAfter(columns: readonly ColumnInfo[], after: readonly string[], params: Params): string {
  const [first, ...others] = columns;
  const [value = '', ...otherValues] = after;
  if (first === undefined) return '1 = 0';
  const name = bracketed(first);
  const bound = params.bind(value, first);
  if (others.length === 0) return `${name} > ${bound}`;
  const behind = isAfter(others, otherValues, params);
  return `${name} >= ${bound} AND (${name} > ${bound} OR (${behind}))`;
}

/**
 * Rows product by product: the last product may continue on the next page. `g` changes with the product, as
 * distinguished by the column's own collation.
 */
export function groupPage(plan: TablePlan, after: string | null, limit: number): Statement {
  const params = createParams();
  const column = plan.productId?.column;
  if (column === undefined) throw new TypeError('Products without an id are not read in groups.');
  const id = bracketed(column);
  const condition = after === null ? `${id} IS NOT NULL` : `${id} > ${params.bind(after, column)}`;
  return {
    sql:
      `SELECT TOP (@n) ${selectList(plan.columns)}, DENSE_RANK() OVER (ORDER BY ${id}) AS [g] ` +
      `FROM ${plan.from}${plan.joins}${whereOf(plan, [condition])} ORDER BY ${id}`,
    params: { ...params.values, n: limit },
  };
}

/** Only the ids of a page's products. */
export function productsPage(plan: TablePlan, after: readonly string[] | null, limit: number): Statement {
  const params = createParams();
  const columns = listColumns(plan);
  const names = columns.map(bracketed).join(', ');
  const behind = after === null ? [] : [isAfter(columns, after, params)];
  const named = plan.isGrouped ? [`${names} IS NOT NULL`] : [];
  const grouped = plan.isGrouped ? ` GROUP BY ${names}` : '';
  return {
    sql: `SELECT TOP (@n) ${selectList(columns)} FROM ${plan.from}${whereOf(plan, [...named, ...behind])}${grouped} ORDER BY ${names}`,
    params: { ...params.values, n: limit },
  };
}

/** The columns that identify products: the product id if rows are grouped by it, else the key. */
export function listColumns(plan: TablePlan): ColumnInfo[] {
  return plan.isGrouped && plan.productId !== null ? [plan.productId.column] : keyColumns(plan);
}

/** Returns `products` and `variants`. */
export function countStatement(plan: TablePlan): string {
  const id = plan.isGrouped && plan.productId !== null ? bracketed(plan.productId.column) : null;
  const products = id === null ? 'COUNT_BIG(*)' : `COUNT_BIG(DISTINCT ${id})`;
  return `SELECT ${products} AS [products], COUNT_BIG(*) AS [variants] FROM ${plan.from}${whereOf(plan, [])}`;
}

/** Returns `variants`: rows that belong to no product. */
export function countUnnamedStatement(plan: TablePlan): string {
  return `SELECT COUNT_BIG(*) AS [variants] FROM ${plan.from}${whereOf(plan, [isUnnamed(plan)])}`;
}

function isUnnamed(plan: TablePlan): string {
  return plan.productId === null ? '1 = 0' : `${bracketed(plan.productId.column)} IS NULL`;
}

/** The where clause is parenthesized, so that an OR in it stays inside. */
export function whereOf({ condition }: Pick<TablePlan, 'condition'>, others: readonly string[]): string {
  const all = [...(condition === null ? [] : [`(${condition})`]), ...others];
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
}
