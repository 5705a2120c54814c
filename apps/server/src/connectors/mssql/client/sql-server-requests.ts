import type mssql from 'mssql';
import type { SqlColumn, SqlParams, SqlRow } from './sql.ts';
import { columnsOf, type DriverColumn, parameterType, rowReader } from './sql-server-values.ts';

/** One statement on a connection, with an AbortSignal, which the driver lacks. Throws the driver's errors. */

export type Parent = Pick<mssql.ConnectionPool | mssql.Transaction, 'request'>;

export type RunOptions = {
  readonly signal: AbortSignal;
  /** Called with what settles when the connection is free: a cancelled statement does not wait for it. */
  readonly settling?: ((end: Promise<unknown>) => void) | undefined;
};

/** Rows of each SELECT. Ends at once with the signal's reason; the server is told to stop. */
export async function runAll(
  parent: Parent,
  sql: string,
  params: SqlParams,
  { signal, settling }: RunOptions,
): Promise<SqlRow[][]> {
  const request = requestOn(parent, params);
  const answer = request.query(sql);
  settling?.(answer);
  const result: unknown = await obeying(signal, () => request.cancel(), answer);
  const { recordsets, columns } = asRecordsets(result);
  return recordsets.map((rows, at) => rows.map(rowReader(columns[at] ?? [])));
}

/** The work, or the signal's reason as soon as it is aborted. */
export function obeying<T>(signal: AbortSignal, cancel: () => void, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(signal.reason);
    };
    if (signal.aborted) {
      stop();
    }
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export type Capped = { columns: SqlColumn[]; rows: SqlRow[]; truncated: boolean };

/** Of texts and bytes in an answer that is held in memory: few rows can be large. */
const MAX_CAPPED_SIZE = 16 * 1024 * 1024;

/** The first rows of a SELECT; cancels it when there are more, or when they grow too large. */
export async function runCapped(
  parent: Parent,
  sql: string,
  params: SqlParams,
  { maxRows, signal, settling }: RunOptions & { readonly maxRows: number },
): Promise<Capped> {
  const capped: Capped = { columns: [], rows: [], truncated: false };
  const request = requestOn(parent, params);
  let read: ReturnType<typeof rowReader> | null = null;
  let failure: unknown = null;
  let size = 0;
  request.stream = true;
  request.on('recordset', (columns: DriverColumn[]) => {
    read ??= rowReader(columns);
    capped.columns = columnsOf(columns);
  });
  request.on('row', (values: unknown[]) => {
    if (capped.truncated || read === null) {
      return;
    }
    size += sizeOf(values);
    if (capped.rows.length < maxRows && size <= MAX_CAPPED_SIZE) {
      capped.rows.push(read(values));
      return;
    }
    capped.truncated = true;
    request.cancel();
  });
  request.on('error', (error: unknown) => {
    failure ??= error;
  });
  const answer = request.query(sql);
  settling?.(answer);
  await obeying(signal, () => request.cancel(), answer);
  if (failure !== null && !capped.truncated) {
    throw failure;
  }
  return capped;
}

function sizeOf(values: readonly unknown[]): number {
  let size = 0;
  for (const value of values) {
    if (typeof value === 'string' || Buffer.isBuffer(value)) size += value.length;
  }
  return size;
}

/** Enough to keep the wire busy, and little to hold in memory. */
const BATCH_ROWS = 500;

/** What the watch for a silent server checks. */
export type Liveness = {
  /** Set with everything that arrives. */
  alive: boolean;
  /** Whether it is us who keep the server waiting. */
  resting: boolean;
};

/**
 * Rows as they arrive, in batches; the server is kept waiting while more than one is not taken. Leaving the
 * loop early ends the statement.
 */
export async function* streamRows(
  parent: Parent,
  sql: string,
  params: SqlParams,
  { signal, liveness }: { readonly signal: AbortSignal; readonly liveness: Liveness },
): AsyncGenerator<SqlRow[], void, void> {
  const request = requestOn(parent, params);
  let read: ReturnType<typeof rowReader> = () => ({});
  let batch: SqlRow[] = [];
  let paused = false;
  let ended = false;
  let failure: unknown = null;
  let wake = () => {};
  request.stream = true;
  request.on('recordset', (columns: DriverColumn[]) => {
    liveness.alive = true;
    read = rowReader(columns);
  });
  request.on('row', (values: unknown[]) => {
    liveness.alive = true;
    batch.push(read(values));
    if (batch.length >= BATCH_ROWS && !paused) {
      paused = true;
      request.pause();
      wake();
    }
  });
  request.on('error', (error: unknown) => {
    failure ??= error;
  });
  const end = (error: unknown) => {
    failure ??= error;
    ended = true;
    wake();
  };
  const finished = request.query(sql).then(() => end(null), end);
  const stop = () => wake();
  signal.addEventListener('abort', stop, { once: true });

  /** The rows that are there once a batch is full or the end has come. */
  async function next(): Promise<SqlRow[]> {
    while (!ended && !paused && !signal.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    signal.throwIfAborted();
    const taken = batch;
    batch = [];
    if (paused) {
      paused = false;
      request.resume();
    }
    return taken;
  }

  try {
    for (;;) {
      const rows = await next();
      if (rows.length === 0) {
        if (failure !== null) {
          throw failure;
        }
        return;
      }
      liveness.resting = true;
      yield rows;
      liveness.resting = false;
      liveness.alive = true;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    if (!ended) {
      request.cancel();
      request.resume();
      if (!signal.aborted) {
        await finished;
      }
    }
  }
}

function requestOn(parent: Parent, params: SqlParams): mssql.Request {
  const request = parent.request();
  request.arrayRowMode = true;
  for (const [name, value] of Object.entries(params)) {
    request.input(name, parameterType(value), value);
  }
  return request;
}

/** With rows as lists, the driver tells the columns of each SELECT beside them. */
function asRecordsets(result: unknown): { recordsets: unknown[][][]; columns: DriverColumn[][] } {
  const { recordsets, columns } = Object(result);
  return {
    recordsets: Array.isArray(recordsets) ? recordsets : [],
    columns: Array.isArray(columns) ? columns : [],
  };
}
