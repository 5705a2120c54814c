import { articleColumns, articleRows } from './demo/articles.ts';
import { cents, draw, ean13, pick } from './demo/draw.ts';
import { brands, colours } from './demo/vocabulary.ts';
import type { SqlValue } from './engine/engine.ts';
import { defineTable, type SeedHandle } from './seed.ts';

export const DEMO_DATABASE = 'TundraTau';

export type DemoOptions = {
  /** The same seed gives the same rows. */
  readonly seed?: number;
  /** Rows of dbo.Articles: 5,000 when left out. */
  readonly articles?: number;
};

/**
 * Fills a database with the tables of an invented wholesaler of outdoor goods: `dbo.Articles` with several rows
 * per product, `dbo.ActiveArticles` (a view of it), `dbo.WarehouseStock` (a key of two columns),
 * `[Lager Süd].[Preis (€)]` and `dbo.[商品]` (names that must be quoted), and `dbo.SupplierFeed` (no key, and rows
 * that are there twice).
 */
export async function fillDemoDatabase(database: SeedHandle, options: DemoOptions = {}): Promise<void> {
  const { seed = 12, articles = 5000 } = options;
  await defineTable(database, {
    name: 'Articles',
    columns: articleColumns,
    primaryKey: ['ArticleID'],
    constraints: ['CONSTRAINT [CK_Articles_list_price] CHECK (list_price >= 0)'],
    indexes: [{ columns: ['ProductID'] }, { columns: ['item_no'], unique: true }],
    rows: articleRows(seed, articles),
  });
  await database.run(
    `CREATE VIEW dbo.ActiveArticles AS
       SELECT ArticleID, ProductID, item_no, upc, title, category, brand, list_price, unit_cost, qty_on_hand
       FROM dbo.Articles WHERE is_active = 1`,
  );
  await defineTable(database, {
    name: 'WarehouseStock',
    columns: {
      WarehouseCode: 'char(4) NOT NULL',
      ArticleID: 'int NOT NULL',
      item_name: 'nvarchar(200) NOT NULL',
      shelf: 'varchar(8) NULL',
      quantity: 'int NOT NULL',
      unit_price: 'smallmoney NULL',
      counted_on: 'smalldatetime NULL',
    },
    primaryKey: ['WarehouseCode', 'ArticleID'],
    rows: stockRows(seed, articles),
  });
  await defineTable(database, {
    schema: 'Lager Süd',
    name: 'Preis (€)',
    columns: {
      'Artikel-Nr.': 'nvarchar(20) NOT NULL',
      Bezeichnung: 'nvarchar(120) NOT NULL',
      'Preis (€)': 'decimal(9,2) NOT NULL',
      'EK-Preis': 'money NULL',
      'Rabatt [%]': 'float NULL',
      Menge: 'bigint NOT NULL',
      EAN: 'varchar(13) NULL',
      Größe: 'nvarchar(10) NULL',
    },
    primaryKey: ['Artikel-Nr.'],
    rows: priceRows(seed),
  });
  await defineTable(database, {
    name: '商品',
    columns: { 商品番号: 'bigint NOT NULL', 名称: 'nvarchar(80) NOT NULL', 価格: 'numeric(12,0) NOT NULL' },
    primaryKey: ['商品番号'],
    rows: goodsRows(seed),
  });
  await defineTable(database, {
    name: 'SupplierFeed',
    columns: {
      supplier: 'nvarchar(60) NULL',
      sku: 'nvarchar(30) NULL',
      name: 'nvarchar(200) NULL',
      price: 'nvarchar(20) NULL',
      received_at: 'datetime NOT NULL',
    },
    rows: feedRows(seed),
  });
}

function* stockRows(seed: number, articles: number): Generator<SqlValue[]> {
  const warehouses = ['HAM1', 'OSL1', 'GRZ2'];
  for (const [place, row] of [...articleRows(seed, Math.min(articles, 600))].entries()) {
    for (const [index, warehouse] of warehouses.entries()) {
      const number = draw(seed, place, 40 + index);
      if (number % 3 === 0) continue;
      yield [
        warehouse,
        row[0] ?? null,
        row[4] ?? 'Unnamed article',
        number % 11 === 0
          ? null
          : `${String.fromCharCode(65 + (number % 8))}-${String(number % 97).padStart(2, '0')}`,
        (number >>> 5) % 120,
        row[11] ?? null,
        `2026-0${1 + (number % 9)}-1${number % 10}T0${number % 8}:30:00`,
      ];
    }
  }
}

function* priceRows(seed: number): Generator<SqlValue[]> {
  const things = [
    'Zelthering',
    'Abspannleine',
    'Gaskocher',
    'Kletterseil',
    'Trinkflasche',
    'Stirnlampe',
    'Wanderstöcke',
  ] as const;
  for (let row = 0; row < 400; row += 1) {
    const number = draw(seed, row, 50);
    const price = 190 + (draw(seed, row, 51) % 24_000);
    yield [
      `LS-${String(row + 1).padStart(5, '0')}`,
      `${pick(things, number)} ${pick(colours, number >>> 8)} ${1 + (number % 40)}`,
      cents(price),
      number % 13 === 0 ? null : `${cents(Math.round(price * 0.55))}00`,
      number % 5 === 0 ? null : (number % 40) / 4,
      BigInt((number >>> 6) % 900),
      number % 9 === 0 ? null : ean13(`2007${String(row + 1).padStart(8, '0')}`),
      number % 2 === 0 ? null : pick(['S', 'M', 'L', 'XL'], number >>> 3),
    ];
  }
}

function* goodsRows(seed: number): Generator<SqlValue[]> {
  const things = ['テント', '寝袋', '登山靴', 'ランタン', '水筒', 'バックパック'] as const;
  for (let row = 0; row < 60; row += 1) {
    const number = draw(seed, row, 60);
    yield [
      9_007_199_254_740_993n + BigInt(row),
      `${pick(things, number)} ${1 + (number % 30)}号`,
      String(900 + (number % 600) * 100),
    ];
  }
}

/** What suppliers send in, as they wrote it; each tenth line came twice. */
function* feedRows(seed: number): Generator<SqlValue[]> {
  for (let row = 0; row < 240; row += 1) {
    const line = row % 10 === 9 ? row - 1 : row;
    const number = draw(seed, line, 70);
    yield [
      pick(brands, number),
      number % 17 === 0 ? null : `SF-${String(line).padStart(4, '0')}`,
      `${pick(colours, number >>> 4)} Karabiner ${8 + (number % 5)} mm`,
      number % 23 === 0 ? 'auf Anfrage' : cents(400 + (number % 3_000)),
      `2026-10-${String(1 + (line % 28)).padStart(2, '0')}T06:15:00.000`,
    ];
  }
}
