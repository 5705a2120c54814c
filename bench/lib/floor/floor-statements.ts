import type { Queryable } from '@storefleet/server/platform/db/database';

/** Rows for the product's own tables. Ids are ours; numbers are as in the source. */

export type FloorVariant = {
  id: string;
  productId: string;
  sourceId: string;
  position: number;
  title: string;
  sku: string | null;
  barcode: string | null;
  price: string | number | null;
  cost: string | number | null;
  compareAtPrice: string | null;
  inventoryQuantity: number | null;
  weight: number | null;
  weightUnit: string | null;
};
export type FloorProduct = {
  id: string;
  sourceId: string;
  title: string;
  handle: string;
  vendor: string;
  productType: string;
  status: string;
  variants: FloorVariant[];
};
export type FloorBatch = { products: FloorProduct[]; variants: FloorVariant[] };

const INSERT_PRODUCTS = `
  insert into products (id, store_id, source_id, title, handle, vendor, product_type, status,
    search_name, search_skus, search_barcodes, variants_count, created_at, updated_at, filtered_at)
  select id, $1, source_id, title, handle, vendor, product_type, status,
    search_name, search_skus, search_barcodes, variants_count, now(), now(), now()
  from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[], $12::int[])
    as new (id, source_id, title, handle, vendor, product_type, status, search_name, search_skus, search_barcodes,
      variants_count)`;

const INSERT_VARIANTS = `
  insert into variants (id, product_id, store_id, source_id, position, title, sku, barcode, price, cost,
    compare_at_price, inventory_quantity, weight, weight_unit, created_at, updated_at)
  select id, product_id, $1, source_id, position, title, sku, barcode, price, cost,
    compare_at_price, inventory_quantity, weight, weight_unit, now(), now()
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::numeric[],
      $10::numeric[], $11::numeric[], $12::int[], $13::numeric[], $14::text[])
    as new (id, product_id, source_id, position, title, sku, barcode, price, cost, compare_at_price,
      inventory_quantity, weight, weight_unit)`;

export async function insertBatch(tx: Queryable, storeId: string, batch: FloorBatch): Promise<void> {
  const { products, variants } = batch;
  await tx.query(INSERT_PRODUCTS, [
    storeId,
    products.map(({ id }) => id),
    products.map(({ sourceId }) => sourceId),
    products.map(({ title }) => title),
    products.map(({ handle }) => handle),
    products.map(({ vendor }) => vendor),
    products.map(({ productType }) => productType),
    products.map(({ status }) => status),
    products.map(({ title, variants }) => lines([title, ...new Set(variants.map(({ title }) => title))])),
    products.map(({ variants }) => lines(variants.map(({ sku }) => sku))),
    products.map(({ variants }) => lines(variants.map(({ barcode }) => barcode))),
    products.map(({ variants }) => variants.length),
  ]);
  await tx.query(INSERT_VARIANTS, [
    storeId,
    variants.map(({ id }) => id),
    variants.map(({ productId }) => productId),
    variants.map(({ sourceId }) => sourceId),
    variants.map(({ position }) => position),
    variants.map(({ title }) => title),
    variants.map(({ sku }) => sku),
    variants.map(({ barcode }) => barcode),
    variants.map(({ price }) => price),
    variants.map(({ cost }) => cost),
    variants.map(({ compareAtPrice }) => compareAtPrice),
    variants.map(({ inventoryQuantity }) => inventoryQuantity),
    variants.map(({ weight }) => weight),
    variants.map(({ weightUnit }) => weightUnit),
  ]);
}

/** Text for the trigram indexes in its simplest form: without it they would have nothing to do. */
function lines(texts: readonly (string | null)[]): string {
  return `\n${texts.filter((text) => text !== null).join('\n')}\n`.toLowerCase();
}
