import { type Request, TYPES } from 'tedious';
import { expect, test } from 'vitest';
import { connect, createSamples, query, type Sample, shopForTests } from './shop.ts';

const shop = shopForTests();
const port = () => shop().simulator.port;

const LONG = 'Ünïcödé-文字列'.repeat(80_000);
const BYTES = Buffer.from(Array.from({ length: 1_048_576 }, (_, index) => index % 251));
const GUID = '01234567-89AB-CDEF-0123-456789ABCDEF';
const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const at = (text: string): Date => new Date(text);

/** The value read by tedious, and its names of the type, nullable and not. */
type Read = readonly [declaration: string, value: Sample[1], read: unknown, nullable: string, fixed?: string];

const samples: Read[] = [
  ['bit', true, true, 'BitN', 'Bit'],
  ['tinyint', 255, 255, 'IntN', 'TinyInt'],
  ['smallint', -32_768, -32_768, 'IntN', 'SmallInt'],
  ['int', -2_147_483_648, -2_147_483_648, 'IntN', 'Int'],
  ['bigint', -9_223_372_036_854_775_807n, '-9223372036854775807', 'IntN', 'BigInt'],
  ['real', 0.5, 0.5, 'FloatN', 'Real'],
  ['float', -1.7e308, -1.7e308, 'FloatN', 'Float'],
  ['decimal(9,2)', '-1234567.89', -1_234_567.89, 'DecimalN'],
  ['numeric(38,0)', '9'.repeat(38), 1e38, 'NumericN'],
  ['money', '-922337203685.4775', -922_337_203_685.4775, 'MoneyN', 'Money'],
  ['smallmoney', '214748.3647', 214_748.3647, 'MoneyN', 'SmallMoney'],
  ['date', '0001-01-01', at('0001-01-01'), 'Date'],
  ['time(3)', '23:59:59.999', at('1970-01-01T23:59:59.999Z'), 'Time'],
  ['datetime', '1753-01-01T00:00:00.003', at('1753-01-01T00:00:00.003Z'), 'DateTimeN', 'DateTime'],
  ['smalldatetime', '2079-06-06T23:59:00', at('2079-06-06T23:59Z'), 'DateTimeN', 'SmallDateTime'],
  ['datetime2(3)', '9999-12-31T23:59:59.123', at('9999-12-31T23:59:59.123Z'), 'DateTime2'],
  ['datetimeoffset(0)', '2026-03-01T00:30:00+05:30', at('2026-02-28T19:00Z'), 'DateTimeOffset'],
  ['uniqueidentifier', GUID, GUID, 'UniqueIdentifier'],
  ['char(3)', 'Ab ', 'Ab ', 'Char'],
  ['varchar(20)', 'Größe „5 €“ Łódź', 'Größe „5 €“ ?ód?', 'VarChar'],
  ['varchar(20) COLLATE Turkish_CI_AS', 'ığüşöçİĞŞ', 'ığüşöçİĞŞ', 'VarChar'],
  ['nchar(3)', '文字 ', '文字 ', 'NChar'],
  ['nvarchar(50)', '🦊', '🦊', 'NVarChar'],
  ['varchar(max)', 'ü'.repeat(1_048_576), 'ü'.repeat(1_048_576), 'VarChar'],
  ['nvarchar(max)', LONG, LONG, 'NVarChar'],
  ['nvarchar(max)', '', '', 'NVarChar'],
  ['varbinary(max)', BYTES, BYTES, 'VarBinary'],
  ['binary(4)', hex('00ff10aa'), hex('00ff10aa'), 'Binary'],
  ['varbinary(8)', hex('cafe'), hex('cafe'), 'VarBinary'],
];

test('columns of every type, nullable or not, and a row of NULLs', async () => {
  await createSamples(shop(), samples);
  const connection = await connect(port(), { encrypt: true });
  const values = samples.map(([, , read]) => read);
  for (const [table, rows, names] of [
    ['everything', [values, values.map(() => null)], samples.map(([, , , name]) => [name, 1])],
    ['fixed', [values], samples.map(([, , , name, fixed = name]) => [fixed, 0])],
  ] as const) {
    const answer = await query(connection, `SELECT * FROM ${table}`);
    expect(answer.rows).toEqual(rows);
    expect(answer.columns.map(({ type, flags }) => [type.name, flags & 1])).toEqual(names);
  }
  connection.close();
});

test.each<[type: keyof typeof TYPES, value: unknown, options?: object]>([
  ['Bit', true],
  ['Int', 1_234_567],
  ['BigInt', '9007199254740993'],
  ['Float', 1e300],
  ['NVarChar', "o'文", { length: 3 }],
  ['NVarChar', LONG],
])('a parameter of %s, and NULL', async (type, value, options = {}) => {
  const connection = await connect(port());
  const given = (sent: unknown) => (request: Request) =>
    request.addParameter('p', TYPES[type], sent, options);
  expect((await query(connection, 'SELECT @p', given(value))).rows).toEqual([[value]]);
  expect((await query(connection, 'SELECT @p', given(null))).rows).toEqual([[null]]);
  connection.close();
});

