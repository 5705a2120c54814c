import type { Query, Statement } from '../parse/ast.ts';
import { parseBatch } from '../parse/statements.ts';
import { insert, remove, update } from '../run/changes.ts';
import { planQuery } from '../run/queries.ts';
import { define } from '../run/schema.ts';
import type { StatementContext, Variable } from '../run/scope.ts';
import {
  type EngineSession,
  type IsolationLevel,
  type ResultEvent,
  type SqlParameter,
  SqlServerError,
} from './engine.ts';
import { denied, fateOf, sqlError } from './errors.ts';
import { type SharedState, Transaction } from './transaction.ts';

/** The server takes 2100, and drivers hand two over for the statement itself and its declarations. */
const MOST_PARAMETERS = 2098;

export type Account = {
  readonly user: string;
  readonly password: string;
  readonly isReadOnly: boolean;
  /** Null: all of them. */
  readonly databases: readonly string[] | null;
};

export type Server = SharedState & {
  readonly version: string;
  readonly serverName: string;
  readonly nextVersion: () => Buffer;
};

const defaultOptions = () => ({ xactAbort: false, lockTimeoutMs: -1 });

/** One connection's part of the engine: its transaction and its options. */
export class Session implements EngineSession {
  readonly #server: Server;
  readonly #account: Account;
  readonly #spid: number;
  readonly #transaction: Transaction;
  #options = defaultOptions();
  #rowCount = 0;
  #now = '';
  database: string;

  constructor(server: Server, account: Account, database: string, spid: number) {
    this.#server = server;
    this.#account = account;
    this.#spid = spid;
    this.#transaction = new Transaction(server);
    this.database = database;
  }

  get transactionDepth(): number {
    return this.#transaction.depth;
  }

  /** For who fills the database. */
  get transaction(): Transaction {
    return this.#transaction;
  }

  async *execute(
    batch: string,
    parameters: readonly SqlParameter[],
    signal: AbortSignal,
  ): AsyncGenerator<ResultEvent, void, void> {
    signal.throwIfAborted();
    if (parameters.length > MOST_PARAMETERS)
      throw sqlError(
        8003,
        'The incoming request has too many parameters. The server supports a maximum of 2100 parameters. Reduce the number of parameters and resend the request.',
      );
    const variables = new Map(
      parameters.map(({ name, type, value }): [string, Variable] => [name.toLowerCase(), { type, value }]),
    );
    let survived: SqlServerError | null = null;
    try {
      for (const statement of parseBatch(batch)) {
        signal.throwIfAborted();
        const failed = yield* this.#runGuarded(statement, variables, signal);
        survived ??= failed;
      }
    } catch (error) {
      if (signal.aborted && this.#options.xactAbort) this.#rollbackAll();
      throw error instanceof SqlServerError ? (survived ?? error) : error;
    }
    if (survived !== null) throw survived;
  }

  /** Answers an error after which the batch goes on, by SQL Server's rules; throws any other. */
  async *#runGuarded(
    statement: Statement,
    variables: ReadonlyMap<string, Variable>,
    signal: AbortSignal,
  ): AsyncGenerator<ResultEvent, SqlServerError | null, void> {
    this.#now = momentNow();
    let succeeded = false;
    try {
      yield* this.#run(statement, variables, signal);
      succeeded = true;
      return null;
    } catch (error) {
      if (!(error instanceof SqlServerError)) throw error;
      const { number, message, state, class: severity } = error;
      const placed = new SqlServerError({ number, message, state, class: severity, line: statement.line });
      this.#rowCount = 0;
      const fate = this.#options.xactAbort ? 'transaction' : fateOf(placed);
      if (fate === 'transaction') this.#rollbackAll();
      if (fate !== 'statement') throw placed;
      return placed;
    } finally {
      this.#transaction.endStatement(succeeded);
    }
  }

