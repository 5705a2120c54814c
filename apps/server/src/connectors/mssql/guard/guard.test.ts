import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../source-error.ts';
import { createSqlGuard } from './guard.ts';

const { assertCondition, assertSelect } = closedAtEnd(createSqlGuard());

async function refusalOf(check: Promise<unknown>): Promise<string> {
  const error = await check.then(
    (passed) => new Error(`Let through: ${JSON.stringify(passed)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceError)) throw error;
  expect(error.kind).toBe('rejected');
  expect(error.message).toMatch(/\.$/);
  return error.message;
}

describe('a SELECT', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['select a, b as c from dbo.t where a = 1;', 'SELECT [a], [b] AS [c] FROM [dbo].[t] WHERE [a] = 1'],
    ['SELECT a -- the first\nFROM t /* the /* only */ table */', 'SELECT [a] FROM [t]'],
    ["SELECT 'a'/*'*/-/**/-1FROM\u00a0t\r\n;", "SELECT 'a' - -1FROM [t]"],
    ["SELECT '💥\n', a /* 💥 */ FROM t -- x'", "SELECT '💥\n', [a] FROM [t]"],
    ['SELECT * FROM [my schema].[odd]]name]', 'SELECT * FROM [my schema].[odd]]name]'],
    ['SELECT "a""b" FROM "t"', 'SELECT [a"b] FROM [t]'],
    ["SELECT a AS 'it''s', 'b' 'c]' FROM t", "SELECT [a] AS [it's], 'b' [c]]] FROM [t]"],
    [`SELECT 'O''Brien', N'Ø''x', '--', ';'`, `SELECT 'O''Brien', N'Ø''x', '--', ';'`],
    ['SELECT 0xFF, 1e3, .5, NULL, - -1, ~a FROM t', 'SELECT 0xFF, 1e3, .5, NULL, - -1, ~[a] FROM [t]'],
    [
      'SELECT DISTINCT TOP (@n) PERCENT WITH TIES t.*, a = b FROM t ORDER BY a COLLATE Latin1_General_CI_AS DESC, b ASC',
      'SELECT DISTINCT TOP (@n) PERCENT WITH TIES [t].*, [a] = [b] FROM [t] ORDER BY [a] COLLATE Latin1_General_CI_AS DESC, [b] ASC',
    ],
    [
      'SELECT a FROM t ORDER BY a OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY',
      'SELECT [a] FROM [t] ORDER BY [a] OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY',
    ],
    [
      'SELECT 1 FROM a x JOIN b ON x.i = b.i LEFT OUTER JOIN c ON 1=1 CROSS JOIN d, e CROSS APPLY (SELECT 1 AS y) f',
      'SELECT 1 FROM [a] [x] JOIN [b] ON [x].[i] = [b].[i] LEFT OUTER JOIN [c] ON 1=1 CROSS JOIN [d], [e] CROSS APPLY (SELECT 1 AS [y]) [f]',
    ],
    [
      'WITH c (x, y) AS (SELECT 1, 2), d AS (SELECT x FROM c) SELECT x FROM d UNION ALL SELECT 3 EXCEPT SELECT 4',
      'WITH [c] ([x], [y]) AS (SELECT 1, 2), [d] AS (SELECT [x] FROM [c]) SELECT [x] FROM [d] UNION ALL SELECT 3 EXCEPT SELECT 4',
    ],
    [
      'SELECT a, COUNT(*), SUM(DISTINCT b) FROM t WITH (NOLOCK) GROUP BY ROLLUP(a) HAVING COUNT(*) > 1',
      'SELECT [a], COUNT(*), SUM(DISTINCT [b]) FROM [t] WITH (NOLOCK) GROUP BY ROLLUP([a]) HAVING COUNT(*) > 1',
    ],
    [
      'SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b DESC), SUM(a) OVER (ORDER BY b ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM t',
      'SELECT ROW_NUMBER() OVER (PARTITION BY [a] ORDER BY [b] DESC), SUM([a]) OVER (ORDER BY [b] ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM [t]',
    ],
    [
      "SELECT CAST(a AS decimal(10,2)), CONVERT(varchar(10), b, 126), TRY_CAST(c AS nvarchar(max)), CAST(d AS datetime2(3)) AT TIME ZONE 'UTC' FROM t",
      "SELECT CAST([a] AS DECIMAL(10,2)), CONVERT(VARCHAR(10), [b], 126), TRY_CAST([c] AS NVARCHAR(MAX)), CAST([d] AS datetime2(3)) AT TIME ZONE 'UTC' FROM [t]",
    ],
    [
      "SELECT DATEADD(day, 1, a), DATEPART(iso_week, b), IIF(a > 1, 'x', 'y'), STRING_AGG(a, ',') WITHIN GROUP (ORDER BY a) FROM t",
      "SELECT DATEADD(day, 1, [a]), DATEPART(iso_week, [b]), IIF([a] > 1, 'x', 'y'), STRING_AGG([a], ',') WITHIN GROUP (ORDER BY [a]) FROM [t]",
    ],
    [
      "SELECT CASE a WHEN 1 THEN 'x' ELSE 'y' END, SUBSTRING(b, 1, 2), TRIM(c), FLOOR(d), CURRENT_TIMESTAMP, @@VERSION FROM t",
      "SELECT CASE [a] WHEN 1 THEN 'x' ELSE 'y' END, SUBSTRING([b], 1, 2), TRIM([c]), FLOOR([d]), CURRENT_TIMESTAMP, @@VERSION FROM [t]",
    ],
    ['SELECT a FROM (VALUES (1), (2)) v (a)', 'SELECT [a] FROM (VALUES (1), (2)) [v] ([a])'],
    ['SELECT a FROM t WHERE b = SOME (SELECT 1)', 'SELECT [a] FROM [t] WHERE [b] = SOME (SELECT 1)'],
  ])('%s is rewritten', async (text, sql) => {
    expect((await assertSelect(text)).sql).toBe(sql);
  });

  it('lists its parameters', async () => {
    const { parameters } = await assertSelect('SELECT a FROM t WHERE a = @first AND b IN (@second, @first)');
    expect(parameters).toEqual(['first', 'second']);
    expect((await assertSelect('SELECT @a, @A')).parameters).toEqual(['a']);
  });

  // SQL Server takes a reserved word for the next statement where the parser takes it for a name.
  it.each(['SHUTDOWN', 'COMMIT', 'ROLLBACK', 'CHECKPOINT', 'RECONFIGURE', 'REVERT', 'GO', 'BREAK'])(
    '%s behind a table or a value can be nothing but a name',
    async (word) => {
      expect((await assertSelect(`SELECT a FROM t ${word}`)).sql).toBe(`SELECT [a] FROM [t] [${word}]`);
      expect((await assertSelect(`SELECT 1 ${word}`)).sql).toBe(`SELECT 1 [${word}]`);
    },
  );

  it.each([
    ['', /empty/],
    ['-- nothing', /empty/],
    ['SELEC 1', /not understood/],
    ["SELECT 'a", /not understood/],
    ['SELECT [a', /not understood/],
    ['SELECT 1 /* a', /not understood/],
    ['SELECT ‘a’', /not understood/],
    ['SELECT 1\0', /characters/],
    ['SELECT \ud800', /characters/],
    ['SELECT 1; SELECT 2', /more than one statement/],
    ['SELECT 1; DROP TABLE t', /more than one statement/],
    ['SELECT 1 /* ; */ ; /* */ SHUTDOWN', /./],
    ['SELECT /*/* a */ 1 */ 1 FROM t /* b', /not understood/],
    ['SELECT 1 SELECT 2', /not understood/],
    ['SELECT a FROM t DELETE FROM t', /not understood/],
    ['SELECT a FROM t EXEC sp_who', /not understood/],
    ['SELECT a FROM t RETURN', /not understood/],
    ['SELECT a FROM t WHERE a = 1 SHUTDOWN', /not understood/],
    ['SELECT a FROM t ORDER BY a SHUTDOWN', /not understood/],
    ['SELECT 1\nGO\nDROP TABLE t', /not understood/],
    ['INSERT INTO t VALUES (1)', /This is INSERT/],
    ['UPDATE t SET a = 1', /This is UPDATE/],
    ['DELETE FROM t', /This is DELETE/],
    ['MERGE t USING s ON 1=1 WHEN MATCHED THEN DELETE;', /This is MERGE/],
    ['TRUNCATE TABLE t', /This is TRUNCATE/],
    ['DROP TABLE t', /This is DROP/],
    ['CREATE TABLE t (a int)', /This is CREATE TABLE/],
    ['ALTER TABLE t ADD a int', /This is ALTER TABLE/],
    ['GRANT SELECT ON t TO u', /This is GRANT/],
    ['EXEC sp_who', /This is EXECUTE/],
    ["EXECUTE sp_executesql N'DROP TABLE t'", /This is EXECUTE/],
    ["EXEC xp_cmdshell 'dir'", /This is EXECUTE/],
    ["EXEC('DROP TABLE t')", /refused|This is|not understood/],
    ["WAITFOR DELAY '00:01:00'", /This is WAIT FOR/],
    ['DECLARE @x int', /This is DECLARE/],
    ['SET NOCOUNT ON', /This is SET|not understood/],
    ['BEGIN TRANSACTION', /This is START TRANSACTION/],
    ['COMMIT', /This is COMMIT/],
    ['USE master', /This is USE/],
    ['VALUES (1)', /VALUES/],
    ['SELECT * INTO copy FROM t', /SELECT INTO/],
    ['SELECT 1 AS a INTO copy UNION SELECT 2', /SELECT INTO/],
    ['WITH d AS (DELETE FROM t OUTPUT deleted.*) SELECT * FROM d', /DELETE/],
    ['WITH d AS (SELECT 1 a) DELETE FROM d', /DELETE/],
    ['WITH d AS (SELECT 1 a) UPDATE d SET a = 2', /UPDATE/],
    ['WITH d AS (SELECT 1 a) INSERT INTO t SELECT a FROM d', /INSERT/],
    ['WITH d AS (INSERT INTO t OUTPUT inserted.a VALUES (1)) SELECT a FROM d', /INSERT/],
    ['SELECT * FROM (DELETE FROM t OUTPUT deleted.a) d', /not understood|DELETE/],
    ['SELECT * FROM (INSERT INTO t OUTPUT inserted.a VALUES (1)) d', /not understood|INSERT/],
    ['SELECT * FROM t WITH (TABLOCKX)', /TABLOCKX/],
    ['SELECT * FROM t WITH (UPDLOCK, ROWLOCK)', /UPDLOCK/],
    ['SELECT * FROM t WITH (HOLDLOCK)', /HOLDLOCK/],
    ['SELECT * FROM t (XLOCK)', /function t as a table/],
    ['SELECT * FROM t FOR JSON PATH', /FOR JSON/],
    ['SELECT * FROM t FOR XML AUTO', /FOR XML/],
    ['SELECT NEXT VALUE FOR s', /not understood/],
    ['SELECT @x = 1', /Assigning/],
    ['SELECT @@TRANCOUNT', /@@TRANCOUNT/],
    ['SELECT $1.50', /\$1\.50/],
    ['SELECT $identity FROM t', /\$identity/],
    ['SELECT * FROM srv.db.dbo.t', /another database or server/],
    ['SELECT * FROM db.dbo.t', /another database or server/],
    ['SELECT * FROM tempdb..#t', /another database or server/],
    ['SELECT * FROM @t', /@t/],
    ['SELECT * FROM sys.sql_logins', /sys\.sql_logins/],
    ['SELECT * FROM [ｓｙｓ].sql_logins', /sql_logins/],
    ['SELECT * FROM [SYS].[sql_logins]', /SYS\.sql_logins/],
    ["SELECT * FROM OPENROWSET('SQLNCLI', 'x', 'SELECT 1') o", /OPENROWSET/],
    ["SELECT * FROM OPENROWSET(BULK 'c:\\boot.ini', SINGLE_CLOB) o", /not understood/],
    ["SELECT * FROM OPENQUERY(srv, 'DELETE FROM t')", /OPENQUERY/],
    ["SELECT * FROM OPENDATASOURCE('SQLNCLI', 'x').db.dbo.t", /not understood|OPENDATASOURCE/],
    ['SELECT * FROM dbo.make_order(1)', /dbo\.make_order/],
    ['SELECT * FROM fn_dblog(NULL, NULL)', /fn_dblog/],
    ['SELECT dbo.make_order(1)', /dbo\.make_order/],
    ["SELECT xp_cmdshell('dir')", /xp_cmdshell/],
    ['SELECT [COUNT](*) FROM t', /COUNT/],
    ["SELECT a.value('.', 'int') FROM t", /a\.value/],
    ['SELECT {fn now()}', /ODBC/],
    ['SELECT * FROM t FOR SYSTEM_TIME ALL', /not understood|SYSTEM_TIME/],
    ['SELECT * FROM t TABLESAMPLE (1 PERCENT)', /TABLESAMPLE/],
    ['SELECT a FROM t LIMIT 5', /LIMIT/],
    ['SELECT a::int FROM t', /cast with ::/],
    ['SELECT a FROM t OPTION (RECOMPILE)', /OPTION/],
    ['SELECT CAST(a AS dbo.mine) FROM t', /dbo\.mine/],
    ['SELECT CAST(a AS xml) FROM t', /xml/],
    ['SELECT a COLLATE [x y] FROM t', /collation/],
    [`SELECT a FROM t WHERE b = @p1x'`, /not understood/],
    ['SELECT @[a]', /not/],
    ['SELECT a FROM t WHERE DATEADD(day; 1, a)', /not understood/],
  ])('%s is refused', async (text, sentence) => {
    expect(await refusalOf(assertSelect(text))).toMatch(sentence);
  });
});

