import type mssql from 'mssql';
import type { PermitsHost } from '../../../platform/network/host-rule.ts';
import { SourceError } from '../../source-error.ts';
import { type ConnectionConfig, driver } from './connection-config.ts';
import { BROWSER_PORT, createDialler } from './dial.ts';
import { failureOf } from './errors.ts';

/** Connections to one server with one login: opened on demand, closed when idle. */
export type Pool = {
  /** Throws the driver's errors. Connections are closed some time after the last `done`. */
  borrow(): Promise<Borrowed>;
  /** The server's own error, if any, as the driver hides the number of a failed login. */
  explained(error: unknown): unknown;
  /** Waits for borrowed connections to be returned; those still being opened are abandoned. */
  close(): Promise<void>;
};

export type Borrowed = { readonly connections: mssql.ConnectionPool; done(): void };

type PoolOptions = {
  /** Milliseconds until all connections are closed while none is borrowed. */
  readonly idleMs: number;
  /** Milliseconds until giving up on a server that does not respond. */
  readonly connectTimeoutMs: number;
  readonly permits: PermitsHost;
  readonly onClosed: () => void;
};

const MAX_CONNECTIONS = 4;
/** Milliseconds for a cancelled statement to end before its connection is cut. */
const CANCEL_TIMEOUT_MS = 5_000;
const ACQUIRE_TIMEOUT_MS = 30_000;
const IDLE_CONNECTION_MS = 30_000;
/** Milliseconds until an answer begins: more than any caller allows a statement. */
const ANSWER_TIMEOUT_MS = 330_000;

function driverConfig(
  config: ConnectionConfig,
  { connectTimeoutMs, permits }: PoolOptions,
  watch: (connection: mssql.Connection) => void,
): mssql.config {
  const { host, port, database, user, password } = config;
  return {
    server: host,
    port: port ?? BROWSER_PORT,
    database,
    user,
    password: password.reveal(),
    arrayRowMode: true,
    validateConnection: 'socket',
    pool: {
      max: MAX_CONNECTIONS,
      min: 0,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      acquireTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    },
    options: {
      encrypt: config.encrypt,
      trustServerCertificate: config.trustServerCertificate,
      multiSubnetFailover: config.multiSubnetFailover,
      readOnlyIntent: config.readOnlyIntent,
      connectTimeout: connectTimeoutMs,
      connector: createDialler(config, permits, connectTimeoutMs),
      requestTimeout: ANSWER_TIMEOUT_MS,
      cancelTimeout: CANCEL_TIMEOUT_MS,
      // Left to the caller, who knows what may be retried.
      maxRetriesOnTransientErrors: 0,
      appName: 'Storefleet',
      useUTC: true,
    },
    ...{ beforeConnect: watch },
  };
}

export function createPool(config: ConnectionConfig, options: PoolOptions): Pool {
  const { idleMs, onClosed } = options;
  let refusal: unknown = null;
  const underWay = new Set<mssql.Connection>();
  let opening: Promise<mssql.ConnectionPool> | null = null;
  let borrowed = 0;
  let idle: NodeJS.Timeout | null = null;
  let closed = false;

  const watch = (connection: mssql.Connection) => {
    let first: unknown = null;
    const listen = (message: unknown) => {
      first ??= message;
      refusal = first;
    };
    underWay.add(connection);
    connection.on('errorMessage', listen);
    connection.once('connect', () => {
      underWay.delete(connection);
      connection.off('errorMessage', listen);
    });
    connection.once('end', () => underWay.delete(connection));
  };

  async function open(): Promise<mssql.ConnectionPool> {
    const pool = new (driver().ConnectionPool)(driverConfig(config, options, watch));
    // Whoever waits for the connection gets it too; without a listener the process would end.
    pool.on('error', () => undefined);
    await pool.connect();
    return pool;
  }

  async function shut(): Promise<void> {
    if (idle !== null) {
      clearTimeout(idle);
      idle = null;
    }
    closed = true;
    onClosed();
    for (const connection of underWay) connection.close();
    const pool = await opening?.catch(() => null);
    await pool?.close().catch(() => undefined);
  }

  return {
    async borrow() {
      if (closed) {
        throw new SourceError({
          kind: 'transient',
          message: 'Storefleet is being stopped. Try again in a minute.',
        });
      }
      borrowed += 1;
      if (idle !== null) {
        clearTimeout(idle);
        idle = null;
      }
      let isOpen = true;
      const done = () => {
        if (!isOpen) return;
        isOpen = false;
        borrowed -= 1;
        if (borrowed === 0 && !closed) {
          idle = setTimeout(() => void shut(), idleMs);
          idle.unref();
        }
      };
      opening ??= open();
      const mine = opening;
      try {
        return { connections: await mine, done };
      } catch (error) {
        if (opening === mine) opening = null;
        done();
        throw error;
      }
    },
    explained(error) {
      return refusal !== null && failureOf(error).codes.includes('ELOGIN') ? refusal : error;
    },
    close: shut,
  };
}
