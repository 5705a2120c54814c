/**
 * Bound by its JavaScript type, never interpolated: text as nvarchar, an integer as int (bigint if needed),
 * any other number as float, a boolean as bit. Cast it in the statement if you need another type.
 */
export type SqlParam = string | number | bigint | boolean | null;
export type SqlParams = Readonly<Record<string, SqlParam>>;

/**
 * A value in JSON: `bit` as boolean, integers up to 32 bits and floats as number; everything else (bigint,
 * decimals, money, dates, identifiers, characters) as text; binaries as 0x and hexadecimal digits. A decimal
 * that the driver cannot return exactly has a ≈ in front, and a datetimeoffset is in UTC: CONVERT them to
 * text if that is not enough.
 */
export type SqlValue = string | number | boolean | null;
/** By the column names of the SELECT. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

export type SqlColumn = {
  readonly name: string;
  /** With its length or precision, such as `nvarchar(50)`. */
  readonly type: string;
};

type SqlTable = {
  readonly columns: readonly SqlColumn[];
  readonly rows: readonly SqlRow[];
  /** True if there are more rows than requested. */
  readonly truncated: boolean;
};

/** The connection's actual target, after applying a connection string. */
export type InForce = {
  readonly server: string;
  /** Null if a named instance is asked for its port. */
  readonly port: number | null;
  readonly database: string;
  readonly username: string;
  readonly encrypted: boolean;
  /** Whether the connection asked for a read-only replica. */
  readonly readOnlyIntent: boolean;
};

export type QueryOptions = {
  readonly signal: AbortSignal;
  /** Default: 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Called with a sentence when the server is silent for long, and before each retry. */
  readonly onTrouble?: ((reason: string) => void) | undefined;
};

export type SqlTransaction = {
  /** The rows of the last SELECT: a trigger may run some before it. */
  query(sql: string, params: SqlParams): Promise<SqlRow[]>;
  /** Returns how many rows the statement changed. */
  execute(sql: string, params: SqlParams): Promise<number>;
};

/** Every call throws a SourceError, or the signal's reason as soon as it is aborted. */
export type SqlServer = {
  readonly inForce: InForce;
  /** A statement that only reads: it is retried after server or network errors. */
  query(sql: string, params: SqlParams, options: QueryOptions): Promise<SqlRow[]>;
  /** The same for several SELECTs in one request: the rows of each. */
  queryAll(sql: string, params: SqlParams, options: QueryOptions): Promise<SqlRow[][]>;
  /** The same for a person's SELECT, rolled back: returns at most `maxRows`, fewer if they are large. */
  select(sql: string, params: SqlParams, options: QueryOptions & { maxRows: number }): Promise<SqlTable>;
  /**
   * Rows in batches as they arrive, with backpressure. Not retried: continue from where it broke off.
   * `timeoutMs` is how long the server may be silent.
   */
  stream(sql: string, params: SqlParams, options: QueryOptions): AsyncGenerator<SqlRow[], void, void>;
  /**
   * Commits when the work returns, and rolls back when it throws. The work runs again if SQL Server itself
   * rolled back (a deadlock, for example). A SourceError with `mayHaveRun` means that the response to the
   * COMMIT was lost.
   */
  transaction<T>(work: (tx: SqlTransaction) => Promise<T>, options: QueryOptions): Promise<T>;
};
