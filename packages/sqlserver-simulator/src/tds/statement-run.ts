import type { Session } from '../engine/session.ts';
import type { DueFault } from '../faults.ts';
import { SqlServerError } from '../values/errors.ts';
import type { MessageWriter } from './bytes/message-writer.ts';
import { applyFaults, momentOf, waited } from './due-faults.ts';
import type { Request } from './requests.ts';
import type { ResultWriter } from './result-writer.ts';
import type { ServerContext } from './server-context.ts';
import type { TransactionAnnouncer } from './transactions.ts';

/** failed: reported to the client; cut: the client is gone; over: reported, and then the connection ends. */
export type Outcome = 'ok' | 'failed' | 'cancelled' | 'cut' | 'over';

/** Errors of this class and above end the connection. */
const FATAL_CLASS = 20;

/** A client's request, and where its response goes. */
type Run = {
  readonly context: ServerContext;
  readonly connection: number;
  readonly user: string;
  readonly session: Session;
  readonly transactions: TransactionAnnouncer;
  readonly writer: MessageWriter;
  readonly results: ResultWriter;
  /** Aborted if the client cancels the request, or disconnects. */
  readonly signal: AbortSignal;
  readonly hasLeft: () => boolean;
};

/** Executes a request with its faults. */
export async function execute(request: Request, run: Run): Promise<Outcome> {
  const { context, connection, user, session, signal } = run;
  const { database } = session;
  const { kind, text, parameters } = request;
  const at = new Date().toISOString();
  const faulted = { connection, user, database, text };
  const due = context.faults.due('statement', searchable(request));
  const rollBack = (): void => session.close();
  const applyDue = async (moment: 'before' | 'after'): Promise<Outcome> => {
    const outcome = await applyFaults(due, moment, faulted, { holds: context.holds, signal, rollBack });
    signal.throwIfAborted();
    return outcome;
  };
  let outcome: Outcome = 'ok';
  let reported: string | null = null;
  try {
    outcome = await applyDue('before');
    if (outcome === 'ok' && kind === 'transaction') {
      const { verb, name } = request;
      if (verb === 'save') session.transaction.save(name);
      else if (verb === 'rollback') session.transaction.rollback(name === '' ? null : name);
      else session.transaction[verb]();
      run.transactions.announce(run.writer, verb === 'rollback' ? 'rolled back' : 'committed');
    } else if (outcome === 'ok') outcome = await stream(request, due, run);
    if (outcome === 'ok') {
      outcome = await applyDue('after');
      if (outcome === 'cut') reported = 'answer_lost';
    }
  } catch (error) {
    [outcome, reported] = fail(error, run);
  } finally {
    context.log.add({
      ...{ at, connection, kind, database, text },
      parameters: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
      outcome: reported ?? outcome,
      rows: run.results.rows,
    });
  }
  return outcome;
}

function fail(
  error: unknown,
  { hasLeft, signal, transactions, writer, results }: Run,
): [Outcome, string | null] {
  if (hasLeft()) return ['cut', null];
  const isCancelled = signal.aborted;
  const reported = error instanceof SqlServerError ? error : ownFailure(error);
  if (!isCancelled) results.error(reported);
  transactions.announce(writer, 'rolled back');
  if (isCancelled) return ['cancelled', null];
  return [reported.class >= FATAL_CLASS ? 'over' : 'failed', `error ${reported.number}`];
}

/** Streams rows as fast as the client reads them. */
async function stream(
  { text, parameters }: Request,
  due: readonly DueFault[],
  { session, transactions, writer, results, signal }: Run,
): Promise<Outcome> {
  const actions = due.map(({ action }) => action);
  const pause = actions.find((action) => action.kind === 'slow_rows')?.milliseconds ?? 0;
  const cut = actions.find((action) => 'afterRows' in action);
  // If the response will be withheld, none of it may be sent.
  const isKept = actions.some((action) => momentOf(action) === 'after');
  for await (const event of session.execute(text, parameters, signal)) {
    if (event.kind === 'row' && cut !== undefined && results.rows >= cut.afterRows) {
      await writer.flush('all', signal);
      return 'cut';
    }
    if (event.kind === 'row' && pause > 0) {
      await writer.flush('all', signal);
      await waited(pause, signal);
    }
    if (event.kind === 'done') transactions.announce(writer, 'committed');
    results.write(event);
    if (writer.isDue && !isKept) await writer.flush('whole packets', signal);
    signal.throwIfAborted();
  }
  transactions.announce(writer, 'committed');
  return 'ok';
}

/** The text that a fault's `match` searches. */
function searchable({ text, parameters }: Request): string {
  return [text, ...parameters.map(({ name, value }) => `${name} = ${String(value)}`)].join('\n');
}

/** A bug in the simulator: reported to the client, whose connection then ends. */
function ownFailure(error: unknown): SqlServerError {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new SqlServerError({ number: 596, class: 21, message: `The simulator itself has failed: ${text}` });
}
