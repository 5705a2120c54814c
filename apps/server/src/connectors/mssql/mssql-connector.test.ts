import { expect, it } from 'vitest';
import { systemClock } from '../../platform/time/clock.ts';
import { createMssqlConnect } from './mssql-connector.ts';
import { mapping, title } from './testing/builders.ts';
import { simulateSqlServer } from './testing/sql-server.ts';

const sql = await simulateSqlServer();

/** Like one process connecting to one table repeatedly. */
function connectAgain(table: string) {
  const connect = createMssqlConnect({ clock: systemClock, sqlServers: sql.servers });
  return (mappings = [title]) =>
    connect({ sqlServer: sql.settings, table, whereClause: null, changeColumn: null, mappings });
}

it('reads a table’s columns once for several connections, and again when one is missing', async () => {
  const table = await sql.createTable('ID int PRIMARY KEY, Name nvarchar(20)', ["1, N'Tent'"]);
  const connect = connectAgain(table);
  await connect();
  sql.simulator.log.clear();
  await connect();
  expect(sql.simulator.log.recent).toEqual([]);
  await sql.run(`ALTER TABLE ${table} ADD Code nvarchar(20) NULL`);
  await expect(connect([title, mapping('Code', 'sku')])).resolves.toBeDefined();
});

it('reports what is wrong with a table now, and connects at once after it is fixed', async () => {
  const table = await sql.createTable('ID int PRIMARY KEY, Name nvarchar(20)', ["1, N'Tent'"]);
  const connect = connectAgain(table);
  const lost = { message: expect.stringContaining('The column “Name” is mapped to Title but is not in') };
  await sql.run(`EXEC sp_rename '${table}.Name', 'Label', 'COLUMN'`);
  await expect(connect()).rejects.toMatchObject(lost);
  await sql.run(`EXEC sp_rename '${table}.Label', 'Name', 'COLUMN'`);
  await expect(connect()).resolves.toBeDefined();
  await sql.run(`EXEC sp_rename '${table}.Name', 'Label', 'COLUMN'`);
  await expect(connectAgain(table)()).rejects.toMatchObject(lost);
  await sql.run(`DROP TABLE ${table}`);
  const gone = { message: expect.stringContaining(`There is no table or view ${table}`) };
  await expect(connectAgain(table)()).rejects.toMatchObject(gone);
});
