import type { IsolationLevel, SqlType, SqlValue } from '../engine/engine.ts';

/** The tree of a batch. Nothing changes it once it is made. */

/** A name of several parts: `dbo.Products.id`. */
export type Name = string[];

export type Expression =
  | { kind: 'column'; name: Name }
  | { kind: 'literal'; value: SqlValue; type: SqlType }
  | { kind: 'variable'; name: string }
  | { kind: 'minus'; of: Expression }
  | { kind: 'arithmetic'; operator: string; left: Expression; right: Expression }
  | { kind: 'cast'; of: Expression; type: SqlType; style: Expression | null; isTry: boolean }
  | { kind: 'case'; branches: [Expression, Expression][]; otherwise: Expression | null }
  | { kind: 'call'; name: string; args: Expression[]; isDistinct: boolean; isStar: boolean }
  | { kind: 'rank'; order: OrderItem[] }
  | { kind: 'collate'; of: Expression; collation: string }
  // Conditions.
  | { kind: 'compare'; operator: string; left: Expression; right: Expression }
  | { kind: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'not'; of: Expression }
  | { kind: 'is null'; of: Expression }
  | { kind: 'in'; of: Expression; list: Expression[] }
  | { kind: 'in query'; of: Expression; query: Query }
  | { kind: 'like'; of: Expression; pattern: Expression; escapedBy: Expression | null };

export type OrderItem = { of: Expression; isDescending: boolean };

/** `expression AS name`, or a star. */
export type SelectItem = { kind: 'value'; of: Expression; alias: string | null } | { kind: 'star' };

export type Source = {
  name: Name;
  alias: string | null;
  hints: string[];
  /** How it is joined to those before it; the first one is not. */
  join: { isOuter: boolean; on: Expression } | null;
};

export type Select = {
  top: Expression | null;
  isDistinct: boolean;
  items: SelectItem[];
  from: Source[];
  where: Expression | null;
  groupBy: Expression[];
};

/** One SELECT, or several with UNION ALL between them. */
export type Query = {
  selects: [Select, ...Select[]];
  orderBy: OrderItem[];
};

export type ColumnDefinition = {
  name: string;
  type: SqlType;
  nullable: boolean | null;
  identity: { seed: number; step: number } | null;
  standard: Expression | null;
  computed: Expression | null;
};

export type Constraint =
  | { kind: 'key'; name: string | null; columns: string[]; isPrimary: boolean }
  | { kind: 'check'; name: string | null; condition: Expression; column: string | null };

export type Assignment = { column: string; value: Expression };

export type Statement = { line: number } & (
  | { kind: 'query'; query: Query }
  | {
      kind: 'insert';
      table: Name;
      columns: string[] | null;
      rows: Expression[][] | null;
      query: Query | null;
    }
  | { kind: 'update'; table: Name; assignments: Assignment[]; where: Expression | null }
  | { kind: 'delete'; table: Name; where: Expression | null }
  | { kind: 'create table'; table: Name; columns: ColumnDefinition[]; constraints: Constraint[] }
  | { kind: 'create view'; view: Name; query: Query }
  | { kind: 'create index'; name: string; table: Name; columns: string[]; isUnique: boolean }
  | { kind: 'create schema'; name: string }
  | { kind: 'add column'; table: Name; column: ColumnDefinition }
  | { kind: 'drop'; what: 'TABLE' | 'VIEW'; name: Name; ifExists: boolean }
  | { kind: 'rename column'; column: Name; to: string }
  | { kind: 'begin' | 'commit' }
  | { kind: 'save'; name: string }
  | { kind: 'rollback'; name: string | null }
  | { kind: 'option'; name: string; value: string }
  | { kind: 'isolation'; level: IsolationLevel }
);
