import { type SqlParameter, SqlServerError } from '../engine/engine.ts';
import { faultError } from '../fault-errors.ts';
import type { DueFault } from '../faults.ts';
import type { LoggedStatement } from '../statement-log.ts';
import type { MessageWriter } from './message-writer.ts';
import type { TransactionRequest } from './requests.ts';
import type { ResultWriter } from './result-writer.ts';
import type { ServerContext, SessionDetails } from './server-context.ts';
import { holdOrPause, waited } from './standing-still.ts';
import { type TransactionAnnouncer, transactionText } from './transactions.ts';
import type { Wire } from './wire.ts';

/** failed: the client is told; cut: there is nobody to tell; over: told, and then the connection ends. */
export type Outcome = 'ok' | 'failed' | 'cancelled' | 'cut' | 'over';

type Statement = {
  readonly kind: LoggedStatement['kind'];
  readonly text: string;
  readonly parameters: readonly SqlParameter[];
};

/** Errors of this class and above end the connection. */
const FATAL_CLASS = 20;

/** One request being executed, with the faults that were arranged for it. */
export class StatementRun {
  readonly #wire: Wire;
  readonly #context: ServerContext;
  readonly #details: SessionDetails;
  readonly #transactions: TransactionAnnouncer;
  readonly #writer: MessageWriter;
  readonly #signal: AbortSignal;

  constructor(
    wire: Wire,
    context: ServerContext,
    details: SessionDetails,
    transactions: TransactionAnnouncer,
    writer: MessageWriter,
    signal: AbortSignal,
  ) {
    this.#wire = wire;
    this.#context = context;
    this.#details = details;
    this.#transactions = transactions;
    this.#writer = writer;
    this.#signal = signal;
  }

  execute(statement: Statement, results: ResultWriter): Promise<Outcome> {
    return this.#run(statement, results, (faults) => this.#stream(statement, results, faults));
  }

  transaction(request: TransactionRequest, results: ResultWriter, work: () => void): Promise<Outcome> {
    const statement: Statement = { kind: 'transaction', text: transactionText(request), parameters: [] };
    return this.#run(statement, results, async () => {
      work();
      return 'ok';
    });
  }

  /** Sends the end of the answer. False: the connection is over. */
  async finish(outcome: Outcome, writeEnd: () => void): Promise<boolean> {
    if (outcome === 'cut') {
      this.#wire.cut();
      return false;
    }
    writeEnd();
    await this.#writer.end();
    return outcome !== 'over';
  }

  async #run(
    statement: Statement,
    results: ResultWriter,
    work: (faults: readonly DueFault[]) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { faults, log, now } = this.#context;
    const { database } = this.#details.session;
    const at = now().toISOString();
    const due = faults.due({ target: 'statement', database, text: searchable(statement) });
    let outcome: Outcome = 'ok';
    let told = '';
    try {
      outcome = await this.#survive(due, 'before', statement.text);
      if (outcome === 'ok') outcome = await work(due);
      if (outcome === 'ok') {
        outcome = await this.#survive(due, 'after', statement.text);
        if (outcome === 'cut') told = 'answer_lost';
      }
    } catch (error) {
      [outcome, told] = this.#fail(error, results);
    } finally {
      log.add({
        at,
        connection: this.#details.connection,
        kind: statement.kind,
        database,
        text: statement.text,
        parameters: Object.fromEntries(statement.parameters.map(({ name, value }) => [name, value])),
        outcome: told === '' ? outcome : told,
        rows: results.rows,
      });
    }
    return outcome;
  }

  #fail(error: unknown, results: ResultWriter): [Outcome, string] {
    if (this.#wire.closed.aborted) return ['cut', ''];
    if (this.#signal.aborted) {
      this.#transactions.announce(this.#writer, 'rolled back');
      return ['cancelled', ''];
    }
    const told = error instanceof SqlServerError ? error : ownFailure(error);
    results.error(told);
    this.#transactions.announce(this.#writer, 'rolled back');
    return [told.class >= FATAL_CLASS ? 'over' : 'failed', `error ${told.number}`];
  }

  /** What has to happen before or after execution. Throws the errors that were arranged. */
  async #survive(due: readonly DueFault[], moment: 'before' | 'after', text: string): Promise<Outcome> {
    const { connection, session, user } = this.#details;
    const about = { connection, database: session.database, text };
    for (const fault of due) {
      const { action } = fault;
      if (momentOf(fault) !== moment) continue;
      if (action.kind === 'error' || action.kind === 'deadlock' || action.kind === 'login_refused') {
        const rollsBack =
          action.kind === 'deadlock' || (action.kind === 'error' && action.rollsBack === true);
        if (rollsBack && session.transactionDepth > 0) session.rollbackTransaction();
        throw faultError(action, { connection, user, database: session.database });
      }
      if (action.kind === 'cut') return 'cut';
      const ended = await holdOrPause(fault, about, this.#context.holds, this.#signal);
      this.#signal.throwIfAborted();
      if (ended === 'drop') return 'cut';
    }
    return 'ok';
  }

  async #stream(statement: Statement, results: ResultWriter, due: readonly DueFault[]): Promise<Outcome> {
    const pace = due.map(({ action }) => (action.kind === 'slow_rows' ? action.milliseconds : 0));
    const pause = Math.max(0, ...pace);
    const cuts = due.map(({ action }) =>
      action.kind === 'cut' && 'afterRows' in action ? action.afterRows : Number.POSITIVE_INFINITY,
    );
    const cutAt = Math.min(Number.POSITIVE_INFINITY, ...cuts);
    // Where the answer is to be lost, none of it may go out beforehand.
    const isKept = due.some((fault) => momentOf(fault) === 'after');
    const events = this.#details.session.execute(statement.text, statement.parameters, this.#signal);
    for await (const event of events) {
      if (event.kind === 'row' && results.rows >= cutAt) {
        await this.#writer.flush('all', this.#signal);
        return 'cut';
      }
      if (event.kind === 'row' && pause > 0) {
        await this.#writer.flush('all', this.#signal);
        await waited(pause, this.#signal);
      }
      if (event.kind === 'done') this.#transactions.announce(this.#writer, 'committed');
      results.write(event);
      if (this.#writer.isDue && !isKept) await this.#writer.flush('whole packets', this.#signal);
      this.#signal.throwIfAborted();
    }
    this.#transactions.announce(this.#writer, 'committed');
    return 'ok';
  }
}

function momentOf({ action }: DueFault): 'before' | 'during' | 'after' {
  switch (action.kind) {
    case 'slow_rows':
      return 'during';
    case 'cut':
      return 'when' in action ? action.when : 'during';
    case 'hold':
      return action.when;
    case 'error':
      return action.when ?? 'before';
    default:
      return 'before';
  }
}

/** What a fault's `match` is looked for in. */
function searchable({ text, parameters }: Statement): string {
  return [text, ...parameters.map(({ name, value }) => `${name} = ${String(value)}`)].join('\n');
}

/** A fault of the simulator itself; the client learns of it and loses its connection. */
function ownFailure(error: unknown): SqlServerError {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new SqlServerError({ number: 596, class: 21, message: `The simulator itself has failed: ${text}` });
}
