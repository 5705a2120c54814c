import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineTable } from '../src/catalogue/seed.ts';
import { createEngine, type SimulatedEngine } from '../src/engine/create-engine.ts';
import type { SqlValue } from '../src/engine/engine.ts';

let engine: SimulatedEngine;
let database: ReturnType<SimulatedEngine['database']>;

beforeAll(async () => {
  engine = createEngine({ logins: [], databases: ['Shop'] });
  database = engine.database('Shop');
  await defineTable(database, {
    name: 'Things',
    columns: {
      id: 'int NOT NULL',
      code: 'varchar(10) NOT NULL',
      name: 'nvarchar(20) NULL',
      price: 'decimal(10,2) NULL',
      cost: 'money NULL',
      big: 'bigint NULL',
      seen: 'datetime NULL',
      sold: 'datetimeoffset(0) NULL',
      guid: 'uniqueidentifier NULL',
      ratio: 'float NULL',
      flag: 'bit NULL',
    },
    primaryKey: ['id'],
    rows: [
      [
        1,
        'a-1',
        'Äxte',
        '9.90',
        '4.1234',
        9007199254740993n,
        '2026-01-31T10:00:00.003',
        '2026-01-31T10:00:00+02:00',
        '00000000-0000-0000-0000-000000000002',
        0.1,
        true,
      ],
      [
        2,
        'A-1 ',
        'Zelt',
        '10.00',
        '-4.5',
        -1n,
        '2026-02-01T00:00:00.000',
        '2026-01-31T08:00:00+00:00',
        '00000000-0000-0000-0000-000000000001',
        2.5,
        false,
      ],
      [3, 'b', null, null, null, null, null, null, null, null, null],
    ],
  });
});
afterAll(() => engine.close());

/** The first row's values of a query. */
async function row(select: string): Promise<SqlValue[]> {
  const [first] = await database.query(`SELECT ${select}`);
  return Object.values(first ?? {});
}
async function ids(rest: string): Promise<SqlValue[]> {
  return (await database.query(`SELECT id FROM dbo.Things ${rest}`)).map(({ id }) => id ?? null);
}
async function refusal(sql: string): Promise<number> {
  return database.query(sql).then(
    () => 0,
    (error: { number?: number }) => error.number ?? -1,
  );
}

describe('expressions', () => {
  it.each<[string, SqlValue[]]>([
    ['1/2 AS a, 7%3 AS b, 1.0/3 AS c', [0, 1, '0.333333']],
    ['CAST(10 AS decimal(10,2))/3 AS a, 2.0/3.0 AS b', ['3.333333', '0.666666']],
    ['0.1 + 0.2 AS a, 0.1e0 + 0.2e0 AS b', ['0.3', 0.30000000000000004]],
    ["CAST('2026-01-31' AS datetime) + 1.5 AS a", ['2026-02-01T12:00:00.000']],
    ["'1' + 2 AS a, '1' + '2' AS b, N'x' + NULL AS c", [3, '12', null]],
    ['CASE WHEN 1 = 1 THEN 1 ELSE 2.50 END AS a', ['1.00']],
    ["COALESCE(NULL, '7', 1) AS a", [7]],
    ["ISNULL(CAST(NULL AS varchar(2)), 'abcdef') AS a", ['ab']],
    ["TRY_CAST('x' AS int) AS a, TRY_CONVERT(decimal(4,2), '123.4') AS b", [null, null]],
    ['CAST(12345 AS varchar(3)) AS a', ['*']],
    ["CASE WHEN 'abc' = 'ABC  ' THEN 'same' ELSE 'other' END AS a", ['same']],
    ["CASE WHEN 'abc' COLLATE Latin1_General_CS_AS = 'ABC' THEN 'same' ELSE 'other' END AS a", ['other']],
    ["CASE WHEN '10' < 9 THEN 'less' ELSE 'more' END AS a", ['more']],
    ["CASE WHEN '10' < '9' THEN 'less' ELSE 'more' END AS a", ['less']],
    [
      "CONVERT(varchar(30), CAST('2026-11-21T10:00:00' AS datetime2(3)), 121) AS a",
      ['2026-11-21 10:00:00.000'],
    ],
    ['IIF(2 > 1, 1, 2.5) AS a, CHOOSE(2, 1, 2.5) AS b', ['1.0', '2.5']],
    ['SUM(price) AS a, AVG(price) AS b FROM dbo.Things', ['19.90', '9.950000']],
    ['SUM(cost) AS a, AVG(id) AS b, MAX(big) AS c FROM dbo.Things', ['-0.3766', 2, 9007199254740993n]],
    ['MIN(name) AS a, MAX(seen) AS b FROM dbo.Things', ['Äxte', '2026-02-01T00:00:00.000']],
    ['COUNT(DISTINCT code) AS a FROM dbo.Things', [2]],
    ['COUNT(DISTINCT sold) AS a FROM dbo.Things', [1]],
  ])('SELECT %s', async (select, expected) => {
    expect(await row(select)).toEqual(expected);
  });
});

