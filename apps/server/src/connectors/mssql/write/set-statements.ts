import type { EditTarget } from '../../editing.ts';
import type { SqlParams } from '../client/sql.ts';
import { bindExpression, type ColumnInfo, isFloat, writeExpression } from '../mapping/column-types.ts';
import { isComparable, type TablePlan } from '../read/catalogue-plan.ts';
import { keyColumns, type Statement } from '../read/catalogue-statements.ts';
import { isOfList } from '../read/child-values.ts';
import { bracketed, selectList } from '../read/row-reader.ts';
import { beginAt, type ColumnChange, inStore, pairsOf } from './edit-statements.ts';

/**
 * The same for some hundred rows at once. Their keys and values go to the server as one JSON text, so that it
 * keeps one plan whatever their number. The set's own names start with `storefleet_`, as the table's columns
 * are unqualified, like in a where clause.
 */

const SET = '[storefleet_set]';
const AT = '[storefleet_at]';
const valueName = (at: number) => `[storefleet_v${at}]`;

/** OPENJSON exists from this level on. */
const JSON_COMPATIBILITY_LEVEL = 130;

/** From the set to the table, row by row by key: otherwise a small table would be scanned and locked. */
const SEEK = 'OPTION (LOOP JOIN, FORCE ORDER)';

/** Whether rows can be found in sets. A float key may not equal its text. */
export function canUseSets(plan: TablePlan): boolean {
  const found = [...keyColumns(plan), ...(plan.productId === null ? [] : [plan.productId.column])];
  return plan.table.compatibilityLevel >= JSON_COMPATIBILITY_LEVEL && !found.some(isFloat);
}

/** A value of the set, cast to the column's type. */
function typedValue(at: number, column: ColumnInfo, express = bindExpression): string {
  // The set's columns have no guaranteed collation: comparisons name their own.
  const collated = { ...column, collation: column.collation ?? 'DATABASE_DEFAULT' };
  return express(`${SET}.${valueName(at)}`, collated);
}

/** Collects the values of each row of a set, and returns their names in statements. */
function createSet<Row>() {
  const values: ((row: Row) => string)[] = [];
  return {
    /** The value cast to the column's type. */
    bind(of: (row: Row) => string, column: ColumnInfo, express = bindExpression): string {
      return typedValue(values.push(of) - 1, column, express);
    },
    from(rows: readonly { readonly row: Row; readonly at: number }[]): {
      readonly source: string;
      readonly params: SqlParams;
    } {
      const texts = rows.map(({ row, at }) => [at, ...values.map((of) => of(row))]);
      const columns = values.map((_, at) => {
        const isLong = texts.some((row) => String(row[at + 1]).length > MAX_SIZED_NVARCHAR);
        return `${valueName(at)} nvarchar(${isLong ? 'max' : MAX_SIZED_NVARCHAR}) '$[${at + 1}]'`;
      });
      return {
        source: `OPENJSON(@rows) WITH (${[`${AT} int '$[0]'`, ...columns].join(', ')}) AS ${SET}`,
        params: { rows: JSON.stringify(texts) },
      };
    },
  };
}

const MAX_SIZED_NVARCHAR = 4000;

/**
 * The rows of all targets, as returned by `selectTargets`: one statement for targets found by the same
 * columns.
 */
export function selectTargetSets(
  plan: TablePlan,
  targets: readonly EditTarget[],
  { lock }: { readonly lock: boolean },
): Statement[] {
  const found = targets.flatMap((target, at) => {
    const row = pairsOf(plan, target);
    return row === null ? [] : [{ row, at }];
  });
  const alike = Map.groupBy(found, ({ row }) => row.map(([{ name }]) => name).join('\0'));
  return [...alike.values()].map((rows) => {
    const set = createSet<readonly (readonly [ColumnInfo, string])[]>();
    const columns = rows[0]?.row.map(([column]) => column) ?? [];
    const equal = columns.map(
      (column, part) => `${bracketed(column)} = ${set.bind((row) => row[part]?.[1] ?? '', column)}`,
    );
    const { source, params } = set.from(rows);
    return {
      sql:
        `SELECT ${AT} AS [t], ${inStore(plan)} AS [s], ${selectList(plan.columns)} ` +
        `FROM ${source} JOIN ${plan.from}${lock ? ' WITH (UPDLOCK)' : ''} ON ${equal.join(' AND ')}` +
        `${lock ? plan.lockedJoins : plan.joins} ${SEEK}`,
      params,
    };
  });
}

