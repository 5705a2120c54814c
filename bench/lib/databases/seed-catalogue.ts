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
 * Fills an empty, migrated database with stores and about `variants` variants, deterministic. Search indexes
 * are created after the rows, which is many times faster.
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
  await db.query('vacuum (analyze) product_filter_values');

  return { storeIds, products, variants };
}

async function withoutTimeout(tx: Queryable, statement: string): Promise<void> {
  await tx.query('set local statement_timeout = 0');
  await tx.query(`set local maintenance_work_mem = '256MB'`);
  await tx.query(statement);
}

async function insertStores(db: Database, count: number): Promise<string[]> {
  const now = new Date();
  const stores = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    shop_name: `Store ${index + 1}`,
    shop_url: `store-${index + 1}.myshopify.com`,
    store_type: 'shopify',
    api_version: '2026-10',
    created_at: now,
    updated_at: now,
  }));
  await insertRows(db, 'stores', stores);
  return stores.map(({ id }) => id);
}

async function insertProducts(
  tx: Queryable,
  batch: readonly { storeId: string; sourceNumber: number; product: GeneratedProduct }[],
): Promise<void> {
  const now = new Date();
  const common = { created_at: now, updated_at: now };
  const products = batch.map(({ storeId, sourceNumber, product }) => ({
    id: uuidv7(),
    store_id: storeId,
    source_id: `gid://shopify/Product/${7_000_000_000_000 + sourceNumber}`,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    product_type: product.productType,
    status: product.status,
    tags: product.tags,
    ...product.summary,
    filtered_at: now,
    ...common,
  }));
  await insertRows(tx, 'products', products);
  const variants = batch.flatMap(({ storeId, sourceNumber, product }, index) =>
    product.variants.map((variant, position) => ({
      id: uuidv7(),
      product_id: products[index]?.id,
      store_id: storeId,
      source_id: `gid://shopify/ProductVariant/${40_000_000_000_000 + sourceNumber * 100 + position + 1}`,
      position: position + 1,
      ...variant,
      ...common,
    })),
  );
  await insertRows(tx, 'variants', variants);
  await tx.query('select write_filter_values($1)', [products.map(({ id }) => id)]);
}

/** Every row has the columns of the first one. */
async function insertRows(tx: Queryable, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await tx.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}
