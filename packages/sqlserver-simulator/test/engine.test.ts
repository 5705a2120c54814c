import { beforeEach, expect, test } from 'vitest';
import { fillDemoDatabase } from '../src/demo-database.ts';
import { createEngine, type SimulatedEngine } from '../src/engine/create-engine.ts';
import type { Session } from '../src/engine/session.ts';
import type { SqlServerError } from '../src/values/errors.ts';
import type { SqlParameter, SqlValue } from '../src/values/sql-value.ts';

const { signal } = new AbortController();
const SA = { user: 'sa', password: 'x' };
let engine: SimulatedEngine;
let session: Session;

/** The rows of all results of a batch, then its error. */
async function run(sql: string, parameters: readonly SqlParameter[] = [], by = session) {
  const rows: (readonly SqlValue[])[] = [];
  let error: SqlServerError | null = null;
  try {
    for await (const event of by.execute(sql, parameters, signal))
      if (event.kind === 'row') rows.push(event.values);
  } catch (thrown) {
    error = thrown as SqlServerError;
  }
  return { rows, error };
}

async function rows(sql: string, ...parameters: SqlParameter[]) {
  const answer = await run(sql, parameters);
  if (answer.error !== null) throw answer.error;
  return answer.rows;
}

beforeEach(async () => {
  engine = createEngine({
    logins: [SA, { user: 'reader', password: 'x', readOnly: true }],
    databases: ['shop'],
  });
  session = engine.open(SA, 'shop');
  await rows(`CREATE TABLE goods (id int NOT NULL PRIMARY KEY, name nvarchar(20),
      code varchar(10) COLLATE Turkish_CI_AS, price decimal(9,2) CHECK (price >= 0), cost money, sold datetime2(0),
      stock int NOT NULL, gross AS (price * 1.2));
    INSERT INTO goods (id, name, code, price, cost, sold, stock) VALUES
      (2, N'Zelt', N'ışık', 20, 9.5, '2026-01-31', 7), (1, N'äpfel', N'IŞIK', 10.5, NULL, NULL, 7),
      (3, N'ZELT ', N'isik', NULL, 0.125, '20260201 10:00', 7)`);
});