describe('comparisons convert to the type of higher precedence', () => {
  it.each<[string, SqlValue[]]>([
    ["WHERE id = '2'", [2]],
    ["WHERE code = 'A-1' ORDER BY id", [1, 2]],
    ["WHERE code = N'a-1' ORDER BY id", [1, 2]],
    ["WHERE name = 'äxte'", [1]],
    ["WHERE name = 'Axte'", []],
    ["WHERE price = '9.9'", [1]],
    ['WHERE price = 9.900', [1]],
    ['WHERE price = 1e1', [2]],
    ['WHERE price > cost ORDER BY id', [1, 2]],
    ['WHERE big = 9007199254740993', [1]],
    ['WHERE big = 9007199254740992', []],
    ["WHERE seen >= '20260201'", [2]],
    ["WHERE seen < CAST('2026-02-01' AS date)", [1]],
    ["WHERE sold = '2026-01-31T09:00:00+01:00' ORDER BY id", [1, 2]],
    ["WHERE guid = '{00000000-0000-0000-0000-000000000002}'", [1]],
    ["WHERE flag = 'true'", [1]],
    ['WHERE flag = 0', [2]],
    ['WHERE ratio = 0.1', [1]],
    ["WHERE code LIKE 'A-_' ORDER BY id", [1, 2]],
    ["WHERE code LIKE N'A-_' ORDER BY id", [1]],
    ["WHERE code LIKE 'A-1 '", [2]],
    ['WHERE price IN (10, 11)', [2]],
    ["WHERE price BETWEEN '9' AND 9.95", [1]],
    ['ORDER BY price DESC', [2, 1, 3]],
    ['ORDER BY guid', [3, 2, 1]],
    ['ORDER BY cost', [3, 2, 1]],
    ['ORDER BY name DESC', [2, 1, 3]],
  ])('%s', async (rest, expected) => {
    expect(await ids(rest)).toEqual(expected);
  });
});

describe('refusals have the numbers of SQL Server', () => {
  it.each([
    ["SELECT 1 FROM dbo.Things WHERE id = 'x'", 245],
    ["SELECT 1 FROM dbo.Things WHERE price = 'x'", 8114],
    ["SELECT 1 FROM dbo.Things WHERE seen = 'x'", 241],
    ["SELECT 1 FROM dbo.Things WHERE seen = '2026-02-30'", 242],
    ["SELECT 1 FROM dbo.Things WHERE guid = 'x'", 8169],
    ['SELECT 1 FROM dbo.Things WHERE guid = 1', 206],
    ['SELECT 2147483647 + 1', 8115],
    ['SELECT 1 / 0', 8134],
    ['SELECT CAST(300 AS tinyint)', 220],
    ['SELECT CAST(GETDATE() AS date) + 1', 206],
    ['SELECT 1.5 & 1', 402],
    ["SELECT 'a' - 'b'", 8117],
    ['SELECT CAST(GETDATE() AS uniqueidentifier)', 529],
    ['SELECT CAST(1 AS strange)', 243],
    ['SELECT STRANGE(1)', 195],
    ['SELECT LEN()', 174],
    ['SELECT DATEADD(moon, 1, GETDATE())', 155],
    ["UPDATE dbo.Things SET code = 'much too long' WHERE id = 1", 2628],
    ['UPDATE dbo.Things SET code = NULL WHERE id = 1', 515],
    ['UPDATE dbo.Things SET price = 123456789 WHERE id = 1', 8115],
    ["UPDATE dbo.Things SET flag = 'yes' WHERE id = 1", 245],
    ["UPDATE dbo.Things SET cost = 'dear' WHERE id = 1", 235],
  ])('%s: %d', async (sql, number) => {
    expect(await refusal(sql)).toBe(number);
  });
});

describe('what is written is as the column has it', () => {
  it.each<[string, string, SqlValue]>([
    ['price', '12.345', '12.35'],
    ['price', "'7'", '7.00'],
    ['cost', "'$1,234.5'", '1234.5000'],
    ['seen', "'2026-11-21 10:00:00.005'", '2026-11-21T10:00:00.007'],
    ['sold', "'2026-11-21 10:00:00.6 -05:00'", '2026-11-21T10:00:01-05:00'],
    ['name', "N'Süd 世'", 'Süd 世'],
    ['code', "N'世'", '?'],
    ['flag', '42', true],
    ['ratio', '1.5', 1.5],
    ['big', "'-9223372036854775808'", -9223372036854775808n],
    ['guid', "'6f9619ff-8b86-d011-b42d-00c04fc964ff'", '6F9619FF-8B86-D011-B42D-00C04FC964FF'],
  ])('%s = %s', async (column, value, expected) => {
    await database.run(`BEGIN TRANSACTION; UPDATE dbo.Things SET ${column} = ${value} WHERE id = 3`);
    expect(await row(`${column} AS v FROM dbo.Things WHERE id = 3`)).toEqual([expected]);
    await database.run('ROLLBACK');
  });
});
