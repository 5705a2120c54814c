import { type Request, TYPES } from 'tedious';
import { expect, test } from 'vitest';
import type { SqlParameter, SqlType, SqlValue } from '../src/engine/engine.ts';
import { Client, simulation } from './tds-client.ts';

const { simulator, engine } = simulation();

type Case = {
  readonly type: SqlType;
  /** In the engine's form. */
  readonly value: Exclude<SqlValue, null>;
  /** As tedious gives it. */
  readonly read: unknown;
  /** tedious's name of the type, when NULL is allowed and when it is not. */
  readonly names: readonly [string, string];
};

const MEGABYTE = 'Ünïcödé-文字列'.repeat(80_000);
const BYTES = Buffer.from(Array.from({ length: 1_048_576 }, (_, index) => index % 251));

const cases: Readonly<Record<string, Case>> = {
  bit: { type: { name: 'bit' }, value: true, read: true, names: ['BitN', 'Bit'] },
  tinyint: { type: { name: 'tinyint' }, value: 255, read: 255, names: ['IntN', 'TinyInt'] },
  smallint: { type: { name: 'smallint' }, value: -32_768, read: -32_768, names: ['IntN', 'SmallInt'] },
  int: { type: { name: 'int' }, value: -2_147_483_648, read: -2_147_483_648, names: ['IntN', 'Int'] },
  bigint: {
    type: { name: 'bigint' },
    value: -9_223_372_036_854_775_807n,
    read: '-9223372036854775807',
    names: ['IntN', 'BigInt'],
  },
  real: { type: { name: 'real' }, value: 0.5, read: 0.5, names: ['FloatN', 'Real'] },
  float: { type: { name: 'float' }, value: -1.7e308, read: -1.7e308, names: ['FloatN', 'Float'] },
  'decimal(9,2)': {
    type: { name: 'decimal', precision: 9, scale: 2 },
    value: '-1234567.89',
    read: -1_234_567.89,
    names: ['DecimalN', 'DecimalN'],
  },
  'numeric(38,0)': {
    type: { name: 'numeric', precision: 38, scale: 0 },
    value: '99999999999999999999999999999999999999',
    read: 1e38,
    names: ['NumericN', 'NumericN'],
  },
  money: {
    type: { name: 'money' },
    value: '-922337203685.4775',
    read: -922_337_203_685.4775,
    names: ['MoneyN', 'Money'],
  },
  smallmoney: {
    type: { name: 'smallmoney' },
    value: '214748.3647',
    read: 214_748.3647,
    names: ['MoneyN', 'SmallMoney'],
  },
  date: {
    type: { name: 'date' },
    value: '0001-01-01',
    read: new Date('0001-01-01'),
    names: ['Date', 'Date'],
  },
  'time(3)': {
    type: { name: 'time', scale: 3 },
    value: '23:59:59.9990000',
    read: new Date('1970-01-01T23:59:59.999Z'),
    names: ['Time', 'Time'],
  },
  datetime: {
    type: { name: 'datetime' },
    value: '1753-01-01T00:00:00.0030000',
    read: new Date('1753-01-01T00:00:00.003Z'),
    names: ['DateTimeN', 'DateTime'],
  },
  smalldatetime: {
    type: { name: 'smalldatetime' },
    value: '2079-06-06T23:59:00',
    read: new Date('2079-06-06T23:59:00Z'),
    names: ['DateTimeN', 'SmallDateTime'],
  },
  'datetime2(7)': {
    type: { name: 'datetime2', scale: 7 },
    value: '9999-12-31T23:59:59.1230000',
    read: new Date('9999-12-31T23:59:59.123Z'),
    names: ['DateTime2', 'DateTime2'],
  },
  'datetimeoffset(7)': {
    type: { name: 'datetimeoffset', scale: 7 },
    value: '2026-03-01T00:30:00.5000000+05:30',
    read: new Date('2026-02-28T19:00:00.500Z'),
    names: ['DateTimeOffset', 'DateTimeOffset'],
  },
  uniqueidentifier: {
    type: { name: 'uniqueidentifier' },
    value: '01234567-89AB-CDEF-0123-456789ABCDEF',
    read: '01234567-89AB-CDEF-0123-456789ABCDEF',
    names: ['UniqueIdentifier', 'UniqueIdentifier'],
  },
  'char(3)': { type: { name: 'char', length: 3 }, value: 'Ab ', read: 'Ab ', names: ['Char', 'Char'] },
  'varchar(20)': {
    type: { name: 'varchar', length: 20 },
    value: 'Größe „5 €“',
    read: 'Größe „5 €“',
    names: ['VarChar', 'VarChar'],
  },
  'nchar(3)': {
    type: { name: 'nchar', length: 3 },
    value: '文字 ',
    read: '文字 ',
    names: ['NChar', 'NChar'],
  },
  'nvarchar(50)': {
    type: { name: 'nvarchar', length: 50 },
    value: '🦊',
    read: '🦊',
    names: ['NVarChar', 'NVarChar'],
  },
  'varchar(max)': {
    type: { name: 'varchar', length: 'max' },
    value: 'ü'.repeat(1_048_576),
    read: 'ü'.repeat(1_048_576),
    names: ['VarChar', 'VarChar'],
  },
  'nvarchar(max)': {
    type: { name: 'nvarchar', length: 'max' },
    value: MEGABYTE,
    read: MEGABYTE,
    names: ['NVarChar', 'NVarChar'],
  },
  'empty nvarchar(max)': {
    type: { name: 'nvarchar', length: 'max' },
    value: '',
    read: '',
    names: ['NVarChar', 'NVarChar'],
  },
  'varbinary(max)': {
    type: { name: 'varbinary', length: 'max' },
    value: BYTES,
    read: BYTES,
    names: ['VarBinary', 'VarBinary'],
  },
  'binary(4)': {
    type: { name: 'binary', length: 4 },
    value: Buffer.from('00ff10aa', 'hex'),
    read: Buffer.from('00ff10aa', 'hex'),
    names: ['Binary', 'Binary'],
  },
  'varbinary(8)': {
    type: { name: 'varbinary', length: 8 },
    value: Buffer.from('cafe', 'hex'),
    read: Buffer.from('cafe', 'hex'),
    names: ['VarBinary', 'VarBinary'],
  },
  rowversion: {
    type: { name: 'rowversion' },
    value: Buffer.from('00000000000007d1', 'hex'),
    read: Buffer.from('00000000000007d1', 'hex'),
    names: ['Binary', 'Binary'],
  },
};

