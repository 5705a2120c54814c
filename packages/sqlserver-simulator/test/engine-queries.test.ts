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
    `CREATE TABLE dbo.Articles (
       id int NOT NULL PRIMARY KEY, product nvarchar(20) NULL, name nvarchar(50) NULL,
       price decimal(10,2) NULL, stock smallint NULL, seen datetime2(7) NULL);
     INSERT INTO dbo.Articles VALUES
       (1, N'A', N'Äpfel', 1.50, 3, '2026-01-01T00:00:00.1234567'),
       (2, N'a ', N'apfel', 2.00, NULL, '2026-01-02'),
       (3, N'B', N'Birne', 10.00, 0, NULL),
       (4, N'b', NULL, NULL, 7, '2025-12-31T23:59:59.9999999'),
       (5, NULL, N'O''Brien]', 9.99, 1, NULL);
     CREATE TABLE dbo.Stock (shop char(4) NOT NULL, article int NOT NULL, pieces int NOT NULL, PRIMARY KEY (shop, article));
     INSERT dbo.Stock VALUES ('ab', 1, 1), ('AC', 1, 2), ('ab', 2, 3), ('B', 1, 4), ('B', 9, 5);`,
  );
});

afterAll(() => engine.close());

describe('expressions', () => {
  it.each<[string, unknown]>([
    ["N'it''s'", "it's"],
    ["'a' + N'b'", 'ab'],
    ["'a' + NULL", null],
    ['7 / 2', 3],
    ['-7 / 2', -3],
    ['7 % 3', 1],
    ['7 / 2.0', '3.500000'],
    ['1 + 1.50', '2.50'],
    ["1 + '2'", 3],
    ['3000000000', '3000000000'],
    ['$1.5', '1.5000'],
    ['1e2', 100],
    ['5 & 3', 1],
    ['5 ^ 1', 4],
    ['~5', -6],
    ['CAST(1 AS bit)', true],
    ["CASE WHEN 'abc' = 'ABC  ' THEN 1 ELSE 0 END", 1],
    ["CASE WHEN 'abc' = 'ABC' COLLATE Latin1_General_BIN2 THEN 1 ELSE 0 END", 0],
    ["CASE WHEN N'é' = N'e' THEN 1 ELSE 0 END", 0],
    ["CASE WHEN N'é' = N'e' COLLATE Latin1_General_CI_AI THEN 1 ELSE 0 END", 1],
    ["CASE 2 WHEN 1 THEN N'one' WHEN 2 THEN N'two' END", 'two'],
    ['CASE WHEN NULL = NULL THEN 1 ELSE 0 END', 0],
    ['CASE WHEN NOT (NULL = 1) THEN 1 ELSE 0 END', 0],
    ['CASE WHEN 1 NOT IN (2, NULL) THEN 1 ELSE 0 END', 0],
    ['CASE WHEN 1 IN (1, NULL) THEN 1 ELSE 0 END', 1],
    ["IIF(N'x' LIKE N'[a-z]', 1, 0)", 1],
    ["IIF('50%' LIKE '50!%' ESCAPE '!', 1, 0)", 1],
    ["IIF('50x' LIKE '50!%' ESCAPE '!', 1, 0)", 0],
    ['COALESCE(NULL, NULL, 3)', 3],
    ["ISNULL(NULL, 'x')", 'x'],
    ["ISNULL(CAST(NULL AS varchar(2)), 'xyz')", 'xy'],
    ['NULLIF(1, 1)', null],
    ["NULLIF('a', 'A')", null],
    ["CONVERT(varchar(10), CAST('2026-11-21T10:00:00' AS datetime2), 120)", '2026-11-21'],
    ["TRY_CAST('x' AS int)", null],
    ["TRY_CONVERT(decimal(5,2), '1.239')", '1.24'],
    ["CAST('1.005' AS decimal(5,2))", '1.01'],
    ["LEN('ab  ')", 2],
    ["UPPER(N'ä')", 'Ä'],
    ["SUBSTRING('abcdef', 2, 3)", 'bcd'],
    ["LTRIM('  a')", 'a'],
    ["TRIM('  a ')", 'a'],
    ['FLOOR(-1.5)', '-2'],
    ['CEILING(1.2)', '2'],
    ["DATEDIFF(day, '2026-01-01', '2026-02-01')", 31],
    ["YEAR(DATEADD(month, 1, '2026-12-15'))", 2027],
    ["DATALENGTH(N'ab')", 4],
    ['0x1F', Buffer.from('1f', 'hex')],
    ['(SELECT MAX(id) FROM dbo.Articles)', 5],
    ['(SELECT id FROM dbo.Articles WHERE id = 99)', null],
    ['CAST(9223372036854775807 AS bigint)', 9223372036854775807n],
    [
      "CAST('6f9619ff-8b86-d011-b42d-00c04fc964ff' AS uniqueidentifier)",
      '6F9619FF-8B86-D011-B42D-00C04FC964FF',
    ],
  ])('SELECT %s is %o', async (expression, expected) => {
    expect(await listOf(session, `SELECT ${expression}`)).toEqual([expected]);
  });

  it('types literals and results as SQL Server does', async () => {
    const { columns } = await ask(
      session,
      "SELECT 1 a, 1.50 b, 'xy' c, N'' d, NULL e, 1 + CAST(1 AS bigint) f, COUNT(*) g, COUNT_BIG(*) h, SUM(price) i, ROW_NUMBER() OVER (ORDER BY price) j FROM dbo.Articles GROUP BY price",
    );
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['a', { name: 'int' }],
      ['b', { name: 'numeric', precision: 3, scale: 2 }],
      ['c', { name: 'varchar', length: 2 }],
      ['d', { name: 'nvarchar', length: 1 }],
      ['e', { name: 'int' }],
      ['f', { name: 'bigint' }],
      ['g', { name: 'int' }],
      ['h', { name: 'bigint' }],
      ['i', { name: 'decimal', precision: 38, scale: 2 }],
      ['j', { name: 'bigint' }],
    ]);
  });

  it('reads names in brackets and quotation marks with doubled ends', async () => {
    const { columns, rows } = await ask(session, 'SELECT 1 AS [a]]b], 2 AS "c""d", [x]] = 3, [y] = 4');
    expect(columns.map(({ name }) => name)).toEqual(['a]b', 'c"d', 'x] = 3, [y']);
    expect(rows).toEqual([[1, 2, 4]]);
  });

  it('passes over comments, nested ones too', async () => {
    expect(await listOf(session, "SELECT /* a /* b */ ' */ 1 -- ' and the rest\n + 1")).toEqual([2]);
  });

  it('keeps the rows apart whose text holds what looks like SQL', async () => {
    const nasty = "'; DROP TABLE dbo.Articles; --";
    expect(await listOf(session, 'SELECT @x', { '@x nvarchar(100)': nasty })).toEqual([nasty]);
    expect(
      await listOf(session, 'SELECT id FROM dbo.Articles WHERE name = @x', {
        '@x nvarchar(100)': "O'Brien]",
      }),
    ).toEqual([5]);
    expect(await listOf(session, "SELECT id FROM dbo.Articles WHERE name = N'O''Brien]'")).toEqual([5]);
    expect(await listOf(session, "SELECT N'a\0b' + NCHAR(0)")).toEqual(['a\0b\0']);
  });
});

