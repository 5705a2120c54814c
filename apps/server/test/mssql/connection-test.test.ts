import { createServer } from 'node:net';
import type { MssqlConnectionTestResult } from '@storefleet/contract/stores/mssql/mssql';
import { afterAll, describe, expect, it } from 'vitest';
import { openMssqlApp, PASSWORD, UNKNOWN_ID } from './mssql-calls.ts';
import { connectionTo, DATABASE, openWarehouse, READER, storeOf, USER } from './warehouse.ts';

const simulator = await openWarehouse();
const { call, createStore, logLines } = await openMssqlApp();

/** Accepts connections and keeps what it receives. */
const seen: Buffer[] = [];
const elsewhere = createServer((socket) => socket.on('data', (bytes) => seen.push(bytes)));
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
const address = elsewhere.address();
const otherPort = typeof address === 'object' ? address?.port : 0;
afterAll(() => void elsewhere.close());

const test = (fields: Record<string, unknown> = {}) =>
  call<MssqlConnectionTestResult>('POST', '/mssql/test-connection', {
    ...connectionTo(simulator),
    ...fields,
  });
const connectionString = (password = PASSWORD) =>
  `Server=127.0.0.1,${simulator.port};Database=${DATABASE};User Id=${USER};Password=${password};TrustServerCertificate=true`;

describe('a connection', () => {
  it('says which version answered, and what was connected to', async () => {
    const { status, body } = await test();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: `Connected to ${DATABASE}.`,
      error: null,
      version: expect.stringMatching(/^Microsoft SQL Server \d{4}[^\n]*$/),
      in_force: {
        server: '127.0.0.1',
        port: simulator.port,
        database: DATABASE,
        username: USER,
        encrypted: true,
      },
      databases: [DATABASE],
      tables: expect.arrayContaining([
        expect.objectContaining({ qualified_name: 'dbo.Articles', row_count: 5 }),
      ]),
      table: null,
    });
  });

  it('requires no database: those the user may open are listed', async () => {
    const expected = {
      success: true,
      message: 'Connected. Choose a database.',
      in_force: { database: 'master' },
      databases: [DATABASE],
      tables: null,
    };
    expect((await test({ database: '' })).body).toMatchObject(expected);
    const string = connectionString().replace(/Database=[^;]*;/, '');
    expect((await test({ database: '', connection_string: string })).body).toMatchObject(expected);
  });

  it.each([
    ['a wrong password', { password: 'wr0ng-as-can-be' }, 'password'],
    ['an unknown database', { database: 'Nowhere' }, 'Nowhere'],
    ['a name that nobody has', { server: 'no-such-host.invalid' }, 'no-such-host.invalid'],
    ['a port where nothing is', { port: 1 }, '127.0.0.1:1'],
    ['a certificate that nobody vouches for', { trust_server_certificate: false }, 'certificate'],
    ['a connection string that is none', { connection_string: 'nonsense' }, 'connection string'],
  ])('is a result with a sentence for %s, not an error', async (_case, fields, sentence) => {
    const { status, body } = await test(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, message: 'Connection test failed', version: null });
    expect(body.error).toContain(sentence);
    expect(body.error).toMatch(/\.$/);
  });

  it('signs in again, even if the same login has another connection', async () => {
    expect((await test()).body.success).toBe(true);
    simulator.faults.add({ action: { kind: 'login_refused' } });
    expect((await test()).body).toMatchObject({
      success: false,
      error: expect.stringContaining('does not accept the user'),
    });
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
      query: expect.stringContaining('WHERE'),
      update_granted: true,
      locked_columns: [],
    });
  });

  it('says which columns a read-only login may not UPDATE', async () => {
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
    [
      'a second statement',
      { table: 'dbo.Articles', where_clause: '1 = 1; DELETE FROM Articles' },
      'semicolon',
    ],
    ['unknown columns', { table: 'dbo.Articles', where_clause: 'Weight > 1' }, 'Weight'],
  ])('is named in the result for %s', async (_case, fields, sentence) => {
    const { status, body } = await test(fields);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: false, table: null, in_force: { database: DATABASE } });
    expect(body.version).toContain('SQL Server');
    expect(body.error).toContain(sentence);
  });
});

describe('a stored store', () => {
  const testStore = (store_id: string, fields: Record<string, unknown> = {}) =>
    call<MssqlConnectionTestResult>('POST', '/mssql/test-connection', { store_id, ...fields });

  it('is tested with its stored password if none is entered', async () => {
    const { id } = await createStore({ ...storeOf(simulator), mssql_where_clause: 'Price > 10' });
    expect((await testStore(id)).body).toMatchObject({ success: true, table: null });
    const { body } = await testStore(id, { password: '', table: 'dbo.Articles' });
    expect(body.table).toMatchObject({ row_count: 5, matching_rows: 3 });
    const without = await testStore(id, { table: 'dbo.Articles', where_clause: '' });
    expect(without.body.table?.matching_rows).toBe(5);
    expect((await testStore(UNKNOWN_ID)).status).toBe(404);
  });

  it('never sends its password elsewhere', async () => {
    const { id } = await createStore(storeOf(simulator));
    seen.length = 0;
    const typed = await testStore(id, { server: '127.0.0.1', port: otherPort });
    expect([typed.status, typed.body.errors]).toMatchObject([400, [{ path: 'password' }]]);
    const byString = await testStore(id, {
      connection_string: `Server=127.0.0.1,${otherPort};Database=x;User Id=${USER}`,
    });
    expect(byString.body.success).toBe(false);
    expect(seen).toEqual([]);
  });
});

it('keeps the passwords of tests out of responses and logs', async () => {
  const answers = [
    await test({ password: 'wr0ng-as-can-be' }),
    await test({ connection_string: connectionString('als0-wr0ng-indeed') }),
    await test({ database: 'Nowhere' }),
    await test({ connection_string: `${connectionString()};Encrypt=nonsense` }),
  ];
  const all = [...answers.map(({ text }) => text), ...logLines].join('\n');
  for (const secret of [PASSWORD, 'wr0ng-as-can-be', 'als0-wr0ng-indeed']) expect(all).not.toContain(secret);
});