test.each(Object.entries(cases))(
  'a column of %s, nullable or not, and NULL',
  async (name, { type, value, read, names }) => {
    engine().on(`SELECT ${name}`, function* () {
      yield {
        kind: 'columns',
        columns: [
          { name: 'nullable', type, nullable: true },
          { name: 'not nullable', type, nullable: false },
          { name: 'nothing', type, nullable: true },
        ],
      };
      yield { kind: 'row', values: [value, value, null] };
      yield { kind: 'done', rowCount: 1 };
    });
    const client = await Client.connect(simulator().port);
    const { columns, rows } = await client.batch(`SELECT ${name}`);
    expect(rows).toEqual([[read, read, null]]);
    expect(columns.map((column) => [column.colName, column.type.name, column.flags & 1])).toEqual([
      ['nullable', names[0], 1],
      ['not nullable', names[1], 0],
      ['nothing', names[0], 1],
    ]);
    await client.close();
  },
);

test('a row of many columns, most of them NULL', async () => {
  const types = Object.values(cases).map(({ type }) => type);
  engine().on('SELECT everything', function* () {
    yield {
      kind: 'columns',
      columns: types.map((type, index) => ({ name: `c${index}`, type, nullable: true })),
    };
    yield { kind: 'row', values: types.map(() => null) };
    yield { kind: 'row', values: Object.values(cases).map(({ value }) => value) };
    yield { kind: 'row', values: types.map((type) => (type.name === 'int' ? 7 : null)) };
    yield { kind: 'done', rowCount: 3 };
  });
  const client = await Client.connect(simulator().port, { encrypt: true });
  const { rows } = await client.batch('SELECT everything');
  expect(rows).toEqual([
    types.map(() => null),
    Object.values(cases).map(({ read }) => read),
    types.map((type) => (type.name === 'int' ? 7 : null)),
  ]);
  await client.close();
});

