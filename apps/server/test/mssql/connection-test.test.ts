import { createServer, type Server } from 'node:net';
import type { MssqlConnectionTestResult } from '@storefleet/contract/stores/mssql';
import type { SqlServerSimulator } from '@storefleet/sqlserver-simulator/server';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mssqlCalls, PASSWORD } from './mssql-calls.ts';
import { DATABASE, READER, startWarehouse, USER } from './warehouse.ts';

let app: TestApp;
let simulator: SqlServerSimulator;
let silent: Server;
const logLines: string[] = [];
const { call, createStore } = mssqlCalls(() => app);

beforeAll(async () => {
  simulator = await startWarehouse();
  silent = createServer().listen(0, '127.0.0.1');
  app = await createTestApp({
    logger: pino({ level: 'trace' }, { write: (line) => logLines.push(line) }),
  });
});
afterAll(async () => {
  await app.close();
  await simulator.close();
  silent.close();
});
beforeEach(async () => {
  simulator.faults.clear();
  await app.db.query('delete from stores');
});

const typed = () => ({
  server: '127.0.0.1',
  port: simulator.port,
  database: DATABASE,
  username: USER,
  password: PASSWORD,
  trust_server_certificate: true,
});
const test = (fields: Record<string, unknown> = {}) =>
  call<MssqlConnectionTestResult>('POST', '/mssql/test-connection', { ...typed(), ...fields });
const connectionString = (password = PASSWORD) =>
  `Server=127.0.0.1,${simulator.port};Database=${DATABASE};User Id=${USER};Password=${password};TrustServerCertificate=true`;

describe('a connection', () => {
  it('tells which version answered, and what was connected to', async () => {
    const { status, body } = await test();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: `Connected to ${DATABASE}.`,
      error: null,
      version: expect.stringMatching(/^Microsoft SQL Server \d{4}/),
      in_force: {
        server: '127.0.0.1',
        port: simulator.port,
        database: DATABASE,
        username: USER,
        encrypted: true,
      },
      table: null,
    });
    expect(body.version).not.toContain('\n');
  });

  it('is by the connection string where there is one, whatever the single fields say', async () => {
    const { body } = await test({
      server: 'elsewhere.invalid',
      port: 1,
      database: 'none',
      connection_string: connectionString(),
    });
    expect(body).toMatchObject({ success: true, in_force: { server: '127.0.0.1', database: DATABASE } });
  });

  it.each([
    ['a wrong password', { password: 'wr0ng-as-can-be' }, 'password'],
    ['an unknown user', { username: 'nobody' }, 'nobody'],
    ['an unknown database', { database: 'Nowhere' }, 'Nowhere'],
    ['a name that nobody has', { server: 'no-such-host.invalid' }, 'no-such-host.invalid'],
    ['a port where nothing is', { port: 1 }, '127.0.0.1:1'],
    ['a certificate that nobody vouches for', { trust_server_certificate: false }, 'certificate'],
    ['a connection string that is none', { connection_string: 'nonsense' }, 'connection string'],
  ])('is an answer with a sentence for %s, and no error', async (_case, fields, sentence) => {
    const { status, body } = await test(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, message: 'Connection test failed', version: null });
    expect(body.error).toContain(sentence);
    expect(body.error).toMatch(/\.$/);
  });

  it('that gets no answer is given up in time', async () => {
    const address = silent.address();
    const { status, body } = await test({ port: typeof address === 'object' ? address?.port : 0 });
    expect(status).toBe(200);
    expect(body.success).toBe(false);
    expect(body.error).toContain('nothing answered');
  });

  it('logs in anew, although another connection of the same login stands', async () => {
    expect((await test()).body.success).toBe(true);
    simulator.faults.add({ action: { kind: 'login_refused' } });
    expect((await test()).body).toMatchObject({
      success: false,
      error: expect.stringContaining('does not accept the user'),
    });
  });

  it('is tried with what is typed, all of which is needed', async () => {
    const { status, body } = await call('POST', '/mssql/test-connection', { server: 'db' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: 'database', message: 'Database is required.' },
      { path: 'username', message: 'Username is required.' },
      { path: 'password', message: 'Password is required.' },
    ]);
  });
});

