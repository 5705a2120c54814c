import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedEngine } from '../src/engine/create-engine.ts';
import type { EngineSession } from '../src/engine/engine.ts';
import { ask, failureOf, listOf, OWNER, rowsOf, testEngine } from './engine-support.ts';

let engine: SimulatedEngine;
let session: EngineSession;

beforeAll(async () => {
  engine = testEngine();
  session = engine.open(OWNER, 'Shop');
  await rowsOf(
    session,
    "CREATE TABLE dbo.T (a int, b nvarchar(10) COLLATE Latin1_General_CS_AS, c nvarchar(10), [sel ect] int); INSERT dbo.T VALUES (1, N'x', N'y', 5)",
  );
});

afterAll(() => engine.close());

describe('batches', () => {
  it.each<[string, unknown[]]>([
    [
      "DECLARE @a int = 1, @b nvarchar(5); SET @b = N'xyzabc'; SELECT @b + CAST(@a AS nvarchar(3))",
      ['xyzab1'],
    ],
    ['DECLARE @n int = 0 WHILE @n < 5 BEGIN SET @n += 1 IF @n = 3 BREAK END SELECT @n', [3]],
    ["DECLARE @n int; SELECT @n = a FROM dbo.T; IF @n = 1 SELECT N'one' ELSE SELECT N'other'", ['one']],
    ['IF EXISTS (SELECT 1 FROM dbo.T WHERE a = 2) BEGIN SELECT 1 END ELSE BEGIN SELECT 2 END', [2]],
    ["EXEC sp_executesql N'SELECT @p + 1', N'@p int', @p = 4", [5]],
    ["EXEC (N'SELECT a FROM dbo.T')", [1]],
    ["DECLARE @s nvarchar(100) = N'SELECT [sel ect] FROM dbo.T'; EXEC sp_executesql @s", [5]],
    ['SELECT CASE WHEN a = 1 THEN 1 ELSE 0 END FROM dbo.T SELECT 7', [7]],
    ['SELECT 1 RETURN SELECT 2', [1]],
    ["WAITFOR DELAY '00:00:00.001' SELECT 3", [3]],
    [';;SELECT 4;', [4]],
  ])('%s', async (batch, expected) => {
    expect(await listOf(session, batch)).toEqual(expected);
  });

  it('say what PRINT and RAISERROR say', async () => {
    const { messages, error } = await ask(
      session,
      "PRINT N'hello ' + CAST(1 AS varchar(5)); RAISERROR (N'note %d of %s', 10, 1, 3, N'x'); RAISERROR (N'bad', 16, 2); PRINT 'still here'",
    );
    expect(messages).toEqual(['hello 1', 'note 3 of x', 'still here']);
    expect([error?.number, error?.state, error?.message]).toEqual([50_000, 2, 'bad']);
  });

  it('count no rows under NOCOUNT', async () => {
    expect(
      (
        await ask(
          session,
          'SET NOCOUNT ON; UPDATE dbo.T SET a = 1; SELECT 1; SET NOCOUNT OFF; UPDATE dbo.T SET a = 1',
        )
      ).counts,
    ).toEqual([1]);
  });
});