test.each<[sql: string, rows: unknown[][]]>([
  ['SELECT TOP (2) id FROM goods ORDER BY id DESC', [[3], [2]]],
  ["SELECT id FROM goods WHERE name = 'zelt' ORDER BY id", [[2], [3]]],
  ["SELECT id FROM goods WHERE name = N'Äpfel' OR price > 15", [[1], [2]]],
  ["SELECT id FROM goods WHERE code = N'ıŞık' ORDER BY id", [[1], [2]]],
  ["SELECT id, code FROM goods WHERE code LIKE 'i%'", [[3, 'isik']]],
  ["SELECT id FROM goods WHERE name NOT LIKE '%[p-q]f_l' AND NOT id IN (3, NULL)", []],
  ['SELECT id FROM goods WHERE price BETWEEN 10 AND 20 AND cost IS NOT NULL', [[2]]],
  ['SELECT id FROM goods WHERE NOT (price > 1)', []],
  ['SELECT id FROM goods WHERE id IN (SELECT id FROM goods WHERE price > 10) ORDER BY price', [[1], [2]]],
  ['SELECT COUNT(*), COUNT_BIG(DISTINCT name) FROM goods', [[3, 2n]]],
  ['SELECT id FROM goods WHERE id > 1 AND id >= 3 ORDER BY id', [[3]]],
  [
    `SELECT at, goods.id FROM OPENJSON(N'[[0,"3"],[1,"9"],[2],[3,1]]') WITH (at int '$[0]', k nvarchar(9) '$[1]') AS j
       JOIN goods ON goods.id = CAST(j.k AS int) OPTION (LOOP JOIN, FORCE ORDER)`,
    [
      [0, 3],
      [3, 1],
    ],
  ],
  [
    `DECLARE @changed TABLE (at int NOT NULL);
     UPDATE goods SET stock = j.at, cost = NULL OUTPUT j.at INTO @changed
       FROM OPENJSON(N'[[8,"1"],[9,"2"]]') WITH (at int '$[0]', k nvarchar(9) '$[1]') AS j JOIN goods ON id = CAST(k AS int)
       WHERE cost IS NULL;
     SELECT c.at, id, stock FROM @changed AS c JOIN goods ON stock = c.at`,
    [[8, 1, 8]],
  ],
  ['SELECT SUM(stock), SUM(id) FROM goods WHERE id < 3', [[14, 3]]],
  [
    'SELECT id, DENSE_RANK() OVER (ORDER BY name) FROM goods ORDER BY name',
    [
      [1, 1n],
      [2, 2n],
      [3, 2n],
    ],
  ],
  ['SELECT DISTINCT name FROM goods ORDER BY name', [['äpfel'], ['Zelt']]],
  [
    'SELECT 1, id FROM goods WHERE id = 1 UNION ALL SELECT 2, id FROM goods WHERE id = 3',
    [
      [1, 1],
      [2, 3],
    ],
  ],
  [
    'SELECT id, gross, stock FROM goods WHERE id < 3 ORDER BY id',
    [
      [1, '12.600', 7],
      [2, '24.000', 7],
    ],
  ],
  [
    'SELECT CONVERT(varchar(25), cost, 2), CONVERT(varchar(41), price) FROM goods WHERE id = 2',
    [['9.5000', '20.00']],
  ],
  [
    "SELECT CASE WHEN price IS NULL THEN 'no' END, COALESCE(price, id) FROM goods WHERE id = 3",
    [['no', '3.00']],
  ],
  ["SELECT 7 / 2, -1 + 0.5, 2 * 1.25, LEN('ab '), 'a' + N'b'", [[3, '-0.5', '2.50', 2, 'ab']]],
  [
    "SELECT CAST('1.005' AS decimal(9,2)), CAST(1.5 AS int), CAST(N'Łódź' AS varchar(9))",
    [['1.01', 1, '?ód?']],
  ],
  ["SELECT CAST('2026-11-21 10:00:00.005' AS datetime)", [['2026-11-21T10:00:00.007']]],
  ["SELECT CAST('2026-11-21T10:00:00+02:00' AS datetimeoffset(0))", [['2026-11-21T10:00:00+02:00']]],
  ["SELECT 1 WHERE N'strasse' = N'straße' AND 'a-b' <> 'ab' AND N'x' = N'X  '", [[1]]],
  ["SELECT 1 WHERE 'B' COLLATE Latin1_General_BIN2 < 'a' AND 'B' > 'a'", [[1]]],
  [
    "SELECT s.name FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id WHERE o.name = 'goods'",
    [['dbo']],
  ],
  [
    "SELECT max_length, collation_name FROM sys.columns WHERE object_id = OBJECT_ID(N'[goods]') AND name = 'code'",
    [[10, 'Turkish_CI_AS']],
  ],
  ['UPDATE goods SET stock = stock + 1 WHERE id > 1; SELECT @@ROWCOUNT, SUM(stock) FROM goods', [[2, 23]]],
  ['DELETE FROM goods WHERE id > 1; SELECT COUNT(*) FROM goods', [[1]]],
  ['CREATE VIEW cheap AS SELECT id, name FROM goods WHERE price < 15; SELECT * FROM cheap', [[1, 'äpfel']]],
  ["EXEC sp_rename 'goods.stock', 'amount', 'COLUMN'; SELECT amount FROM goods WHERE id = 1", [[7]]],
])('%s', async (sql, expected) => {
  expect(await rows(sql)).toEqual(expected);
});