/** A row and its changes. */
export type KeyedChange = {
  readonly key: readonly string[];
  readonly changes: readonly ColumnChange[];
};

/** The changes of each table, as one statement writes to one table only. */
export function byTable({ key, changes }: KeyedChange): KeyedChange[] {
  const tables = Map.groupBy(changes, ({ child }) => child?.alias);
  return [...tables.values()].map((ofTable) => ({ key, changes: ofTable }));
}

/** Equal for changes that one `updateSet` can take: the same columns, from and to NULL in the same ones. */
export function shapeOf({ changes }: KeyedChange): string {
  return changes
    .map(({ child, column, from, to }) => [child?.alias, column.name, from === null, to === null].join('\0'))
    .join('\0\0');
}

/**
 * Changes rows of one shape and table that still hold what they held when locked. Returns the store's rows they
 * belong to as they are afterwards, with their index `t` and with `s` as in `selectTargets`. They are read again:
 * OUTPUT shows a row before triggers run, and a table with triggers refuses it without INTO (error 334).
 */
export function updateSet(
  plan: TablePlan,
  rows: readonly KeyedChange[],
  { begins }: { readonly begins: number | null },
): Statement {
  const set = createSet<KeyedChange>();
  const changes = rows[0]?.changes ?? [];
  const child = changes[0]?.child;
  const keys = keyColumns(plan);
  const isChanged = (child?.keys ?? keys).map(
    (column, part) => `${bracketed(column)} = ${set.bind(({ key }) => key[part] ?? '', column)}`,
  );
  if (child !== undefined) isChanged.push(isOfList(child));
  const isRow = keys.map((column, part) => `${bracketed(column)} = ${typedValue(part, column)}`);
  const kept = keys.map((_, part) => valueName(part));
  const { assigned, unchanged } = assignments(set, changes);
  const { source, params } = set.from(rows.map((row, at) => ({ row, at })));
  const changed = [
    `${AT} int NOT NULL`,
    ...kept.map((name) => `${name} nvarchar(${MAX_SIZED_NVARCHAR}) NOT NULL`),
  ];
  const output = [AT, ...kept].map((name) => `${SET}.${name}`);
  const table = child?.from ?? plan.from;
  return {
    sql:
      `${beginAt(begins)}DECLARE @changed TABLE (${changed.join(', ')}); ` +
      `UPDATE ${table} SET ${assigned.join(', ')} OUTPUT ${output.join(', ')} INTO @changed ` +
      `FROM ${source} JOIN ${table} ON ${isChanged.join(' AND ')} WHERE ${unchanged.join(' AND ') || '1 = 1'} ${SEEK}; ` +
      `SELECT ${AT} AS [t], ${inStore(plan)} AS [s], ${selectList(plan.columns)} ` +
      `FROM @changed AS ${SET} JOIN ${plan.from} ON ${isRow.join(' AND ')}${plan.joins} ${SEEK}`,
    params,
  };
}

function assignments(set: ReturnType<typeof createSet<KeyedChange>>, changes: readonly ColumnChange[]) {
  const assigned: string[] = [];
  const unchanged: string[] = [];
  for (const [at, { column, from, to }] of changes.entries()) {
    const name = bracketed(column);
    const value =
      to === null ? 'NULL' : set.bind((row) => row.changes[at]?.to ?? '', column, writeExpression);
    assigned.push(`${name} = ${value}`);
    if (from === null) unchanged.push(`${name} IS NULL`);
    else if (isComparable(column)) {
      unchanged.push(`${name} = ${set.bind((row) => row.changes[at]?.from ?? '', column)}`);
    }
  }
  return { assigned, unchanged };
}
