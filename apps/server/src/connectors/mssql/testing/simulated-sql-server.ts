import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import type { SqlValue } from '@storefleet/sqlserver-simulator/engine/engine';
import { type SqlServerSimulator, startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { Secret } from '../../../platform/crypto/secret.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import type { Connector } from '../../connector.ts';
import type { MssqlStore, SqlServerSettings } from '../client/settings.ts';
import type { SqlRow, SqlServer } from '../client/sql.ts';
import { createSqlServers } from '../client/sql-server.ts';
import { createMssqlConnect } from '../mssql-connector.ts';

export type SqlTables = {
  /** Another program's connection to the same database. */
  readonly server: SqlServer;
  /** Runs a batch that changes something. */
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<SqlRow[]>;
  /** Makes a table of these columns in `dbo`, with rows as T-SQL lists their values; answers its name. */
  createTable(columns: string, rows: readonly string[]): Promise<string>;
  /** Rows by the columns named, as the wire has their values: the quick way for many. */
  insertRows(table: string, columns: readonly string[], rows: Iterable<readonly SqlValue[]>): Promise<void>;
  connect(
    store: Pick<MssqlStore, 'table' | 'mappings'> & { whereClause?: string | null },
    options?: { rowsPerStatement?: number },
  ): Promise<Connector>;
  close(): Promise<void>;
};

export type SimulatedSqlServer = SqlTables & { readonly simulator: SqlServerSimulator };

const PASSWORD = 'Simulated-1';
const { signal } = new AbortController();

export async function simulateSqlServer(): Promise<SimulatedSqlServer> {
  const engine = createEngine({ logins: [{ user: 'sa', password: PASSWORD }], databases: ['shop'] });
  const owner = engine.database('shop');
  const simulator = await startSqlServerSimulator({ engine });
  const settings: SqlServerSettings = {
    server: simulator.host,
    port: simulator.port,
    database: 'shop',
    username: 'sa',
    password: new Secret(PASSWORD),
    connectionString: null,
    trustServerCertificate: true,
  };
  const opened = openTables(settings, 'Table');
  return {
    ...opened,
    simulator,
    insertRows: async (table, columns, rows) => owner.insertRows('dbo', table, columns, rows),
    async close() {
      await opened.close();
      await simulator.close();
    },
  };
}

/** What tests of SQL alone do with a server, over the wire. Names of tables begin with `prefix`. */
export function openTables(settings: SqlServerSettings, prefix: string): Omit<SqlTables, 'insertRows'> {
  const logger = createLogger({ level: 'silent' });
  const deps = { logger, sleep: () => Promise.resolve() };
  const others = createSqlServers(deps);
  const sqlServers = createSqlServers(deps);
  const server = others.open(settings);
  let tables = 0;

  const run = (sql: string) =>
    server.transaction(async (tx) => void (await tx.query(sql, {})), { signal, timeoutMs: 60_000 });

  return {
    server,
    run,
    rows: (sql) => server.query(sql, {}, { signal }),
    async createTable(columns, rows) {
      const table = `${prefix}${++tables}`;
      await run(`CREATE TABLE ${table} (${columns})`);
      if (rows.length > 0)
        await run(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(', ')}`);
      return table;
    },
    connect: ({ whereClause = null, ...store }, options = {}) =>
      createMssqlConnect({ clock: systemClock, sqlServers, ...options })({
        ...store,
        whereClause,
        sqlServer: settings,
      }),
    close: async () => void (await Promise.all([others.close(), sqlServers.close()])),
  };
}
