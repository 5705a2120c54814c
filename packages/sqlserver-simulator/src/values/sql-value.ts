import type { SqlType } from './types.ts';

/** Values, types, results and errors shared by the protocol and the database. */

/**
 * A value by type: `bit` boolean; integers up to 32 bits and `float`/`real` number; `bigint` bigint;
 * `decimal`, `numeric`, `money` and `smallmoney` decimal text; characters string; `uniqueidentifier`
 * upper-case text; `date` `2026-11-21`; `time` `12:34:56.1234567`; `datetime`, `datetime2` and
 * `smalldatetime` `2026-11-21T12:34:56.1234567`; `datetimeoffset` with a trailing `+01:00`; binaries Buffer.
 */
export type SqlValue = null | boolean | number | bigint | string | Buffer;

export type ResultColumn = {
  readonly name: string;
  readonly type: SqlType;
  readonly nullable: boolean;
};

/** A bound parameter, named as in the statement: `@name`. */
export type SqlParameter = { readonly name: string; readonly type: SqlType; readonly value: SqlValue };

/** For each statement: its columns and rows, if any, then `done`. */
export type ResultEvent =
  | { readonly kind: 'columns'; readonly columns: readonly ResultColumn[] }
  | { readonly kind: 'row'; readonly values: readonly SqlValue[] }
  /** Null for a statement without a row count. */
  | { readonly kind: 'done'; readonly rowCount: number | null };