/** Number/state/class, the statement, and how its message starts. */
const refusals = `
102/1/15 | SELEC 1 | Incorrect syntax near 'SELEC'.
156/1/15 | SELECT 1 FROM WHERE | Incorrect syntax near the keyword 'WHERE'.
102/1/15 | SELECT 1 % 2 | Incorrect syntax near '%'.
8117/1/16 | SELECT 1e0 + 1 | Operand data type float is invalid for add operator.
8134/1/16 | SELECT 1 / 0 | Divide by zero error encountered.
156/1/15 | MERGE goods | Incorrect syntax near the keyword 'MERGE'.
156/1/15 | SELECT * FROM goods CROSS APPLY x | Incorrect syntax near the keyword 'CROSS'.
105/1/15 | SELECT 'a | Unclosed quotation mark after the character string 'a'.
137/2/15 | SELECT @x | Must declare the scalar variable "@x".
156/1/15 | SELECT 1 WHERE EXISTS (SELECT 1) | Incorrect syntax near the keyword 'SELECT'.
195/10/15 | SELECT MAX(id) FROM goods | 'MAX' is not a recognized built-in function name.
195/5/15 | SET XACT_ABORT ON | 'XACT_ABORT' is not a recognized SET option.
195/5/15 | SET LOCK_TIMEOUT 0 | 'LOCK_TIMEOUT' is not a recognized SET option.
195/10/15 | SELECT FORMAT(1) | 'FORMAT' is not a recognized built-in function name.
174/1/15 | SELECT LEN() | The len function requires 1 argument(s).
207/1/16 | SELECT x FROM goods | Invalid column name 'x'.
208/1/16 | SELECT * FROM dbo.gone | Invalid object name 'dbo.gone'.
4145/1/15 | SELECT id FROM goods WHERE id | An expression of non-boolean type specified in a context
8120/1/16 | SELECT name FROM goods GROUP BY id | Column 'goods.name' is invalid in the select list because
245/1/16 | SELECT CAST('x' AS int) | Conversion failed when converting the varchar value 'x' to data type int.
8114/5/16 | SELECT CAST('x' AS decimal(9,2)) | Error converting data type varchar to numeric.
241/1/16 | SELECT CAST('2026-02-30' AS date) | Conversion failed when converting date and/or time from
8115/8/16 | SELECT CAST(1000 AS decimal(4,2)) | Arithmetic overflow error converting int to data type numeric.
220/1/16 | SELECT CAST(300 AS tinyint) | Arithmetic overflow error for data type tinyint, value = 300.
2715/3/16 | CREATE TABLE t (x xml) | Column, parameter, or variable #1: Cannot find data type xml.
2714/6/16 | CREATE TABLE goods (x int) | There is already an object named 'goods' in the database.
2812/62/16 | EXEC gone | Could not find stored procedure 'gone'.
213/1/16 | INSERT INTO goods VALUES (1) | Column name or number of supplied values does not match table
2627/1/14 | INSERT INTO goods (id, stock) VALUES (1, 1) | Violation of PRIMARY KEY constraint 'PK__goods__
515/2/16 | INSERT INTO goods (cost) VALUES (1) | Cannot insert the value NULL into column 'id', table 'shop.dbo.goods'
271/1/16 | UPDATE goods SET gross = 1 | The column "gross" cannot be modified because it is either a computed
2628/1/16 | UPDATE goods SET code = 'elevenchars' | String or binary data would be truncated in table 'shop.dbo
547/0/16 | UPDATE goods SET price = -1 | The UPDATE statement conflicted with the CHECK constraint "CK__goods__
3902/1/16 | COMMIT | The COMMIT TRANSACTION request has no corresponding BEGIN TRANSACTION.`;

test.each(refusals.trim().split('\n'))('refused: %s', async (line) => {
  const [numbers, sql = '', text] = line.split(' | ');
  const { error } = await run(sql);
  expect(`${error?.number}/${error?.state}/${error?.class}`).toBe(numbers);
  expect(error?.message).toContain(text);
});

