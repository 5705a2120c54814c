import type mssql from 'mssql';
import type { Logger } from '../../../platform/logging/logger.ts';
import { fullJitterDelay } from '../../../platform/resilience/backoff.ts';
import { retry } from '../../../platform/resilience/retry.ts';
import { SourceError } from '../../connector.ts';
import { type ConnectionConfig, inForce } from './connection-config.ts';
import { type ErrorContext, failureOf, isPassing, placeOf, toSourceError, unconfirmed } from './errors.ts';
import type { Borrowed, Pool } from './pool.ts';
import type { QueryOptions, SqlParams, SqlRow, SqlServer } from './sql.ts';
import { type Liveness, obeying, runAll, runCapped, streamRows } from './sql-server-requests.ts';
import { inTransaction } from './sql-server-transactions.ts';

export type CallDeps = {
  readonly logger: Logger;
  readonly random?: (() => number) | undefined;
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Aborted when the process is about to end. */
  readonly closing: AbortSignal;
  /** The pool of this moment: after a long pause it is another one. */
  readonly pool: () => Pool;
};

const QUERY_TIMEOUT_MS = 30_000;
/** Longer than a server that is well takes for a page. */
const SILENCE_TOLD_AFTER_MS = 10_000;
/** Of a stream: a big table may be sorted before its first row comes. */
const SILENCE_TIMEOUT_MS = 120_000;
const ATTEMPTS = 4;
const BACKOFF = { base: 250, max: 5_000 };

