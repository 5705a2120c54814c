import { articleColumns, articleRows } from './demo/articles.ts';
import { cents, draw, ean13, pick } from './demo/draw.ts';
import { brands, colours } from './demo/vocabulary.ts';
import { defineTable, type SeedHandle } from './seed.ts';
import type { SqlValue } from './values/sql-value.ts';

export const DEMO_DATABASE = 'TundraTau';

/**
 * Fills a database with the tables of a fictional wholesaler of outdoor goods, deterministically:
 * `dbo.Articles` with several rows per product, `dbo.ActiveArticles` (a view of it), `[Lager Süd].[Preis
 * (€)]` (names that must be quoted), and `dbo.SupplierFeed` (no key, and duplicate rows).
 */
export async function fillDemoDatabase(
  database: SeedHandle,
  { articles }: { articles: number },
): Promise<void> {
  await defineTable(database, {
    name: 'Articles',
    columns: articleColumns,
    primaryKey: ['ArticleID'],
    constraints: ['CONSTRAINT [CK_Articles_list_price] CHECK (list_price >= 0)'],
    indexes: [{ columns: ['ProductID'] }, { columns: ['item_no'], unique: true }],
    rows: articleRows(articles),
  });
  await database.run(
    `CREATE VIEW dbo.ActiveArticles AS
       SELECT ArticleID, ProductID, item_no, upc, title, category, brand, list_price, unit_cost, qty_on_hand
       FROM dbo.Articles WHERE is_active = 1`,
  );
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
    rows: priceRows(),
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
    rows: feedRows(),
  });
}

function* priceRows(): Generator<SqlValue[]> {
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
    const number = draw(row, 50);
    const price = 190 + (draw(row, 51) % 24_000);
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

/** Raw lines from suppliers; each tenth is a duplicate. */
function* feedRows(): Generator<SqlValue[]> {
  for (let row = 0; row < 240; row += 1) {
    const line = row % 10 === 9 ? row - 1 : row;
    const number = draw(line, 70);
    yield [
      pick(brands, number),
      number % 17 === 0 ? null : `SF-${String(line).padStart(4, '0')}`,
      `${pick(colours, number >>> 4)} Karabiner ${8 + (number % 5)} mm`,
      number % 23 === 0 ? 'auf Anfrage' : cents(400 + (number % 3_000)),
      `2026-10-${String(1 + (line % 28)).padStart(2, '0')}T06:15:00.000`,
    ];
  }
}
