import mssql from 'mssql';
import { Request, TYPES } from 'tedious';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDemoDatabase } from '../src/demo-database.ts';
import { createEngine, type SimulatedEngine } from '../src/engine/create-engine.ts';
import { type SqlServerSimulator, startSqlServerSimulator } from '../src/server.ts';
import { Client, transact } from './tds-client.ts';

/** Wire and engine together: what a program sees of the whole. */
let simulator: SqlServerSimulator;
let engine: SimulatedEngine;
/** Of dbo.Articles. */
let ids: unknown[] = [];

beforeAll(async () => {
  engine = createEngine({
    logins: [
      { user: 'sa', password: 'Geheim#1ü' },
      { user: 'reader', password: 'nur lesen', readOnly: true, databases: ['shop'] },
    ],
    databases: ['shop', 'attic'],
  });
  await fillDemoDatabase(engine.database('shop'), { articles: 2000 });
  const rows = await engine
    .database('shop')
    .query('SELECT TOP (3) ArticleID FROM dbo.Articles ORDER BY ArticleID');
  ids = rows.map(({ ArticleID }) => ArticleID);
  simulator = await startSqlServerSimulator({ engine });
}, 60_000);

afterAll(() => simulator?.close());

function connect(): Promise<Client> {
  return Client.connect(simulator.port, { encrypt: true });
}

test('the server tells who it is', async () => {
  const client = await connect();
  const { rows } = await client.query(
    'SELECT @@VERSION AS version, DB_NAME() AS db, SUSER_SNAME() AS login, @@SERVERNAME AS server',
  );
  expect(rows).toEqual([[engine.version, 'shop', 'sa', engine.serverName]]);
  await client.close();
});

test('rows with bound parameters, streamed whole', async () => {
  const client = await connect();
  const { rows } = await client.query(
    'SELECT COUNT_BIG(*) FROM dbo.Articles WHERE ArticleID > @id',
    (request) => request.addParameter('id', TYPES.Int, 0),
  );
  expect(rows).toEqual([['2000']]);
  const all = await client.query('SELECT * FROM dbo.Articles ORDER BY ArticleID');
  expect(all.rowCount).toBe(2000);
  const odd = await client.query(
    'SELECT TOP (@n) [Preis (€)], [EK-Preis] FROM [Lager Süd].[Preis (€)]',
    (request) => request.addParameter('n', TYPES.Int, 3),
  );
  expect(odd.rows.length).toBe(3);
  await client.close();
});

test('every type there and back: cast by the server, and as it is sent', async () => {
  const client = await connect();
  const { rows, columns } = await client.query(
    `SELECT CAST(@d AS decimal(19,4)) AS d, CAST('2026-11-21T12:34:56.1234567' AS datetime2(7)) AS dt2,
            CAST(@big AS bigint) AS big, CAST(NULL AS money) AS m, CAST(0x0102 AS varbinary(8)) AS bin,
            CAST('01234567-89ab-cdef-0123-456789abcdef' AS uniqueidentifier) AS id,
            CAST('2026-11-21T12:34:56.5+01:00' AS datetimeoffset(3)) AS dto, @text AS text, @when AS moment`,
    (request) => {
      request.addParameter('d', TYPES.NVarChar, '-12.3456');
      request.addParameter('big', TYPES.BigInt, '-9223372036854775808');
      request.addParameter('text', TYPES.NVarChar, 'Ünïcödé 文字');
      request.addParameter('when', TYPES.DateTime, new Date('2026-11-21T00:00:00.007Z'));
    },
  );
  expect(rows).toEqual([
    [
      -12.3456,
      expect.any(Date),
      '-9223372036854775808',
      null,
      Buffer.from('0102', 'hex'),
      '01234567-89AB-CDEF-0123-456789ABCDEF',
      new Date('2026-11-21T11:34:56.500Z'),
      'Ünïcödé 文字',
      new Date('2026-11-21T00:00:00.007Z'),
    ],
  ]);
  expect(columns.map((column) => column.type.name)).toEqual([
    'DecimalN',
    'DateTime2',
    'IntN',
    'MoneyN',
    'VarBinary',
    'UniqueIdentifier',
    'DateTimeOffset',
    'NVarChar',
    'DateTimeN',
  ]);
  await client.close();
});

test('errors of the engine arrive with their numbers', async () => {
  const client = await connect();
  for (const [sql, number] of [
    ['SELECT * FROM dbo.Gone', 208],
    ['SELECT gone FROM dbo.Articles', 207],
    ['SELECT FROM WHERE', 156],
    ["SELECT CAST('x' AS int)", 245],
    [
      'UPDATE dbo.Articles SET list_price = -1 WHERE ArticleID = (SELECT MIN(ArticleID) FROM dbo.Articles)',
      547,
    ],
  ] as const) {
    await expect(client.query(sql), sql).rejects.toMatchObject({ number });
  }
  await expect(
    Client.connect(simulator.port, { user: 'reader', password: 'nur lesen', database: 'attic' }),
  ).rejects.toMatchObject({ code: 'ELOGIN' });
  await client.close();
});