  async *#run(
    statement: Statement,
    variables: ReadonlyMap<string, Variable>,
    signal: AbortSignal,
  ): AsyncGenerator<ResultEvent, void, void> {
    const transaction = this.#transaction;
    if (this.#locks(statement)) await transaction.startWriting(this.#options.lockTimeoutMs, signal);
    const context = this.#context(variables);
    switch (statement.kind) {
      case 'query':
        yield* this.#query(statement.query, context);
        return;
      case 'insert':
      case 'update':
      case 'delete': {
        const { database, count } =
          statement.kind === 'insert'
            ? insert(statement, context)
            : statement.kind === 'update'
              ? update(statement, context)
              : remove(statement, context);
        transaction.change(database);
        yield this.#done(count);
        return;
      }
      case 'begin':
        transaction.begin();
        break;
      case 'commit':
        transaction.commit();
        break;
      case 'rollback':
        transaction.rollback(statement.name);
        break;
      case 'save':
        transaction.save(statement.name);
        break;
      case 'isolation':
        transaction.isolation = statement.level;
        break;
      case 'option':
        this.#setOption(statement.name, statement.value);
        break;
      default:
        if (this.#account.isReadOnly) throw denied('ALTER', this.database, this.database, 'dbo');
        transaction.change(define(statement, context));
    }
    yield { kind: 'done', rowCount: null };
  }

  *#query(query: Query, context: StatementContext): Generator<ResultEvent, void, void> {
    const { columns, rows } = planQuery(query, context);
    yield { kind: 'columns', columns };
    let count = 0;
    for (const values of rows()) {
      count += 1;
      yield { kind: 'row', values };
    }
    yield this.#done(count);
  }

  #done(count: number): ResultEvent {
    this.#rowCount = count;
    return { kind: 'done', rowCount: count };
  }

  /** What changes something takes the lock for writing, and what is to stay as it was read. */
  #locks(statement: Statement): boolean {
    if (statement.kind !== 'query') return !WITHOUT_LOCK.has(statement.kind);
    const { depth, isolation } = this.#transaction;
    const sources = statement.query.selects.flatMap(({ from }) => from);
    if (sources.some(({ hints }) => hints.some((hint) => LOCKING.has(hint)))) return true;
    return (
      depth > 0 && sources.length > 0 && (isolation === 'repeatable read' || isolation === 'serializable')
    );
  }

  #context(variables: ReadonlyMap<string, Variable>): StatementContext {
    const { data } = this.#transaction;
    const database = data.get(this.database.toLowerCase());
    if (database === undefined)
      throw sqlError(
        911,
        `Database '${this.database}' does not exist. Make sure that the name is entered correctly.`,
      );
    const { version, serverName, nextVersion } = this.#server;
    const { user, isReadOnly } = this.#account;
    return {
      ...{ data, database, variables, user, isReadOnly, version, serverName, nextVersion, planQuery },
      spid: this.#spid,
      now: this.#now,
      rowCount: this.#rowCount,
      transactionDepth: this.#transaction.depth,
    };
  }

  /** What changes no answer here is taken as it is. */
  #setOption(name: string, value: string): void {
    if (name === 'XACT_ABORT') this.#options.xactAbort = value === 'ON';
    if (name === 'LOCK_TIMEOUT') this.#options.lockTimeoutMs = Number(value);
  }

  beginTransaction(isolation?: IsolationLevel): void {
    if (isolation !== undefined) this.#transaction.isolation = isolation;
    this.#transaction.begin();
  }

  commitTransaction(): void {
    this.#transaction.commit();
  }

  rollbackTransaction(savepoint?: string): void {
    this.#transaction.rollback(savepoint ?? null);
  }

  saveTransaction(name: string): void {
    this.#transaction.save(name);
  }

  reset(): void {
    this.#rollbackAll();
    this.#options = defaultOptions();
    this.#transaction.isolation = 'read committed';
    this.#rowCount = 0;
  }

  close(): void {
    this.#rollbackAll();
  }

  #rollbackAll(): void {
    if (this.#transaction.depth > 0) this.#transaction.rollback();
  }
}

const WITHOUT_LOCK: ReadonlySet<string> = new Set('begin commit rollback save isolation option'.split(' '));
const LOCKING: ReadonlySet<string> = new Set([
  'UPDLOCK',
  'XLOCK',
  'TABLOCKX',
  'HOLDLOCK',
  'SERIALIZABLE',
  'REPEATABLEREAD',
]);

/** The server's clock is UTC: `2026-11-21T12:34:56.1234567+00:00`. */
function momentNow(): string {
  const milliseconds = performance.timeOrigin + performance.now();
  const whole = new Date(Math.floor(milliseconds)).toISOString().slice(0, 23);
  const ticks = Math.floor((milliseconds - Math.floor(milliseconds)) * 10_000);
  return `${whole}${String(ticks).padStart(4, '0')}+00:00`;
}
