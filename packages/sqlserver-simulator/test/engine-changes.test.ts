import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedEngine } from '../src/engine/create-engine.ts';
import type { EngineSession } from '../src/engine/engine.ts';
import { ask, failureOf, listOf, OWNER, READER, rowsOf, testEngine } from './engine-support.ts';

let engine: SimulatedEngine;
let session: EngineSession;

beforeEach(async () => {
  engine = testEngine();
  session = engine.open(OWNER, 'Shop');
  await rowsOf(
    session,
    `CREATE TABLE dbo.T (
       id int NOT NULL CONSTRAINT PK_T PRIMARY KEY, code nvarchar(10) NOT NULL CONSTRAINT UQ_T UNIQUE,
       price decimal(6,2) NULL CONSTRAINT DF_T DEFAULT 1.5 CONSTRAINT CK_T CHECK (price >= 0),
       note varchar(5) NULL, size tinyint NULL, doubled AS id * 2);
     INSERT INTO dbo.T (id, code, price, note) VALUES (1, N'a', 1, 'x'), (2, N'b', DEFAULT, NULL);`,
  );
});

afterEach(() => engine.close());

describe('INSERT', () => {
  it('fills in defaults, identities and computed columns, and tells what it wrote', async () => {
    await rowsOf(
      session,
      'CREATE TABLE dbo.N (n int IDENTITY(10, 5) PRIMARY KEY, made datetime2 DEFAULT SYSUTCDATETIME(), k uniqueidentifier DEFAULT NEWID(), v rowversion, t nvarchar(9))',
    );
    const { rows, counts } = await ask(
      session,
      "INSERT dbo.N (t) OUTPUT inserted.n, inserted.t AS [text] VALUES ('a'), ('b')",
    );
    expect(rows).toEqual([
      [10, 'a'],
      [15, 'b'],
    ]);
    expect(counts).toEqual([2]);
    expect(await listOf(session, 'SELECT SCOPE_IDENTITY()')).toEqual(['15']);
    expect(await listOf(session, 'SELECT COUNT(DISTINCT k) FROM dbo.N WHERE made IS NOT NULL')).toEqual([2]);
    expect(await listOf(session, 'SELECT COUNT(DISTINCT v) FROM dbo.N')).toEqual([2]);
    expect(await failureOf(session, "INSERT dbo.N (n, t) VALUES (1, 'c')")).toBe(544);
    expect(
      await listOf(
        session,
        "SET IDENTITY_INSERT dbo.N ON; INSERT dbo.N (n, t) VALUES (99, 'c'); SET IDENTITY_INSERT dbo.N OFF; INSERT dbo.N DEFAULT VALUES; SELECT MAX(n) FROM dbo.N",
      ),
    ).toEqual([104]);
    expect(await rowsOf(session, 'SELECT price, doubled FROM dbo.T WHERE id = 2')).toEqual([['1.50', 4]]);
  });

  it('takes rows from a query', async () => {
    expect(
      (await ask(session, "INSERT INTO dbo.T (id, code) SELECT id + 10, code + N'!' FROM dbo.T")).counts,
    ).toEqual([2]);
    expect(await listOf(session, 'SELECT code FROM dbo.T ORDER BY id')).toEqual(['a', 'b', 'a!', 'b!']);
  });

  it.each<[string, number, string]>([
    [
      "INSERT dbo.T (id, code) VALUES (1, N'z')",
      2627,
      "Violation of PRIMARY KEY constraint 'PK_T'. Cannot insert duplicate key in object 'dbo.T'. The duplicate key value is (1).",
    ],
    [
      "INSERT dbo.T (id, code) VALUES (3, N'A ')",
      2627,
      "Violation of UNIQUE KEY constraint 'UQ_T'. Cannot insert duplicate key in object 'dbo.T'. The duplicate key value is (A ).",
    ],
    [
      'INSERT dbo.T (id, code) VALUES (3, NULL)',
      515,
      "Cannot insert the value NULL into column 'code', table 'Shop.dbo.T'; column does not allow nulls. INSERT fails.",
    ],
    [
      'INSERT dbo.T (id) VALUES (3)',
      515,
      "Cannot insert the value NULL into column 'code', table 'Shop.dbo.T'; column does not allow nulls. INSERT fails.",
    ],
    [
      "INSERT dbo.T (id, code, price) VALUES (3, N'c', -1)",
      547,
      'The INSERT statement conflicted with the CHECK constraint "CK_T". The conflict occurred in database "Shop", table "dbo.T", column \'price\'.',
    ],
    [
      "INSERT dbo.T (id, code, note) VALUES (3, N'c', '123456')",
      2628,
      "String or binary data would be truncated in table 'Shop.dbo.T', column 'note'. Truncated value: '12345'.",
    ],
    [
      "INSERT dbo.T (id, code, size) VALUES (3, N'c', 256)",
      220,
      'Arithmetic overflow error for data type tinyint, value = 256.',
    ],
    [
      "INSERT dbo.T (id, code, price) VALUES (3, N'c', 123456)",
      8115,
      'Arithmetic overflow error converting int to data type numeric.',
    ],
    [
      "INSERT dbo.T (id, code) VALUES (N'three', N'c')",
      245,
      "Conversion failed when converting the nvarchar value 'three' to data type int.",
    ],
    [
      "INSERT dbo.T (id, code, price) VALUES (3, N'c', N'x')",
      8114,
      'Error converting data type nvarchar to numeric.',
    ],
    [
      'INSERT dbo.T (id, doubled) VALUES (3, 6)',
      271,
      'The column "doubled" cannot be modified because it is either a computed column or is the result of a UNION operator.',
    ],
    [
      'INSERT dbo.T (id, code) VALUES (3)',
      109,
      'There are more columns in the INSERT statement than values specified in the VALUES clause. The number of values in the VALUES clause must match the number of columns specified in the INSERT statement.',
    ],
    ['INSERT dbo.T (id, nothing) VALUES (3, 3)', 207, "Invalid column name 'nothing'."],
    ['INSERT dbo.Nothing VALUES (3)', 208, "Invalid object name 'dbo.Nothing'."],
  ])('%s is refused', async (batch, number, message) => {
    const { error } = await ask(session, batch);
    expect([error?.number, error?.message]).toEqual([number, message]);
    expect(await listOf(session, 'SELECT COUNT(*) FROM dbo.T')).toEqual([2]);
  });

  it('writes all rows of a statement or none', async () => {
    expect(await failureOf(session, "INSERT dbo.T (id, code) VALUES (3, N'c'), (4, N'd'), (3, N'e')")).toBe(
      2627,
    );
    expect(await listOf(session, 'SELECT id FROM dbo.T ORDER BY id')).toEqual([1, 2]);
  });
});

