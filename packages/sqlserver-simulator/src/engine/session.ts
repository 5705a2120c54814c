import type { Query, Statement } from '../parse/ast.ts';
import { parseBatch } from '../parse/statements.ts';
import { change } from '../run/changes.ts';
import { planQuery } from '../run/queries.ts';
import { createTable, define } from '../run/schema.ts';
import type { StatementContext, Variable } from '../run/scope.ts';
import { denied, fateOf, SqlServerError, sqlError } from '../values/errors.ts';
import type { ResultEvent, SqlParameter } from '../values/sql-value.ts';
import { type SharedState, Transaction } from './transaction.ts';

/** SQL Server's limit is 2100, and drivers use two of them for the statement and its declarations. */
const MOST_PARAMETERS = 2098;

export type Account = { readonly user: string; readonly password: string; readonly readOnly?: boolean };

export type Server = SharedState & {
  readonly nextVersion: () => Buffer;
  readonly minActiveVersion: () => Buffer;
};

/** One connection's session. Calls come one at a time. */
export class Session {
  readonly #server: Server;
  readonly #account: Account;
  #rowCount = 0;
  readonly transaction: Transaction;
  readonly database: string;

  constructor(server: Server, account: Account, database: string) {
    this.#server = server;
    this.#account = account;
    this.transaction = new Transaction(server);
    this.database = database;
  }

  /**
   * Runs a batch. Throws a SqlServerError for the statement that failed; after errors of low severity the
   * batch may continue, and the error is thrown after the last event. Aborting the signal ends the run with
   * its reason and undoes the statement.
   */
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
    const tables: Batch['tables'] = new Map();
    let survived: SqlServerError | null = null;
    for (const statement of parseBatch(batch)) {
      signal.throwIfAborted();
      let succeeded = false;
      try {
        yield* this.#run(statement, { variables, tables }, signal);
        succeeded = true;
      } catch (error) {
        if (!(error instanceof SqlServerError)) throw error;
        this.#rowCount = 0;
        survived ??= error;
        const fate = fateOf(error);
        if (fate === 'transaction') this.close();
        if (fate !== 'statement') throw survived;
      } finally {
        this.transaction.endStatement(succeeded);
      }
    }
    if (survived !== null) throw survived;
  }

  async *#run(
    statement: Statement,
    batch: Batch,
    signal: AbortSignal,
  ): AsyncGenerator<ResultEvent, void, void> {
    const { transaction } = this;
    switch (statement.kind) {
      case 'query':
        if (isLocking(statement.query)) await transaction.startWriting(signal);
        yield* this.#query(statement.query, this.#context(batch));
        return;
      case 'insert':
      case 'update':
      case 'delete': {
        await transaction.startWriting(signal);
        const { database, count } = change(statement, this.#context(batch));
        transaction.change(database);
        yield this.#done(count);
        return;
      }
      case 'declare': {
        const context = this.#context(batch);
        batch.tables.set(statement.table.table.join(), createTable(statement.table, context));
        break;
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
      case 'setting':
        break;
      default:
        await transaction.startWriting(signal);
        if (this.#account.readOnly) throw denied('ALTER', this.database, this.database, 'dbo');
        transaction.change(define(statement, this.#context(batch)));
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

  #context(batch: Batch): StatementContext {
    const { data } = this.transaction;
    const database = data.get(this.database.toLowerCase());
    if (database === undefined) throw new TypeError(`The database ${this.database} has gone.`);
    const { user, readOnly: isReadOnly = false } = this.#account;
    return {
      ...{ data, database, ...batch, user, isReadOnly, planQuery },
      nextVersion: this.#server.nextVersion,
      minActiveVersion: this.#server.minActiveVersion,
      rowCount: this.#rowCount,
    };
  }

  /** Rolls back an open transaction. */
  close(): void {
    if (this.transaction.depth > 0) this.transaction.rollback();
  }
}

type Batch = Pick<StatementContext, 'variables' | 'tables'>;

const LOCKING: ReadonlySet<string> = new Set(['UPDLOCK', 'XLOCK', 'HOLDLOCK']);

/** Whether the rows read must stay unchanged until the transaction ends. */
function isLocking(query: Query): boolean {
  return query.some(({ from }) => from.some(({ hints }) => hints.some((hint) => LOCKING.has(hint))));
}
