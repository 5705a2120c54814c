import type { Queryable } from '@storefleet/server/platform/db/database';

export type ProductNode = {
  id: string;
  title: string;
  handle: string;
  vendor: string;
  productType: string;
  status: string;
};
export type VariantNode = {
  id: string;
  title: string;
  position: number;
  sku: string | null;
  barcode: string | null;
  price: string;
  compareAtPrice: string | null;
  inventoryQuantity: number;
  inventoryItem: {
    unitCost: { amount: string } | null;
    measurement: { weight: { value: number; unit: string } | null };
  };
};
export type FloorBatch = {
  products: { id: string; node: ProductNode; variants: VariantNode[] }[];
  variants: { id: string; product: string; node: VariantNode }[];
};

const INSERT_PRODUCTS = `
  insert into products (id, store_id, source_id, title, handle, vendor, product_type, status,
    search_name, search_skus, search_barcodes, variants_count, created_at, updated_at)
  select id, $1, source_id, title, handle, vendor, product_type, status,
    search_name, search_skus, search_barcodes, variants_count, now(), now()
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
    products.map(({ node }) => node.id),
    products.map(({ node }) => node.title),
    products.map(({ node }) => node.handle),
    products.map(({ node }) => node.vendor),
    products.map(({ node }) => node.productType),
    products.map(({ node }) => node.status),
    products.map(({ node, variants }) => lines([node.title, ...new Set(variants.map(({ title }) => title))])),
    products.map(({ variants }) => lines(variants.map(({ sku }) => sku))),
    products.map(({ variants }) => lines(variants.map(({ barcode }) => barcode))),
    products.map(({ variants }) => variants.length),
  ]);
  await tx.query(INSERT_VARIANTS, [
    storeId,
    variants.map(({ id }) => id),
    variants.map(({ product }) => product),
    variants.map(({ node }) => node.id),
    variants.map(({ node }) => node.position),
    variants.map(({ node }) => node.title),
    variants.map(({ node }) => node.sku),
    variants.map(({ node }) => node.barcode),
    variants.map(({ node }) => node.price),
    variants.map(({ node }) => node.inventoryItem.unitCost?.amount),
    variants.map(({ node }) => node.compareAtPrice),
    variants.map(({ node }) => node.inventoryQuantity),
    variants.map(({ node }) => node.inventoryItem.measurement.weight?.value),
    variants.map(({ node }) => node.inventoryItem.measurement.weight?.unit),
  ]);
}

/** What the trigram indexes are made of, in its simplest form: without it they would have nothing to do. */
function lines(texts: readonly (string | null)[]): string {
  return `\n${texts.filter((text) => text !== null).join('\n')}\n`.toLowerCase();
}
