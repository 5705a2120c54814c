import type { Database } from '@storefleet/server/platform/db/database';
import { v7 as uuidv7 } from 'uuid';

const VARIANTS_PER_PRODUCT = 4;
/** Products written per statement. */
const PRODUCTS_PER_STATEMENT = 12_500;

/**
 * Fills an empty, migrated database with stores that sell the same articles: every store lacks a twentieth of
 * them; for a tenth, one store has another price, and for a twentieth another title. Returns the ids of the
 * stores.
 */
export async function seedArticles(
  db: Database,
  { variants, stores }: { readonly variants: number; readonly stores: number },
): Promise<string[]> {
  const ids = Array.from({ length: stores }, () => uuidv7());
  for (const [index, id] of ids.entries()) {
    await db.query(
      `insert into stores (id, shop_name, shop_url, store_type, api_version, store_currency, created_at, updated_at)
       values ($1, $2, $3, 'shopify', '2026-10', $4, now(), now())`,
      [id, `Store ${index + 1}`, `store-${index + 1}.myshopify.com`, index < stores / 2 ? 'EUR' : 'CHF'],
    );
  }
  const { rows: indexes } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'products' and indexdef like '%search_%'`,
  );
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  // A twentieth of the products is left out again.
  const products = Math.ceil(variants / stores / VARIANTS_PER_PRODUCT / 0.95);
  for (const [index, id] of ids.entries()) {
    for (let first = 0; first < products; first += PRODUCTS_PER_STATEMENT) {
      await db.query(INSERT, [id, index, first, Math.min(products, first + PRODUCTS_PER_STATEMENT) - 1]);
    }
  }
  for (const { definition } of indexes) await db.query(definition);
  await db.query('select write_filter_values(array(select id from products))');
  // Once, rather than once per store.
  await db.query(`with gone as (delete from article_changes returning keys)
    insert into article_changes (keys) select array_agg(distinct key) from gone cross join unnest(keys) as key`);
  for (const table of ['products', 'variants', 'product_filter_values'])
    await db.query(`vacuum (analyze) ${table}`);
  return ids;
}

const INSERT = `
  with product as materialized (
    select gen_random_uuid() as id, n, 'Article ' || n || case when n % 20 = 7 and $2 = n % 19 then ' new' else '' end as title
    from generate_series($3::integer, $4::integer) as n where (n + $2::integer) % 20 <> 0
  ), added as (
    insert into products (id, store_id, source_id, title, vendor, product_type, status, search_name, search_skus, search_barcodes,
      variants_count, price_min, price_max, created_at, updated_at, filtered_at)
    select id, $1::uuid, 'gid://shopify/Product/' || n, title, 'Vendor ' || n % 25, 'Type ' || n % 20,
      case when n % 10 = 3 then 'draft' else 'active' end, E'\\n' || lower(title) || E'\\n',
      E'\\n' || lower('ART-' || n) || E'-1\\n', E'\\n', ${VARIANTS_PER_PRODUCT}, 10, 100, now(), now(), now() from product
  )
  insert into variants (id, product_id, store_id, source_id, position, title, sku, barcode, price, cost, inventory_quantity,
    created_at, updated_at, article_key)
  select gen_random_uuid(), product.id, $1::uuid, 'gid://shopify/ProductVariant/' || (n * ${VARIANTS_PER_PRODUCT} + place), place, 'Size ' || place,
    'ART-' || n || '-' || place, lpad((4000000000000 + n * ${VARIANTS_PER_PRODUCT} + place)::text, 13, '0'),
    10 + n % 90 + place + case when n % 10 = 1 and $2 = n % 17 then 1.5 else 0 end, 5 + n % 40, (n * 7 + $2) % 200, now(), now(),
    's:art-' || n || '-' || place
  from product cross join generate_series(1, ${VARIANTS_PER_PRODUCT}) as place`;
