import { DEMO_DATABASE, fillDemoDatabase } from '@storefleet/sqlserver-simulator/demo-database';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { type SqlServerSimulator, startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import type { SqlValue } from '@storefleet/sqlserver-simulator/values/sql-value';
import type { Api } from './api.ts';

export type DemoSqlServer = {
  readonly simulator: SqlServerSimulator;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  /** The rows of a query, run as the database's owner. */
  read(sql: string): Promise<Record<string, SqlValue>[]>;
  /** Runs statements, like another program of the wholesaler. */
  run(sql: string): Promise<void>;
  close(): Promise<void>;
};

/** A simulated SQL Server with the wholesaler's tables, and this many rows in dbo.Articles. */
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

/** Connects a store to one of the wholesaler's tables, without mappings. */
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