test('a login that may only read', async () => {
  const client = await Client.connect(simulator.port, { user: 'reader', password: 'nur lesen' });
  expect((await client.query('SELECT TOP (1) ArticleID FROM dbo.Articles')).rowCount).toBe(1);
  await expect(client.query('DELETE FROM dbo.Articles')).rejects.toMatchObject({ number: 229 });
  await client.close();
});

test('two connections: what one has not committed the other does not see, and a rollback undoes it', async () => {
  const [one, other] = [await connect(), await connect()];
  const read = 'SELECT title FROM dbo.Articles WHERE ArticleID = (SELECT MIN(ArticleID) FROM dbo.Articles)';
  const before = (await other.query(read)).rows;
  await transact((done) => one.connection.beginTransaction(done));
  const changed = await one.query(
    "UPDATE dbo.Articles SET title = N'geändert' WHERE ArticleID = (SELECT MIN(ArticleID) FROM dbo.Articles)",
  );
  expect(changed.rowCount).toBe(1);
  expect((await one.query(read)).rows).toEqual([['geändert']]);
  await transact((done) => one.connection.rollbackTransaction(done));
  expect((await one.query(read)).rows).toEqual(before);
  await transact((done) => one.connection.beginTransaction(done));
  await one.query(
    "UPDATE dbo.Articles SET title = N'bleibt' WHERE ArticleID = (SELECT MIN(ArticleID) FROM dbo.Articles)",
  );
  await transact((done) => one.connection.commitTransaction(done));
  expect((await other.query(read)).rows).toEqual([['bleibt']]);
  await Promise.all([one.close(), other.close()]);
});

test('an attention ends a query that a writer keeps waiting', async () => {
  const [writer, waiting] = [await connect(), await connect()];
  for (const sql of [`UPDATE dbo.Articles SET qty_on_hand = 0 WHERE ArticleID = ${ids[0]}`]) {
    await transact((done) => writer.connection.beginTransaction(done));
    await writer.query(`UPDATE dbo.Articles SET qty_on_hand = 1 WHERE ArticleID = ${ids[0]}`);
    const hold = simulator.hold({ when: 'before', match: sql });
    const ended = new Promise<void>((resolve, reject) => {
      const request = new Request(sql, (error) => (error ? reject(error) : resolve()));
      waiting.connection.execSql(request);
    });
    await hold.reached;
    hold.release();
    setImmediate(() => waiting.connection.cancel());
    await expect(ended, sql).rejects.toMatchObject({ code: 'ECANCEL' });
    await transact((done) => writer.connection.rollbackTransaction(done));
  }
  expect((await waiting.query('SELECT 1 AS one')).rows).toEqual([[1]]);
  await Promise.all([writer.close(), waiting.close()]);
});

test('a deadlock victim loses what it has written', async () => {
  const client = await connect();
  const update = `UPDATE dbo.Articles SET brand = N'Opfer' WHERE ArticleID = ${ids[0]}`;
  await transact((done) => client.connection.beginTransaction(done));
  expect((await client.query(update)).rowCount).toBe(1);
  simulator.faults.add({ action: { kind: 'deadlock' }, match: 'SELECT @@TRANCOUNT' });
  await expect(client.query('SELECT @@TRANCOUNT')).rejects.toMatchObject({ number: 1205 });
  expect((await client.query('SELECT @@TRANCOUNT')).rows).toEqual([[0]]);
  expect((await client.query("SELECT COUNT(*) FROM dbo.Articles WHERE brand = N'Opfer'")).rows).toEqual([
    [0],
  ]);
  await client.close();
});

test('mssql: a pool, a prepared statement and a stream', async () => {
  const pool = await new mssql.ConnectionPool({
    server: '127.0.0.1',
    port: simulator.port,
    user: 'sa',
    password: 'Geheim#1ü',
    database: 'shop',
    options: { trustServerCertificate: true },
  }).connect();
  const prepared = new mssql.PreparedStatement(pool);
  prepared.input('id', mssql.Int);
  await prepared.prepare('SELECT ArticleID FROM dbo.Articles WHERE ArticleID = @id');
  for (const id of ids) {
    expect((await prepared.execute({ id })).recordset).toEqual([{ ArticleID: id }]);
  }
  await prepared.unprepare();
  const request = pool.request();
  let count = 0;
  const stream = request.toReadableStream();
  request.query('SELECT * FROM dbo.Articles').catch(() => {});
  for await (const _row of stream) count += 1;
  expect(count).toBe(2000);
  await pool.close();
});
