import { DEMO_DATABASE, fillDemoDatabase } from '@storefleet/sqlserver-simulator/demo-database';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import type { SqlValue } from '@storefleet/sqlserver-simulator/engine/engine';
import { type SqlServerSimulator, startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import type { Api } from './api.ts';

export type DemoSqlServer = {
  readonly simulator: SqlServerSimulator;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  /** Rows of a query, as the database's owner sees them. */
  read(sql: string): Promise<Record<string, SqlValue>[]>;
  /** Runs statements, as another program of the wholesaler would. */
  run(sql: string): Promise<void>;
  close(): Promise<void>;
};

/** A simulated SQL Server with the wholesaler's tables, of which dbo.Articles has so many rows. */
export async function startDemoSqlServer({ articles }: { articles: number }): Promise<DemoSqlServer> {
  const username = 'storefleet';
  const password = 'Quiet-Mill-Stream-7';
  const engine = createEngine({ databases: [DEMO_DATABASE], logins: [{ user: username, password }] });
  const owner = engine.database(DEMO_DATABASE);
  await fillDemoDatabase(owner, { articles });
  const simulator = await startSqlServerSimulator({ engine });
  return {
    simulator,
    database: DEMO_DATABASE,
    username,
    password,
    read: (sql) => owner.query(sql),
    run: (sql) => owner.run(sql),
    close: () => simulator.close(),
  };
}

/** Connects a store to a table of the wholesaler's; it has no mappings yet. */
export async function connectTable(
  api: Api,
  { simulator, database, username, password }: DemoSqlServer,
  { name, table }: { name: string; table: string },
): Promise<{ id: string; name: string }> {
  const { id } = await api<{ id: string }>('POST', '/mssql/stores', {
    shop_name: name,
    shop_url: name.toLowerCase(),
    mssql_server: simulator.host,
    mssql_port: simulator.port,
    mssql_database: database,
    mssql_table: table,
    mssql_username: username,
    mssql_password: password,
    mssql_trust_server_certificate: true,
  });
  return { id, name };
}
