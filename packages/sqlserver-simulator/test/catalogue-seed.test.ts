import { afterEach, describe, expect, it } from 'vitest';
import { defineTable } from '../src/catalogue/seed.ts';
import { DEMO_DATABASE, fillDemoDatabase } from '../src/demo-database.ts';
import { createEngine, type SimulatedEngine } from '../src/engine/create-engine.ts';

let engine: SimulatedEngine;

function openDatabase() {
  engine = createEngine({ logins: [], databases: [DEMO_DATABASE] });
  return engine.database(DEMO_DATABASE);
}
afterEach(() => engine.close());

describe('defineTable', () => {
  it('makes the table, its schema, its key and indexes, and fills it', async () => {
    const database = openDatabase();
    await defineTable(database, {
      schema: "Kai's [Lager]",
      name: 'Preis (€)',
      columns: {
        Nr: 'int NOT NULL',
        'Rabatt [%]': 'decimal(5,2) NULL',
        Name: "nvarchar(20) NOT NULL DEFAULT N'?'",
      },
      primaryKey: ['Nr'],
      indexes: [{ columns: ['Name'], unique: true }],
      rows: [
        [2, '12.50', 'Zelt'],
        [1, null, 'Tarp'],
      ],
    });
    expect(await database.query("SELECT * FROM [Kai's [Lager]]].[Preis (€)] ORDER BY Nr")).toEqual([
      { Nr: 1, 'Rabatt [%]': null, Name: 'Tarp' },
      { Nr: 2, 'Rabatt [%]': '12.50', Name: 'Zelt' },
    ]);
    await expect(
      database.run("INSERT INTO [Kai's [Lager]]].[Preis (€)] (Nr, Name) VALUES (3, 'TARP')"),
    ).rejects.toMatchObject({ number: 2601 });
    expect(
      await database.query('SELECT name, type_desc, is_primary_key FROM sys.indexes ORDER BY index_id'),
    ).toMatchObject([
      { name: 'PK_Preis (€)', type_desc: 'CLUSTERED', is_primary_key: true },
      { name: 'IX_Preis (€)_Name', type_desc: 'NONCLUSTERED', is_primary_key: false },
    ]);
  });
});

describe('the demo database', () => {
  it('has its tables and views with their rows', async () => {
    const database = openDatabase();
    await fillDemoDatabase(database, { articles: 1000 });
    const rows = await database.query(
      `SELECT s.name AS s, o.name AS o, o.type AS t, SUM(p.rows) AS n
       FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
       LEFT JOIN sys.partitions AS p ON p.object_id = o.object_id AND p.index_id IN (0, 1)
       WHERE o.type IN ('U', 'V') GROUP BY s.name, o.name, o.type ORDER BY s.name, o.name`,
    );
    const stock = rows.find(({ o }) => o === 'WarehouseStock')?.n;
    expect(Number(stock)).toBeGreaterThan(900);
    expect(rows.map(({ s, o, t, n }) => `${s}.${o} ${t}${n === stock ? '' : n}`)).toEqual([
      'dbo.ActiveArticles V null',
      'dbo.Articles U 1000',
      'dbo.SupplierFeed U 240',
      'dbo.WarehouseStock U ',
      'dbo.商品 U 60',
      'Lager Süd.Preis (€) U 400',
    ]);
    const [view] = await database.query('SELECT COUNT(*) AS n FROM dbo.ActiveArticles');
    const [active] = await database.query('SELECT COUNT(*) AS n FROM dbo.Articles WHERE is_active = 1');
    expect(view).toEqual(active);
  });

  it('says what each column is, and which columns are the key', async () => {
    const database = openDatabase();
    await fillDemoDatabase(database, { articles: 50 });
    expect(
      await database.query(
        `SELECT k.COLUMN_NAME AS c FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS AS t
         JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE AS k ON k.CONSTRAINT_NAME = t.CONSTRAINT_NAME
         WHERE t.CONSTRAINT_TYPE = 'PRIMARY KEY' AND t.TABLE_NAME = 'warehousestock' ORDER BY k.ORDINAL_POSITION`,
      ),
    ).toEqual([{ c: 'WarehouseCode' }, { c: 'ArticleID' }]);
    expect(
      await database.query(
        `SELECT c.name AS n, t.name AS t, c.max_length AS l, c.scale AS s FROM sys.columns AS c
         JOIN sys.types AS t ON t.user_type_id = c.user_type_id
         WHERE c.object_id = OBJECT_ID(N'[Lager Süd].[Preis (€)]') ORDER BY c.column_id`,
      ),
    ).toEqual([
      { n: 'Artikel-Nr.', t: 'nvarchar', l: 40, s: 0 },
      { n: 'Bezeichnung', t: 'nvarchar', l: 240, s: 0 },
      { n: 'Preis (€)', t: 'decimal', l: 5, s: 2 },
      { n: 'EK-Preis', t: 'money', l: 8, s: 4 },
      { n: 'Rabatt [%]', t: 'float', l: 8, s: 0 },
      { n: 'Menge', t: 'bigint', l: 8, s: 0 },
      { n: 'EAN', t: 'varchar', l: 13, s: 0 },
      { n: 'Größe', t: 'nvarchar', l: 20, s: 0 },
    ]);
    expect(
      await database.query("SELECT OBJECTPROPERTY(OBJECT_ID('dbo.SupplierFeed'), 'TableHasPrimaryKey') AS k"),
    ).toEqual([{ k: 0 }]);
  });

  it('answers in the types of the columns, and sorts and compares by them', async () => {
    const database = openDatabase();
    await fillDemoDatabase(database, { articles: 300 });
    const [first] = await database.query(
      'SELECT TOP (1) ArticleID, list_price, unit_cost, is_active, created_at, changed_at, supplier_ref FROM dbo.Articles WHERE supplier_ref IS NOT NULL ORDER BY ArticleID',
    );
    expect(first).toEqual({
      ArticleID: 1001,
      list_price: expect.stringMatching(/^\d+\.\d\d$/),
      unit_cost: expect.stringMatching(/^\d+\.\d{4}$/),
      is_active: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
      changed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
      supplier_ref: expect.stringMatching(/^[0-9A-F-]{36}$/),
    });
    const prices = await database.query(
      'SELECT list_price AS p FROM dbo.Articles WHERE list_price >= 100 ORDER BY list_price DESC',
    );
    const numbers = prices.map(({ p }) => Number(p));
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(numbers.at(-1)).toBeGreaterThanOrEqual(100);
    expect(
      await database.query(
        "SELECT COUNT(*) AS n FROM dbo.Articles WHERE category = 'TENTS' AND title LIKE 'østmark%'",
      ),
    ).toEqual(
      await database.query(
        "SELECT COUNT(*) AS n FROM dbo.Articles WHERE category = 'Tents ' AND title LIKE 'Østmark%'",
      ),
    );
  });
});
