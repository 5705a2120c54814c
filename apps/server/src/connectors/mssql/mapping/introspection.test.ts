import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSqlServer, openSqlServer } from '../testing/open-sql-server.ts';
import { describeType, isReadable } from './column-types.ts';
import { formatTableName, parseTableName } from './identifiers.ts';
import { listTables, readTable } from './introspection.ts';

let open: OpenSqlServer;
const { signal } = new AbortController();

beforeAll(async () => {
  open = await openSqlServer();
  await open.run(
    'CREATE TABLE dbo.Products (id int IDENTITY(1,1) NOT NULL PRIMARY KEY, title nvarchar(200) NOT NULL)',
  );
  await open.run("INSERT INTO dbo.Products (title) VALUES (N'a'), (N'b'), (N'c')");
  await open.run('CREATE SCHEMA [Lager Süd]');
  await open.run(`CREATE TABLE [Lager Süd].[Preis (€) a]]b.c] (
    [Größe] varchar(10) NOT NULL, [sku no.] nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    preis decimal(10,4) NULL, [价格] money NULL, geändert datetime2(3) NULL, notiz nvarchar(max) NULL, bild varbinary(max) NULL,
    stand rowversion, brutto AS (preis * 2),
    CONSTRAINT [pk odd] PRIMARY KEY ([sku no.], [Größe]))`);
  await open.run('CREATE INDEX by_price ON [Lager Süd].[Preis (€) a]]b.c] (preis, [Größe])');
  await open.run('CREATE TABLE dbo.Loose (a int NULL)');
  await open.run('CREATE VIEW dbo.Listed AS SELECT id, title FROM dbo.Products WHERE id > 1');
});

afterAll(() => open.close());

describe('the tables of a database', () => {
  it('are told with their rows, views without', async () => {
    expect(await listTables(open.server, signal)).toEqual([
      { schema: 'dbo', name: 'Listed', type: 'view', rowCount: null },
      { schema: 'dbo', name: 'Loose', type: 'table', rowCount: 0 },
      { schema: 'dbo', name: 'Products', type: 'table', rowCount: 3 },
      { schema: 'Lager Süd', name: 'Preis (€) a]b.c', type: 'table', rowCount: 0 },
    ]);
  });

  it('are all found by the name that they are shown with', async () => {
    for (const table of await listTables(open.server, signal)) {
      const found = await readTable(open.server, parseTableName(formatTableName(table)), signal);
      expect(found).toMatchObject(table);
    }
  });
});

describe('a table', () => {
  it('is found without its schema and in other letters', async () => {
    const table = await readTable(open.server, { schema: null, name: 'PRODUCTS' }, signal);
    expect(table).toEqual({
      schema: 'dbo',
      name: 'Products',
      type: 'table',
      rowCount: 3,
      username: 'sa',
      readOnlyIntent: false,
      primaryKey: ['id'],
      indexedColumns: ['id'],
      columns: [
        expect.objectContaining({
          name: 'id',
          type: 'int',
          nullable: false,
          isGenerated: true,
          collation: null,
        }),
        expect.objectContaining({ name: 'title', type: 'nvarchar', nullable: false, isGenerated: false }),
      ],
    });
  });

  it('has its columns, its key in the key’s order, and what indexes begin with', async () => {
    const table = await readTable(open.server, { schema: 'Lager Süd', name: 'Preis (€) a]b.c' }, signal);
    expect(table.primaryKey).toEqual(['sku no.', 'Größe']);
    expect([...table.indexedColumns].sort()).toEqual(['preis', 'sku no.']);
    expect(
      table.columns.map((column) => [column.name, describeType(column), column.nullable, isReadable(column)]),
    ).toEqual([
      ['Größe', 'varchar(10)', false, true],
      ['sku no.', 'nvarchar(40)', false, true],
      ['preis', 'decimal(10,4)', true, true],
      ['价格', 'money', true, true],
      ['geändert', 'datetime2(3)', true, true],
      ['notiz', 'nvarchar(max)', true, true],
      ['bild', 'varbinary(max)', true, false],
      ['stand', 'rowversion', false, false],
      ['brutto', expect.stringContaining('decimal'), true, true],
    ]);
    expect(table.columns.filter((column) => column.isGenerated).map((column) => column.name)).toEqual([
      'stand',
      'brutto',
    ]);
    expect(table.columns.filter((column) => column.collation !== null)).toEqual([
      expect.objectContaining({ name: 'sku no.', collation: 'Latin1_General_BIN2' }),
    ]);
  });

  it('may have no key, as views never do', async () => {
    expect(await readTable(open.server, { schema: 'dbo', name: 'Loose' }, signal)).toMatchObject({
      primaryKey: [],
      indexedColumns: [],
    });
    expect(await readTable(open.server, { schema: 'dbo', name: 'Listed' }, signal)).toMatchObject({
      type: 'view',
      rowCount: null,
      primaryKey: [],
      columns: [{ name: 'id', type: 'int' }, { name: 'title' }],
    });
  });

  it.each([
    { schema: null, name: 'nowhere' },
    { schema: 'nobody', name: 'Products' },
    { schema: null, name: "x'); DROP TABLE Products; --" },
    { schema: null, name: 'pk odd' },
  ])('that is not there has its sentence: %j', async (name) => {
    await expect(readTable(open.server, name, signal)).rejects.toMatchObject({
      kind: 'rejected',
      message: expect.stringMatching(/There is no table or view .* in the database Shop/),
    });
    expect(await open.rows('SELECT COUNT(*) AS n FROM dbo.Products')).toEqual([{ n: 3 }]);
  });
});
