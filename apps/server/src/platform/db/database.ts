import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { DatabaseClosedError, DatabaseUnavailableError, isConnectionError, sqlState } from './errors.ts';
import { type Listening, listen } from './listen.ts';
import { type Prepared, textOf } from './statements/prepared.ts';
import { beginInScope, currentStoreScope } from './store-scope.ts';

/** Something that runs statements: the database, or one transaction of it. */
export type Queryable = {
  /** Raw SQL with $1, $2 …; arrays bind as PostgreSQL arrays. */
  query<Row extends object = Record<string, unknown>>(
    statement: string | Prepared,
    params?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number }>;
};

export type PoolUsage = { total: number; idle: number; waiting: number };

export type Database = Queryable & {
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Receives a channel's notifications until closed. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<Listening>;
  poolUsage(): PoolUsage;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  connectionString?: string;
  /** A host name, or the folder of a local socket. */
  host?: string;
  port?: number;
  user?: string;
  database?: string;
  maxConnections?: number;
  /** Milliseconds; 0 for none. */
  statementTimeout?: number;
  /** Called when an idle connection breaks. */
  onConnectionError?: (error: Error) => void;
};

/** Connections kept open while idle. */
const KEPT_CONNECTIONS = 2;
/** Milliseconds a client waits beyond the server's own limit before it considers a connection dead. */
const READ_TIMEOUT_MARGIN = 5_000;

/**
 * Milliseconds after which the server ends the transaction of a process that hangs or is cut off: the rows it
 * locks must be free before another worker takes over its work.
 */
const IDLE_IN_TRANSACTION = 20_000;

/** No statement of this name exists on the connection, or another process prepared it there. */
const PLAN_IS_LOST = new Set(['26000', '42P05']);

/** `date` stays text: a day has no time zone that could shift it. Numeric and bigint are text already. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export function connectDatabase(options: DatabaseOptions): Database {
  const { connectionString, host, port, user, database } = options;
  const server = { connectionString, host, port, user, database, application_name: 'storefleet' };
  const pool = openPool(server, options);
  const openTransaction = new AsyncLocalStorage<{ open: boolean }>();
  const run = createRunner(() => openTransaction.getStore()?.open === true);
  const refuseInsideTransaction = () => {
    if (openTransaction.getStore()?.open) {
      throw new Error(
        'The database was used inside one of its own transactions: use the transaction that was handed in, or the statement waits for a connection that cannot come free.',
      );
    }
  };

  const query: Database['query'] = async (statement, params) => {
    refuseInsideTransaction();
    if (currentStoreScope() !== null) return transaction((tx) => tx.query(statement, params));
    const client = await connect(pool);
    let broken: Error | undefined;
    try {
      return await run(client, statement, params);
    } catch (error) {
      // A text of several statements may have opened its own transaction before one failed.
      if (!params || params.length === 0) broken = await rollBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  };

  const transaction: Database['transaction'] = async (work) => {
    refuseInsideTransaction();
    const scope = currentStoreScope();
    const client = await connect(pool);
    const state = { open: true };
    let broken: Error | undefined;
    try {
      await run(client, scope === null ? 'begin' : beginInScope(scope));
      // A cached plan is for the tables themselves: using it for their views would replan it each time.
      const tx: Queryable = {
        query: (statement, params) => run(client, scope === null ? statement : textOf(statement), params),
      };
      const result = await openTransaction.run(state, () => work(tx));
      await run(client, 'commit');
      return result;
    } catch (error) {
      broken = await rollBack(client);
      throw error;
    } finally {
      state.open = false;
      client.release(broken);
    }
  };

  return {
    query,
    transaction,
    listen: (channel, onNotification, onReconnect) => listen(server, channel, onNotification, onReconnect),
    poolUsage: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

function openPool(server: pg.PoolConfig, options: DatabaseOptions): pg.Pool {
  const { statementTimeout = 60_000, maxConnections = 10, onConnectionError = () => {} } = options;
  const pool = new pg.Pool({
    ...server,
    max: maxConnections,
    types,
    connectionTimeoutMillis: 10_000,
    // Each holds some megabytes at the server, more after large statements. Background work polls every 10 s:
    // a new connection for each poll would cost more than the poll.
    idleTimeoutMillis: 15_000,
    min: Math.min(KEPT_CONNECTIONS, maxConnections),
    statement_timeout: statementTimeout || undefined,
    query_timeout: statementTimeout ? statementTimeout + READ_TIMEOUT_MARGIN : undefined,
    idle_in_transaction_session_timeout: statementTimeout ? IDLE_IN_TRANSACTION : 0,
    keepAlive: true,
    // Compiling a search takes longer than the search.
    onConnect: (client) => client.query('set jit = off'),
  });
  // Without a listener, an idle connection that breaks would end the process. Those of a closed pool take a
  // moment longer to close, and a database that stops may cut them off.
  pool.on('error', (error) => pool.ending || onConnectionError(error));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Retries without a prepared plan if a pooler gave the connection to somebody else. */
function createRunner(isInTransaction: () => boolean) {
  let keepsPlans = true;
  return async function run<Row extends object>(
    client: pg.PoolClient,
    statement: string | Prepared,
    params?: readonly unknown[],
  ) {
    if (typeof statement === 'string') return send<Row>(client, { text: statement }, params);
    const { text } = statement;
    if (!keepsPlans) return send<Row>(client, { text }, params);
    try {
      return await send<Row>(client, statement, params);
    } catch (error) {
      if (!PLAN_IS_LOST.has(sqlState(error) ?? '')) throw error;
      keepsPlans = false;
      // The first error ends a transaction: its owner restarts it.
      if (isInTransaction()) throw new DatabaseUnavailableError(error);
      return send<Row>(client, { text }, params);
    }
  };
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  if (pool.ending) throw new DatabaseClosedError();
  try {
    return await pool.connect();
  } catch (error) {
    throw asDatabaseError(error);
  }
}

/** Returns why the connection is no longer usable, if so. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function send<Row extends object>(
  client: pg.PoolClient,
  statement: { readonly name?: string; readonly text: string },
  params?: readonly unknown[],
) {
  try {
    const answer: pg.QueryResult<Row> | pg.QueryResult<Row>[] = await client.query<Row>({
      ...statement,
      ...(params && { values: [...params] }),
    });
    // A text of several statements returns one result for each.
    const results = Array.isArray(answer) ? answer : [answer];
    return { rows: results.flatMap((result) => result.rows), rowCount: results.at(-1)?.rowCount ?? 0 };
  } catch (error) {
    throw asDatabaseError(error);
  }
}

function asDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || !isConnectionError(error)) return error;
  return new DatabaseUnavailableError(error);
}