describe('errors', () => {
  it.each<[string, number, string]>([
    ['SELECT a FROM dbo.T WHERE', 102, "Incorrect syntax near 'WHERE'."],
    ['SELECT a b c FROM dbo.T', 102, "Incorrect syntax near 'c'."],
    ['SELECT * FROM dbo.T LIMIT 1', 102, "Incorrect syntax near 'limit'."],
    ["SELECT 'abc", 105, "Unclosed quotation mark after the character string 'abc'."],
    ['SELECT 1 /* x', 113, "Missing end comment mark '*/'."],
    ['SELECT a::int FROM dbo.T', 102, "Incorrect syntax near '::'."],
    ['SELECT a || b FROM dbo.T', 102, "Incorrect syntax near '||'."],
    ['SELECT nothing FROM dbo.T', 207, "Invalid column name 'nothing'."],
    ['SELECT x.a FROM dbo.T', 4104, 'The multi-part identifier "x.a" could not be bound.'],
    ['SELECT a FROM dbo.T x, dbo.T y', 209, "Ambiguous column name 'a'."],
    [
      'SELECT a FROM dbo.T, dbo.T',
      1013,
      'The objects "dbo.T" and "dbo.T" in the FROM clause have the same exposed names. Use correlation names to distinguish them.',
    ],
    ['SELECT * FROM dbo.Nowhere', 208, "Invalid object name 'dbo.Nowhere'."],
    ['SELECT NOSUCH(1)', 195, "'NOSUCH' is not a recognized built-in function name."],
    [
      'SELECT dbo.f(1)',
      4121,
      'Cannot find either column "dbo" or the user-defined function or aggregate "dbo.f", or the name is ambiguous.',
    ],
    ['SELECT LEN()', 174, 'The len function requires 1 argument(s).'],
    ['SELECT @x', 137, 'Must declare the scalar variable "@x".'],
    ['EXEC dbo.nothing 1', 2812, "Could not find stored procedure 'dbo.nothing'."],
    [
      'SELECT * FROM dbo.T WHERE a',
      4145,
      "An expression of non-boolean type specified in a context where a condition is expected, near 'a'.",
    ],
    [
      'SELECT a, COUNT(*) FROM dbo.T',
      8120,
      "Column 'dbo.T.a' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.",
    ],
    [
      'SELECT a FROM dbo.T GROUP BY b',
      8120,
      "Column 'dbo.T.a' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.",
    ],
    [
      'SELECT a FROM dbo.T WHERE COUNT(*) > 1',
      147,
      'An aggregate may not appear in the WHERE clause unless it is in a subquery contained in a HAVING clause or a select list, and the column being aggregated is an outer reference.',
    ],
    [
      'SELECT (SELECT a, b FROM dbo.T)',
      116,
      'Only one expression can be specified in the select list when the subquery is not introduced with EXISTS.',
    ],
    [
      'SELECT (SELECT 1 UNION ALL SELECT 2)',
      512,
      'Subquery returned more than 1 value. This is not permitted when the subquery follows =, !=, <, <= , >, >= or when the subquery is used as an expression.',
    ],
    ['SELECT 1/0', 8134, 'Divide by zero error encountered.'],
    ['SELECT 2147483647 + 1', 8115, 'Arithmetic overflow error converting expression to data type int.'],
    [
      "SELECT CAST('x' AS int)",
      245,
      "Conversion failed when converting the varchar value 'x' to data type int.",
    ],
    ["SELECT CAST('x' AS decimal(5,2))", 8114, 'Error converting data type varchar to numeric.'],
    [
      "SELECT CAST('2026-02-30' AS date)",
      241,
      'Conversion failed when converting date and/or time from character string.',
    ],
    [
      "SELECT CAST('x' AS uniqueidentifier)",
      8169,
      'Conversion failed when converting from a character string to uniqueidentifier.',
    ],
    [
      'SELECT CAST(1 AS uniqueidentifier)',
      529,
      'Explicit conversion from data type int to uniqueidentifier is not allowed.',
    ],
    ['SELECT 1 WHERE b = c', 207, "Invalid column name 'b'."],
    [
      'SELECT a FROM dbo.T WHERE b = c COLLATE Latin1_General_CI_AS AND b COLLATE Latin1_General_BIN2 = c COLLATE Latin1_General_CI_AS',
      468,
      'Cannot resolve the collation conflict between "Latin1_General_BIN2" and "Latin1_General_CI_AS" in the equal to operation.',
    ],
    [
      'SELECT a FROM dbo.T WHERE b = c',
      468,
      'Cannot resolve the collation conflict between "Latin1_General_CS_AS" and "SQL_Latin1_General_CP1_CI_AS" in the equal to operation.',
    ],
    [
      'SELECT a FROM dbo.T ORDER BY 9',
      108,
      'The ORDER BY position number 9 is out of range of the number of items in the select list.',
    ],
    [
      'SELECT DISTINCT a FROM dbo.T ORDER BY b',
      145,
      'ORDER BY items must appear in the select list if SELECT DISTINCT is specified.',
    ],
    [
      'SELECT * FROM (SELECT a FROM dbo.T ORDER BY a) x',
      1033,
      'The ORDER BY clause is invalid in views, inline functions, derived tables, subqueries, and common table expressions, unless TOP, OFFSET or FOR XML is also specified.',
    ],
    ['SELECT * FROM (SELECT 1) x', 8155, "No column name was specified for column 1 of 'x'."],
    [
      'SELECT 1 UNION SELECT 1, 2',
      205,
      'All queries combined using a UNION, INTERSECT or EXCEPT operator must have an equal number of expressions in their target lists.',
    ],
    [
      'SELECT ROW_NUMBER() OVER () FROM dbo.T',
      4112,
      "The function 'ROW_NUMBER' must have an OVER clause with ORDER BY.",
    ],
    [
      'SELECT a FROM dbo.T WITH (NOSUCHHINT)',
      321,
      '"nosuchhint" is not a recognized table hints option. If it is intended as a parameter to a table-valued function or to the CHANGETABLE function, ensure that your database compatibility mode is set to 90.',
    ],
    ['UPDATE sys.tables SET name = 1', 259, 'Ad hoc updates to system catalogs are not allowed.'],
    ['SET NOSUCH ON', 195, "'NOSUCH' is not a recognized SET option."],
  ])('%s', async (batch, number, message) => {
    const { error } = await ask(session, batch);
    expect([error?.number, error?.message]).toEqual([number, message]);
  });

  it('of too much at once', async () => {
    const many = Object.fromEntries(Array.from({ length: 2099 }, (_, index) => [`@p${index} int`, index]));
    expect(await failureOf(session, 'SELECT 1', many)).toBe(8003);
    const rows = Array.from({ length: 1001 }, (_, index) => `(${index})`).join(',');
    expect(await failureOf(session, `CREATE TABLE #n (a int); INSERT #n VALUES ${rows}`)).toBe(10_738);
  });

  it('of depth, and a condition may still be long', async () => {
    const parts = (count: number): string =>
      Array.from({ length: count }, (_, index) => `(a = ${index} AND [sel ect] = 5)`).join(' OR ');
    expect(await listOf(session, `SELECT a FROM dbo.T WHERE ${parts(500)}`)).toEqual([1]);
    expect(await failureOf(session, `SELECT a FROM dbo.T WHERE ${parts(2000)}`)).toBe(191);
    expect(await failureOf(session, `SELECT ${'ABS('.repeat(30)}1${')'.repeat(30)}`)).toBe(191);
    expect(await failureOf(session, `SELECT ${'('.repeat(90)}1${')'.repeat(90)}`)).toBe(191);
    expect(await listOf(session, `SELECT ${'ABS('.repeat(5)}1${')'.repeat(5)}`)).toEqual([1]);
  });

  it('tells the line', async () => {
    const { error } = await ask(session, "SELECT 1\nSELECT 'two\nlines'\n\nSELECT *\nFROM dbo.Nowhere");
    expect([error?.number, error?.line]).toEqual([208, 5]);
  });
});

