import { expect, it } from 'vitest';
import { formatTableName, parseTableName } from '../identifiers.ts';
import { simulateSqlServer } from '../testing/sql-server.ts';
import { describeType, isReadable } from './column-types.ts';
import { listTables, readTable } from './introspection.ts';

const open = await simulateSqlServer();
const { signal } = new AbortController();

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
await open.run('CREATE VIEW dbo.Listed AS SELECT id, title FROM dbo.Products WHERE id > 1');

it('lists tables with row counts and views without, each found by its displayed name', async () => {
  const tables = await listTables(open.server, signal);
  expect(tables).toEqual([
    { schema: 'dbo', name: 'Listed', type: 'view', rowCount: null },
    { schema: 'dbo', name: 'Products', type: 'table', rowCount: 3 },
    { schema: 'Lager Süd', name: 'Preis (€) a]b.c', type: 'table', rowCount: 0 },
  ]);
  for (const table of tables) {
    const found = await readTable(open.server, parseTableName(formatTableName(table)), signal);
    expect(found).toMatchObject(table);
  }
});

it('finds a table without its schema and in another case', async () => {
  const ofId = { name: 'id', type: 'int', nullable: false, isGenerated: true, collation: null };
  expect(await readTable(open.server, { schema: null, name: 'PRODUCTS' }, signal)).toMatchObject({
    schema: 'dbo',
    name: 'Products',
    username: 'sa',
    readOnlyIntent: false,
    primaryKey: ['id'],
    indexedColumns: ['id'],
    columns: [ofId, { name: 'title', type: 'nvarchar', nullable: false, isGenerated: false }],
  });
  expect(await readTable(open.server, { schema: 'dbo', name: 'Listed' }, signal)).toMatchObject({
    primaryKey: [],
    columns: [{ name: 'id', type: 'int' }, { name: 'title' }],
  });
});

it('returns columns, the key in key order, and the first columns of indexes', async () => {
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
  const names = (columns: typeof table.columns) => columns.map(({ name }) => name);
  expect(names(table.columns.filter(({ isGenerated }) => isGenerated))).toEqual(['stand', 'brutto']);
  expect(table.columns.filter(({ collation }) => collation !== null)).toEqual([
    expect.objectContaining({ name: 'sku no.', collation: 'Latin1_General_BIN2' }),
  ]);
});

it.each([
  { schema: null, name: 'nowhere' },
  { schema: 'nobody', name: 'Products' },
  { schema: null, name: "x'); DROP TABLE Products; --" },
  { schema: null, name: 'pk odd' },
])('reports a missing table: %j', async (name) => {
  await expect(readTable(open.server, name, signal)).rejects.toMatchObject({
    kind: 'rejected',
    message: expect.stringMatching(/There is no table or view .* in the database Shop/),
  });
});
