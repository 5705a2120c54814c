import type mssql from 'mssql';
import { failureOf } from './errors.ts';
import { FATAL } from './errors-by-number.ts';
import { abortable, type Parent, type RunOptions } from './sql-server-requests.ts';

type TransactionRun<T> = {
  readonly signal: AbortSignal;
  /** Converts the driver's errors for the caller. */
  call<R>(driver: () => Promise<R>): Promise<R>;
  /** Given the transaction's connection; one statement at a time. */
  work(connection: Parent, options: RunOptions): Promise<T>;
  readonly end: 'rollback' | CommitRun;
};

type CommitRun = {
  /** Called when the COMMIT is sent: a failure after that may have been carried out. */
  onCommit(): void;
  /** Called when it certainly was not carried out. */
  onRefused(): void;
};

/** Throws the errors of `call`, and the work's own. */
export async function inTransaction<T>(
  connections: mssql.ConnectionPool,
  { signal, call, work, end }: TransactionRun<T>,
): Promise<T> {
  const transaction = connections.transaction();
  let settled: Promise<unknown> = Promise.resolve();
  const undo = async () => {
    await settled;
    // Fails if the server has already rolled back or is gone, which has the same effect.
    await transaction.rollback().catch(() => undefined);
  };

  /** Continues in the background if the signal leaves it no time. */
  const undoInTime = () => abortable(signal, () => undefined, undo()).catch(() => undefined);

  const begun = transaction.begin();
  try {
    await call(() => abortable(signal, () => undefined, begun));
  } catch (error) {
    begun.then(undo, () => undefined);
    throw error;
  }
  let value: T;
  try {
    value = await work(transaction, {
      signal,
      settling(answer) {
        settled = answer.catch(() => undefined);
      },
    });
    signal.throwIfAborted();
  } catch (error) {
    await undoInTime();
    throw error;
  }
  await (end === 'rollback' ? undoInTime() : commit(transaction, end));
  return value;

  async function commit(open: mssql.Transaction, { onCommit, onRefused }: CommitRun): Promise<void> {
    onCommit();
    // If the server responds to a COMMIT by rolling back, mssql (12.7) releases the connection twice, and the
    // second time throws where nobody can catch it. This makes it expect the rollback.
    Reflect.set(open, '_rollbackRequested', true);
    await call(() =>
      abortable(signal, () => undefined, open.commit()).catch((error: unknown) => {
        if (!signal.aborted && isCertainlyUndone(error)) onRefused();
        throw error;
      }),
    );
  }
}

/** Whether an error in response to a COMMIT proves that it was not carried out. */
function isCertainlyUndone(error: unknown): boolean {
  const { number, severity, codes } = failureOf(error);
  return codes.includes('EABORT') || codes.includes('ENOTBEGUN') || (number !== null && severity < FATAL);
}