describe('schema', () => {
  it('makes, changes and drops tables', async () => {
    await rowsOf(session, 'CREATE SCHEMA [odd ]] name]');
    await rowsOf(
      session,
      'CREATE TABLE [odd ]] name].[Preis (€)] ([Größe] nvarchar(5) NOT NULL, n int NOT NULL, CONSTRAINT [my key] PRIMARY KEY (n DESC, [Größe]))',
    );
    await rowsOf(
      session,
      "INSERT [odd ]] name].[Preis (€)] ([größe], n) VALUES (N'XL', 1); ALTER TABLE [odd ]] name].[Preis (€)] ADD Farbe varchar(9) NOT NULL DEFAULT 'rot', x int NULL",
    );
    expect(
      await rowsOf(session, 'SELECT [GRÖSSE], * FROM [odd ]] name].[Preis (€)]').catch(() => 'ß is not ss'),
    ).toEqual('ß is not ss');
    expect(await rowsOf(session, 'SELECT * FROM [ODD ]] NAME].[preis (€)]')).toEqual([
      ['XL', 1, 'rot', null],
    ]);
    await rowsOf(session, "EXEC sp_rename N'[odd ]] name].[Preis (€)].Farbe', N'Color', 'COLUMN'");
    expect(await failureOf(session, 'SELECT Farbe FROM [odd ]] name].[Preis (€)]')).toBe(207);
    expect(await listOf(session, 'SELECT [color] FROM [odd ]] name].[Preis (€)]')).toEqual(['rot']);
    await rowsOf(
      session,
      'ALTER TABLE [odd ]] name].[Preis (€)] DROP COLUMN x; ALTER TABLE [odd ]] name].[Preis (€)] ALTER COLUMN Color nvarchar(3) NOT NULL',
    );
    expect(await failureOf(session, "UPDATE [odd ]] name].[Preis (€)] SET Color = N'blau'")).toBe(2628);
    expect(await failureOf(session, 'ALTER TABLE [odd ]] name].[Preis (€)] DROP COLUMN n')).toBe(5074);
    expect(await failureOf(session, 'ALTER TABLE [odd ]] name].[Preis (€)] ADD y int NOT NULL')).toBe(4901);
    await rowsOf(
      session,
      'TRUNCATE TABLE [odd ]] name].[Preis (€)]; DROP TABLE [odd ]] name].[Preis (€)]; DROP TABLE IF EXISTS [odd ]] name].[Preis (€)]',
    );
    expect(await failureOf(session, 'DROP TABLE [odd ]] name].[Preis (€)]')).toBe(3701);
  });

  it('keeps indexes unique and lets NULL in once', async () => {
    await rowsOf(
      session,
      'CREATE TABLE dbo.I (a int NULL, b int NOT NULL DEFAULT 0); INSERT dbo.I (a) VALUES (1), (NULL); CREATE UNIQUE INDEX IX_I ON dbo.I (a)',
    );
    expect(await failureOf(session, 'INSERT dbo.I (a) VALUES (1)')).toBe(2601);
    expect(await failureOf(session, 'INSERT dbo.I (a) VALUES (NULL)')).toBe(2601);
    expect(await failureOf(session, 'CREATE UNIQUE INDEX IX_B ON dbo.I (b)')).toBe(1505);
    expect(await failureOf(session, 'CREATE INDEX ix_i ON dbo.I (b)')).toBe(1913);
    await rowsOf(session, 'DROP INDEX IX_I ON dbo.I; INSERT dbo.I (a) VALUES (1)');
    expect(await failureOf(session, 'ALTER TABLE dbo.I ADD CONSTRAINT PK_I PRIMARY KEY (a)')).toBe(8111);
  });

  it('reads views, which see later rows', async () => {
    await rowsOf(session, "CREATE VIEW dbo.V (x, y) AS SELECT a, b + N'!' FROM dbo.T WHERE a > 0");
    expect(await rowsOf(session, 'SELECT v.y, v.x FROM dbo.V v')).toEqual([['x!', 1]]);
    expect(await failureOf(session, 'UPDATE dbo.V SET x = 2')).toBe(4406);
    expect(await failureOf(session, 'CREATE VIEW dbo.V AS SELECT 1 AS a')).toBe(2714);
    expect(await listOf(session, 'CREATE OR ALTER VIEW dbo.V AS SELECT 5 AS a')).toEqual([]);
    expect(await listOf(session, 'SELECT a FROM dbo.V')).toEqual([5]);
    expect(await listOf(session, 'USE Archive; SELECT a FROM Shop.dbo.V; USE Shop')).toEqual([5]);
    await rowsOf(session, 'CREATE OR ALTER VIEW dbo.V AS SELECT a FROM dbo.T');
    expect(await listOf(session, 'USE Archive; SELECT a FROM Shop.dbo.V; USE Shop')).toEqual([1]);
    await rowsOf(session, 'DROP VIEW dbo.V');
    expect(await failureOf(session, 'SELECT * FROM dbo.V')).toBe(208);
  });

  it('has temporary tables of each session', async () => {
    await rowsOf(session, "SELECT a, b INTO #copy FROM dbo.T; INSERT #copy VALUES (2, N'z')");
    expect(await listOf(session, 'SELECT a FROM #copy ORDER BY a')).toEqual([1, 2]);
    const other = engine.open(OWNER, 'Shop');
    expect(await failureOf(other, 'SELECT * FROM #copy')).toBe(208);
    await rowsOf(other, 'CREATE TABLE #copy (k int PRIMARY KEY); INSERT #copy VALUES (7)');
    expect(await listOf(other, 'SELECT k FROM #copy')).toEqual([7]);
    other.close();
    expect(
      await listOf(
        session,
        "IF OBJECT_ID('tempdb..#copy') IS NOT NULL DROP TABLE #copy; SELECT OBJECT_ID('tempdb..#copy')",
      ),
    ).toEqual([null]);
  });
});