describe('the table of a connection test', () => {
  it('is described with its rows, its key and the query', async () => {
    const { body } = await test({ table: 'dbo.Articles', where_clause: 'Price > 10' });
    expect(body.table).toMatchObject({
      name: 'dbo.Articles',
      type: 'table',
      primary_key: ['ArticleNo'],
      row_count: 5,
      matching_rows: 3,
    });
    expect(body.table?.query).toContain('WHERE');
    expect(body.table).toMatchObject({ update_granted: true, locked_columns: [] });
  });

  it('says of a login that may only read which columns it may not UPDATE', async () => {
    const { body } = await test({ username: READER, table: 'dbo.Articles' });
    expect(body.table).toMatchObject({
      update_granted: false,
      locked_columns: ['ArticleNo', 'ProductID', 'Title', 'Price', 'Photo'],
      notices: [
        expect.stringMatching(/^The user reader lacks the permission UPDATE on dbo\.Articles/),
        expect.any(String),
      ],
    });
  });

  it.each([
    ['a table that is not there', { table: 'dbo.Gone' }, 'Gone'],
    ['a table of another database', { table: 'master.dbo.Articles' }, 'another database'],
    [
      'a where clause with a second statement',
      { table: 'dbo.Articles', where_clause: '1 = 1; DELETE FROM Articles' },
      'semicolon',
    ],
    ['a where clause with a comment', { table: 'dbo.Articles', where_clause: 'Price > 1 -- x' }, 'comment'],
    ['a where clause that is none', { table: 'dbo.Articles', where_clause: 'Price >' }, 'where clause'],
    ['a where clause of unknown columns', { table: 'dbo.Articles', where_clause: 'Weight > 1' }, 'Weight'],
  ])('is named in the answer for %s', async (_case, fields, sentence) => {
    const { status, body } = await test(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, table: null, in_force: { database: DATABASE } });
    expect(body.version).toContain('SQL Server');
    expect(body.error).toContain(sentence);
  });
});

describe('a stored store', () => {
  const stored = () => ({
    mssql_server: '127.0.0.1',
    mssql_port: simulator.port,
    mssql_database: DATABASE,
    mssql_username: USER,
    mssql_trust_server_certificate: true,
  });
  const testStore = (store_id: string, fields: Record<string, unknown> = {}) =>
    call<MssqlConnectionTestResult>('POST', '/mssql/test-connection', { store_id, ...fields });

  it('is tested with its own password where none is typed', async () => {
    const { id } = await createStore({ ...stored(), mssql_where_clause: 'Price > 10' });
    expect((await testStore(id)).body).toMatchObject({ success: true, table: null });
    const { body } = await testStore(id, { password: '', table: 'dbo.Articles' });
    expect(body.table).toMatchObject({ row_count: 5, matching_rows: 3 });
    const without = await testStore(id, { table: 'dbo.Articles', where_clause: '' });
    expect(without.body.table?.matching_rows).toBe(5);
  });

  it('has its password sent nowhere else', async () => {
    const { id } = await createStore(stored());
    const seen: Buffer[] = [];
    const thief = createServer((socket) => socket.on('data', (bytes) => seen.push(bytes)));
    await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
    const address = thief.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const elsewhere = await testStore(id, { server: '127.0.0.1', port });
    expect([elsewhere.status, elsewhere.body.errors]).toMatchObject([400, [{ path: 'password' }]]);
    const byString = await testStore(id, {
      connection_string: `Server=127.0.0.1,${port};Database=x;User Id=${USER}`,
    });
    expect(byString.body.success).toBe(false);
    thief.close();
    expect(seen).toEqual([]);
  });

  it('is tested by its connection string, and without it when that is to be dropped', async () => {
    const { id } = await createStore({
      ...stored(),
      mssql_database: 'Nowhere',
      mssql_connection_string: connectionString(),
    });
    expect((await testStore(id)).body).toMatchObject({ success: true, in_force: { database: DATABASE } });
    const { body } = await testStore(id, { forget_connection_string: true });
    expect(body).toMatchObject({ success: false, in_force: { database: 'Nowhere' } });
  });

  it('has to be there, and a SQL Server one', async () => {
    expect((await testStore('01a1fbda-66f1-7314-a08f-0fcc3155c20b')).status).toBe(404);
  });
});

it('keeps the passwords of tests out of answers and logs', async () => {
  const answers = [
    await test({ password: 'wr0ng-as-can-be' }),
    await test({ connection_string: connectionString('als0-wr0ng-indeed') }),
    await test({ database: 'Nowhere' }),
    await test({ connection_string: `${connectionString()};Encrypt=nonsense` }),
  ];
  const all = [...answers.map(({ text }) => text), ...logLines].join('\n');
  for (const secret of [PASSWORD, 'wr0ng-as-can-be', 'als0-wr0ng-indeed']) expect(all).not.toContain(secret);
});
