import type { FieldMappingInput } from '@storefleet/contract/mssql';
import type { TableSeed } from '@storefleet/sqlserver-simulator/seed';
import { generateProduct } from './catalogue-generator.ts';

/** Two tables of a warehouse: one whose rows are products, one in which about four rows make a product. */

export const BENCH_DATABASE = 'Warehouse';
export const BENCH_LOGIN = { user: 'storefleet', password: 'Bench-1-stop-watch' };

export type BenchTable = {
  readonly name: string;
  /** As the tables that are printed name it. */
  readonly title: string;
  readonly key: string;
  /** The columns that are read. */
  readonly columns: readonly string[];
  readonly mappings: readonly Pick<FieldMappingInput, 'source_field' | 'target_field' | 'data_type'>[];
  seed(rows: number): TableSeed;
};

const OF_EVERY_ROW = {
  ProductID: 'int NOT NULL',
  Name: 'nvarchar(200) NOT NULL',
  Handle: 'nvarchar(200) NOT NULL',
  Brand: 'nvarchar(60) NOT NULL',
  Category: 'nvarchar(60) NOT NULL',
  State: 'nvarchar(20) NOT NULL',
  ItemNo: 'nvarchar(40) NOT NULL',
  EAN: 'varchar(13) NULL',
  Price: 'decimal(10,2) NOT NULL',
  Cost: 'decimal(18,4) NULL',
  Stock: 'int NOT NULL',
  Weight: 'decimal(9,3) NOT NULL',
  WeightUnit: 'nvarchar(4) NOT NULL',
} as const;
type Column = keyof typeof OF_EVERY_ROW;

const MAPPINGS = (
  [
    ['ProductID', 'shopify_id', 'string'],
    ['Name', 'title', 'string'],
    ['Handle', 'handle', 'string'],
    ['Brand', 'vendor', 'string'],
    ['Category', 'product_type', 'string'],
    ['State', 'status', 'string'],
    ['ItemNo', 'sku', 'string'],
    ['EAN', 'barcode', 'string'],
    ['Price', 'price', 'number'],
    ['Cost', 'cost', 'number'],
    ['Stock', 'inventory_quantity', 'number'],
    ['Weight', 'weight', 'number'],
    ['WeightUnit', 'weight_unit', 'string'],
  ] satisfies [Column, string, 'string' | 'number'][]
).map(([source_field, target_field, data_type]) => ({ source_field, target_field, data_type }));

export const BENCH_TABLES: readonly BenchTable[] = [
  {
    name: 'Goods',
    title: 'a row is a product',
    key: 'ProductID',
    columns: Object.keys(OF_EVERY_ROW),
    mappings: MAPPINGS,
    seed: (rows) => ({
      name: 'Goods',
      columns: OF_EVERY_ROW,
      primaryKey: ['ProductID'],
      rows: goods(rows),
    }),
  },
  {
    name: 'Articles',
    title: 'four rows a product',
    key: 'ArticleID',
    columns: ['ArticleID', ...Object.keys(OF_EVERY_ROW)],
    mappings: MAPPINGS,
    seed: (rows) => ({
      name: 'Articles',
      columns: { ArticleID: 'int NOT NULL', ...OF_EVERY_ROW },
      primaryKey: ['ArticleID'],
      indexes: [{ columns: ['ProductID'] }],
      rows: articles(rows),
    }),
  },
];

type Value = string | number | null;

function* goods(count: number): Generator<Value[]> {
  for (const { row, product, position } of rowsOf(count)) {
    const variant = product.variants[position];
    yield values(row, row, {
      ...product,
      title: `${product.title} ${variant?.title}`,
      handle: `${product.handle}-${row}`,
      variant,
    });
  }
}

function* articles(count: number): Generator<Value[]> {
  for (const { row, index, product, position } of rowsOf(count)) {
    yield [row, ...values(row, index + 1, { ...product, variant: product.variants[position] })];
  }
}

function* rowsOf(count: number) {
  let row = 0;
  for (let index = 0; row < count; index++) {
    const product = generateProduct(0, index);
    for (let position = 0; position < product.variants.length && row < count; position++) {
      row += 1;
      yield { row, index, product, position };
    }
  }
}

type Generated = ReturnType<typeof generateProduct>;

function values(
  row: number,
  productId: number,
  of: Pick<Generated, 'title' | 'handle' | 'vendor' | 'productType'> & {
    variant: Generated['variants'][number] | undefined;
  },
): Value[] {
  const { title, handle, vendor, productType, variant } = of;
  return [
    productId,
    title,
    handle,
    vendor,
    productType,
    'active',
    variant?.sku ?? '',
    variant?.barcode ?? null,
    variant?.price ?? '',
    variant?.cost ?? null,
    (row * 7) % 240,
    (((row * 13) % 5_000) / 1000).toFixed(3),
    'kg',
  ];
}