describe('rows', () => {
  it('compares without regard to case and trailing blanks, and orders by the collation', async () => {
    expect(await listOf(session, "SELECT id FROM dbo.Articles WHERE product = 'A' ORDER BY id")).toEqual([
      1, 2,
    ]);
    expect(await listOf(session, 'SELECT name FROM dbo.Articles ORDER BY name')).toEqual([
      null,
      'apfel',
      'Äpfel',
      'Birne',
      "O'Brien]",
    ]);
    expect(
      await listOf(session, 'SELECT name FROM dbo.Articles ORDER BY name COLLATE Latin1_General_BIN2 DESC'),
    ).toEqual(['Äpfel', 'apfel', "O'Brien]", 'Birne', null]);
    expect(await listOf(session, 'SELECT COUNT(DISTINCT product) FROM dbo.Articles')).toEqual([2]);
    expect((await listOf(session, 'SELECT DISTINCT product FROM dbo.Articles')).length).toBe(3);
    expect((await listOf(session, 'SELECT product FROM dbo.Articles GROUP BY product')).length).toBe(3);
    expect((await listOf(session, "SELECT N'a' UNION SELECT N'A ' UNION SELECT N'b'")).length).toBe(2);
  });

  it('has NULLs first, last when descending', async () => {
    expect(await listOf(session, 'SELECT id FROM dbo.Articles ORDER BY price')).toEqual([4, 1, 2, 5, 3]);
    expect(await listOf(session, 'SELECT id FROM dbo.Articles ORDER BY price DESC')).toEqual([3, 5, 2, 1, 4]);
    expect(await listOf(session, 'SELECT id FROM dbo.Articles ORDER BY 1 DESC')).toEqual([5, 4, 3, 2, 1]);
  });

  it('takes the first rows, with ties, by percent, and pages', async () => {
    expect(await listOf(session, 'SELECT TOP 2 id FROM dbo.Articles ORDER BY id')).toEqual([1, 2]);
    expect(
      await listOf(session, 'SELECT TOP (@n) id FROM dbo.Articles ORDER BY id', { '@n int': 3 }),
    ).toEqual([1, 2, 3]);
    expect(
      await listOf(
        session,
        "SELECT TOP (1) WITH TIES id FROM dbo.Articles WHERE product > '' ORDER BY product",
      ),
    ).toEqual([1, 2]);
    expect(await listOf(session, 'SELECT TOP (0) WITH TIES id FROM dbo.Articles ORDER BY product')).toEqual(
      [],
    );
    expect(
      await listOf(
        session,
        'SELECT x.id FROM (SELECT TOP (1) WITH TIES id, product FROM dbo.Articles WHERE product IS NOT NULL ORDER BY product) x ORDER BY x.id',
      ),
    ).toEqual([1, 2]);
    expect(await listOf(session, 'SELECT TOP 50 PERCENT id FROM dbo.Articles ORDER BY id')).toEqual([
      1, 2, 3,
    ]);
    expect(
      await listOf(session, 'SELECT id FROM dbo.Articles ORDER BY id OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY'),
    ).toEqual([2, 3]);
    expect(
      await listOf(
        session,
        'SELECT id FROM dbo.Articles ORDER BY id OFFSET @skip ROWS FETCH NEXT (@take + 1) ROWS ONLY',
        {
          '@skip int': 3,
          '@take int': 0,
        },
      ),
    ).toEqual([4]);
    expect(await failureOf(session, 'SELECT TOP (-1) id FROM dbo.Articles')).toBe(1014);
    expect(
      await failureOf(
        session,
        'SELECT id FROM dbo.Articles ORDER BY id OFFSET 0 ROWS FETCH NEXT 0 ROWS ONLY',
      ),
    ).toBe(10744);
  });

  it('reads a composite key page by page', async () => {
    const seen: unknown[] = [];
    let last: readonly unknown[] = ['', 0];
    for (;;) {
      const rows = await rowsOf(
        session,
        `SELECT TOP (2) shop, article FROM dbo.Stock
         WHERE shop > CAST(@shop AS char(4)) OR (shop = CAST(@shop AS char(4)) AND article > CAST(@article AS int))
         ORDER BY shop, article`,
        { '@shop nvarchar(4000)': String(last[0]), '@article nvarchar(4000)': String(last[1]) },
      );
      if (rows.length === 0) break;
      seen.push(...rows);
      last = rows.at(-1) ?? last;
    }
    expect(seen).toEqual([
      ['ab  ', 1],
      ['ab  ', 2],
      ['AC  ', 1],
      ['B   ', 1],
      ['B   ', 9],
    ]);
  });

  it('groups whole products with DENSE_RANK and TOP WITH TIES', async () => {
    const rows = await rowsOf(
      session,
      `SELECT TOP (@n) WITH TIES id, DENSE_RANK() OVER (ORDER BY [product]) AS g
       FROM dbo.Articles WHERE [product] > CAST(@last AS nvarchar(20)) ORDER BY [product]`,
      { '@n int': 3, '@last nvarchar(4000)': '' },
    );
    expect(rows.map(([id, rank]) => [id, rank])).toEqual([
      [1, 1n],
      [2, 1n],
      [3, 2n],
      [4, 2n],
    ]);
  });

  it('joins, with NULLs where a side is missing', async () => {
    expect(
      await rowsOf(
        session,
        "SELECT a.id, s.pieces FROM dbo.Articles a LEFT JOIN dbo.Stock s ON s.article = a.id AND s.shop = 'B' ORDER BY a.id",
      ),
    ).toEqual([
      [1, 4],
      [2, null],
      [3, null],
      [4, null],
      [5, null],
    ]);
    expect(
      await rowsOf(
        session,
        'SELECT a.id, s.article FROM dbo.Articles a FULL OUTER JOIN dbo.Stock s ON s.article = a.id WHERE a.id IS NULL OR s.article IS NULL ORDER BY a.id',
      ),
    ).toEqual([
      [null, 9],
      [3, null],
      [4, null],
      [5, null],
    ]);
    expect(await listOf(session, 'SELECT COUNT(*) FROM dbo.Articles CROSS JOIN dbo.Stock')).toEqual([25]);
    expect(await listOf(session, 'SELECT COUNT(*) FROM Articles, Shop.dbo.Stock')).toEqual([25]);
  });

  it('aggregates groups', async () => {
    expect(
      await rowsOf(
        session,
        `SELECT product, COUNT(*) AS n, SUM(stock) AS s, AVG(price) AS p, MIN(name) AS low, MAX(name) AS high
         FROM dbo.Articles GROUP BY product HAVING COUNT(*) > 1 ORDER BY n, product`,
      ),
    ).toEqual([
      ['A', 2, 3, '1.750000', 'apfel', 'Äpfel'],
      ['B', 2, 7, '10.000000', 'Birne', 'Birne'],
    ]);
    expect(
      await rowsOf(session, 'SELECT COUNT(*), SUM(stock), MAX(name) FROM dbo.Articles WHERE 1 = 0'),
    ).toEqual([[0, null, null]]);
    expect(
      await listOf(
        session,
        "SELECT STRING_AGG(name, ', ') WITHIN GROUP (ORDER BY id DESC) FROM dbo.Articles",
      ),
    ).toEqual(["O'Brien], Birne, apfel, Äpfel"]);
  });

  it('looks into subqueries and common table expressions', async () => {
    expect(
      await listOf(
        session,
        'SELECT id FROM dbo.Articles a WHERE EXISTS (SELECT * FROM dbo.Stock WHERE article = a.id) ORDER BY id',
      ),
    ).toEqual([1, 2]);
    expect(
      await listOf(
        session,
        'SELECT id FROM dbo.Articles WHERE id NOT IN (SELECT article FROM dbo.Stock) ORDER BY id',
      ),
    ).toEqual([3, 4, 5]);
    expect(
      await listOf(
        session,
        'WITH x (k) AS (SELECT id FROM dbo.Articles WHERE id > 2), y AS (SELECT k FROM x WHERE k < 5) SELECT k FROM y ORDER BY k',
      ),
    ).toEqual([3, 4]);
    expect(
      await rowsOf(session, "SELECT v.a, v.b FROM (VALUES (1, N'x'), (2, NULL)) AS v(a, b) ORDER BY a DESC"),
    ).toEqual([
      [2, null],
      [1, 'x'],
    ]);
    expect(await listOf(session, 'SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 1.5 ORDER BY n')).toEqual(
      ['1.0', '1.5', '2.0'],
    );
    expect(
      await listOf(session, 'SELECT id FROM dbo.Articles EXCEPT SELECT article FROM dbo.Stock ORDER BY id'),
    ).toEqual([3, 4, 5]);
    expect(
      await listOf(session, 'SELECT id FROM dbo.Articles INTERSECT SELECT article FROM dbo.Stock ORDER BY 1'),
    ).toEqual([1, 2]);
  });

  it('numbers and compares neighbouring rows', async () => {
    expect(
      await rowsOf(
        session,
        `SELECT id, ROW_NUMBER() OVER (PARTITION BY product ORDER BY id) r, LAG(id, 1, 0) OVER (ORDER BY id) l,
                SUM(id) OVER (ORDER BY id) s, COUNT(*) OVER () c
         FROM dbo.Articles WHERE id < 4 ORDER BY id`,
      ),
    ).toEqual([
      [1, 1n, 0, 1, 3],
      [2, 2n, 1, 3, 3],
      [3, 1n, 2, 6, 3],
    ]);
  });

  it('reads values of every kind through text parameters', async () => {
    expect(
      await listOf(session, 'SELECT id FROM dbo.Articles WHERE price = CAST(@p AS decimal(10,2))', {
        '@p nvarchar(100)': '9.99',
      }),
    ).toEqual([5]);
    expect(
      await listOf(session, 'SELECT id FROM dbo.Articles WHERE price > 1.999 AND price < 10 ORDER BY id'),
    ).toEqual([2, 5]);
    expect(
      await listOf(session, 'SELECT id FROM dbo.Articles WHERE seen = @t', {
        '@t nvarchar(100)': '2026-01-01T00:00:00.1234567',
      }),
    ).toEqual([1]);
    expect(await listOf(session, "SELECT id FROM dbo.Articles WHERE seen < '2026-01-01'")).toEqual([4]);
  });
});

