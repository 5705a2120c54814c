import type { EventEmitter } from 'node:events';
import mssql from 'mssql';
import { ISOLATION_LEVEL, Request, TYPES } from 'tedious';
import { expect, test } from 'vitest';
import { type SqlParameter, SqlServerError } from '../src/engine/engine.ts';
import { Client, PASSWORD, simulation, transact, USER } from './tds-client.ts';

const { simulator, engine } = simulation();

function answerInt(batch: string, value: number): void {
  engine().on(batch, function* () {
    yield { kind: 'columns', columns: [{ name: 'n', type: { name: 'int' }, nullable: false }] };
    yield { kind: 'row', values: [value] };
    yield { kind: 'done', rowCount: 1 };
  });
}

test('several results of one batch, with their counts and messages', async () => {
  engine().on('EVERYTHING', function* () {
    yield { kind: 'info', number: 0, message: 'Los geht’s' };
    yield { kind: 'columns', columns: [{ name: 'n', type: { name: 'int' }, nullable: false }] };
    yield { kind: 'row', values: [1] };
    yield { kind: 'done', rowCount: 1 };
    yield { kind: 'done', rowCount: 5 };
    yield { kind: 'done', rowCount: null };
    yield {
      kind: 'columns',
      columns: [{ name: 't', type: { name: 'varchar', length: 3 }, nullable: false }],
    };
    yield { kind: 'row', values: ['abc'] };
    yield { kind: 'done', rowCount: 1 };
  });
  const client = await Client.connect(simulator().port);
  const infos: string[] = [];
  client.connection.on('infoMessage', (info) => infos.push(info.message));
  for (const answer of [await client.batch('EVERYTHING'), await client.query('EVERYTHING')]) {
    expect([answer.rows, answer.rowCount]).toEqual([[[1], ['abc']], 7]);
  }
  expect(infos).toEqual(['Los geht’s', 'Los geht’s']);
  await client.close();
});

test('an error comes with number, state, class, server and line, after the rows before it', async () => {
  engine().on('BROKEN', function* () {
    yield { kind: 'columns', columns: [{ name: 'n', type: { name: 'int' }, nullable: false }] };
    yield { kind: 'row', values: [1] };
    throw new SqlServerError({ number: 245, state: 7, class: 16, line: 4, message: 'Conversion failed.' });
  });
  const client = await Client.connect(simulator().port);
  for (const run of [() => client.batch('BROKEN'), () => client.query('BROKEN')]) {
    await expect(run()).rejects.toMatchObject({
      message: 'Conversion failed.',
      number: 245,
      state: 7,
      class: 16,
      serverName: 'SIMULATOR',
      lineNumber: 4,
    });
  }
  answerInt('SELECT 2', 2);
  expect((await client.query('SELECT 2')).rows).toEqual([[2]]);
  await client.close();
});

test('an error of class 20 ends the connection', async () => {
  engine().on('FATAL', () => {
    throw new SqlServerError({ number: 823, class: 24, message: 'The disk is gone.' });
  });
  const client = await Client.connect(simulator().port);
  const ended = new Promise<void>((resolve) => client.connection.once('end', () => resolve()));
  await expect(client.batch('FATAL')).rejects.toMatchObject({ number: 823, class: 24 });
  await ended;
});

test('USE is told to the client', async () => {
  engine().on('USE shop', function* ({ session }) {
    session.database = 'shop';
    yield { kind: 'database', name: 'shop' };
    yield { kind: 'done', rowCount: null };
  });
  const client = await Client.connect(simulator().port, { database: 'master' });
  const changed = new Promise<unknown>((resolve) => client.connection.once('databaseChange', resolve));
  await client.batch('USE shop');
  expect(await changed).toBe('shop');
  expect(simulator().connections.at(-1)?.database).toBe('shop');
  await client.close();
});