test('a varchar of a Turkish collation comes in its own code page', async () => {
  engine().on('SELECT turkish', function* () {
    const type: SqlType = { name: 'varchar', length: 20, collation: 'Turkish_CI_AS' };
    yield { kind: 'columns', columns: [{ name: '', type, nullable: false }] };
    yield { kind: 'row', values: ['ığüşöç İĞÜŞÖÇ'] };
    yield { kind: 'done', rowCount: 1 };
  });
  const client = await Client.connect(simulator().port);
  expect((await client.batch('SELECT turkish')).rows).toEqual([['ığüşöç İĞÜŞÖÇ']]);
  await client.close();
});

test('characters that the code page lacks are question marks in varchar', async () => {
  engine().on('SELECT foreign', function* () {
    yield { kind: 'columns', columns: [{ name: '', type: { name: 'varchar', length: 9 }, nullable: false }] };
    yield { kind: 'row', values: ['Łódź €'] };
    yield { kind: 'done', rowCount: 1 };
  });
  const client = await Client.connect(simulator().port);
  expect((await client.batch('SELECT foreign')).rows).toEqual([['?ód? €']]);
  await client.close();
});

type Bound = readonly [name: string, bind: (request: Request) => void, type: SqlType, value: SqlValue];

const at = (text: string): Date => new Date(text);
const bound: readonly Bound[] = [
  ['bit', (r) => r.addParameter('p', TYPES.Bit, true), { name: 'bit' }, true],
  ['tinyint', (r) => r.addParameter('p', TYPES.TinyInt, 200), { name: 'tinyint' }, 200],
  ['smallint', (r) => r.addParameter('p', TYPES.SmallInt, -7), { name: 'smallint' }, -7],
  ['int', (r) => r.addParameter('p', TYPES.Int, 1_234_567), { name: 'int' }, 1_234_567],
  [
    'bigint',
    (r) => r.addParameter('p', TYPES.BigInt, '9007199254740993'),
    { name: 'bigint' },
    9_007_199_254_740_993n,
  ],
  ['real', (r) => r.addParameter('p', TYPES.Real, 0.25), { name: 'real' }, 0.25],
  ['float', (r) => r.addParameter('p', TYPES.Float, 1e300), { name: 'float' }, 1e300],
  [
    'decimal',
    (r) => r.addParameter('p', TYPES.Decimal, -12.5, { precision: 20, scale: 3 }),
    { name: 'decimal', precision: 20, scale: 3 },
    '-12.500',
  ],
  [
    'numeric',
    (r) => r.addParameter('p', TYPES.Numeric, 0.01, { precision: 5, scale: 2 }),
    { name: 'numeric', precision: 5, scale: 2 },
    '0.01',
  ],
  ['money', (r) => r.addParameter('p', TYPES.Money, -1.2345), { name: 'money' }, '-1.2345'],
  ['smallmoney', (r) => r.addParameter('p', TYPES.SmallMoney, 99.5), { name: 'smallmoney' }, '99.5000'],
  ['date', (r) => r.addParameter('p', TYPES.Date, at('2024-02-29')), { name: 'date' }, '2024-02-29'],
  [
    'time',
    (r) => r.addParameter('p', TYPES.Time, at('1970-01-01T01:02:03.004Z'), { scale: 4 }),
    { name: 'time', scale: 4 },
    '01:02:03.0040000',
  ],
  [
    'datetime',
    (r) => r.addParameter('p', TYPES.DateTime, at('2026-11-21T12:34:56.007Z')),
    { name: 'datetime' },
    '2026-11-21T12:34:56.0070000',
  ],
  [
    'smalldatetime',
    (r) => r.addParameter('p', TYPES.SmallDateTime, at('2026-11-21T12:34:00Z')),
    { name: 'smalldatetime' },
    '2026-11-21T12:34:00.0000000',
  ],
  [
    'datetime2',
    (r) => r.addParameter('p', TYPES.DateTime2, at('0099-11-21T12:34:56.789Z')),
    { name: 'datetime2', scale: 7 },
    '0099-11-21T12:34:56.7890000',
  ],
  [
    'datetimeoffset',
    (r) => r.addParameter('p', TYPES.DateTimeOffset, at('2026-11-21T23:59:59.500Z')),
    { name: 'datetimeoffset', scale: 7 },
    expect.stringMatching(/^2026-11-2\dT\d\d:\d\d:59\.5000000[+-]\d\d:\d\d$/) as string,
  ],
  [
    'uniqueidentifier',
    (r) => r.addParameter('p', TYPES.UniqueIdentifier, '01234567-89ab-cdef-0123-456789abcdef'),
    { name: 'uniqueidentifier' },
    '01234567-89AB-CDEF-0123-456789ABCDEF',
  ],
  [
    'varchar',
    (r) => r.addParameter('p', TYPES.VarChar, 'Größe €'),
    { name: 'varchar', length: 7 },
    'Größe €',
  ],
  ['char', (r) => r.addParameter('p', TYPES.Char, 'ab', { length: 2 }), { name: 'char', length: 2 }, 'ab'],
  ['nvarchar', (r) => r.addParameter('p', TYPES.NVarChar, "o'文"), { name: 'nvarchar', length: 3 }, "o'文"],
  ['nchar', (r) => r.addParameter('p', TYPES.NChar, '文', { length: 1 }), { name: 'nchar', length: 1 }, '文'],
  [
    'nvarchar(max)',
    (r) => r.addParameter('p', TYPES.NVarChar, MEGABYTE),
    { name: 'nvarchar', length: 'max' },
    MEGABYTE,
  ],
  [
    'varchar(max)',
    (r) => r.addParameter('p', TYPES.VarChar, 'ü'.repeat(1_048_576)),
    { name: 'varchar', length: 'max' },
    'ü'.repeat(1_048_576),
  ],
  [
    'varbinary(max)',
    (r) => r.addParameter('p', TYPES.VarBinary, BYTES),
    { name: 'varbinary', length: 'max' },
    BYTES,
  ],
  [
    'binary',
    (r) => r.addParameter('p', TYPES.Binary, Buffer.from('0a0b', 'hex')),
    { name: 'binary', length: 2 },
    Buffer.from('0a0b', 'hex'),
  ],
];

