import { createEngine } from '@storefleet/sqlserver-simulator/engine/create-engine';
import { defineTable } from '@storefleet/sqlserver-simulator/seed';
import { type SqlServerSimulator, startSqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { beforeEach } from 'vitest';
import { PASSWORD } from './mssql-calls.ts';

export const DATABASE = 'Warehouse';
export const USER = 'storefleet';
/** May only read. */
export const READER = 'reader';

/** A SQL Server with articles of several rows per product, a table with unusual names, and a large one. */
export async function startWarehouse(): Promise<SqlServerSimulator> {
  const engine = createEngine({
    logins: [
      { user: USER, password: PASSWORD },
      { user: READER, password: PASSWORD, readOnly: true },
    ],
    databases: [DATABASE],
  });
  const database = engine.database(DATABASE);
  await defineTable(database, {
    name: 'Articles',
    columns: {
      ArticleNo: 'nvarchar(20) NOT NULL',
      ProductID: 'int NOT NULL',
      Title: 'nvarchar(200) NULL',
      Price: 'decimal(10,2) NULL',
      Photo: 'varbinary(max) NULL',
    },
    primaryKey: ['ArticleNo'],
    rows: [
      ['A-1', 1, 'Tent', '129.90', null],
      ['A-2', 1, 'Tent', '139.90', null],
      ['B-1', 2, 'Stove', '24.50', null],
      ['C-1', 3, 'Cup', '8.00', null],
      ['D-1', 4, null, null, null],
    ],
  });
  await database.run('CREATE VIEW dbo.CheapArticles AS SELECT * FROM dbo.Articles WHERE Price < 50');
  await defineTable(database, {
    schema: 'Lager Süd',
    name: 'Preis ](€)/1',
    columns: { 'Artikel Nr.': 'nvarchar(20) NOT NULL', 'Preis [€]': 'money NULL' },
    primaryKey: ['Artikel Nr.'],
  });
  await defineTable(database, {
    name: 'Numbers',
    columns: { n: 'int NOT NULL' },
    primaryKey: ['n'],
    rows: Array.from({ length: 1_200 }, (_, n) => [n]),
  });
  return startSqlServerSimulator({ engine });
}

/** The warehouse for the tests of a file, without faults at the start of each. */
export async function openWarehouse(): Promise<SqlServerSimulator> {
  const simulator = closedAtEnd(await startWarehouse());
  beforeEach(() => simulator.faults.clear());
  return simulator;
}

/** A SQL Server with an empty database, for the tests of a file. */
export async function openEmptyDatabase() {
  const engine = createEngine({ logins: [{ user: USER, password: PASSWORD }], databases: [DATABASE] });
  const simulator = closedAtEnd(await startSqlServerSimulator({ engine }));
  return { database: engine.database(DATABASE), simulator };
}

/** The connection to this server as its test takes it. */
export const connectionTo = ({ port }: SqlServerSimulator) => ({
  server: '127.0.0.1',
  port,
  database: DATABASE,
  username: USER,
  password: PASSWORD,
  trust_server_certificate: true,
});

/** The settings of a store for this server's `dbo.Articles`. */
export function storeOf(simulator: SqlServerSimulator): Record<string, unknown> {
  return {
    mssql_server: '127.0.0.1',
    mssql_port: simulator.port,
    mssql_database: DATABASE,
    mssql_username: USER,
    mssql_password: PASSWORD,
    mssql_trust_server_certificate: true,
  };
}
