import type { Name, Query } from '../parse/ast.ts';
import { type Database, type Row, type ServerData, sameName, type Table } from '../store/tables.ts';
import { sqlError } from '../values/errors.ts';
import type { ResultColumn, SqlValue } from '../values/sql-value.ts';
import type { SqlType } from '../values/types.ts';

export type Variable = { readonly type: SqlType; readonly value: SqlValue };

export type StatementContext = {
  readonly data: ServerData;
  readonly database: Database;
  readonly variables: ReadonlyMap<string, Variable>;
  /** Table variables, by name with the `@`. */
  readonly tables: Map<string, Table>;
  readonly user: string;
  readonly isReadOnly: boolean;
  readonly rowCount: number;
  /** The next value of a rowversion. */
  readonly nextVersion: () => Buffer;
  readonly minActiveVersion: () => Buffer;
  /** Plans a subquery or a view. */
  readonly planQuery: (query: Query, context: StatementContext) => Relation;
};

/** The result of a query. */
export type Relation = {
  readonly columns: readonly ResultColumn[];
  rows(): Iterable<Row>;
};

export type Aggregate = {
  readonly name: string;
  readonly of: Compiled | null;
  readonly isDistinct: boolean;
  readonly type: SqlType;
};

/** The names visible to a query. */
export type Scope = {
  readonly context: StatementContext;
  /** The alias defaults to the table's name. */
  readonly sources: readonly { readonly alias: string; readonly columns: readonly ResultColumn[] }[];
  /** For a query with groups: the columns shared by the rows of a group, and the aggregates. */
  readonly grouping: { readonly columns: ReadonlySet<string>; readonly aggregates: Aggregate[] } | null;
};

/** The current rows, one per source. */
export type Env = {
  readonly rows: readonly Row[];
  readonly aggregates?: readonly SqlValue[];
  readonly rank?: bigint;
};

export type Compiled = {
  readonly type: SqlType;
  readonly nullable: boolean;
  /** Whether the value is the same for all rows. */
  readonly isConstant: boolean;
  readonly get: (env: Env) => SqlValue;
};

/** Null if unknown. */
export type Condition = (env: Env) => boolean | null;

export function once<T>(get: (env: Env) => T): (env: Env) => T {
  let known: { readonly value: T } | null = null;
  return (env) => {
    known ??= { value: get(env) };
    return known.value;
  };
}

/** Constant expressions are computed once. */
export function node(
  type: SqlType,
  nullable: boolean,
  inputs: readonly Compiled[],
  get: (env: Env) => SqlValue,
): Compiled {
  const isConstant = inputs.every((input) => input.isConstant);
  return { type, nullable, isConstant, get: isConstant ? once(get) : get };
}

export const NO_ROWS: Env = { rows: [] };

type Resolved = { readonly source: number; readonly position: number; readonly column: ResultColumn };

/** Finds a column by name. Throws 207 or 4104 for none, 209 for several. */
export function resolveColumn(name: Name, scope: Scope): Resolved {
  const column = name.at(-1) ?? '';
  const table = name.at(-2);
  const [first, second] = scope.sources.flatMap((source, index) =>
    table !== undefined && !sameName(source.alias, table)
      ? []
      : source.columns.flatMap((candidate, position) =>
          sameName(candidate.name, column) ? { source: index, position, column: candidate } : [],
        ),
  );
  if (second !== undefined) throw sqlError(209, `Ambiguous column name '${column}'.`);
  if (first !== undefined) return first;
  if (table === undefined) throw sqlError(207, `Invalid column name '${column}'.`);
  throw sqlError(4104, `The multi-part identifier "${name.join('.')}" could not be bound.`);
}
