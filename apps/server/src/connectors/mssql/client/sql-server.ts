import { createHash } from 'node:crypto';
import type { Logger } from '../../../platform/logging/logger.ts';
import { hostRule } from '../../../platform/network/host-rule.ts';
import { SourceError } from '../../source-error.ts';
import { createSqlGuard, type SqlGuard } from '../guard/guard.ts';
import { type ConnectionConfig, connectionConfig, type SqlServerSettings } from './connection-config.ts';
import { createPool, type Pool } from './pool.ts';
import type { SqlServer } from './sql.ts';
import { createCalls } from './sql-server-calls.ts';

/** What a process shares between SQL Servers: connection pools by settings, and the guard. */
export type SqlServers = {
  readonly guard: SqlGuard;
  /** Does not connect yet. Throws a SourceError for unusable settings. */
  open(settings: SqlServerSettings): SqlServer;
  /** The same with new connections: tests whether the login is accepted now. */
  openFresh(settings: SqlServerSettings): { readonly server: SqlServer; close(): Promise<void> };
  /** Ends running work, all connections and the guard. */
  close(): Promise<void>;
};

export type SqlServersDeps = {
  readonly logger: Logger;
  /** Names, addresses and networks that may be contacted. Default or null: all but link-local ones. */
  readonly allowedHosts?: readonly string[] | null | undefined;
  /** Returns 0 to 1. Default: Math.random. */
  readonly random?: (() => number) | undefined;
  readonly sleep?: ((milliseconds: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Milliseconds until all connections of unused settings are closed. */
  readonly idleMs?: number | undefined;
  /** Milliseconds until giving up on a server that does not respond. */
  readonly connectTimeoutMs?: number | undefined;
};

const IDLE_POOL_MS = 60_000;
/** Leaves part of the 15 seconds that a person waits at most for everything else. */
const CONNECT_TIMEOUT_MS = 12_000;

export function createSqlServers(deps: SqlServersDeps): SqlServers {
  const { idleMs = IDLE_POOL_MS, connectTimeoutMs = CONNECT_TIMEOUT_MS } = deps;
  const permits = hostRule(deps.allowedHosts ?? null);
  const pools = new Map<string, Pool>();
  const unshared = new Set<Pool>();
  const closing = new AbortController();
  const guard = createSqlGuard();

  function poolOf(key: string, config: ConnectionConfig): Pool {
    const present = pools.get(key);
    if (present !== undefined) return present;
    const pool: Pool = createPool(config, {
      idleMs,
      connectTimeoutMs,
      permits,
      onClosed: () => {
        if (pools.get(key) === pool) pools.delete(key);
      },
    });
    pools.set(key, pool);
    return pool;
  }

  return {
    guard,
    open(settings) {
      const config = connectionConfig(settings);
      const key = keyOf(config);
      return createCalls(config, { ...deps, closing: closing.signal, pool: () => poolOf(key, config) });
    },
    openFresh(settings) {
      const config = connectionConfig(settings);
      const pool: Pool = createPool(config, {
        idleMs,
        connectTimeoutMs,
        permits,
        onClosed: () => unshared.delete(pool),
      });
      unshared.add(pool);
      const server = createCalls(config, { ...deps, closing: closing.signal, pool: () => pool });
      return { server, close: () => pool.close() };
    },
    async close() {
      closing.abort(new SourceError({ kind: 'transient', message: 'Storefleet is being stopped.' }));
      guard.close();
      await Promise.all([...pools.values(), ...unshared].map((pool) => pool.close()));
    },
  };
}

/** Covers everything that makes connections different. */
function keyOf(config: ConnectionConfig): string {
  const all = JSON.stringify({ ...config, password: config.password.reveal() });
  return createHash('sha256').update(all).digest('base64url');
}