test('a prepared statement is executed with other values, until it is given back', async () => {
  const seen: unknown[] = [];
  engine().on('SELECT @id, @name', function* ({ parameters }) {
    seen.push(parameters.map(({ name, value }) => [name, value]));
    yield { kind: 'done', rowCount: 0 };
  });
  const client = await Client.connect(simulator().port);
  let settle: (error: Error | null | undefined) => void = () => {};
  const request = new Request('SELECT @id, @name', (error) => settle(error));
  const turn = (start: () => void): Promise<void> =>
    new Promise((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve());
      start();
    });
  request.addParameter('id', TYPES.Int, null);
  request.addParameter('name', TYPES.NVarChar, null, { length: 50 });
  await new Promise<void>((resolve, reject) => {
    request.once('prepared', resolve);
    settle = (error) => reject(error);
    client.connection.prepare(request);
  });
  await turn(() => client.connection.execute(request, { id: 1, name: 'eins' }));
  await turn(() => client.connection.execute(request, { id: 2, name: null }));
  expect(seen).toEqual([
    [
      ['@id', 1],
      ['@name', 'eins'],
    ],
    [
      ['@id', 2],
      ['@name', null],
    ],
  ]);
  await turn(() => client.connection.unprepare(request));
  await expect(turn(() => client.connection.execute(request, { id: 3, name: '' }))).rejects.toMatchObject({
    number: 8179,
  });
  await client.close();
});

test('8178 and 8162: parameters that are missing, and those that are to be given back', async () => {
  answerInt('SELECT @a', 1);
  const client = await Client.connect(simulator().port);
  const call = client.call('sp_executesql', (request) => {
    request.addParameter('stmt', TYPES.NVarChar, 'SELECT @a');
    request.addParameter('params', TYPES.NVarChar, '@a int');
  });
  await expect(call).rejects.toMatchObject({ number: 8178, message: expect.stringContaining("'@a'") });
  const output = client.query('SELECT @a', (request) => request.addOutputParameter('a', TYPES.Int));
  await expect(output).rejects.toMatchObject({ number: 8162 });
  await client.close();
});

test('a value is what its declaration says; 8114 where it cannot be', async () => {
  let seen: readonly SqlParameter[] = [];
  engine().on('SELECT @a, @b', function* ({ parameters }) {
    seen = parameters;
    yield { kind: 'done', rowCount: 0 };
  });
  const client = await Client.connect(simulator().port);
  const call = (a: string) =>
    client.call('sp_executesql', (request) => {
      request.addParameter('stmt', TYPES.NVarChar, 'SELECT @a, @b');
      request.addParameter('params', TYPES.NVarChar, '@a decimal(10, 2), @B nvarchar(3)');
      request.addParameter('a', TYPES.NVarChar, a);
      request.addParameter('b', TYPES.NVarChar, 'Zürich');
    });
  await call('12.5');
  expect(seen).toEqual([
    { name: '@a', type: { name: 'decimal', precision: 10, scale: 2 }, value: '12.50' },
    { name: '@B', type: { name: 'nvarchar', length: 3 }, value: 'Zür' },
  ]);
  await expect(call('twelve')).rejects.toMatchObject({
    number: 8114,
    message: 'Error converting data type nvarchar to decimal.',
  });
  await client.close();
});

test('a procedure of any other name goes to the engine with its parameters; cursors do not', async () => {
  const client = await Client.connect(simulator().port);
  engine().on('EXEC sp_rename @objname = @__1, @newname = @__2', function* ({ parameters }) {
    yield { kind: 'info', number: 0, message: parameters.map(({ value }) => String(value)).join(' → ') };
    yield { kind: 'done', rowCount: null };
  });
  const told = new Promise<string>((resolve) => {
    client.connection.once('infoMessage', ({ message }) => resolve(message));
  });
  await client.call('sp_rename', (request) => {
    request.addParameter('objname', TYPES.NVarChar, 'dbo.A.b');
    request.addParameter('newname', TYPES.NVarChar, 'c');
  });
  expect(await told).toBe('dbo.A.b → c');
  await expect(client.call('sp_cursoropen')).rejects.toMatchObject({ number: 2812 });
  await client.close();
});