describe('UPDATE', () => {
  it('changes, counts and shows before and after', async () => {
    const { rows, counts } = await ask(
      session,
      "UPDATE dbo.T SET price = price * 2, note += N'y' OUTPUT deleted.price, inserted.price, inserted.note, inserted.doubled WHERE id = @id",
      { '@id int': 1 },
    );
    expect(rows).toEqual([['1.00', '2.00', 'xy', 2]]);
    expect(counts).toEqual([1]);
    expect((await ask(session, 'UPDATE dbo.T SET price = 5 WHERE id = 77')).counts).toEqual([0]);
    expect(await listOf(session, 'UPDATE dbo.T SET price = 5; SELECT @@ROWCOUNT')).toEqual([2]);
  });

  it('checks the old value, NULL-safe', async () => {
    const batch =
      'UPDATE dbo.T SET note = @new WHERE id = 2 AND ((note = @old) OR (note IS NULL AND @old IS NULL))';
    expect((await ask(session, batch, { '@new varchar(5)': 'n', '@old varchar(5)': 'zzz' })).counts).toEqual([
      0,
    ]);
    expect((await ask(session, batch, { '@new varchar(5)': 'n', '@old varchar(5)': null })).counts).toEqual([
      1,
    ]);
  });

  it('joins, by an alias, and touches a row once', async () => {
    await rowsOf(
      session,
      'CREATE TABLE dbo.P (id int, price money); INSERT dbo.P VALUES (1, 7.25), (1, 7.25), (3, 9)',
    );
    expect(
      (
        await ask(
          session,
          'UPDATE x SET price = p.price FROM dbo.T AS x JOIN dbo.P AS p ON p.id = x.id WHERE x.id < 3',
        )
      ).counts,
    ).toEqual([1]);
    expect(await listOf(session, 'SELECT price FROM dbo.T ORDER BY id')).toEqual(['7.25', '1.50']);
    expect((await ask(session, 'DELETE t FROM dbo.T t INNER JOIN dbo.P p ON p.id = t.id')).counts).toEqual([
      1,
    ]);
    expect((await ask(session, 'UPDATE TOP (1) dbo.P SET price = NULL')).counts).toEqual([1]);
    expect(
      (
        await ask(
          session,
          'WITH old AS (SELECT id FROM dbo.P WHERE price IS NULL) UPDATE dbo.P SET id = 5 FROM dbo.P JOIN old ON old.id = dbo.P.id',
        )
      ).error?.number ?? null,
    ).toBeNull();
  });

  it('moves keys all at once', async () => {
    expect((await ask(session, 'UPDATE dbo.T SET id = id + 1')).counts).toEqual([2]);
    expect(await listOf(session, 'SELECT id FROM dbo.T ORDER BY id')).toEqual([2, 3]);
    expect(await failureOf(session, 'UPDATE dbo.T SET id = 9')).toBe(2627);
    expect(await listOf(session, 'SELECT id FROM dbo.T ORDER BY id')).toEqual([2, 3]);
  });

  it('keeps what the column cannot hold out, and only that', async () => {
    expect(await failureOf(session, "UPDATE dbo.T SET note = 'too long'")).toBe(2628);
    expect(await failureOf(session, "UPDATE dbo.T SET note = 'abcde     '")).toBeNull();
    expect(await listOf(session, "SELECT '[' + note + ']' FROM dbo.T WHERE id = 1")).toEqual(['[abcde]']);
    expect(await failureOf(session, 'UPDATE dbo.T SET code = NULL')).toBe(515);
    expect(await failureOf(session, 'UPDATE dbo.T SET price = -1')).toBe(547);
    expect(await failureOf(session, 'UPDATE dbo.T SET price = DEFAULT WHERE id = 1')).toBeNull();
    expect(await listOf(session, 'SELECT price FROM dbo.T WHERE id = 1')).toEqual(['1.50']);
  });

  it('assigns variables on the way', async () => {
    expect(
      await rowsOf(
        session,
        'DECLARE @v decimal(6,2), @w int; UPDATE dbo.T SET @v = price = 3.5, @w = id WHERE id = 2; SELECT @v, @w',
      ),
    ).toEqual([['3.50', 2]]);
  });
});