test.each(bound)('a parameter of %s', async (_name, bind, type, value) => {
  const seen = await received(bind);
  expect(seen).toEqual([{ name: '@p', type, value }]);
});

test.each(
  Object.entries(TYPES).filter(
    ([name]) => !['TVP', 'UDT', 'Variant', 'Null', 'Xml', 'Text', 'NText', 'Image'].includes(name),
  ),
)('a parameter of %s that is NULL', async (name, type) => {
  const options = ['Char', 'NChar', 'Binary'].includes(name) ? { length: 3 } : {};
  const [parameter] = await received((request) => request.addParameter('p', type, null, options));
  expect(parameter).toMatchObject({ name: '@p', value: null });
});

test('8009: a type that is not taken is refused by name, and the connection stays', async () => {
  const client = await Client.connect(simulator().port);
  engine().on('SELECT p', function* () {
    yield { kind: 'done', rowCount: 0 };
  });
  const table = { columns: [{ name: 'id', type: TYPES.Int }], rows: [[1]] };
  await expect(
    client.query('SELECT p', (request) => request.addParameter('rows', TYPES.TVP, table)),
  ).rejects.toMatchObject({
    number: 8009,
    message: expect.stringContaining('Parameter 3 ("@rows"): Data type 0xF3 is unknown.'),
  });
  await client.query('SELECT p');
  await client.close();
});

/** What the engine is given for bound parameters. */
async function received(bind: (request: Request) => void): Promise<readonly SqlParameter[]> {
  let seen: readonly SqlParameter[] = [];
  engine().on('SELECT p', function* ({ parameters }) {
    seen = parameters;
    yield { kind: 'done', rowCount: 0 };
  });
  const client = await Client.connect(simulator().port);
  await client.query('SELECT p', bind);
  await client.close();
  return seen;
}
