import type { MoneyAttribute } from '@storefleet/contract/attributes/attributes';
import { toGrams } from '@storefleet/contract/values/weight';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Cell } from '../../csv/export/csv-writer.ts';
import type { Table, TableChunk } from '../../csv/export/table.ts';
import type { ComparedStore } from '../scope.ts';
import type { Amounts } from './amounts.ts';
import { createHandles, type Handles } from './handles.ts';
import { type Missing, type MissingProduct, readAmounts, readProducts } from './missing-articles.ts';
import { type Options, optionsOf } from './options.ts';

/** Products per read. */
const PRODUCTS_PER_CHUNK = 500;

type ProductRow = {
  readonly id: string;
  readonly title: string;
  readonly handle: string | null;
  readonly vendor: string | null;
  readonly product_type: string | null;
  readonly tags: readonly string[];
  readonly description: string | null;
  readonly variants: readonly VariantRow[];
};
type VariantRow = {
  readonly title: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly price: string | null;
  readonly cost: string | null;
  readonly compare_at_price: string | null;
  readonly weight: string | null;
  readonly weight_unit: string | null;
};

type Row = {
  readonly product: ProductRow;
  readonly variant: VariantRow;
  readonly handle: string;
  readonly options: Options;
  readonly index: number;
  readonly amounts: Amounts;
};

const text = (value: string | null | undefined): Cell => ({ text: value ?? null });
const number = (value: string | null): Cell => ({ number: value });
/** Only on a product's first row, as Shopify writes them. */
const ofProduct = (value: (row: Row) => string | null | undefined) => (row: Row) =>
  text(row.index === 0 ? value(row) : null);
const amount = (attribute: MoneyAttribute) => (row: Row) => {
  const convert = row.amounts[attribute];
  const value = row.variant[attribute];
  return number(value === null || convert === null ? null : convert(value));
};
const option = (place: number) =>
  [
    [`Option${place + 1} Name`, ofProduct(({ options }) => options.names[place])],
    [`Option${place + 1} Value`, ({ options, index }: Row) => text(options.values[index]?.[place])],
  ] as const;

const UNITS: Readonly<Record<string, string>> = { grams: 'g', kilograms: 'kg', pounds: 'lb', ounces: 'oz' };

/**
 * Columns that Shopify's import accepts for new products: drafts, tracked and without stock, so nothing sells
 * unchecked; empty cells would make them untaxed, with unlimited stock.
 */
const COLUMNS: readonly (readonly [heading: string, cell: (row: Row) => Cell])[] = [
  ['Handle', ({ handle }) => text(handle)],
  ['Title', ofProduct(({ product }) => product.title)],
  ['Body (HTML)', ofProduct(({ product }) => product.description)],
  ['Vendor', ofProduct(({ product }) => product.vendor)],
  ['Type', ofProduct(({ product }) => product.product_type)],
  ['Tags', ofProduct(({ product }) => product.tags.join(', '))],
  ['Published', ofProduct(() => 'TRUE')],
  ...option(0),
  ...option(1),
  ...option(2),
  ['Variant SKU', ({ variant }) => text(variant.sku)],
  ['Variant Grams', ({ variant }) => number(toGrams(variant.weight, variant.weight_unit))],
  ['Variant Inventory Tracker', () => text('shopify')],
  ['Variant Inventory Policy', () => text('deny')],
  ['Variant Fulfillment Service', () => text('manual')],
  ['Variant Price', amount('price')],
  ['Variant Compare At Price', amount('compare_at_price')],
  ['Variant Requires Shipping', () => text('TRUE')],
  ['Variant Taxable', () => text('TRUE')],
  ['Variant Barcode', ({ variant }) => text(variant.barcode)],
  [
    'Variant Weight Unit',
    ({ variant: { weight_unit } }) => text(UNITS[weight_unit?.toLowerCase() ?? ''] ?? weight_unit),
  ],
  ['Cost per item', amount('cost')],
  ['Status', ofProduct(() => 'draft')],
];

type Wanted = {
  readonly missing: Missing;
  readonly source: ComparedStore;
  readonly name: string;
  readonly signal: AbortSignal;
};

/** What the target lacks and the source has, as a file for the target to import. */
export function shopifyTable(db: Queryable, { missing, source, name, signal }: Wanted): Table {
  let found: Promise<MissingProduct[]> | undefined;
  const products = () => (found ??= readProducts(db, missing, source.id));
  return {
    name,
    header: COLUMNS.map(([heading]) => heading),
    counted: 'row',
    // Shopify takes text literally: an escape mark would become part of a title or SKU.
    isForMachines: true,
    total: async () => (await products()).reduce((sum, { variant_ids }) => sum + variant_ids.length, 0),
    chunks: chunksOf(db, { missing, source, signal, products }),
  };
}

type Chunks = Omit<Wanted, 'name'> & { readonly products: () => Promise<MissingProduct[]> };

async function* chunksOf(
  db: Queryable,
  { missing, source, signal, products }: Chunks,
): AsyncGenerator<TableChunk, void, void> {
  const all = await products();
  const handles = await createHandles(db, missing.target.id);
  const amounts = (await readAmounts(db, missing))(source);
  let done = 0;
  for (let start = 0; start < all.length; start += PRODUCTS_PER_CHUNK) {
    signal.throwIfAborted();
    const some = await readValues(db, all.slice(start, start + PRODUCTS_PER_CHUNK));
    const rows = some.flatMap((product) => rowsOf(product, handles, amounts));
    done += rows.length;
    yield { rows, done };
  }
}

function rowsOf(product: ProductRow, handles: Handles, amounts: Amounts): Cell[][] {
  const handle = handles.take(product.handle ?? '', product.title);
  const options = optionsOf(product.variants.map(({ title }) => title));
  return product.variants.map((variant, index) =>
    COLUMNS.map(([, cell]) => cell({ product, variant, handle, options, index, amounts })),
  );
}

/** In the given order; skips what was removed meanwhile. */
async function readValues(db: Queryable, products: readonly MissingProduct[]): Promise<ProductRow[]> {
  const { rows } = await db.query<ProductRow>(
    `select p.id, p.title, p.handle, p.vendor, p.product_type, p.tags, p.description,
       jsonb_agg(jsonb_build_object('title', v.title, 'sku', v.sku, 'barcode', v.barcode, 'price', v.price::text,
         'cost', v.cost::text, 'compare_at_price', v.compare_at_price::text, 'weight', v.weight::text,
         'weight_unit', v.weight_unit) order by v.position, v.id) as variants
     from variants v join products p on p.id = v.product_id
     where v.id = any($1::uuid[]) group by p.id order by array_position($2::uuid[], p.id)`,
    [products.flatMap(({ variant_ids }) => variant_ids), products.map(({ product_id }) => product_id)],
  );
  return rows;
}
