import type { SqlValue } from '../engine/engine.ts';
import { sqlError } from '../engine/errors.ts';
import type { Key } from '../values/order.ts';
import { type Column, columnKey, type Index, sameName, type Table } from './model.ts';
import { type Row, type RowKey, SortedRows } from './sorted-rows.ts';

const keysOf = (columns: readonly Column[], index: Index): RowKey[] =>
  index.columns.map((place) => columnKey(columns, place));

/** With other columns or indexes over the same rows. Throws 1505 where a new index is not unique. */
export function rebuilt(table: Omit<Table, 'rows'>, rows: readonly Row[]): Table {
  const orders = table.indexes.map((index) => {
    const keys = keysOf(table.columns, index);
    const sorted = SortedRows.of(keys, [...rows]);
    const twin = index.isUnique ? twinAmongAll(sorted, keys) : null;
    if (twin !== null)
      throw sqlError(
        1505,
        `The CREATE UNIQUE INDEX statement terminated because a duplicate key was found for the object name '${table.schema}.${table.name}' and the index name '${index.name}'. The duplicate key value is (${valuesText(index, twin)}).`,
      );
    return sorted;
  });
  const [first = SortedRows.of([], []), ...others] = orders;
  return { ...table, rows: [first, ...others] };
}

/** From so many new rows on, all are compared with the next one. */
const MANY = 1000;

/** Throws 2627 or 2601 where a key is there already. */
export function withRows(table: Table, removed: readonly Row[], added: readonly Row[]): Table {
  const orders = table.rows.map((rows, at) => {
    const changed = rows.changed(removed, added);
    const index = table.indexes[at];
    if (index === undefined || !index.isUnique) return changed;
    const keys = keysOf(table.columns, index);
    const twin =
      added.length > MANY
        ? twinAmongAll(changed, keys)
        : added.find((row) =>
            hasTwin(
              changed,
              keys.map((key) => key(row)),
            ),
          );
    if (twin) throw duplicateKey(table, index, twin);
    return changed;
  });
  const [first = table.rows[0], ...others] = orders;
  return { ...table, rows: [first, ...others] };
}

function hasTwin(rows: SortedRows, keys: readonly (Key | null)[]): boolean {
  let found = 0;
  for (const other of rows.from(keys)) {
    if (rows.comparePrefix(other, keys) !== 0) return false;
    found += 1;
    if (found > 1) return true;
  }
  return false;
}

function twinAmongAll(rows: SortedRows, keys: readonly RowKey[]): Row | null {
  let before: readonly (Key | null)[] | null = null;
  for (const row of rows.from([])) {
    if (before !== null && rows.comparePrefix(row, before) === 0) return row;
    before = keys.map((key) => key(row));
  }
  return null;
}

function valuesText({ columns }: Index, row: Row): string {
  return columns.map((place) => shownValue(row[place + 1] ?? null)).join(', ');
}

const shownValue = (value: SqlValue): string =>
  value === null ? '<NULL>' : typeof value === 'boolean' ? String(Number(value)) : String(value);

function duplicateKey(table: Table, index: Index, row: Row) {
  const text = valuesText(index, row);
  const name = `${table.schema}.${table.name}`;
  return index.isConstraint
    ? sqlError(
        2627,
        `Violation of ${index.isPrimary ? 'PRIMARY' : 'UNIQUE'} KEY constraint '${index.name}'. Cannot insert duplicate key in object '${name}'. The duplicate key value is (${text}).`,
        14,
      )
    : sqlError(
        2601,
        `Cannot insert duplicate key row in object '${name}' with unique index '${index.name}'. The duplicate key value is (${text}).`,
        14,
      );
}

/** The place of a column, or -1. */
export const placeOf = ({ columns }: Pick<Table, 'columns'>, name: string): number =>
  columns.findIndex((column) => sameName(column.name, name));
