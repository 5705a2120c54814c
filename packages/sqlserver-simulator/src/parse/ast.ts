import type { IsolationLevel, SqlType, SqlValue } from '../engine/engine.ts';

/** A name of several parts: `dbo.Products.id`. */
export type Name = readonly string[];

export type Expression =
  | { readonly kind: 'column'; readonly name: Name }
  | { readonly kind: 'literal'; readonly value: SqlValue; readonly type: SqlType }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'minus'; readonly of: Expression }
  | {
      readonly kind: 'arithmetic';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'cast';
      readonly of: Expression;
      readonly type: SqlType;
      readonly style: Expression | null;
      readonly isTry: boolean;
    }
  | {
      readonly kind: 'case';
      readonly branches: readonly (readonly [Expression, Expression])[];
      readonly otherwise: Expression | null;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly args: readonly Expression[];
      readonly isDistinct: boolean;
      readonly isStar: boolean;
    }
  | { readonly kind: 'rank'; readonly order: readonly OrderItem[] }
  | { readonly kind: 'collate'; readonly of: Expression; readonly collation: string }
  | { readonly kind: 'query'; readonly query: Query }
  // Conditions.
  | {
      readonly kind: 'compare';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'is null'; readonly of: Expression }
  | { readonly kind: 'in'; readonly of: Expression; readonly list: readonly Expression[] }
  | { readonly kind: 'in query'; readonly of: Expression; readonly query: Query }
  | {
      readonly kind: 'like';
      readonly of: Expression;
      readonly pattern: Expression;
      readonly escapedBy: Expression | null;
    }
  | { readonly kind: 'exists'; readonly query: Query };

export type OrderItem = { readonly of: Expression; readonly isDescending: boolean };

/** `expression AS name`, or a star, perhaps of one table. */
export type SelectItem =
  | { readonly kind: 'value'; readonly of: Expression; readonly alias: string | null }
  | { readonly kind: 'star'; readonly table: string | null };

export type Source = {
  readonly name: Name;
  readonly alias: string | null;
  readonly hints: readonly string[];
  /** How it is joined to those before it; the first one is not. */
  readonly join: { readonly isOuter: boolean; readonly on: Expression } | null;
};

export type Select = {
  readonly top: Expression | null;
  readonly isDistinct: boolean;
  readonly items: readonly SelectItem[];
  readonly from: readonly Source[];
  readonly where: Expression | null;
  readonly groupBy: readonly Expression[];
  readonly having: Expression | null;
};

/** One SELECT, or several with UNION ALL between them. */
export type Query = {
  readonly selects: readonly [Select, ...Select[]];
  readonly orderBy: readonly OrderItem[];
};

export type ColumnDefinition = {
  readonly name: string;
  readonly type: SqlType;
  readonly nullable: boolean | null;
  readonly identity: { readonly seed: number; readonly step: number } | null;
  readonly standard: Expression | null;
  readonly computed: Expression | null;
};

export type Constraint =
  | {
      readonly kind: 'key';
      readonly name: string | null;
      readonly columns: readonly string[];
      readonly isPrimary: boolean;
    }
  | {
      readonly kind: 'check';
      readonly name: string | null;
      readonly condition: Expression;
      readonly column: string | null;
    };

export type Assignment = { readonly column: string; readonly value: Expression };

export type Statement = { readonly line: number } & (
  | { readonly kind: 'query'; readonly query: Query }
  | {
      readonly kind: 'insert';
      readonly table: Name;
      readonly columns: readonly string[] | null;
      readonly rows: readonly (readonly Expression[])[] | null;
      readonly query: Query | null;
    }
  | {
      readonly kind: 'update';
      readonly table: Name;
      readonly assignments: readonly Assignment[];
      readonly where: Expression | null;
    }
  | { readonly kind: 'delete'; readonly table: Name; readonly where: Expression | null }
  | {
      readonly kind: 'create table';
      readonly table: Name;
      readonly columns: readonly ColumnDefinition[];
      readonly constraints: readonly Constraint[];
    }
  | { readonly kind: 'create view'; readonly view: Name; readonly query: Query }
  | {
      readonly kind: 'create index';
      readonly name: string;
      readonly table: Name;
      readonly columns: readonly string[];
      readonly isUnique: boolean;
    }
  | { readonly kind: 'create schema'; readonly name: string }
  | { readonly kind: 'add column'; readonly table: Name; readonly column: ColumnDefinition }
  | {
      readonly kind: 'drop';
      readonly what: 'TABLE' | 'VIEW';
      readonly name: Name;
      readonly ifExists: boolean;
    }
  | { readonly kind: 'rename column'; readonly column: Name; readonly to: string }
  | { readonly kind: 'begin' | 'commit' }
  | { readonly kind: 'save'; readonly name: string }
  | { readonly kind: 'rollback'; readonly name: string | null }
  | { readonly kind: 'option'; readonly name: string; readonly value: string }
  | { readonly kind: 'isolation'; readonly level: IsolationLevel }
  | { readonly kind: 'use'; readonly database: string }
  | { readonly kind: 'print'; readonly message: Expression }
);
