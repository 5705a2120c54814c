import type { Database, Queryable } from '@storefleet/server/platform/db/database';
import { v7 as uuidv7 } from 'uuid';
import { type GeneratedProduct, generateProduct } from './catalogue-generator.ts';

export type SeededCatalogue = {
  storeIds: string[];
  products: number;
  variants: number;
};

const PRODUCTS_PER_BATCH = 500;

/**
 * Fills an empty, migrated database with stores and about `variants` variants, the same ones every time. The
 * search indexes are made after the rows, which is many times faster than keeping them up to date on the way.
 */
export async function seedCatalogue(
  db: Database,
  { variants: variantsWanted, stores = 20 }: { variants: number; stores?: number },
): Promise<SeededCatalogue> {
  const storeIds = await insertStores(db, stores);
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'products' and indexdef like '%search_%'`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);

  let products = 0;
  let variants = 0;
  let batch: { storeId: string; sourceNumber: number; product: GeneratedProduct }[] = [];
  while (variants < variantsWanted) {
    const store = products % stores;
    const product = generateProduct(store, Math.floor(products / stores));
    batch.push({ storeId: storeIds[store] ?? '', sourceNumber: products, product });
    products += 1;
    variants += product.variants.length;
    if (batch.length === PRODUCTS_PER_BATCH || variants >= variantsWanted) {
      const rows = batch;
      await db.transaction((tx) => insertProducts(tx, rows));
      batch = [];
    }
  }
  for (const { definition } of indexes) await db.transaction((tx) => withoutTimeout(tx, definition));
  await db.query('vacuum (analyze) products');
  await db.query('vacuum (analyze) variants');

  return { storeIds, products, variants };
}

async function withoutTimeout(tx: Queryable, statement: string): Promise<void> {
  await tx.query('set local statement_timeout = 0');
  await tx.query(`set local maintenance_work_mem = '256MB'`);
  await tx.query(statement);
}

async function insertStores(db: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  const now = new Date();
  await db.query(
    `insert into stores (id, shop_name, shop_url, store_type, api_version, created_at, updated_at)
     select id, 'Store ' || number, 'store-' || number || '.myshopify.com', 'shopify', '2026-10', $3, $3
     from unnest($1::uuid[], $2::int[]) as new (id, number)`,
    [ids, ids.map((_, index) => index + 1), now],
  );
  return ids;
}

async function insertProducts(
  tx: Queryable,
  batch: readonly { storeId: string; sourceNumber: number; product: GeneratedProduct }[],
): Promise<void> {
  const now = new Date();
  const productIds = batch.map(() => uuidv7());
  const summaries = batch.map(({ product }) => product.summary);
  await tx.query(
    `insert into products (id, store_id, source_id, title, handle, vendor, product_type, status, created_at, updated_at,
       search_name, search_skus, search_barcodes, variants_count,
       price_min, price_max, cost_min, cost_max, barcode_min, barcode_max)
     select id, store_id, source_id, title, handle, vendor, product_type, 'active', $8, $8,
       search_name, search_skus, search_barcodes, variants_count,
       price_min, price_max, cost_min, cost_max, barcode_min, barcode_max
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $9::text[], $10::text[], $11::text[], $12::int[],
       $13::numeric[], $14::numeric[], $15::numeric[], $16::numeric[], $17::text[], $18::text[])
       as new (id, store_id, source_id, title, handle, vendor, product_type,
         search_name, search_skus, search_barcodes, variants_count,
         price_min, price_max, cost_min, cost_max, barcode_min, barcode_max)`,
    [
      productIds,
      batch.map(({ storeId }) => storeId),
      batch.map(({ sourceNumber }) => `gid://shopify/Product/${7_000_000_000_000 + sourceNumber}`),
      batch.map(({ product }) => product.title),
      batch.map(({ product }) => product.handle),
      batch.map(({ product }) => product.vendor),
      batch.map(({ product }) => product.productType),
      now,
      summaries.map((summary) => summary.search_name),
      summaries.map((summary) => summary.search_skus),
      summaries.map((summary) => summary.search_barcodes),
      summaries.map((summary) => summary.variants_count),
      summaries.map((summary) => summary.price_min),
      summaries.map((summary) => summary.price_max),
      summaries.map((summary) => summary.cost_min),
      summaries.map((summary) => summary.cost_max),
      summaries.map((summary) => summary.barcode_min),
      summaries.map((summary) => summary.barcode_max),
    ],
  );
  const variants = batch.flatMap(({ storeId, sourceNumber, product }, index) =>
    product.variants.map((variant, position) => ({
      ...variant,
      storeId,
      sourceNumber,
      position: position + 1,
      index,
    })),
  );
  await tx.query(
    `insert into variants (id, product_id, store_id, source_id, position, title, sku, barcode, price, cost,
       inventory_quantity, created_at, updated_at)
     select id, product_id, store_id, source_id, position, title, sku, barcode, price, cost, 10, $11, $11
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::text[], $8::text[],
       $9::numeric[], $10::numeric[])
       as new (id, product_id, store_id, source_id, position, title, sku, barcode, price, cost)`,
    [
      variants.map(() => uuidv7()),
      variants.map(({ index }) => productIds[index]),
      variants.map(({ storeId }) => storeId),
      variants.map(
        ({ sourceNumber, position }) =>
          `gid://shopify/ProductVariant/${40_000_000_000_000 + sourceNumber * 100 + position}`,
      ),
      variants.map(({ position }) => position),
      variants.map(({ title }) => title),
      variants.map(({ sku }) => sku),
      variants.map(({ barcode }) => barcode),
      variants.map(({ price }) => price),
      variants.map(({ cost }) => cost),
      now,
    ],
  );
}
