import type { EditTarget } from '../../editing.ts';
import { type ColumnInfo, problemOfText, textToStore, writeExpression } from '../mapping/column-types.ts';
import { withoutConcat } from '../mapping/field-mapping.ts';
import { isComparable, type TablePlan } from '../read/catalogue-plan.ts';
import { createParams, keyColumns, type Params, type Statement } from '../read/catalogue-statements.ts';
import type { ChildRows } from '../read/child-values.ts';
import { decodeRowKey } from '../read/row-key.ts';
import { bracketed, selectList } from '../read/row-reader.ts';

/** The statements that read and change rows. Names are quoted, values are bound. */

/**
 * Rolling back to this savepoint undoes one edit or set, and keeps everything before. Savepoint names are
 * unique in a transaction: an edit that never reached its savepoint must not roll back to another's.
 */
export function beginAt(savepoint: number | null): string {
  return savepoint === null ? '' : `SAVE TRANSACTION ${nameOf(savepoint)}; `;
}

export function undoTo(savepoint: number): string {
  return `ROLLBACK TRANSACTION ${nameOf(savepoint)}`;
}

const nameOf = (savepoint: number) => `[storefleet_edit_${savepoint}]`;

/**
 * The rows of all targets: `t` is the target's index in the list, `s` whether the row is in the store. One
 * branch per target, so that each is a seek of its own. Null if no target can be a row of the table.
 */
export function selectTargets(
  plan: TablePlan,
  targets: readonly EditTarget[],
  { lock }: { readonly lock: boolean },
): Statement | null {
  const params = createParams();
  const list = `${inStore(plan)} AS [s], ${selectList(plan.columns)}`;
  const source = lock ? `${plan.from} WITH (UPDLOCK)${plan.lockedJoins}` : `${plan.from}${plan.joins}`;
  const branches = targets.flatMap((target, index) => {
    const condition = conditionOf(plan, target, params);
    if (condition === null) return [];
    return `SELECT ${index} AS [t], ${list} FROM ${source} WHERE ${condition}`;
  });
  return branches.length === 0 ? null : { sql: branches.join(' UNION ALL '), params: params.values };
}

/** 1 for a row that the store's where clause includes, else 0. */
export function inStore({ condition }: TablePlan): string {
  return condition === null ? '1' : `CASE WHEN (${condition}) THEN 1 ELSE 0 END`;
}

/** Null if no row of the table can be the target. */
function conditionOf(plan: TablePlan, target: EditTarget, params: Params): string | null {
  const pairs = pairsOf(plan, target);
  return pairs === null ? null : equal(pairs, params);
}

/** Columns and their values in the target's rows; null if no row of the table can be the target. */
export function pairsOf(
  plan: TablePlan,
  { productId, variantId }: EditTarget,
): (readonly [ColumnInfo, string])[] | null {
  const id = plan.productId;
  const rawId = id === null ? null : rawProductId(plan, productId);
  if (id !== null && (rawId === null || !isKeyValue(rawId, id.column))) return null;
  const ofProduct = id === null || rawId === null ? [] : [[id.column, rawId] as const];
  if (variantId === null && plan.isGrouped) return ofProduct;
  const keyText = variantId ?? (id === null ? productId : rawId);
  const key = keyText === null ? null : decodeRowKey(keyText, plan.key.length);
  if (key === null || (id === null && variantId !== null && variantId !== productId)) return null;
  const pairs = keyColumns(plan).map((column, at) => [column, key[at] ?? ''] as const);
  if (pairs.some(([column, value]) => !isKeyValue(value, column))) return null;
  return [...pairs, ...ofProduct];
}

/** In the column's own spelling: `1.0` is not the key of the row with 1. */
function isKeyValue(value: string, column: ColumnInfo): boolean {
  return problemOfText(value, column) === null && textToStore(value, column) === value;
}

function rawProductId(plan: TablePlan, productId: string): string | null {
  const mapping = plan.productId?.mapping;
  if (mapping === undefined) return null;
  return mapping.transformation_type === 'concat' ? withoutConcat(productId, mapping) : productId;
}

function equal(pairs: readonly (readonly [ColumnInfo, string])[], params: Params): string {
  return pairs.map(([column, value]) => `${bracketed(column)} = ${params.bind(value, column)}`).join(' AND ');
}

/** A column, its value when it was locked, and its new value. */
export type ColumnChange = {
  readonly column: ColumnInfo;
  /** Of a value in another table, which is its `column`. */
  readonly child?: ChildRows | undefined;
  readonly from: string | null;
  readonly to: string | null;
};

/**
 * Returns the row as it is afterwards, `s` as in `selectTargets`, and how many rows were `changed`. `begins`:
 * the savepoint of the edit whose first statement this is.
 */
export function updateRow(
  plan: TablePlan,
  key: readonly string[],
  changes: readonly ColumnChange[],
  { begins }: { readonly begins: number | null },
): Statement {
  const params = createParams();
  const row = equal(
    keyColumns(plan).map((column, at) => [column, key[at] ?? ''] as const),
    params,
  );
  const own = changes.filter(({ child }) => child === undefined);
  const updates = own.length === 0 ? [] : [update(plan.from, row, own, params)];
  for (const change of changes) {
    if (change.child === undefined) continue;
    const { from, keys, list, listValue } = change.child;
    const isOfRow = keys.map((column, at) => [column, key[at] ?? ''] as const);
    updates.push(update(from, equal([...isOfRow, [list, listValue]], params), [change], params));
  }
  return {
    sql:
      `${beginAt(begins)}${updates.join('; ')}; ` +
      `SELECT @@ROWCOUNT AS [changed], ${inStore(plan)} AS [s], ${selectList(plan.columns)} ` +
      `FROM ${plan.from}${plan.joins} WHERE ${row}`,
    params: params.values,
  };
}

function update(table: string, row: string, changes: readonly ColumnChange[], params: Params): string {
  const set = changes.map(({ column, to }) => `${bracketed(column)} = ${storedOrNull(to, column, params)}`);
  const unchanged = changes
    .filter(({ column, from }) => from === null || isComparable(column))
    .map(({ column, from }) =>
      from === null ? `${bracketed(column)} IS NULL` : equal([[column, from]], params),
    );
  return `UPDATE ${table} SET ${set.join(', ')} WHERE ${[row, ...unchanged].join(' AND ')}`;
}

function storedOrNull(value: string | null, column: ColumnInfo, params: Params): string {
  return value === null ? 'NULL' : params.bind(value, column, writeExpression);
}
