import type { SqlValue } from '../values/sql-value.ts';
import { cents, draw, ean13, guid, pick } from './draw.ts';
import { type ArticleKind, brands, colours, kinds, ranges, tagWords } from './vocabulary.ts';

/** The columns of dbo.Articles: the rows of a product are its sizes and colours. */
export const articleColumns = {
  ArticleID: 'int NOT NULL',
  ProductID: 'int NOT NULL',
  item_no: 'nvarchar(24) NOT NULL',
  upc: 'varchar(14) NULL',
  title: 'nvarchar(200) NULL',
  description: 'nvarchar(max) NULL',
  category: 'nvarchar(60) NOT NULL',
  brand: 'nvarchar(60) NULL',
  tags: 'nvarchar(200) NULL',
  size: 'nvarchar(20) NULL',
  colour: 'nvarchar(20) NULL',
  list_price: 'decimal(10,2) NULL',
  unit_cost: 'decimal(18,4) NULL',
  qty_on_hand: 'int NULL',
  weight: 'nvarchar(12) NULL',
  weight_unit: 'nvarchar(4) NOT NULL',
  is_active: 'bit NOT NULL',
  discontinued_on: 'date NULL',
  supplier_ref: 'uniqueidentifier NULL',
  created_at: 'datetime2(3) NOT NULL',
  changed_at: 'datetimeoffset(0) NOT NULL',
} as const;

/** Numbers of the facts drawn for a product or an article. */
const fact = {
  kind: 1,
  range: 2,
  name: 3,
  brand: 4,
  variants: 5,
  price: 6,
  cost: 7,
  tags: 8,
  weight: 9,
  upc: 10,
  stock: 11,
  active: 12,
  created: 13,
  changed: 14,
  described: 15,
  supplier: 16,
  colour: 17,
} as const;

/** As in a real table: two articles without a title, and two whose weight is not a number. */
const untitled: ReadonlySet<number> = new Set([213, 3_007]);
const oddWeights: ReadonlyMap<number, string> = new Map([
  [877, 'ca. 3 kg'],
  [2_450, 'n/a'],
]);
const FIRST_ARTICLE = 1001;
const FIRST_PRODUCT = 70_001;

/** The rows of dbo.Articles, deterministic. */
export function* articleRows(count: number): Generator<SqlValue[]> {
  let row = 0;
  for (let product = 0; row < count; product += 1) {
    const kind = pick(kinds, draw(product, fact.kind));
    const variants = variantsOf(kind, draw(product, fact.variants));
    for (let place = 0; place < variants && row < count; place += 1) {
      yield articleRow(product, kind, place, row);
      row += 1;
    }
  }
}

function variantsOf(kind: ArticleKind, number: number): number {
  return number % 5 === 0 ? 1 : Math.min(kind.sizes.length * (1 + (number % 3)), 2 + (number % 9));
}

function articleRow(product: number, kind: ArticleKind, place: number, row: number): SqlValue[] {
  const ofProduct = (which: number): number => draw(product, which);
  const ofArticle = (which: number): number => draw(1_000_000 + row, which);
  const size = kind.sizes[place % kind.sizes.length] ?? kind.sizes[0];
  const colour = pick(colours, ofProduct(fact.colour) + Math.floor(place / kind.sizes.length));
  const title = `${pick(ranges, ofProduct(fact.range))} ${pick(kind.names, ofProduct(fact.name))}`;
  const brand = pick(brands, ofProduct(fact.brand));
  const price = between(kind.prices, ofProduct(fact.price)) + 300 * (place % kind.sizes.length);
  const shownPrice = Math.round(price / 100) * 100 - (price % 3 === 0 ? 5 : 1);
  const isActive = ofProduct(fact.active) % 20 !== 0;
  const created = Date.UTC(2021, 2, 1) + (ofProduct(fact.created) % 1_700) * 86_400_000;
  const changed = Math.min(created + (ofArticle(fact.changed) % 60_000_000) * 1000, Date.UTC(2026, 9, 31));
  return [
    FIRST_ARTICLE + row,
    FIRST_PRODUCT + product,
    `${kind.code}-${String(product + 1).padStart(4, '0')}-${String(place + 1).padStart(2, '0')}`,
    ofArticle(fact.upc) % 12 === 0 ? null : ean13(`2006${String(row + 1).padStart(8, '0')}`),
    untitled.has(row) ? null : title,
    ofProduct(fact.described) % 7 === 0
      ? null
      : `${title} by ${brand}. ${kind.category} for people who stay outside.`,
    kind.category,
    ofProduct(fact.brand) % 31 === 0 ? null : brand,
    tagsOf(ofProduct(fact.tags)),
    kind.sizes.length === 1 ? null : size,
    colour,
    ofArticle(fact.price) % 400 === 0 ? null : cents(shownPrice),
    ofArticle(fact.cost) % 50 === 0 ? null : costOf(shownPrice, ofProduct(fact.cost)),
    ofArticle(fact.stock) % 40 === 0 ? null : stockOf(ofArticle(fact.stock)),
    oddWeights.get(row) ?? String(between(kind.weights, ofProduct(fact.weight)) + 10 * place),
    'g',
    isActive,
    isActive ? null : new Date(created + 700 * 86_400_000).toISOString().slice(0, 10),
    ofProduct(fact.supplier) % 9 === 0 ? null : guid(product),
    new Date(created + (ofProduct(fact.created) % 86_400_000)).toISOString().slice(0, 23),
    `${new Date(changed).toISOString().slice(0, 19)}${changed % 2_000 === 0 ? '+01:00' : '+00:00'}`,
  ];
}

function between([least, greatest]: readonly [number, number], number: number): number {
  // Squared, so that most articles are cheap and a few are expensive.
  const share = (number % 1000) / 1000;
  return Math.round(least + (greatest - least) * share * share);
}

/** Between two and three fifths of the price, in hundredths of a cent. */
function costOf(priceCents: number, number: number): string {
  const cost = Math.round((priceCents * 100 * (400 + (number % 200))) / 1000);
  return `${Math.floor(cost / 10_000)}.${String(cost % 10_000).padStart(4, '0')}`;
}

function stockOf(number: number): number {
  return number % 6 === 0 ? 0 : (number >>> 4) % 240;
}

function tagsOf(number: number): string | null {
  if (number % 6 === 0) return null;
  const tags = new Set<string>();
  for (let index = 0; index <= number % 3; index += 1) tags.add(pick(tagWords, number >>> (3 + index * 4)));
  return [...tags].join(', ');
}