describe('DELETE and references', () => {
  beforeEach(() =>
    rowsOf(
      session,
      'CREATE TABLE dbo.Child (n int PRIMARY KEY, t int NULL CONSTRAINT FK_Child REFERENCES dbo.T (id)); INSERT dbo.Child VALUES (1, 1), (2, NULL)',
    ),
  );

  it('refuses what would leave an orphan', async () => {
    const { error } = await ask(session, 'DELETE FROM dbo.T WHERE id = 1');
    expect(error?.message).toBe(
      'The DELETE statement conflicted with the REFERENCE constraint "FK_Child". The conflict occurred in database "Shop", table "dbo.Child", column \'t\'.',
    );
    expect(await failureOf(session, 'INSERT dbo.Child VALUES (3, 99)')).toBe(547);
    expect(await failureOf(session, 'UPDATE dbo.T SET id = 5 WHERE id = 1')).toBe(547);
    expect(await failureOf(session, 'DROP TABLE dbo.T')).toBe(3726);
    expect(await rowsOf(session, 'DELETE FROM dbo.T OUTPUT deleted.id, deleted.code WHERE id = 2')).toEqual([
      [2, 'b'],
    ]);
  });
});

describe('a login that may only read', () => {
  it('is told so', async () => {
    const reader = engine.open(READER, 'Shop');
    expect(await listOf(reader, 'SELECT COUNT(*) FROM dbo.T')).toEqual([2]);
    const { error } = await ask(reader, 'UPDATE dbo.T SET price = 0');
    expect([error?.number, error?.message]).toEqual([
      229,
      "The UPDATE permission was denied on the object 'T', database 'Shop', schema 'dbo'.",
    ]);
    expect(await failureOf(reader, 'CREATE TABLE dbo.U (a int)')).toBe(262);
    expect(await failureOf(reader, 'DELETE dbo.T')).toBe(229);
    expect(await failureOf(reader, "INSERT dbo.T (id, code) VALUES (9, N'q')")).toBe(229);
    expect(await failureOf(reader, 'SELECT * INTO dbo.Copy FROM dbo.T')).toBe(262);
    expect(await listOf(session, 'SELECT SUM(price) FROM dbo.T')).toEqual(['2.50']);
  });
});