test('transactions of the driver: begin, save, roll back to it, commit', async () => {
  const client = await Client.connect(simulator().port);
  const { connection } = client;
  await transact((done) => connection.beginTransaction(done, '', ISOLATION_LEVEL.SERIALIZABLE));
  expect(simulator().connections.at(-1)?.transactionDepth).toBe(1);
  await transact((done) => connection.saveTransaction(done, 'here'));
  await transact((done) => connection.rollbackTransaction(done, 'here'));
  await transact((done) => connection.commitTransaction(done));
  await transact((done) => connection.beginTransaction(done, 'whole'));
  await transact((done) => connection.rollbackTransaction(done, 'whole'));
  await expect(transact((done) => connection.commitTransaction(done))).rejects.toMatchObject({
    number: 3902,
  });
  const calls = engine()
    .sessions.at(-1)
    ?.calls.filter((call) => !/^\s*set /i.test(call));
  expect(calls).toEqual([
    'begin serializable',
    'save here',
    'rollback here',
    'commit',
    'begin read committed',
    'rollback',
  ]);
  await client.close();
});

test('a transaction that an error has ended is told to the client', async () => {
  engine().on('VICTIM', ({ session }) => {
    session.rollbackTransaction();
    throw new SqlServerError({ number: 1205, state: 51, class: 13, message: 'Deadlock.' });
  });
  const client = await Client.connect(simulator().port);
  let rollbacks = 0;
  // tedious's types do not name this event, which mssql listens to.
  const events: EventEmitter = client.connection;
  events.on('rollbackTransaction', () => {
    rollbacks += 1;
  });
  await transact((done) => client.connection.beginTransaction(done));
  await expect(client.query('VICTIM')).rejects.toMatchObject({ number: 1205, class: 13 });
  expect(rollbacks).toBe(1);
  await client.close();
});

test('a transaction of a batch is the driver’s too', async () => {
  engine().on('BEGIN TRAN', function* ({ session }) {
    session.beginTransaction();
    yield { kind: 'done', rowCount: null };
  });
  const client = await Client.connect(simulator().port);
  await client.batch('BEGIN TRAN');
  await transact((done) => client.connection.commitTransaction(done));
  expect(engine().sessions.at(-1)?.transactionDepth).toBe(0);
  await client.close();
});

test('mssql: a pool of connections that are reset before they are used again', async () => {
  answerInt('SELECT 7 AS n', 7);
  // How mssql looks whether a connection still lives.
  answerInt('SELECT 1;', 1);
  const pool = new mssql.ConnectionPool({
    server: '127.0.0.1',
    port: simulator().port,
    user: USER,
    password: PASSWORD,
    database: 'shop',
    options: { encrypt: true, trustServerCertificate: true },
    pool: { max: 4 },
  });
  await pool.connect();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => pool.request().query<{ n: number }>('SELECT 7 AS n')),
  );
  expect(answers.map(({ recordset }) => recordset[0]?.n)).toEqual(Array.from({ length: 12 }, () => 7));
  expect(simulator().connections.length).toBeGreaterThan(1);
  const transaction = pool.transaction();
  await transaction.begin(mssql.ISOLATION_LEVEL.READ_COMMITTED);
  await transaction.request().input('a', mssql.NVarChar, 'ü').query('SELECT 7 AS n');
  await transaction.rollback();
  await pool.close();
  const calls = engine().sessions.flatMap((session) => session.calls);
  expect(calls).toContain('begin read committed');
});

test('a client that asks for it gets a session that has forgotten everything', async () => {
  const client = await Client.connect(simulator().port);
  await transact((done) => client.connection.beginTransaction(done));
  const reset = new Promise<void>((resolve) => client.connection.once('resetConnection', () => resolve()));
  await transact((done) => client.connection.reset(done));
  await reset;
  expect(engine().sessions.at(-1)).toMatchObject({ transactionDepth: 0 });
  expect(engine().sessions.at(-1)?.calls).toContain('reset');
  await client.close();
});
