import type { IsolationLevel, SqlType } from '../engine.ts';
import type { Node } from './ast.ts';

/** A batch after parsing. Names are as written; the parser's trees are looked at when the statement runs. */
export type Statement = { readonly line: number } & StatementBody;

export type StatementBody =
  | QueryStatement
  | InsertStatement
  | UpdateStatement
  | DeleteStatement
  | SchemaStatement
  | { readonly kind: 'block'; readonly statements: readonly Statement[] }
  | {
      readonly kind: 'if';
      readonly condition: Node;
      readonly positive: Statement;
      readonly otherwise: Statement | null;
    }
  | { readonly kind: 'while'; readonly condition: Node; readonly body: Statement }
  | { readonly kind: 'try'; readonly body: readonly Statement[]; readonly handler: readonly Statement[] }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'return' }
  | { readonly kind: 'declare'; readonly variables: readonly VariableDeclaration[] }
  | { readonly kind: 'assign'; readonly variable: string; readonly value: Node }
  | { readonly kind: 'option'; readonly names: readonly string[]; readonly value: string | Node }
  | { readonly kind: 'isolation'; readonly level: IsolationLevel }
  | { readonly kind: 'identity insert'; readonly table: readonly string[]; readonly on: boolean }
  | { readonly kind: 'begin transaction'; readonly name: string | null }
  | { readonly kind: 'commit' }
  | { readonly kind: 'rollback'; readonly name: string | null }
  | { readonly kind: 'save'; readonly name: string }
  | { readonly kind: 'use'; readonly database: string }
  | { readonly kind: 'print'; readonly message: Node }
  | { readonly kind: 'raiserror'; readonly parts: readonly Node[]; readonly options: readonly string[] }
  | { readonly kind: 'throw'; readonly parts: readonly Node[] }
  | { readonly kind: 'wait'; readonly delay: Node }
  | { readonly kind: 'execute text'; readonly text: Node }
  | ExecuteStatement;

export type QueryStatement = {
  readonly kind: 'query';
  readonly query: Node;
};

export type VariableDeclaration = {
  readonly name: string;
  readonly type: SqlType;
  readonly value: Node | null;
};

export type ExecuteStatement = {
  readonly kind: 'execute';
  readonly procedure: readonly string[];
  readonly parameters: readonly {
    readonly name: string | null;
    readonly value: Node;
    readonly output: boolean;
  }[];
};

export type Output = { readonly items: readonly unknown[] };

export type InsertStatement = {
  readonly kind: 'insert';
  readonly table: readonly string[];
  readonly columns: readonly string[] | null;
  readonly output: Output | null;
  /** Null for DEFAULT VALUES. */
  readonly source: Node | null;
};

export type UpdateStatement = {
  readonly kind: 'update';
  /** A table or an alias of FROM. */
  readonly target: readonly string[];
  readonly output: Output | null;
  readonly assignments: readonly { readonly column: readonly string[]; readonly variable: string | null }[];
  /** A SELECT of the new values, from where the rows are. */
  readonly source: Node;
  readonly hasFrom: boolean;
};

export type DeleteStatement = {
  readonly kind: 'delete';
  readonly target: readonly string[];
  readonly output: Output | null;
  readonly source: Node;
  readonly hasFrom: boolean;
};

export type IndexedColumn = { readonly name: string; readonly descending: boolean };

export type ConstraintDefinition =
  | {
      readonly kind: 'primary key' | 'unique';
      readonly name: string | null;
      readonly columns: readonly IndexedColumn[];
      readonly clustered: boolean | null;
    }
  | { readonly kind: 'check'; readonly name: string | null; readonly expression: string }
  | {
      readonly kind: 'foreign key';
      readonly name: string | null;
      readonly columns: readonly string[];
      readonly table: readonly string[];
      readonly referenced: readonly string[];
    }
  | {
      readonly kind: 'default';
      readonly name: string | null;
      readonly column: string;
      readonly expression: string;
    };

export type ColumnDefinition = {
  readonly name: string;
  readonly type: SqlType | null;
  readonly nullable: boolean | null;
  readonly collation: string | null;
  readonly identity: { readonly seed: number; readonly increment: number } | null;
  readonly computed: string | null;
  /** Those written with the column. */
  readonly constraints: readonly ConstraintDefinition[];
};

export type SchemaStatement =
  | {
      readonly kind: 'create table';
      readonly table: readonly string[];
      readonly columns: readonly ColumnDefinition[];
      readonly constraints: readonly ConstraintDefinition[];
    }
  | {
      readonly kind: 'create view';
      readonly view: readonly string[];
      readonly columns: readonly string[] | null;
      readonly definition: string;
      readonly query: Node;
      readonly replace: 'create' | 'alter' | 'create or alter';
    }
  | {
      readonly kind: 'create index';
      readonly name: string;
      readonly table: readonly string[];
      readonly columns: readonly IndexedColumn[];
      readonly unique: boolean;
    }
  | { readonly kind: 'create schema'; readonly name: string }
  | { readonly kind: 'create database'; readonly name: string }
  | {
      readonly kind: 'drop';
      readonly object: 'table' | 'view';
      readonly ifExists: boolean;
      readonly names: readonly (readonly string[])[];
    }
  | {
      readonly kind: 'drop index';
      readonly name: string;
      readonly table: readonly string[];
      readonly ifExists: boolean;
    }
  | { readonly kind: 'truncate'; readonly table: readonly string[] }
  | {
      readonly kind: 'add columns';
      readonly table: readonly string[];
      readonly columns: readonly ColumnDefinition[];
      readonly constraints: readonly ConstraintDefinition[];
    }
  | {
      readonly kind: 'drop columns';
      readonly table: readonly string[];
      readonly columns: readonly string[];
      readonly ifExists: boolean;
    }
  | { readonly kind: 'drop constraint'; readonly table: readonly string[]; readonly name: string }
  | { readonly kind: 'alter column'; readonly table: readonly string[]; readonly column: ColumnDefinition };