describe('what a driver asks', () => {
  it("takes tedious's first batch", async () => {
    const batch = `set ansi_nulls on
      set ansi_null_dflt_on on
      set ansi_padding on
      set ansi_warnings on
      set arithabort on
      set concat_null_yields_null on
      set cursor_close_on_commit off
      set datefirst 7
      set dateformat mdy
      set implicit_transactions off
      set language us_english
      set numeric_roundabort off
      set quoted_identifier on
      set textsize 2147483647
      set transaction isolation level read committed
      set xact_abort off`;
    expect((await ask(session, batch)).error).toBeNull();
  });

  it('tells of the server and the session', async () => {
    const [row] = await rowsOf(
      session,
      "SELECT @@VERSION, DB_NAME(), @@TRANCOUNT, @@SPID, SUSER_SNAME(), @@ROWCOUNT, SERVERPROPERTY('ProductVersion')",
    );
    expect(row?.[0]).toMatch(/^Microsoft SQL Server 20/);
    expect(row?.slice(1, 3)).toEqual(['Shop', 0]);
    expect(row?.[4]).toBe('owner');
  });

  it('goes to another database and back, and reads across', async () => {
    const other = engine.open(OWNER, 'Shop');
    expect(await listOf(other, 'USE [Archive] SELECT DB_NAME()')).toEqual(['Archive']);
    expect(other.database).toBe('Archive');
    expect(await failureOf(other, 'SELECT * FROM dbo.Articles')).toBe(208);
    expect(await listOf(other, 'SELECT TOP 1 id FROM Shop.dbo.Articles ORDER BY id')).toEqual([1]);
    expect(await failureOf(other, 'USE Nowhere')).toBe(911);
    other.close();
  });

  it('describes its tables', async () => {
    expect(
      await rowsOf(
        session,
        'SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES ORDER BY TABLE_NAME',
      ),
    ).toEqual([
      ['dbo', 'Articles', 'BASE TABLE'],
      ['dbo', 'Stock', 'BASE TABLE'],
    ]);
    expect(
      await listOf(
        session,
        `SELECT c.name FROM sys.indexes i JOIN sys.index_columns ic ON ic.object_id = i.object_id AND ic.index_id = i.index_id
         JOIN sys.columns c ON c.object_id = ic.object_id AND c.column_id = ic.column_id
         WHERE i.is_primary_key = 1 AND i.object_id = OBJECT_ID(N'[dbo].[Stock]') ORDER BY ic.key_ordinal`,
      ),
    ).toEqual(['shop', 'article']);
  });

  it('ends a long answer when it is cancelled', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    const numbers =
      'SELECT a.id FROM dbo.Articles a, dbo.Articles b, dbo.Articles c, dbo.Articles d, dbo.Articles e, dbo.Articles f';
    let rows = 0;
    const read = async (): Promise<void> => {
      for await (const event of session.execute(numbers, [], abort.signal)) {
        if (event.kind !== 'row') continue;
        rows += 1;
        if (rows === 300) abort.abort(reason);
      }
    };
    await expect(read()).rejects.toBe(reason);
    expect(rows).toBeLessThan(5 ** 6);
    expect(await listOf(session, 'SELECT 1')).toEqual([1]);
  });
});
