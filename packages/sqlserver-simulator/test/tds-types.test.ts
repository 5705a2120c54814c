import { type Request, TYPES } from 'tedious';
import { expect, test } from 'vitest';
import type { SqlParameter, SqlType, SqlValue } from '../src/engine/engine.ts';
import { Client, simulation } from './tds-client.ts';

const { simulator, engine } = simulation();

const LONG = 'Ünïcödé-文字列'.repeat(80_000);
const BYTES = Buffer.from(Array.from({ length: 1_048_576 }, (_, index) => index % 251));
const GUID = '01234567-89AB-CDEF-0123-456789ABCDEF';
const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const at = (text: string): Date => new Date(text);

type Column = [
  type: SqlType,
  value: Exclude<SqlValue, null>,
  read: unknown,
  nullable: string,
  fixed?: string,
];

/**
 * Values in the engine's form and as tedious gives them; its names of a type that may be NULL, and of one
 * that may not.
 */
const columns: Column[] = [
  [{ name: 'bit' }, true, true, 'BitN', 'Bit'],
  [{ name: 'tinyint' }, 255, 255, 'IntN', 'TinyInt'],
  [{ name: 'smallint' }, -32_768, -32_768, 'IntN', 'SmallInt'],
  [{ name: 'int' }, -2_147_483_648, -2_147_483_648, 'IntN', 'Int'],
  [{ name: 'bigint' }, -9_223_372_036_854_775_807n, '-9223372036854775807', 'IntN', 'BigInt'],
  [{ name: 'real' }, 0.5, 0.5, 'FloatN', 'Real'],
  [{ name: 'float' }, -1.7e308, -1.7e308, 'FloatN', 'Float'],
  [{ name: 'decimal', precision: 9, scale: 2 }, '-1234567.89', -1_234_567.89, 'DecimalN'],
  [{ name: 'numeric', precision: 38, scale: 0 }, '9'.repeat(38), 1e38, 'NumericN'],
  [{ name: 'money' }, '-922337203685.4775', -922_337_203_685.4775, 'MoneyN', 'Money'],
  [{ name: 'smallmoney' }, '214748.3647', 214_748.3647, 'MoneyN', 'SmallMoney'],
  [{ name: 'date' }, '0001-01-01', at('0001-01-01'), 'Date'],
  [{ name: 'time', scale: 3 }, '23:59:59.999', at('1970-01-01T23:59:59.999Z'), 'Time'],
  [{ name: 'datetime' }, '1753-01-01T00:00:00.003', at('1753-01-01T00:00:00.003Z'), 'DateTimeN', 'DateTime'],
  [{ name: 'smalldatetime' }, '2079-06-06T23:59:00', at('2079-06-06T23:59Z'), 'DateTimeN', 'SmallDateTime'],
  [{ name: 'datetime2', scale: 3 }, '9999-12-31T23:59:59.123', at('9999-12-31T23:59:59.123Z'), 'DateTime2'],
  [
    { name: 'datetimeoffset', scale: 0 },
    '2026-03-01T00:30:00+05:30',
    at('2026-02-28T19:00Z'),
    'DateTimeOffset',
  ],
  [{ name: 'uniqueidentifier' }, GUID, GUID, 'UniqueIdentifier'],
  [{ name: 'char', length: 3 }, 'Ab ', 'Ab ', 'Char'],
  [{ name: 'varchar', length: 20 }, 'Größe „5 €“ Łódź', 'Größe „5 €“ ?ód?', 'VarChar'],
  [{ name: 'varchar', length: 20, collation: 'Turkish_CI_AS' }, 'ığüşöçİĞŞ', 'ığüşöçİĞŞ', 'VarChar'],
  [{ name: 'nchar', length: 3 }, '文字 ', '文字 ', 'NChar'],
  [{ name: 'nvarchar', length: 50 }, '🦊', '🦊', 'NVarChar'],
  [{ name: 'varchar', length: 'max' }, 'ü'.repeat(1_048_576), 'ü'.repeat(1_048_576), 'VarChar'],
  [{ name: 'nvarchar', length: 'max' }, LONG, LONG, 'NVarChar'],
  [{ name: 'nvarchar', length: 'max' }, '', '', 'NVarChar'],
  [{ name: 'varbinary', length: 'max' }, BYTES, BYTES, 'VarBinary'],
  [{ name: 'binary', length: 4 }, hex('00ff10aa'), hex('00ff10aa'), 'Binary'],
  [{ name: 'varbinary', length: 8 }, hex('cafe'), hex('cafe'), 'VarBinary'],
  [{ name: 'rowversion' }, hex('00000000000007d1'), hex('00000000000007d1'), 'Binary'],
];