describe('a where clause', () => {
  it.each([
    ['a = 1', '[a] = 1'],
    ["  price > 10.50 AND name LIKE N'%Ø''s%'  ", "[price] > 10.50 AND [name] LIKE N'%Ø''s%'"],
    ["a = ';--' AND [b;--/*] = '/*'", "[a] = ';--' AND [b;--/*] = '/*'"],
    ['a = 1 OR b = 2', '[a] = 1 OR [b] = 2'],
    ['(a = 1)', '([a] = 1)'],
    [
      'Products.id IN (SELECT product_id FROM dbo.listed WHERE shop = 3)',
      '[Products].[id] IN (SELECT [product_id] FROM [dbo].[listed] WHERE [shop] = 3)',
    ],
    [
      'NOT EXISTS (SELECT 1 FROM blocked b WHERE b.id = id) AND a IS NOT NULL AND b BETWEEN 1 AND 2',
      'NOT EXISTS (SELECT 1 FROM [blocked] [b] WHERE [b].[id] = [id]) AND [a] IS NOT NULL AND [b] BETWEEN 1 AND 2',
    ],
    ["[Größe (cm)] IN ('S', N'м')", "[Größe (cm)] IN ('S', N'м')"],
  ])('%s is rewritten', async (clause, condition) => {
    expect(await assertCondition(clause)).toBe(condition);
  });

  it.each([
    ['', /not understood/],
    ['WHERE a = 1', /begins with the word WHERE/],
    [' where\ta = 1', /begins with the word WHERE/],
    ['a =', /not understood\. Expected: an expression, found: the end\.$/],
    ['a = 1 AND\n', /not understood\. Expected: an expression, found: the end\.$/],
    ['a = 1 AND (b = )', /not understood\. Expected: an expression, found: \)\.$/],
    ['a = 1)', /not understood\. There is one closing parenthesis too many\.$/],
    ['a = @x', /@x has no value/],
    ['a = 1; DROP TABLE t', /semicolon/],
    ['a = 1 -- and so on', /comment/],
    ['a = 1 /* and so on', /comment/],
    ["a = 'x''; DROP TABLE t; --'';'; b", /semicolon/],
    ['a = 1) OR (1 = 1', /parentheses/],
    ['a = 1) UNION SELECT password FROM users WHERE (1 = 1', /parentheses/],
    ['a = 1) ORDER BY (a', /ORDER BY/],
    ['a = 1) GROUP BY (a', /parentheses|GROUP BY/],
    ['a = 1) HAVING (1 = 1', /HAVING/],
    ['a = 1) SHUTDOWN (', /not understood/],
    ['1 = 1) DELETE FROM t WHERE (1 = 1', /not understood/],
    ['a = 1 ORDER BY a', /not understood/],
    ['a IN (DELETE FROM t OUTPUT deleted.a)', /not understood|DELETE/],
    ['a IN (SELECT b INTO c FROM t)', /SELECT INTO/],
    ["EXISTS (SELECT 1 FROM OPENQUERY(srv, 'DELETE FROM t'))", /OPENQUERY/],
    ['a = (SELECT 1 FROM srv.db.dbo.t)', /another database or server/],
    ['a IN (SELECT name FROM sys.sql_logins)', /sys\.sql_logins/],
    ['dbo.check_it(a) = 1', /dbo\.check_it/],
    ['EXEC sp_who', /not understood/],
    ['DROP TABLE t', /not understood\. A condition ends before TABLE\.$/],
    ['(a = 1', /not understood\. A closing parenthesis is missing\.$/],
    ["WAITFOR DELAY '1:00'", /not understood/],
    ['a = 1 GO', /not understood/],
    ['a = 1\0', /characters/],
    ["a = 'x", /not understood/],
    ['[a = 1', /not understood/],
  ])('%s is refused', async (clause, sentence) => {
    expect(await refusalOf(assertCondition(clause))).toMatch(sentence);
  });
});

describe('text that exhausts the parser', () => {
  const many = (piece: string, times: number, between = '') => Array(times).fill(piece).join(between);

  it.each([
    ['a thousand ORs', `SELECT 1 FROM t WHERE ${many('a = 1', 1_500, ' OR ')}`],
    ['nested functions', `SELECT ${many('ABS(', 22)}1${many(')', 22)}`],
  ])('%s', async (_, text) => {
    const impatient = closedAtEnd(createSqlGuard({ timeoutMs: 1_000 }));
    expect(await refusalOf(impatient.assertSelect(text))).toMatch(/too long or too deeply nested/);
    expect((await impatient.assertSelect('SELECT 1')).sql).toBe('SELECT 1');
  });

  it('is refused for endless parentheses', async () => {
    expect(await refusalOf(assertSelect(`SELECT ${many('(', 9_000)}1${many(')', 9_000)}`))).toMatch(
      /recursion limit/,
    );
  });
});
