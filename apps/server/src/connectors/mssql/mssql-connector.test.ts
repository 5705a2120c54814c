import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../platform/crypto/secret.ts';
import { createLogger } from '../../platform/logging/logger.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { createSqlServers, type SqlServers } from './client/sql-server.ts';
import { createMssqlConnect } from './mssql-connector.ts';
import { mapping } from './testing/mappings.ts';
import { type SimulatedSqlServer, simulateSqlServer } from './testing/simulated-sql-server.ts';

let sql: SimulatedSqlServer;
let sqlServers: SqlServers;
beforeAll(async () => {
  sql = await simulateSqlServer();
  sqlServers = createSqlServers({ logger: createLogger({ level: 'silent' }) });
});
afterAll(async () => {
  await sqlServers.close();
  await sql.close();
});

/** As one process connects to one table again and again. */
function connectAgain(table: string, columns: readonly [source: string, target: string][]) {
  const connect = createMssqlConnect({ clock: systemClock, sqlServers });
  const { host, port } = sql.simulator;
  return (mapped = columns) =>
    connect({
      sqlServer: {
        server: host,
        port,
        database: 'shop',
        username: 'sa',
        password: new Secret('Simulated-1'),
        connectionString: null,
        trustServerCertificate: true,
      },
      table,
      whereClause: null,
      mappings: mapped.map(([source, target]) => mapping(source, target)),
    });
}

describe('a table that is known', () => {
  it('is looked at once for several connections', async () => {
    const table = await sql.createTable('ID int PRIMARY KEY, Name nvarchar(20)', ["1, N'Tent'"]);
    const connect = connectAgain(table, [['Name', 'title']]);
    await connect();
    sql.simulator.log.clear();
    await connect();
    expect(sql.simulator.log.recent).toEqual([]);
  });

  it('is looked at again when a column is missing that may have been added since', async () => {
    const table = await sql.createTable('ID int PRIMARY KEY, Name nvarchar(20)', ["1, N'Tent'"]);
    const connect = connectAgain(table, [['Name', 'title']]);
    await connect();
    await sql.run(`ALTER TABLE ${table} ADD Code nvarchar(20) NULL`);
    await expect(
      connect([
        ['Name', 'title'],
        ['Code', 'sku'],
      ]),
    ).resolves.toBeDefined();
  });

  it('can be synced at once when what was wrong has been put right', async () => {
    const table = await sql.createTable('ID int PRIMARY KEY, Name nvarchar(20)', ["1, N'Tent'"]);
    const connect = connectAgain(table, [['Name', 'title']]);
    await sql.run(`EXEC sp_rename '${table}.Name', 'Label', 'COLUMN'`);
    await expect(connect()).rejects.toMatchObject({
      message: expect.stringContaining('The column “Name” is mapped to Title but is not in'),
    });
    await sql.run(`EXEC sp_rename '${table}.Label', 'Name', 'COLUMN'`);
    await expect(connect()).resolves.toBeDefined();
  });

  it('has vanished, and that is said instead of what was wrong with it before', async () => {
    const table = await sql.createTable('ID int PRIMARY KEY, Label nvarchar(20)', ["1, N'Tent'"]);
    const connect = connectAgain(table, [['Name', 'title']]);
    await expect(connect()).rejects.toMatchObject({ message: expect.stringContaining('“Name”') });
    await sql.run(`DROP TABLE ${table}`);
    await expect(connect()).rejects.toMatchObject({
      message: expect.stringContaining(`There is no table or view ${table}`),
    });
  });
});
