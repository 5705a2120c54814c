import { DEMO_DATABASE, fillDemoDatabase } from '@storefleet/sqlserver-simulator/demo-database';
import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { type SqlServerSimulator, startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';

const LOGIN = { user: 'storefleet', password: 'Quiet-Mill-Stream-7' };
/** Its data is generated at every start: the same rows, without any edits. */
const ARTICLES = 5_000;

/** A wholesaler's SQL Server on this machine; its login works nowhere else. */
export async function startDemoSqlServer(port?: number): Promise<SqlServerSimulator> {
  const engine = createEngine({ databases: [DEMO_DATABASE], logins: [LOGIN] });
  const simulator = await startSqlServerSimulator({ engine, ...(port === undefined ? {} : { port }) });
  await fillDemoDatabase(engine.database(DEMO_DATABASE), { articles: ARTICLES });
  return simulator;
}

/** The demo's store of the wholesaler's articles, for POST /mssql/stores. */
export function demoSqlServerStore({ host, port }: Pick<SqlServerSimulator, 'host' | 'port'>) {
  return {
    shop_name: 'Tundra & Tau',
    shop_url: 'tundra-tau',
    description: 'The wholesaler’s article table, in its own SQL Server.',
    mssql_server: host,
    mssql_port: port,
    mssql_database: DEMO_DATABASE,
    mssql_table: 'dbo.Articles',
    mssql_username: LOGIN.user,
    mssql_password: LOGIN.password,
    mssql_trust_server_certificate: true,
    store_currency: 'EUR',
    store_country: 'NO',
    store_timezone: 'Europe/Oslo',
    tags: ['outdoor', 'wholesale'],
  };
}

/** Columns without a field in the catalogue, stored as custom fields. */
export const demoCustomFields = [
  { source_field: 'size', target_field: 'Size', is_custom: true },
  { source_field: 'colour', target_field: 'Colour', is_custom: true },
  { source_field: 'is_active', target_field: 'On offer', is_custom: true },
  { source_field: 'discontinued_on', target_field: 'Discontinued on', is_custom: true },
];