test('parameters that are refused: of another type, missing, unknown, or output', async () => {
  const connection = await connect(port());
  const refusal = (bind: (request: Request) => void) =>
    query(connection, 'SELECT @p', bind).then(
      () => null,
      ({ number }) => number,
    );
  const table = { columns: [{ name: 'id', type: TYPES.Int }], rows: [[1]] };
  expect(await refusal((request) => request.addParameter('p', TYPES.TVP, table))).toBe(8009);
  expect(await refusal((request) => request.addParameter('p', TYPES.Money, 1))).toBe(8009);
  expect(await refusal((request) => request.addOutputParameter('p', TYPES.Int))).toBe(8162);
  expect(await refusal(() => {})).toBe(137);
  expect((await query(connection, 'SELECT 1')).rows).toEqual([[1]]);
  connection.close();
});

test('5701 and 5703 report the database and the language, and are not errors', async () => {
  const messages: unknown[] = [];
  const onMessage = ({ number, class: severity }: { number: number; class: number }) =>
    messages.push([number, severity]);
  (await connect(port(), { onMessage })).close();
  expect(messages).toEqual([
    [5701, 0],
    [5703, 0],
  ]);
});

test('18456 refuses a wrong password, 4060 and 18456 a missing database', async () => {
  const texts: string[] = [];
  const onMessage = ({ number, message }: { number: number; message: string }) =>
    texts.push(`${number}: ${message}`);
  await expect(connect(port(), { password: 'guess', onMessage })).rejects.toMatchObject({ code: 'ELOGIN' });
  await expect(connect(port(), { database: 'attic', onMessage })).rejects.toMatchObject({ code: 'ELOGIN' });
  expect(texts).toEqual([
    "18456: Login failed for user 'sa'.",
    '4060: Cannot open database "attic" requested by the login. The login failed.',
    "18456: Login failed for user 'sa'.",
  ]);
});

test.each([false, true])('an attention ends an answer in the middle (encrypt: %s)', async (encrypt) => {
  const { simulator, database } = shop();
  const table = `Numbers${encrypt ? 2 : 1}`;
  await database.run(`CREATE TABLE ${table} (n int)`);
  const rows = Array.from({ length: 200_000 }, (_, n) => [n]);
  database.insertRows('dbo', table, ['n'], rows);
  const connection = await connect(port(), { encrypt, packetSize: 512 });
  expect(simulator.connections.map(({ isEncrypted }) => isEncrypted)).toEqual([encrypt]);
  const answer = query(
    connection,
    `SELECT n FROM ${table}`,
    () => {},
    (request) => request.once('row', () => request.cancel()),
  );
  await expect(answer).rejects.toMatchObject({ code: 'ECANCEL' });
  expect((await query(connection, `SELECT COUNT(*) FROM ${table}`)).rows).toEqual([[200_000]]);
  const logged = simulator.log.recent.find(({ text }) => text === `SELECT n FROM ${table}`);
  expect(logged?.outcome).toBe('cancelled');
  expect(logged?.rows).toBeLessThan(200_000);
  connection.close();
});

test('a driver’s transaction, a batch’s transaction and none are told apart', async () => {
  const { database, simulator } = shop();
  await database.run('CREATE TABLE accounts (amount int); INSERT INTO accounts VALUES (1)');
  const connection = await connect(port());
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve())));
  const depths = () => simulator.connections.map(({ transactionDepth }) => transactionDepth);
  await step((done) => connection.beginTransaction(done));
  await query(connection, 'UPDATE accounts SET amount = 2');
  await step((done) => connection.saveTransaction(done, 'here'));
  await query(connection, 'UPDATE accounts SET amount = 3');
  await step((done) => connection.rollbackTransaction(done, 'here'));
  expect(depths()).toEqual([1]);
  await step((done) => connection.commitTransaction(done));
  expect(await database.query('SELECT amount FROM accounts')).toEqual([{ amount: 2 }]);
  await query(connection, 'BEGIN TRAN; UPDATE accounts SET amount = 4');
  simulator.faults.add({ action: { kind: 'deadlock' }, match: 'DELETE' });
  await expect(query(connection, 'DELETE FROM accounts')).rejects.toMatchObject({ number: 1205, class: 13 });
  expect(depths()).toEqual([0]);
  await step((done) => connection.beginTransaction(done));
  await step((done) => connection.rollbackTransaction(done));
  expect(await database.query('SELECT amount FROM accounts')).toEqual([{ amount: 2 }]);
  connection.close();
});
