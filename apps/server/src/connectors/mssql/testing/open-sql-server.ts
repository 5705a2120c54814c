import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import {
  type SimulatorOptions,
  type SqlServerSimulator,
  startSqlServerSimulator,
} from '@storefleet/sqlserver-simulator/server';
import { Secret } from '../../../platform/crypto/secret.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import type { SqlServerSettings } from '../client/settings.ts';
import type { SqlServer } from '../client/sql.ts';
import { createSqlServers, type SqlServers, type SqlServersDeps } from '../client/sql-server.ts';

export const PASSWORD = 'Hunter2;"quoted"';

export type OpenSqlServer = {
  readonly simulator: SqlServerSimulator;
  readonly settings: SqlServerSettings;
  readonly servers: SqlServers;
  readonly server: SqlServer;
  /** Lines of the log, at its most talkative. */
  readonly log: readonly string[];
  /** Runs a batch as the database's owner, without the network. */
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<unknown[]>;
  close(): Promise<void>;
};

/** A simulated SQL Server with an empty database, and the connector's way to it. Retries wait for little. */
export async function openSqlServer(
  options: Omit<SimulatorOptions, 'engine'> = {},
  deps: Partial<SqlServersDeps> = {},
): Promise<OpenSqlServer> {
  const engine = createEngine({
    logins: [
      { user: 'sa', password: PASSWORD },
      { user: 'reader', password: PASSWORD, readOnly: true },
    ],
    databases: ['Shop'],
  });
  const simulator = await startSqlServerSimulator({ engine, ...options });
  const settings: SqlServerSettings = {
    server: simulator.host,
    port: simulator.port,
    database: 'Shop',
    username: 'sa',
    password: new Secret(PASSWORD),
    connectionString: null,
    trustServerCertificate: true,
  };
  const log: string[] = [];
  const logger = createLogger({
    level: 'trace',
    destination: { write: (line: string) => void log.push(line) },
  });
  const servers = createSqlServers({ logger, random: () => 0.05, ...deps });
  const owner = engine.database('Shop');
  return {
    simulator,
    settings,
    servers,
    server: servers.open(settings),
    log,
    run: (sql) => owner.run(sql),
    rows: (sql) => owner.query(sql),
    async close() {
      await servers.close();
      owner.close();
      await simulator.close();
    },
  };
}
