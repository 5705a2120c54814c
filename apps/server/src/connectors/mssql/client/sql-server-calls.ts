import type mssql from 'mssql';
import type { Logger } from '../../../platform/logging/logger.ts';
import { fullJitterDelay } from '../../../platform/resilience/backoff.ts';
import { retry } from '../../../platform/resilience/retry.ts';
import { SourceError } from '../../source-error.ts';
import { type ConnectionConfig, inForce } from './connection-config.ts';
import { isPassing, placeOf, toSourceError, unconfirmed } from './errors.ts';
import type { Borrowed, Pool } from './pool.ts';
import type { InForce, QueryOptions, SqlParams, SqlRow, SqlServer, SqlTransaction } from './sql.ts';
import {
  abortable,
  type Liveness,
  type Parent,
  runAll,
  runCapped,
  streamRows,
} from './sql-server-requests.ts';
import { inTransaction } from './sql-server-transactions.ts';

type CallDeps = {
  readonly logger: Logger;
  readonly random?: (() => number) | undefined;
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Aborted when the process is about to end. */
  readonly closing: AbortSignal;
  /** The current pool: after a long pause, a new one. */
  readonly pool: () => Pool;
};

const QUERY_TIMEOUT_MS = 30_000;
/** Longer than a healthy server takes for a page. */
const SILENCE_REPORTED_AFTER_MS = 10_000;
/** For a stream: a large table may be sorted before its first row arrives. */
const SILENCE_TIMEOUT_MS = 120_000;
const ATTEMPTS = 4;
const BACKOFF = { base: 250, max: 5_000 };

/** All calls to one server: combines pools, signals, deadlines, retries and errors. */
export function createCalls(config: ConnectionConfig, deps: CallDeps): SqlServer {
  const target: Target = { ...deps, inForce: inForce(config), secrets: [config.password.reveal()] };
  const queryAll: SqlServer['queryAll'] = (sql, params, options) =>
    within(target, options, (signal) =>
      repeated(
        target,
        signal,
        (connections) => call(target, signal, () => runAll(connections, sql, params, { signal })),
        options,
      ),
    );
  return {
    inForce: target.inForce,
    queryAll,
    async query(sql, params, options) {
      const [rows] = await queryAll(sql, params, options);
      return rows ?? [];
    },
    select: (sql, params, { maxRows, ...options }) =>
      within(target, options, (signal) =>
        repeated(target, signal, (connections) =>
          inTransaction(connections, {
            signal,
            call: (driver) => call(target, signal, driver),
            work: (connection, run) =>
              call(target, signal, () => runCapped(connection, sql, params, { ...run, maxRows })),
            end: 'rollback',
          }),
        ),
      ),
    stream: (sql, params, options) => stream(target, sql, params, options),
    transaction: (work, options) => transaction(target, work, options),
  };
}

type Target = CallDeps & { readonly inForce: InForce; readonly secrets: readonly string[] };

/** A SourceError with a transient cause. */
class PassingError extends SourceError {}

function explain({ pool, ...context }: Target, error: unknown): SourceError {
  const known = pool().explained(error);
  const failure = toSourceError(known, context);
  return isPassing(known) ? new PassingError(failure) : failure;
}

/** A call of the driver: throws its error as a SourceError, or the signal's reason. */
async function call<T>(target: Target, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof SourceError ? error : explain(target, error);
  }
}

type Repetition = Pick<QueryOptions, 'onTrouble'> & {
  /** False once something may have changed. */
  readonly mayRepeat?: (() => boolean) | undefined;
};

/** Runs work on borrowed connections, and retries it after transient errors. */
function repeated<T>(
  target: Target,
  signal: AbortSignal,
  work: (connections: mssql.ConnectionPool) => Promise<T>,
  { mayRepeat = () => true, onTrouble }: Repetition = {},
): Promise<T> {
  const { logger, random, sleep } = target;
  return retry(() => borrowed(target, signal, work), {
    attempts: ATTEMPTS,
    signal,
    shouldRetry: (error, attempt) => {
      if (!(error instanceof PassingError) || !mayRepeat()) return false;
      const server = placeOf(target.inForce);
      logger.warn({ server, attempt, reason: error.message }, 'SQL Server is asked again');
      onTrouble?.(error.message);
      return true;
    },
    delay: (attempt) => fullJitterDelay(attempt, { ...BACKOFF, ...(random && { random }) }),
    ...(sleep && { wait: sleep }),
  });
}

