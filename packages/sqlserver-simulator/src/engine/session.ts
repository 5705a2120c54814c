import { toStored } from '../types/stored.ts';
import { parsedBatch } from './batch/parsed-batches.ts';
import {
  type EngineSession,
  type IsolationLevel,
  type ResultEvent,
  type SqlParameter,
  SqlServerError,
} from './engine.ts';
import { BatchAborted, type BatchRun, runStatements } from './run/run-batch.ts';
import { defaultOptions, type SessionState, type Variables } from './run/session-state.ts';

/** The server takes 2100, and drivers hand two over for the statement itself and its declarations. */
const MOST_PARAMETERS = 2098;

const tooManyParameters = (): SqlServerError =>
  new SqlServerError({
    number: 8003,
    message:
      'The incoming request has too many parameters. The server supports a maximum of 2100 parameters. Reduce the number of parameters and resend the request.',
  });

/** A batch that leaves an uncommittable transaction behind loses it. */
const leftDoomed = (): SqlServerError =>
  new SqlServerError({
    number: 3998,
    message: 'Uncommittable transaction is detected at the end of the batch. The transaction is rolled back.',
  });

/** One connection's part of the engine: its transaction, its options and its temporary tables. */
export class Session implements EngineSession {
  readonly #state: SessionState;
  readonly #onClose: () => void;
  #isClosed = false;

  constructor(state: SessionState, onClose: () => void) {
    this.#state = state;
    this.#onClose = onClose;
  }

  get state(): SessionState {
    return this.#state;
  }

  get database(): string {
    return this.#state.database;
  }

  get transactionDepth(): number {
    return this.#state.transaction.depth;
  }

  async *execute(
    batch: string,
    parameters: readonly SqlParameter[],
    signal: AbortSignal,
  ): AsyncGenerator<ResultEvent, void, void> {
    signal.throwIfAborted();
    if (parameters.length > MOST_PARAMETERS) throw tooManyParameters();
    const variables: Variables = new Map();
    for (const { name, type, value } of parameters)
      variables.set(name.toLowerCase(), { type, value: toStored(value, type) });
    const run: BatchRun = { state: this.#state, variables, signal, survived: null, tries: 0 };
    try {
      yield* runStatements(parsedBatch(batch), run);
    } catch (error) {
      if (signal.aborted && this.#state.options.xactAbort) this.#rollbackAll();
      if (this.#state.transaction.doomed) this.#rollbackAll();
      if (error instanceof BatchAborted) throw run.survived ?? error.cause;
      throw error;
    }
    const { transaction } = this.#state;
    if (transaction.doomed) {
      transaction.rollback();
      throw run.survived ?? leftDoomed();
    }
    if (run.survived !== null) throw run.survived;
  }

  beginTransaction(isolation?: IsolationLevel): void {
    if (isolation !== undefined) this.#state.transaction.isolation = isolation;
    this.#state.transaction.begin(null);
  }

  commitTransaction(): void {
    this.#state.transaction.commit();
  }

  rollbackTransaction(savepoint?: string): void {
    this.#state.transaction.rollback(savepoint ?? null);
  }

  saveTransaction(name: string): void {
    this.#state.transaction.save(name);
  }

  reset(): void {
    this.#rollbackAll();
    const { state } = this;
    state.options = defaultOptions();
    state.transaction.isolation = 'read committed';
    state.transaction.dropTemporary();
    state.rowCount = 0;
    state.error = 0;
    state.identity = null;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#rollbackAll();
    this.#state.connection.close();
    this.#onClose();
  }

  #rollbackAll(): void {
    if (this.#state.transaction.depth > 0) this.#state.transaction.rollback();
  }
}
