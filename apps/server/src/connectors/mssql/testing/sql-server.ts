import { randomBytes } from 'node:crypto';
import { createEngine, type DatabaseHandle } from '@storefleet/sqlserver-simulator/engine/create-engine';
import {
  type SimulatorOptions,
  type SqlServerSimulator,
  startSqlServerSimulator,
} from '@storefleet/sqlserver-simulator/server';
import type { SqlValue } from '@storefleet/sqlserver-simulator/values/sql-value';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { Secret } from '../../../platform/crypto/secret.ts';
import { createLogger } from '../../../platform/logging/logger.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import type { Connector } from '../../connector.ts';
import type { Editing } from '../../editing.ts';
import type { SqlServerSettings } from '../client/connection-config.ts';
import type { SqlRow, SqlServer } from '../client/sql.ts';
import { createSqlServers, type SqlServers, type SqlServersDeps } from '../client/sql-server.ts';
import type { Mapping } from '../mapping/field-mapping.ts';
import { createMssqlConnect } from '../mssql-connector.ts';
import type { MssqlStore } from '../mssql-store.ts';
import { editingOf, title } from './builders.ts';

export const PASSWORD = 'Hunter2;"quoted"';
const { signal } = new AbortController();

/** A server for tests that need only SQL, used over the network until they end. */
type OpenedServer = {
  readonly settings: SqlServerSettings;
  readonly servers: SqlServers;
  /** Another program's connection to the same database. */
  readonly server: SqlServer;
  /** Lines of the log at its most verbose level. */
  readonly log: readonly string[];
  /** Runs a batch of changes. */
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<SqlRow[]>;
  /** Creates a table with these columns in `dbo`, with rows as lists of T-SQL values; returns its name. */
  createTable(columns: string, rows: readonly string[]): Promise<string>;
  /** A store of such a table, whose `Name` is the title, for edits. */
  openEditing(
    columns: string,
    rows: readonly string[],
    mappings: readonly Mapping[],
    whereClause?: string,
  ): Promise<{ readonly table: string; readonly editing: Editing }>;
  connect(
    store: Pick<MssqlStore, 'table' | 'mappings'> & Partial<Pick<MssqlStore, 'whereClause' | 'changeColumn'>>,
    options?: { rowsPerStatement?: number },
  ): Promise<Connector>;
  close(): Promise<void>;
};

type SqlTables = OpenedServer & {
  /** Null for an external server, whose internals cannot be inspected. */
  readonly simulator: SqlServerSimulator | null;
  /** Rows as raw values of the named columns: the fast way for many. */
  insertRows(table: string, columns: readonly string[], rows: Iterable<readonly SqlValue[]>): Promise<void>;
};

/** `owner` is the database itself, without the network. */
export type SimulatedSqlServer = SqlTables & {
  readonly simulator: SqlServerSimulator;
  readonly owner: DatabaseHandle;
};

/** The server named by the project `sql-server`, or a simulated one: for tests of SQL alone. */
export function openSqlTables(): Promise<SqlTables> {
  const url = process.env.MSSQL_UNDER_TEST;
  return url === undefined ? simulateSqlServer() : openNamedSqlServer(url);
}

/** With an empty database, and the users sa and reader (read-only). Retries hardly wait. */
export async function simulateSqlServer(
  options: Omit<SimulatorOptions, 'engine'> = {},
  deps: Partial<SqlServersDeps> = {},
): Promise<SimulatedSqlServer> {
  const engine = createEngine({
    logins: [
      { user: 'sa', password: PASSWORD },
      { user: 'reader', password: PASSWORD, readOnly: true },
    ],
    databases: ['Shop'],
  });
  const owner = engine.database('Shop');
  const simulator = await startSqlServerSimulator({ engine, ...options });
  const opened = openServer(
    {
      server: simulator.host,
      port: simulator.port,
      database: 'Shop',
      username: 'sa',
      password: new Secret(PASSWORD),
      connectionString: null,
      trustServerCertificate: true,
    },
    'Table',
    deps,
  );
  return closedAtEnd({
    ...opened,
    simulator,
    owner,
    insertRows: async (table, columns, rows) => owner.insertRows('dbo', table, columns, rows),
    async close() {
      await opened.close();
      owner.close();
      await simulator.close();
    },
  });
}

/** Rows per INSERT: SQL Server takes a thousand. */
const ROWS_PER_INSERT = 500;

/** `mssql://user:password@host:1433/database`. Its tables get unique names, and are dropped at the end. */
async function openNamedSqlServer(url: string): Promise<SqlTables> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const prefix = `Storefleet_${randomBytes(4).toString('hex')}_`;
  const opened = openServer(
    {
      server: hostname,
      port: Number(port || 1433),
      database: decodeURIComponent(pathname.slice(1)),
      username: decodeURIComponent(username),
      password: new Secret(decodeURIComponent(password)),
      connectionString: null,
      trustServerCertificate: true,
    },
    prefix,
  );
  return closedAtEnd({
    ...opened,
    simulator: null,
    async insertRows(table, columns, rows) {
      const list = Array.from(rows, (row) => `(${row.map(literal).join(', ')})`);
      for (let at = 0; at < list.length; at += ROWS_PER_INSERT) {
        const values = list.slice(at, at + ROWS_PER_INSERT).join(', ');
        await opened.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`);
      }
    },
    async close() {
      const own = `name LIKE '${prefix.replaceAll('_', '[_]')}%'`;
      const objects = await opened.rows(
        `SELECT name, type FROM sys.objects WHERE type IN ('U', 'V') AND ${own}`,
      );
      for (const { name, type } of objects)
        await opened.run(`DROP ${String(type).trim() === 'V' ? 'VIEW' : 'TABLE'} ${String(name)}`);
      await opened.close();
    },
  });
}

/** Table names start with `prefix`. */
function openServer(
  settings: SqlServerSettings,
  prefix: string,
  deps: Partial<SqlServersDeps> = {},
): OpenedServer {
  const log: string[] = [];
  const logger = createLogger({
    level: 'trace',
    destination: { write: (line: string) => void log.push(line) },
  });
  const withDeps = { logger, random: () => 0.05, ...deps };
  const servers = createSqlServers(withDeps);
  const ofConnector = createSqlServers(withDeps);
  const server = servers.open(settings);
  let tables = 0;

  const run = (sql: string) =>
    server.transaction(async (tx) => void (await tx.query(sql, {})), { signal, timeoutMs: 60_000 });

  const opened: OpenedServer = {
    settings,
    servers,
    server,
    log,
    run,
    rows: (sql) => server.query(sql, {}, { signal }),
    async createTable(columns, rows) {
      const table = `${prefix}${++tables}`;
      await run(`CREATE TABLE ${table} (${columns})`);
      if (rows.length > 0)
        await run(`INSERT INTO ${table} VALUES ${rows.map((row) => `(${row})`).join(', ')}`);
      return table;
    },
    async openEditing(columns, rows, mappings, whereClause) {
      const table = await opened.createTable(columns, rows);
      const store = await opened.connect({ table, mappings: [title, ...mappings], whereClause });
      return { table, editing: editingOf(store) };
    },
    connect: ({ whereClause = null, changeColumn = null, ...store }, options = {}) =>
      createMssqlConnect({ clock: systemClock, sqlServers: ofConnector, ...options })({
        ...store,
        whereClause,
        changeColumn,
        sqlServer: settings,
      }),
    close: async () => void (await Promise.all([servers.close(), ofConnector.close()])),
  };
  return opened;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' ? `N'${value.replaceAll("'", "''")}'` : String(value);
}
