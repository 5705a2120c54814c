import { isConversionError } from '../../types/convert.ts';
import type { Statement } from '../batch/statements.ts';
import type { ResultEvent } from '../engine.ts';
import { SqlServerError } from '../engine.ts';
import { CompileError } from './run-query.ts';
import { runStatement } from './run-statement.ts';
import type { SessionState, Variables } from './session-state.ts';

/** How a statement leaves its batch. */
export type Flow = 'next' | 'break' | 'continue' | 'return';

/** Of one batch: what stands before the errors it survived. */
export type BatchRun = {
  readonly state: SessionState;
  readonly variables: Variables;
  readonly signal: AbortSignal;
  /** The first error of a statement after which the batch went on. */
  survived: SqlServerError | null;
  /** How many TRY blocks are around. */
  tries: number;
};

/** An error after which the batch does not go on. */
export class BatchAborted extends Error {
  override readonly cause: SqlServerError;

  constructor(cause: SqlServerError) {
    super(cause.message);
    this.cause = cause;
  }
}

export async function* runStatements(
  statements: readonly Statement[],
  run: BatchRun,
): AsyncGenerator<ResultEvent, Flow, void> {
  for (const statement of statements) {
    run.signal.throwIfAborted();
    const flow = yield* runGuarded(statement, run);
    if (flow !== 'next') return flow;
  }
  return 'next';
}

/** A statement, with SQL Server's rules for what follows an error. */
async function* runGuarded(statement: Statement, run: BatchRun): AsyncGenerator<ResultEvent, Flow, void> {
  const { state } = run;
  state.now = momentNow();
  try {
    const flow = yield* runStatement(statement, run);
    if (isCounting(statement)) state.error = 0;
    return flow;
  } catch (thrown) {
    if (thrown instanceof BatchAborted) throw thrown;
    const compiled = thrown instanceof CompileError;
    const error = compiled ? thrown.cause : thrown;
    if (!(error instanceof SqlServerError)) throw error;
    const placed = atLine(error, statement.line);
    state.error = placed.number;
    state.rowCount = 0;
    if (run.tries > 0 && placed.class < 20) {
      if (state.transaction.depth > 0 && (rollsBack(placed) || state.options.xactAbort))
        state.transaction.doomed = true;
      throw new BatchAborted(placed);
    }
    const isRaised = statement.kind === 'raiserror';
    if (rollsBack(placed) || (state.options.xactAbort && !isRaised)) {
      if (state.transaction.depth > 0) state.transaction.rollback();
      throw new BatchAborted(placed);
    }
    if (compiled || statement.kind === 'throw' || placed.class >= 20) throw new BatchAborted(placed);
    run.survived ??= placed;
    return 'next';
  }
}

const isCounting = ({ kind }: Statement): boolean =>
  !['if', 'while', 'block', 'try', 'declare'].includes(kind);

/** A value that cannot be converted ends the batch and takes the transaction with it. */
const rollsBack = (error: SqlServerError): boolean =>
  isConversionError(error) && !OVERFLOWS.has(error.number);
/** Of those, the ones that end the statement alone. */
const OVERFLOWS = new Set([220, 232, 8115]);

function atLine(error: SqlServerError, line: number): SqlServerError {
  if (error.line > 1) return error;
  return new SqlServerError({
    number: error.number,
    message: error.message,
    state: error.state,
    class: error.class,
    line,
  });
}

/** The server's clock is UTC: `2026-11-21T12:34:56.1234567+00:00`. */
function momentNow(): string {
  const milliseconds = performance.timeOrigin + performance.now();
  const whole = new Date(Math.floor(milliseconds)).toISOString().slice(0, 23);
  const ticks = Math.floor((milliseconds - Math.floor(milliseconds)) * 10_000);
  return `${whole}${String(ticks).padStart(4, '0')}+00:00`;
}