async function borrowed<T>(
  target: Target,
  signal: AbortSignal,
  work: (connections: mssql.ConnectionPool) => Promise<T>,
): Promise<T> {
  const lending = target.pool().borrow();
  try {
    const { connections } = await call(target, signal, () => abortable(signal, () => undefined, lending));
    return await work(connections);
  } finally {
    giveBack(lending);
  }
}

function giveBack(lending: Promise<Borrowed>): void {
  lending.then(
    ({ done }) => done(),
    () => undefined,
  );
}

/** Aborts the work with the caller's signal, the deadline or the process. */
async function within<T>(
  target: Target,
  { signal, timeoutMs = QUERY_TIMEOUT_MS, onTrouble }: QueryOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const deadline = AbortSignal.timeout(timeoutMs);
  const silence = setInterval(() => onTrouble?.(silent(target)), SILENCE_REPORTED_AFTER_MS);
  try {
    return await work(AbortSignal.any([signal, target.closing, deadline]));
  } catch (error) {
    signal.throwIfAborted();
    throw error === deadline.reason ? tooLate(target, timeoutMs) : error;
  } finally {
    clearInterval(silence);
  }
}

function silent(target: Target): string {
  return `${placeOf(target.inForce)} has not answered for ${SILENCE_REPORTED_AFTER_MS / 1_000} s and more.`;
}

function tooLate(target: Target, timeoutMs: number): SourceError {
  return toSourceError({ code: 'EDEADLINE' }, { ...target, timeoutMs });
}

async function* stream(
  target: Target,
  sql: string,
  params: SqlParams,
  { signal, timeoutMs = SILENCE_TIMEOUT_MS, onTrouble }: QueryOptions,
): AsyncGenerator<SqlRow[], void, void> {
  signal.throwIfAborted();
  const liveness: Liveness = { alive: true, resting: false };
  const silence = new AbortController();
  let silentMs = 0;
  const tick = Math.min(SILENCE_REPORTED_AFTER_MS, timeoutMs);
  const watch = setInterval(() => {
    silentMs = liveness.alive || liveness.resting ? 0 : silentMs + tick;
    liveness.alive = false;
    if (silentMs >= timeoutMs) silence.abort(tooLate(target, timeoutMs));
    else if (silentMs > 0) onTrouble?.(silent(target));
  }, tick);
  const all = AbortSignal.any([signal, target.closing, silence.signal]);
  const lending = target.pool().borrow();
  try {
    const { connections } = await abortable(all, () => undefined, lending);
    yield* streamRows(connections, sql, params, { signal: all, liveness });
  } catch (error) {
    all.throwIfAborted();
    throw explain(target, error);
  } finally {
    clearInterval(watch);
    giveBack(lending);
  }
}

async function transaction<T>(
  target: Target,
  work: (tx: SqlTransaction) => Promise<T>,
  options: QueryOptions,
): Promise<T> {
  let committing = false;
  const attempt = (signal: AbortSignal, connections: mssql.ConnectionPool) =>
    inTransaction(connections, {
      signal,
      call: (driver) => call(target, signal, driver),
      work: (connection, run) =>
        work(statementsOn(connection, (driver) => call(target, signal, driver), run)),
      end: {
        onCommit: () => {
          committing = true;
        },
        onRefused: () => {
          committing = false;
        },
      },
    });
  try {
    return await within(target, options, (signal) =>
      repeated(target, signal, (connections) => attempt(signal, connections), {
        mayRepeat: () => !committing,
      }),
    );
  } catch (error) {
    options.signal.throwIfAborted();
    throw committing ? unconfirmed(target.inForce) : error;
  }
}

/** The driver also counts rows changed by triggers: this counts the statement's own only. */
const CHANGED = 'SELECT @@ROWCOUNT AS [changed]';

function statementsOn(
  connection: Parent,
  asCall: (driver: () => Promise<SqlRow[][]>) => Promise<SqlRow[][]>,
  run: Parameters<typeof runAll>[3],
): SqlTransaction {
  const all = (sql: string, params: SqlParams) => asCall(() => runAll(connection, sql, params, run));
  return {
    query: async (sql, params) => (await all(sql, params)).at(-1) ?? [],
    async execute(sql, params) {
      const answers = await all(`${sql};\n${CHANGED}`, params);
      return Number(answers.at(-1)?.[0]?.changed ?? 0);
    },
  };
}
