import type { ColumnDefinition, Expression, Query } from '../parse/ast.ts';
import { sqlError } from '../values/errors.ts';
import { compareKeys, type Key, keyMaker } from '../values/order.ts';
import type { SqlValue } from '../values/sql-value.ts';

/** The server's data. Immutable: a transaction creates a new state, which COMMIT publishes. */
export type ServerData = ReadonlyMap<string, Database>;

export type Database = {
  readonly name: string;
  readonly schemas: readonly string[];
  /** By `nameKey`. */
  readonly objects: ReadonlyMap<string, DatabaseObject>;
  readonly lastId: number;
};

export type DatabaseObject = Table | View;
export type Column = Readonly<ColumnDefinition>;
/** Immutable: a change creates another row. */
export type Row = readonly SqlValue[];

export type Index = {
  readonly name: string;
  /** Indexes of columns. */
  readonly columns: readonly number[];
  readonly isUnique: boolean;
  readonly isPrimary: boolean;
  readonly isConstraint: boolean;
};

type Named = { readonly id: number; readonly schema: string; readonly name: string };

export type Table = Named & {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly checks: readonly {
    readonly name: string;
    readonly condition: Expression;
    readonly column: string | null;
  }[];
  /** In primary key order, or else in insertion order. */
  readonly rows: readonly Row[];
  readonly lastIdentity: number | null;
};

type View = Named & { readonly kind: 'view'; readonly query: Query };

export const nameKey = (schema: string, name: string): string => `${schema}\n${name}`.toLowerCase();

export const sameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

export function withObject(database: Database, object: DatabaseObject): Database {
  const objects = new Map(database.objects).set(nameKey(object.schema, object.name), object);
  return { ...database, objects, lastId: Math.max(database.lastId, object.id) };
}

export const positionOf = ({ columns }: Pick<Table, 'columns'>, name: string): number =>
  columns.findIndex((column) => sameName(column.name, name));

/** With other rows. Throws 2627 or 2601 for a duplicate key. */
export function withRows(table: Table, rows: readonly Row[], changesKeys = true): Table {
  if (!changesKeys) return { ...table, rows };
  for (const index of table.indexes) if (index.isUnique) assertUnique(table, index, rows);
  const primary = table.indexes.find(({ isPrimary }) => isPrimary);
  return { ...table, rows: primary === undefined ? rows : sortedBy(table, primary.columns, rows) };
}

export const primaryOf = ({ indexes }: Table): readonly number[] =>
  indexes.find(({ isPrimary }) => isPrimary)?.columns ?? [];

const orders = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();

/** All rows in ascending order of some columns; cached per state of the table. */
export function orderedRows(table: Table, positions: readonly number[]): readonly Row[] {
  const primary = primaryOf(table);
  if (positions.every((position, at) => primary[at] === position)) return table.rows;
  const known = orders.get(table.rows) ?? new Map<string, readonly Row[]>();
  const rows = known.get(positions.join()) ?? sortedBy(table, positions, table.rows);
  orders.set(table.rows, known.set(positions.join(), rows));
  return rows;
}

function sortedBy(table: Table, positions: readonly number[], rows: readonly Row[]): readonly Row[] {
  const keysOf = rowKeys(table, positions);
  const keyed = rows.map((row) => ({ row, keys: keysOf(row) }));
  return keyed.sort((left, right) => compareAll(left.keys, right.keys)).map(({ row }) => row);
}

/** The comparison keys of rows in some columns. */
export function rowKeys({ columns }: Pick<Table, 'columns'>, positions: readonly number[]) {
  const makers = positions.map((position) => keyMaker(columns[position]?.type ?? { name: 'int' }));
  return (row: Row): (Key | null)[] =>
    positions.map((position, at) => {
      const value = row[position] ?? null;
      return value === null ? null : (makers[at]?.(value) ?? null);
    });
}

export function compareAll(
  left: readonly (Key | null)[],
  right: readonly (Key | null)[],
  isDescending: (at: number) => boolean = () => false,
): number {
  for (let at = 0; at < left.length; at += 1) {
    const compared = compareKeys(left[at] ?? null, right[at] ?? null);
    if (compared !== 0) return isDescending(at) ? -compared : compared;
  }
  return 0;
}

/** Equal for equal keys. */
export const keyText = (keys: readonly (Key | null)[]): string =>
  keys.map((key) => `${typeof key}${String(key)}`).join('\0');

/** Throws 2627 for a constraint, 2601 for any other index. */
function assertUnique(table: Table, index: Index, rows: readonly Row[]): void {
  const keysOf = rowKeys(table, index.columns);
  const seen = new Set<string>();
  for (const row of rows) {
    const key = keyText(keysOf(row));
    if (seen.has(key)) throw duplicateKey(table, index, row);
    seen.add(key);
  }
}

function duplicateKey({ schema, name }: Table, index: Index, row: Row) {
  const values = index.columns.map((position) => shownValue(row[position] ?? null)).join(', ');
  const rest = `The duplicate key value is (${values}).`;
  if (!index.isConstraint)
    return sqlError(
      2601,
      `Cannot insert duplicate key row in object '${schema}.${name}' with unique index '${index.name}'. ${rest}`,
      14,
    );
  const kind = index.isPrimary ? 'PRIMARY' : 'UNIQUE';
  return sqlError(
    2627,
    `Violation of ${kind} KEY constraint '${index.name}'. Cannot insert duplicate key in object '${schema}.${name}'. ${rest}`,
    14,
  );
}

const shownValue = (value: SqlValue): string =>
  value === null ? '<NULL>' : typeof value === 'boolean' ? String(Number(value)) : String(value);
