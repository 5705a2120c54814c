import { addAbortSignal } from 'node:stream';
import type mssql from 'mssql';
import type { SqlColumn, SqlParams, SqlRow } from './sql.ts';
import { columnsOf, type DriverColumn, parameterType, rowReader } from './sql-server-values.ts';

/** One statement on a connection, with the AbortSignal that the driver lacks. Throws the driver's errors. */

export type Parent = Pick<mssql.ConnectionPool | mssql.Transaction, 'request'>;

export type RunOptions = {
  readonly signal: AbortSignal;
  /**
   * Called with a promise that settles once the connection is free, as a cancelled statement does not wait.
   */
  readonly settling?: ((end: Promise<unknown>) => void) | undefined;
};

/** Rows of each SELECT. When aborted, throws the signal's reason at once and cancels at the server. */
export async function runAll(
  parent: Parent,
  sql: string,
  params: SqlParams,
  { signal, settling }: RunOptions,
): Promise<SqlRow[][]> {
  const request = requestOn(parent, params);
  const answer = request.query(sql);
  settling?.(answer);
  const result: unknown = await abortable(signal, () => request.cancel(), answer);
  const { recordsets, columns } = asRecordsets(result);
  return recordsets.map((rows, at) => rows.map(rowReader(columns[at] ?? [])));
}

/** The work, or the signal's reason as soon as it is aborted. */
export function abortable<T>(signal: AbortSignal, cancel: () => void, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel();
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

type Capped = { columns: SqlColumn[]; rows: SqlRow[]; truncated: boolean };

/** Limit for characters and bytes of an answer held in memory: even a few rows can be large. */
const MAX_CAPPED_SIZE = 16 * 1024 * 1024;

/** The first rows of a SELECT; cancels it if there are more, or they grow too large. */
export async function runCapped(
  parent: Parent,
  sql: string,
  params: SqlParams,
  { maxRows, ...options }: RunOptions & { readonly maxRows: number },
): Promise<Capped> {
  const request = requestOn(parent, params);
  let columns: DriverColumn[] = [];
  request.on('recordset', (found: DriverColumn[]) => {
    columns = found;
  });
  const rows: (readonly unknown[])[] = [];
  let size = 0;
  let truncated = false;
  for await (const values of rowsOf(request, sql, options)) {
    size += sizeOf(values);
    truncated = rows.length === maxRows || size > MAX_CAPPED_SIZE;
    if (truncated) break;
    rows.push(values);
  }
  return { columns: columnsOf(columns), rows: rows.map(rowReader(columns)), truncated };
}

function sizeOf(values: readonly unknown[]): number {
  let size = 0;
  for (const value of values) if (typeof value === 'string' || Buffer.isBuffer(value)) size += value.length;
  return size;
}

/** Enough to keep the connection busy, and little to hold in memory. */
const BATCH_ROWS = 500;

/** Rows as they arrive, with backpressure on the server. Leaving the loop early ends the statement. */
async function* rowsOf(
  request: mssql.Request,
  sql: string,
  { signal, settling }: RunOptions,
): AsyncGenerator<readonly unknown[], void, void> {
  const rows = addAbortSignal(signal, request.toReadableStream({ highWaterMark: BATCH_ROWS }));
  let isOver = false;
  const answer = request.query(sql).then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  settling?.(answer);
  try {
    yield* rows;
  } finally {
    if (!isOver) {
      request.cancel();
      request.resume();
      if (!signal.aborted) await answer;
    }
  }
}

/** State checked by the timeout for a silent server. */
export type Liveness = {
  /** Set whenever anything arrives. */
  alive: boolean;
  /** Whether the server is waiting for us. */
  resting: boolean;
};

/** The same in batches. */
export async function* streamRows(
  parent: Parent,
  sql: string,
  params: SqlParams,
  { signal, liveness }: { readonly signal: AbortSignal; readonly liveness: Liveness },
): AsyncGenerator<SqlRow[], void, void> {
  const request = requestOn(parent, params);
  let read: ReturnType<typeof rowReader> = () => ({});
  request.on('recordset', (columns: DriverColumn[]) => {
    read = rowReader(columns);
  });
  request.on('row', () => {
    liveness.alive = true;
  });
  let batch: SqlRow[] = [];
  for await (const values of rowsOf(request, sql, { signal })) {
    batch.push(read(values));
    if (batch.length < BATCH_ROWS) continue;
    liveness.resting = true;
    yield batch;
    liveness.resting = false;
    liveness.alive = true;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function requestOn(parent: Parent, params: SqlParams): mssql.Request {
  const request = parent.request();
  request.arrayRowMode = true;
  for (const [name, value] of Object.entries(params)) request.input(name, parameterType(value), value);
  return request;
}

/** With rows as arrays, the driver returns the columns of each SELECT separately. */
function asRecordsets(result: unknown): { recordsets: unknown[][][]; columns: DriverColumn[][] } {
  const { recordsets, columns } = Object(result);
  return {
    recordsets: Array.isArray(recordsets) ? recordsets : [],
    columns: Array.isArray(columns) ? columns : [],
  };
}