/** What can be asked of one server: pools, signals, deadlines, repetition and errors put together. */
export function createCalls(config: ConnectionConfig, deps: CallDeps): SqlServer {
  const { logger, random, sleep, closing, pool } = deps;
  const place = inForce(config);
  const context: ErrorContext = { inForce: place, secrets: [config.password.reveal()] };
  /** Errors of the kind that passes, by the SourceError that they have become: their number, or their code. */
  const passing = new WeakMap<SourceError, number | string>();

  function told(error: unknown): SourceError {
    const known = pool().explained(error);
    const failure = toSourceError(known, context);
    if (isPassing(known)) {
      const { number, codes } = failureOf(known);
      passing.set(failure, number ?? codes.join(' '));
    }
    return failure;
  }

  /** A call of the driver: its error as a SourceError, or the signal's reason. */
  async function call<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof SourceError ? error : told(error);
    }
  }

  async function borrowed<T>(
    signal: AbortSignal,
    work: (connections: mssql.ConnectionPool) => Promise<T>,
  ): Promise<T> {
    const lending = pool().borrow();
    try {
      const { connections } = await call(signal, () => obeying(signal, () => undefined, lending));
      return await work(connections);
    } finally {
      giveBack(lending);
    }
  }

  function repeated<T>(
    signal: AbortSignal,
    work: () => Promise<T>,
    { mayRepeat = () => true, onTrouble }: Repetition = {},
  ): Promise<T> {
    return retry(work, {
      attempts: ATTEMPTS,
      signal,
      shouldRetry: (error, attempt) => {
        const again = error instanceof SourceError && passing.has(error) && mayRepeat();
        if (again) {
          logger.warn(
            { server: placeOf(place), attempt, reason: error.message },
            'SQL Server is asked again',
          );
          onTrouble?.(error.message);
        }
        return again;
      },
      delay: (attempt) => fullJitterDelay(attempt, { ...BACKOFF, ...(random && { random }) }),
      ...(sleep && { wait: sleep }),
    });
  }

  /** Ends the work with the caller's signal, the deadline or the process. */
  async function within<T>(
    { signal, timeoutMs = QUERY_TIMEOUT_MS, onTrouble }: QueryOptions,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutMs);
    const silence = setInterval(() => onTrouble?.(silent()), SILENCE_TOLD_AFTER_MS);
    try {
      return await work(AbortSignal.any([signal, closing, deadline]));
    } catch (error) {
      signal.throwIfAborted();
      throw error === deadline.reason ? tooLate(timeoutMs) : error;
    } finally {
      clearInterval(silence);
    }
  }

  function silent(): string {
    return `${placeOf(place)} has not answered for ${SILENCE_TOLD_AFTER_MS / 1_000} s and more.`;
  }

  function tooLate(timeoutMs: number): SourceError {
    return toSourceError({ code: 'EDEADLINE' }, { ...context, timeoutMs });
  }

  const queryAll: SqlServer['queryAll'] = (sql, params, options) =>
    within(options, (signal) =>
      repeated(
        signal,
        () =>
          borrowed(signal, (connections) => call(signal, () => runAll(connections, sql, params, { signal }))),
        options,
      ),
    );

  return {
    inForce: place,
    queryAll,
    async query(sql, params, options) {
      const [rows] = await queryAll(sql, params, options);
      return rows ?? [];
    },
    select: (sql, params, { maxRows, ...options }) =>
      within(options, (signal) =>
        repeated(signal, () =>
          borrowed(signal, (connections) =>
            inTransaction(connections, {
              signal,
              call: (driver) => call(signal, driver),
              work: (connection, run) =>
                call(signal, () => runCapped(connection, sql, params, { ...run, maxRows })),
              end: 'rollback',
            }),
          ),
        ),
      ),
    async *stream(sql, params, { signal, timeoutMs = SILENCE_TIMEOUT_MS, onTrouble }) {
      signal.throwIfAborted();
      const liveness: Liveness = { alive: true, resting: false };
      const silence = new AbortController();
      let silentMs = 0;
      const tick = Math.min(SILENCE_TOLD_AFTER_MS, timeoutMs);
      const watch = setInterval(() => {
        silentMs = liveness.alive || liveness.resting ? 0 : silentMs + tick;
        liveness.alive = false;
        if (silentMs >= timeoutMs) silence.abort(tooLate(timeoutMs));
        else if (silentMs > 0) onTrouble?.(silent());
      }, tick);
      const all = AbortSignal.any([signal, closing, silence.signal]);
      const lending = pool().borrow();
      try {
        const { connections } = await obeying(all, () => undefined, lending);
        yield* streamRows(connections, sql, params, { signal: all, liveness });
      } catch (error) {
        all.throwIfAborted();
        throw told(error);
      } finally {
        clearInterval(watch);
        giveBack(lending);
      }
    },
    async transaction(work, options) {
      let committing = false;
      try {
        return await within(options, (signal) =>
          repeated(
            signal,
            () =>
              borrowed(signal, (connections) =>
                inTransaction(connections, {
                  signal,
                  call: (driver) => call(signal, driver),
                  work: (connection, run) => {
                    const all = (sql: string, params: SqlParams) =>
                      call(signal, () => runAll(connection, sql, params, run));
                    return work({
                      query: async (sql, params) => (await all(sql, params)).at(-1) ?? [],
                      execute: async (sql, params) => changedBy(await all(`${sql};\n${CHANGED}`, params)),
                    });
                  },
                  end: {
                    onCommit: () => {
                      committing = true;
                    },
                    onRefused: () => {
                      committing = false;
                    },
                  },
                }),
              ),
            { mayRepeat: () => !committing },
          ),
        );
      } catch (error) {
        options.signal.throwIfAborted();
        throw committing ? unconfirmed(place) : error;
      }
    },
  };
}

type Repetition = Pick<QueryOptions, 'onTrouble'> & {
  /** False once something may have been changed. */
  readonly mayRepeat?: (() => boolean) | undefined;
};

/** The driver also counts what a trigger's own statements change: this number is the statement's alone. */
const CHANGED = 'SELECT @@ROWCOUNT AS [changed]';

function changedBy(answers: readonly SqlRow[][]): number {
  return Number(answers.at(-1)?.[0]?.changed ?? 0);
}

function giveBack(lending: Promise<Borrowed>): void {
  lending.then(
    ({ done }) => done(),
    () => undefined,
  );
}