test('only the server writes the columns of a period', async () => {
  await rows(`CREATE TABLE kept (id int NOT NULL PRIMARY KEY, name nvarchar(9),
    since datetime2(0) GENERATED ALWAYS AS ROW START, until datetime2(0) GENERATED ALWAYS AS ROW END NOT NULL,
    PERIOD FOR SYSTEM_TIME (since, until))`);
  await rows("INSERT INTO kept (id, name) VALUES (1, 'a')");
  await rows("UPDATE kept SET name = 'b'");
  expect(await rows('SELECT name, until FROM kept WHERE since < until')).toEqual([
    ['b', '9999-12-31T23:59:59'],
  ]);
  const numberOf = async (sql: string) => (await run(sql)).error?.number;
  expect(await numberOf("UPDATE kept SET until = '2030-01-01'")).toBe(13537);
  expect(await numberOf("INSERT INTO kept (id, until) VALUES (2, '2030-01-01')")).toBe(13536);
  expect(await numberOf("INSERT INTO kept VALUES (2, 'c')")).toBe(213);
});

test('errors end their statement, their batch or their transaction', async () => {
  const left = async (failing: string) => {
    await run('BEGIN TRAN; UPDATE goods SET stock = 1');
    const { rows: after } = await run(`${failing}; SELECT 1`);
    const open = session.transaction.depth;
    session.close();
    return [after, open];
  };
  expect(await left('UPDATE goods SET price = -1')).toEqual([[[1]], 1]);
  expect(await left('SELECT gone FROM goods')).toEqual([[], 1]);
  expect(await left("SELECT CAST('x' AS int)")).toEqual([[], 0]);
  expect(await rows('SELECT SUM(stock) FROM goods')).toEqual([[21]]);
});

test('savepoint and rollback undo rows and tables; others see the last commit, and wait to write', async () => {
  const other = engine.open(SA, 'shop');
  const stock = 'SELECT stock FROM goods WHERE id = 1';
  await rows('BEGIN TRAN; UPDATE goods SET stock = 1; SAVE TRAN here');
  await rows('UPDATE goods SET stock = 2; CREATE TABLE t (x int)');
  expect((await run(stock, [], other)).rows).toEqual([[7]]);
  await rows('ROLLBACK TRAN here');
  expect([await rows(stock), (await run('SELECT * FROM t')).error?.number]).toEqual([[[1]], 208]);
  const waiting = run('SELECT id FROM goods WITH (UPDLOCK); UPDATE goods SET stock = stock + 10', [], other);
  await rows('COMMIT');
  await waiting;
  expect(await rows(stock)).toEqual([[11]]);
});

test('a read-only login, missing databases, and the demo', async () => {
  const reader = engine.open({ user: 'READER', password: 'x' }, 'shop');
  const facts =
    "SELECT DB_NAME(), SUSER_SNAME(), HAS_PERMS_BY_NAME('goods', 'OBJECT', 'UPDATE', 'name', 'COLUMN')";
  expect((await run(facts, [], reader)).rows).toEqual([['shop', 'reader', 0]]);
  expect((await run('DELETE FROM goods', [], reader)).error).toMatchObject({ number: 229 });
  expect(() => engine.open(SA, 'attic')).toThrow('Cannot open database "attic"');
  expect(() => engine.open({ user: 'sa', password: 'guess' }, 'shop')).toThrow("Login failed for user 'sa'.");
  await fillDemoDatabase(engine.database('shop'), { articles: 500 });
  expect(
    await rows('SELECT COUNT(*) FROM Articles WHERE list_price IS NOT NULL AND is_active = 1'),
  ).not.toEqual([[0]]);
  const price = 'SELECT TOP (1) [Preis (€)] FROM [Lager Süd].[Preis (€)] ORDER BY [Artikel-Nr.]';
  expect(await rows(price)).toHaveLength(1);
});
