import { DEMO_DATABASE, fillDemoDatabase } from '@storefleet/sqlserver-simulator/demo-database';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { type SqlServerSimulator, startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';

export type DemoSqlServer = {
  readonly simulator: SqlServerSimulator;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  close(): Promise<void>;
};

/** A simulated SQL Server with the wholesaler's tables, of which dbo.Articles has so many rows. */
export async function startDemoSqlServer({ articles }: { articles: number }): Promise<DemoSqlServer> {
  const username = 'storefleet';
  const password = 'Quiet-Mill-Stream-7';
  const engine = createEngine({ databases: [DEMO_DATABASE], logins: [{ user: username, password }] });
  await fillDemoDatabase(engine.database(DEMO_DATABASE), { articles });
  const simulator = await startSqlServerSimulator({ engine });
  return { simulator, database: DEMO_DATABASE, username, password, close: () => simulator.close() };
}
