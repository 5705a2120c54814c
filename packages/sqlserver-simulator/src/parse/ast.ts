import type { SqlValue } from '../values/sql-value.ts';
import type { SqlType } from '../values/types.ts';

/** The immutable tree of a batch. */

/** A name of several parts: `dbo.Products.id`. */
export type Name = string[];

export type Expression =
  | { kind: 'column'; name: Name }
  | { kind: 'literal'; value: SqlValue; type: SqlType }
  | { kind: 'variable'; name: string }
  | { kind: 'arithmetic'; operator: string; left: Expression; right: Expression }
  | { kind: 'cast'; of: Expression; type: SqlType; style: number }
  | { kind: 'case'; when: Expression; then: Expression; otherwise: Expression }
  | { kind: 'call'; name: string; args: Expression[] }
  /** COUNT, COUNT_BIG and SUM; `of` is null for a star. */
  | { kind: 'aggregate'; name: string; of: Expression | null; isDistinct: boolean }
  /** DENSE_RANK */
  | { kind: 'rank'; order: OrderItem[] }
  | { kind: 'collate'; of: Expression; collation: string }
  // Conditions.
  | { kind: 'compare'; operator: string; left: Expression; right: Expression }
  | { kind: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'not'; of: Expression }
  | { kind: 'is null'; of: Expression }
  | { kind: 'in query'; of: Expression; query: Query }
  | { kind: 'like'; of: Expression; pattern: Expression };

export type OrderItem = { of: Expression; isDescending: boolean };

/** `expression AS name`, or a star. */
export type SelectItem = { of: Expression; alias: string | null } | 'star';

export type Source = {
  /** For a table variable, `@` and its name; empty for OPENJSON and a query. */
  name: Name;
  query: Query | null;
  json: { of: Expression; columns: JsonColumn[] } | null;
  alias: string | null;
  hints: string[];
  /** How it is joined to the previous ones; null for the first. */
  join: { isOuter: boolean; on: Expression } | null;
};

/** `at`: the index of its value in an array. */
export type JsonColumn = { name: string; type: SqlType; at: number };

export type Select = {
  top: Expression | null;
  items: SelectItem[];
  from: Source[];
  where: Expression | null;
  /** For DISTINCT, the items. */
  groupBy: Expression[];
  orderBy: OrderItem[];
};

/** One SELECT, or several with UNION ALL, without an order. */
export type Query = Select[];

export type ColumnDefinition = {
  name: string;
  type: SqlType;
  nullable: boolean;
  identity: { seed: number; step: number } | null;
  computed: Expression | null;
  /** Which end of a row's period it holds: GENERATED ALWAYS AS ROW START, or END. */
  period: 'START' | 'END' | null;
};

export type Constraint =
  | { kind: 'key'; name: string | null; columns: string[]; isPrimary: boolean }
  /** `column`: the column whose declaration contains it. */
  | { kind: 'check'; name: string | null; condition: Expression; column: string | null };

export type Insert = {
  kind: 'insert';
  table: Name;
  columns: string[] | null;
  rows: Expression[][];
};
export type Update = {
  kind: 'update';
  table: Name;
  assignments: { column: string; value: Expression }[];
  /** Empty if it names only its own table. */
  from: Source[];
  output: { items: Expression[]; into: string } | null;
  where: Expression | null;
};
export type Delete = { kind: 'delete'; table: Name; where: Expression | null };
export type Change = Insert | Update | Delete;

export type CreateTable = {
  kind: 'create table';
  table: Name;
  columns: ColumnDefinition[];
  constraints: Constraint[];
};
export type Definition =
  | CreateTable
  | { kind: 'create view'; view: Name; query: Query }
  | { kind: 'create index'; name: string; table: Name; columns: string[]; isUnique: boolean }
  | { kind: 'create schema'; name: string }
  | { kind: 'add column'; table: Name; column: ColumnDefinition }
  | { kind: 'drop'; what: 'table' | 'view'; name: Name; ifExists: boolean }
  | { kind: 'rename column'; column: Name; to: string };

export type Statement =
  | { kind: 'query'; query: Query }
  | Change
  | Definition
  | { kind: 'declare'; table: CreateTable }
  | { kind: 'begin' | 'commit' }
  | { kind: 'save'; name: string }
  | { kind: 'rollback'; name: string | null }
  /** A setting without an effect on results. */
  | { kind: 'setting' };
