/**
 * Bound by its JavaScript type, never spliced: text as nvarchar, an integer as int (bigint where it needs
 * more), any other number as float, a boolean as bit. Cast it in the statement where another type is meant.
 */
export type SqlParam = string | number | bigint | boolean | null;
export type SqlParams = Readonly<Record<string, SqlParam>>;

/**
 * A value as it is in JSON: `bit` as boolean, integers up to 32 bits and floats as number; everything else
 * (bigint, decimals, money, dates, identifiers, characters) as text; binaries as 0x and hexadecimal digits. A
 * decimal that the driver cannot hand over exactly has a ≈ in front, and a datetimeoffset is in UTC: CONVERT
 * them to text where that is not enough.
 */
export type SqlValue = string | number | boolean | null;
/** By the names in the SELECT. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

export type SqlColumn = {
  readonly name: string;
  /** With its length or precision, such as `nvarchar(50)`. */
  readonly type: string;
};

export type SqlTable = {
  readonly columns: readonly SqlColumn[];
  readonly rows: readonly SqlRow[];
  /** True where there are more rows than were asked for. */
  readonly truncated: boolean;
};

/** The connection's actual target, with a connection string applied. */
export type InForce = {
  readonly server: string;
  /** Null where a named instance is asked for its port. */
  readonly port: number | null;
  readonly database: string;
  readonly username: string;
  readonly encrypted: boolean;
  /** The connection asked for a read-only replica. */
  readonly readOnlyIntent: boolean;
};

export type QueryOptions = {
  readonly signal: AbortSignal;
  /** 30 seconds unless given. */
  readonly timeoutMs?: number | undefined;
  /** Called with a sentence when the server keeps silent for long, and before it is asked again. */
  readonly onTrouble?: ((reason: string) => void) | undefined;
};

export type SqlTransaction = {
  /** The rows of the last SELECT: a trigger may have some of its own before. */
  query(sql: string, params: SqlParams): Promise<SqlRow[]>;
  /** Answers how many rows the statement changed. */
  execute(sql: string, params: SqlParams): Promise<number>;
};

/** Every call throws a SourceError, or the signal's reason as soon as it is aborted. */
export type SqlServer = {
  readonly inForce: InForce;
  /** A statement that only reads: it is repeated when the server or the network has trouble. */
  query(sql: string, params: SqlParams, options: QueryOptions): Promise<SqlRow[]>;
  /** The same for several SELECTs in one go: the rows of each. */
  queryAll(sql: string, params: SqlParams, options: QueryOptions): Promise<SqlRow[][]>;
  /** The same for a person's SELECT, rolled back: at most so many rows, fewer of large ones. */
  select(sql: string, params: SqlParams, options: QueryOptions & { maxRows: number }): Promise<SqlTable>;
  /**
   * Rows in batches as they arrive; the server waits while nobody takes them. Not repeated: go on from where
   * it broke off. `timeoutMs` is how long the server may be silent.
   */
  stream(sql: string, params: SqlParams, options: QueryOptions): AsyncGenerator<SqlRow[], void, void>;
  /**
   * Commits when the work returns, and rolls back when it throws. The work runs again when SQL Server undid
   * it itself (a deadlock, for example). A SourceError with `mayHaveRun` says that the answer to the COMMIT
   * was lost.
   */
  transaction<T>(work: (tx: SqlTransaction) => Promise<T>, options: QueryOptions): Promise<T>;
};