test('columns of every type, nullable or not, and rows of NULLs', async () => {
  const nothing = columns.map(() => null);
  engine().on('SELECT everything', function* () {
    const named = [true, false].flatMap((nullable) =>
      columns.map(([type], index) => ({ name: `c${index}`, type, nullable })),
    );
    const values = columns.map(([, value]) => value);
    yield { kind: 'columns', columns: named };
    yield { kind: 'row', values: [...values, ...values] };
    yield { kind: 'row', values: [...nothing, ...values] };
    yield { kind: 'done', rowCount: 2 };
  });
  const client = await Client.connect(simulator().port, { encrypt: true });
  const answer = await client.batch('SELECT everything');
  const read = columns.map(([, , value]) => value);
  expect(answer.rows).toEqual([
    [...read, ...read],
    [...nothing, ...read],
  ]);
  expect(answer.columns.map((column) => [column.type.name, column.flags & 1])).toEqual([
    ...columns.map(([, , , nullable]) => [nullable, 1]),
    ...columns.map(([, , , nullable, fixed = nullable]) => [fixed, 0]),
  ]);
  await client.close();
});

type Bound = [type: (typeof TYPES)[keyof typeof TYPES], sent: unknown, as: SqlType, value: unknown];

const bound: Bound[] = [
  [TYPES.Bit, true, { name: 'bit' }, true],
  [TYPES.TinyInt, 200, { name: 'tinyint' }, 200],
  [TYPES.SmallInt, -7, { name: 'smallint' }, -7],
  [TYPES.Int, 1_234_567, { name: 'int' }, 1_234_567],
  [TYPES.BigInt, '9007199254740993', { name: 'bigint' }, 9_007_199_254_740_993n],
  [TYPES.Real, 0.25, { name: 'real' }, 0.25],
  [TYPES.Float, 1e300, { name: 'float' }, 1e300],
  [TYPES.Decimal, -12.5, { name: 'decimal', precision: 20, scale: 3 }, '-12.500'],
  [TYPES.Numeric, 0.01, { name: 'numeric', precision: 5, scale: 2 }, '0.01'],
  [TYPES.Money, -1.2345, { name: 'money' }, '-1.2345'],
  [TYPES.SmallMoney, 99.5, { name: 'smallmoney' }, '99.5000'],
  [TYPES.Date, at('2024-02-29'), { name: 'date' }, '2024-02-29'],
  [TYPES.Time, at('1970-01-01T01:02:03.004Z'), { name: 'time', scale: 4 }, '01:02:03.0040000'],
  [TYPES.DateTime, at('2026-11-21T12:34:56.007Z'), { name: 'datetime' }, '2026-11-21T12:34:56.0070000'],
  [TYPES.SmallDateTime, at('2026-11-21T12:34:00Z'), { name: 'smalldatetime' }, '2026-11-21T12:34:00.0000000'],
  [TYPES.DateTime2, at('0099-11-21T12:34Z'), { name: 'datetime2', scale: 7 }, '0099-11-21T12:34:00.0000000'],
  [
    TYPES.DateTimeOffset,
    at('2026-11-21T23:59:59.500Z'),
    { name: 'datetimeoffset', scale: 7 },
    expect.stringMatching(/^2026-11-2\dT\d\d:\d\d:59\.5000000[+-]/),
  ],
  [TYPES.UniqueIdentifier, GUID.toLowerCase(), { name: 'uniqueidentifier' }, GUID],
  [TYPES.VarChar, 'Größe €', { name: 'varchar', length: 7 }, 'Größe €'],
  [TYPES.Char, 'ab', { name: 'char', length: 2 }, 'ab'],
  [TYPES.NVarChar, "o'文", { name: 'nvarchar', length: 3 }, "o'文"],
  [TYPES.NChar, '文', { name: 'nchar', length: 1 }, '文'],
  [TYPES.NVarChar, LONG, { name: 'nvarchar', length: 'max' }, LONG],
  [TYPES.VarBinary, BYTES, { name: 'varbinary', length: 'max' }, BYTES],
  [TYPES.Binary, hex('0a0b'), { name: 'binary', length: 2 }, hex('0a0b')],
];

test.each(bound.map((each): [string, ...Bound] => [each[2].name, ...each]))(
  'a parameter of %s, and NULL',
  async (_name, type, sent, as, value) => {
    const { precision, scale } = as;
    const length = typeof as.length === 'number' ? { length: as.length } : {};
    const options = { ...(precision && { precision }), ...(scale && { scale }), ...length };
    const seen = await received((request) => request.addParameter('p', type, sent, options));
    expect(seen).toEqual([{ name: '@p', type: as, value }]);
    const [nothing] = await received((request) => request.addParameter('p', type, null, options));
    expect(nothing).toMatchObject({ name: '@p', value: null });
  },
);

test('8009: a type that is not taken is refused by name, and the connection stays', async () => {
  const table = { columns: [{ name: 'id', type: TYPES.Int }], rows: [[1]] };
  await expect(received((request) => request.addParameter('rows', TYPES.TVP, table))).rejects.toMatchObject({
    number: 8009,
    message: expect.stringContaining('Parameter 3 ("@rows"): Data type 0xF3 is unknown.'),
  });
});

/** What the engine is given for bound parameters. */
async function received(bind: (request: Request) => void): Promise<readonly SqlParameter[]> {
  let seen: readonly SqlParameter[] = [];
  engine().on('SELECT p', function* ({ parameters }) {
    seen = parameters;
    yield { kind: 'done', rowCount: 0 };
  });
  const client = await Client.connect(simulator().port);
  try {
    await client.query('SELECT p', bind);
  } finally {
    await client.close();
  }
  return seen;
}
