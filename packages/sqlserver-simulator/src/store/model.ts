import type { SqlType, SqlValue } from '../engine/engine.ts';
import type { Expression, Query } from '../parse/ast.ts';
import { keyMaker } from '../values/order.ts';
import type { RowKey, SortedRows } from './sorted-rows.ts';

/**
 * What the server holds. Nothing of it is changed: a transaction makes a new state, which COMMIT puts in its
 * place.
 */
export type ServerData = ReadonlyMap<string, Database>;

export type Database = {
  readonly name: string;
  readonly schemas: readonly string[];
  /** By `nameKey`. */
  readonly objects: ReadonlyMap<string, DatabaseObject>;
  readonly lastId: number;
};

export type DatabaseObject = Table | View;

export type Column = {
  readonly name: string;
  readonly type: SqlType;
  readonly nullable: boolean;
  readonly identity: { readonly seed: number; readonly step: number } | null;
  readonly standard: Expression | null;
  readonly computed: Expression | null;
};

export type Index = {
  readonly name: string;
  /** Places of columns. */
  readonly columns: readonly number[];
  readonly isUnique: boolean;
  readonly isPrimary: boolean;
  readonly isConstraint: boolean;
};

type Named = { readonly id: number; readonly schema: string; readonly name: string };

export type Table = Named & {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  /**
   * First the primary key, or where there is none, the order in which the rows came: an index of no columns.
   */
  readonly indexes: readonly [Index, ...Index[]];
  readonly checks: readonly { readonly name: string; readonly condition: Expression }[];
  /** All rows in the order of each index. */
  readonly rows: readonly [SortedRows, ...SortedRows[]];
  readonly lastRow: number;
  readonly lastIdentity: number | null;
};

export type View = Named & { readonly kind: 'view'; readonly query: Query };

export const nameKey = (schema: string, name: string): string => `${schema}\n${name}`.toLowerCase();

export const sameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

export function columnKey(columns: readonly Column[], place: number): RowKey {
  const type = columns[place]?.type ?? { name: 'int' };
  const keyOf = keyMaker(type);
  return (row) => {
    const value: SqlValue = row[place + 1] ?? null;
    return value === null ? null : keyOf(value);
  };
}

export function withObject(database: Database, object: DatabaseObject): Database {
  const objects = new Map(database.objects).set(nameKey(object.schema, object.name), object);
  return { ...database, objects, lastId: Math.max(database.lastId, object.id) };
}
