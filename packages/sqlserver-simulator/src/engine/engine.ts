/**
 * What the wire needs of the database behind it. The TDS side (`../tds`) turns bytes into these calls and
 * their answers into bytes; the engine knows nothing of packets.
 */

/**
 * A value as the engine hands it over, by type: `bit` boolean; integers up to 32 bits and `float`/`real`
 * number; `bigint` bigint; `decimal`, `numeric`, `money` and `smallmoney` decimal text; characters string;
 * `uniqueidentifier` upper-case text; `date` `2026-11-21`; `time` `12:34:56.1234567`; `datetime`, `datetime2`
 * and `smalldatetime` `2026-11-21T12:34:56.1234567`; `datetimeoffset` with `+01:00` behind it; binaries
 * Buffer.
 */
export type SqlValue = null | boolean | number | bigint | string | Buffer;

export type SqlTypeName =
  | 'bit'
  | 'tinyint'
  | 'smallint'
  | 'int'
  | 'bigint'
  | 'decimal'
  | 'numeric'
  | 'money'
  | 'smallmoney'
  | 'float'
  | 'real'
  | 'char'
  | 'varchar'
  | 'nchar'
  | 'nvarchar'
  | 'date'
  | 'time'
  | 'datetime'
  | 'datetime2'
  | 'smalldatetime'
  | 'datetimeoffset'
  | 'uniqueidentifier'
  | 'binary'
  | 'varbinary'
  | 'rowversion';

export type SqlType = {
  readonly name: SqlTypeName;
  /** Characters or bytes; of characters, binaries. */
  readonly length?: number | 'max';
  /** Of decimal and numeric. */
  readonly precision?: number;
  /** Of decimal, numeric, and the fractional seconds of time, datetime2 and datetimeoffset. */
  readonly scale?: number;
  /** Of characters: the database's own when left out. */
  readonly collation?: string;
  /** COLLATE was written. */
  readonly isCollated?: boolean;
};

export type ResultColumn = {
  readonly name: string;
  readonly type: SqlType;
  readonly nullable: boolean;
};

/** A bound parameter, named as in the statement: `@name`. */
export type SqlParameter = { readonly name: string; readonly type: SqlType; readonly value: SqlValue };

/** One statement after the other: its columns and rows when it has any, then `done`. */
export type ResultEvent =
  | { readonly kind: 'columns'; readonly columns: readonly ResultColumn[] }
  | { readonly kind: 'row'; readonly values: readonly SqlValue[] }
  /** What PRINT and low-severity messages say. */
  | { readonly kind: 'info'; readonly number: number; readonly message: string }
  /** `USE` took effect. */
  | { readonly kind: 'database'; readonly name: string }
  /** Null where no count is told (SET NOCOUNT ON, a statement that counts nothing). */
  | { readonly kind: 'done'; readonly rowCount: number | null };

/** An error as SQL Server numbers it. Severity (`class`) 20 and more ends the connection. */
export class SqlServerError extends Error {
  override readonly name = 'SqlServerError';
  readonly number: number;
  readonly state: number;
  readonly class: number;
  readonly line: number;

  constructor(details: { number: number; message: string; state?: number; class?: number; line?: number }) {
    super(details.message);
    this.number = details.number;
    this.state = details.state ?? 1;
    this.class = details.class ?? 16;
    this.line = details.line ?? 1;
  }
}

/** One connection's part of the engine. Calls come one after the other. */
export type EngineSession = {
  readonly database: string;
  /** Whether a transaction is open: a failed one still is, until it is rolled back. */
  readonly transactionDepth: number;
  /**
   * Runs a batch of statements. Throws a SqlServerError at the statement that failed; by SQL Server's rules
   * the batch may go on after errors of low severity, and then the error is thrown after the last event. An
   * aborted signal ends the run with the signal's reason; what the statement did is undone.
   */
  execute(
    batch: string,
    parameters: readonly SqlParameter[],
    signal: AbortSignal,
  ): AsyncGenerator<ResultEvent, void, void>;
  beginTransaction(isolation?: IsolationLevel): void;
  commitTransaction(): void;
  /** To the savepoint of that name, or all of it. */
  rollbackTransaction(savepoint?: string): void;
  saveTransaction(name: string): void;
  /** As sp_reset_connection does: rolls back, and forgets settings. */
  reset(): void;
  close(): void;
};

export type IsolationLevel =
  | 'read uncommitted'
  | 'read committed'
  | 'repeatable read'
  | 'serializable'
  | 'snapshot';

export type Login = { readonly user: string; readonly password: string };

/** The whole simulated server: its logins and databases. */
export type Engine = {
  readonly version: string;
  /** Throws error 18456 for a wrong login, 4060 for a database that is not there. */
  open(login: Login, database: string | null): EngineSession;
  close(): void;
};
