import type { SourceVariant } from '../../connectors/connector.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { CatalogueSummary } from '../products/catalogue-summary.ts';

/** A row of `products` as it is written: one entry of each array that `unnest` takes apart. */
export type ProductRow = CatalogueSummary & {
  readonly id: string;
  readonly source_id: string;
  readonly title: string;
  readonly handle: string | null;
  readonly vendor: string | null;
  readonly product_type: string | null;
  readonly status: string | null;
  readonly tags: readonly string[];
  readonly content_hash: string | null;
};

export type VariantRow = { readonly id: string; readonly productId: string; readonly variant: SourceVariant };

const PRODUCT_COLUMNS = [
  'title',
  'handle',
  'vendor',
  'product_type',
  'status',
  'search_name',
  'search_skus',
  'search_barcodes',
  'variants_count',
  'price_min',
  'price_max',
  'cost_min',
  'cost_max',
  'barcode_min',
  'barcode_max',
  'content_hash',
] as const;

const PRODUCT_ARRAYS = `unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::integer[], $15::numeric[], $16::numeric[], $17::numeric[], $18::numeric[],
    $19::text[], $20::text[], $21::text[])
  as row (id, source_id, tags, ${PRODUCT_COLUMNS.join(', ')})`;

const INSERT_PRODUCTS = `
  insert into products (id, store_id, source_id, tags, ${PRODUCT_COLUMNS.join(', ')}, created_at, updated_at)
  select row.id, $1::uuid, row.source_id, row.tags::text[], ${PRODUCT_COLUMNS.map((name) => `row.${name}`).join(', ')}, $2, $2
  from ${PRODUCT_ARRAYS}`;

const UPDATE_PRODUCTS = `
  update products set tags = row.tags::text[], ${PRODUCT_COLUMNS.map((name) => `${name} = row.${name}`).join(', ')}, updated_at = $2
  from ${PRODUCT_ARRAYS}
  where products.id = row.id and products.store_id = $1`;

export function insertProducts(tx: Queryable, storeId: string, now: Date, rows: readonly ProductRow[]) {
  return tx.query(INSERT_PRODUCTS, productParameters(storeId, now, rows));
}

export function updateProducts(tx: Queryable, storeId: string, now: Date, rows: readonly ProductRow[]) {
  return tx.query(UPDATE_PRODUCTS, productParameters(storeId, now, rows));
}

function productParameters(storeId: string, now: Date, rows: readonly ProductRow[]): unknown[] {
  return [
    storeId,
    now,
    rows.map((row) => row.id),
    rows.map((row) => row.source_id),
    rows.map((row) => arrayLiteral(row.tags)),
    ...PRODUCT_COLUMNS.map((name) => rows.map((row) => row[name])),
  ];
}

/** `unnest` cannot take arrays of different lengths apart into arrays: a list of tags travels as its text form. */
function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** A variant may have moved here from another product, and keeps its own id then. */
const UPSERT_VARIANTS = `
  insert into variants (id, product_id, store_id, source_id, position, title, sku, barcode, price, cost,
    compare_at_price, inventory_quantity, weight, weight_unit, created_at, updated_at)
  select row.id, row.product_id, $1::uuid, row.source_id, row.position, row.title, row.sku, row.barcode, row.price, row.cost,
    row.compare_at_price, row.inventory_quantity, row.weight, row.weight_unit, $2, $2
  from unnest($4::uuid[], $5::uuid[], $6::text[], $7::integer[], $8::text[], $9::text[], $10::text[], $11::numeric[],
      $12::numeric[], $13::numeric[], $14::integer[], $15::numeric[], $16::text[])
    as row (id, product_id, source_id, position, title, sku, barcode, price, cost, compare_at_price,
      inventory_quantity, weight, weight_unit)
  on conflict (store_id, source_id) do update set
    product_id = excluded.product_id, position = excluded.position, title = excluded.title, sku = excluded.sku,
    barcode = excluded.barcode, price = excluded.price, cost = excluded.cost,
    compare_at_price = excluded.compare_at_price, inventory_quantity = excluded.inventory_quantity,
    weight = excluded.weight, weight_unit = excluded.weight_unit, updated_at = excluded.updated_at
  where variants.edited_at is null or variants.edited_at <= $3`;

export function upsertVariants(
  tx: Queryable,
  storeId: string,
  { now, readAt }: { now: Date; readAt: Date },
  rows: readonly VariantRow[],
) {
  return tx.query(UPSERT_VARIANTS, [
    storeId,
    now,
    readAt,
    rows.map((row) => row.id),
    rows.map((row) => row.productId),
    rows.map((row) => row.variant.sourceId),
    rows.map((row) => row.variant.position),
    rows.map((row) => row.variant.title),
    rows.map((row) => row.variant.sku),
    rows.map((row) => row.variant.barcode),
    rows.map((row) => row.variant.price),
    rows.map((row) => row.variant.cost),
    rows.map((row) => row.variant.compareAtPrice),
    rows.map((row) => row.variant.inventoryQuantity),
    rows.map((row) => row.variant.weight),
    rows.map((row) => row.variant.weightUnit),
  ]);
}
