import type { Expression } from './expression.ts';
import type { Scope } from './scope.ts';

export type SelectOptions = {
  /** `top`: what the client asked for; elsewhere ORDER BY needs TOP, and a column a name. */
  readonly place: 'top' | 'derived' | 'subquery' | 'exists';
  /** More columns at the end, of what stands in FROM: the rows that UPDATE and DELETE change. */
  readonly extra?: (scope: Scope) => readonly Expression[];
};

export type OutputColumn = Omit<Expression, 'sql'> & { readonly name: string };

/** A query for SQLite: its columns there are called `prefix` + index. */
export type TranslatedSelect = {
  readonly sql: string;
  readonly prefix: string;
  readonly columns: readonly OutputColumn[];
  /** Of `SELECT @a = …`: the variables in the columns' order. */
  readonly assigned: readonly string[];
  /** Of SELECT … INTO. */
  readonly into: readonly string[] | null;
  /** `TOP (n) WITH TIES`: rows beyond the nth are wanted as long as the last columns, `keys` of them, do not change. */
  readonly ties: { readonly count: string; readonly keys: number } | null;
  /** For UPDATE and DELETE: the scope of FROM. */
  readonly scope: Scope;
};

/** One item of a select list. */
export type Item = OutputColumn & { readonly sql: string };

/** What to order by: `key` names the column of the select list where there is one, `plain` is its expression. */
export type OrderKey = { readonly key: string; readonly plain: string; readonly direction: string };
