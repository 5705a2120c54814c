import { openDatabase } from '@storefleet/server/platform/db/open';

/** Days before today with activity. */
const DAYS = 29;

/**
 * A month of nightly syncs and of changed vendors in the stores of a stopped product, so that screenshots
 * have charts. Deterministic.
 */
export async function addPastActivity(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, connectionString: null, onTrouble: console.error });
  try {
    await db.query(
      `insert into sync_runs (id, store_id, method, trigger, status, stage, message, counted_products, counted_exactly,
         total_products, processed_products, pages, created_count, updated_count, unchanged_count, removed_count,
         source_products, stored_products, enqueued_at, created_at, started_at, completed_at)
       select gen_random_uuid(), counts.store_id, 'graphql', 'schedule', 'completed', 'verifying',
         'Sync completed successfully', size, true, size, size, 1, night.created, night.updated,
         size - night.created - night.updated, night.day % 4, size, size, night.began, night.began, night.began,
         night.began + make_interval(secs => 2 + size / 1500.0 + night.day * 7 % 5)
       from store_catalogue_counts as counts
       cross join lateral (select greatest(counts.products_count, 1) as size) as catalogue
       cross join lateral (
         select day, date_trunc('day', now()) - make_interval(days => day) + interval '2 hours' as began,
           least(size, day * 11 % 9) as created, size * (day * 13 % 17) / 40 as updated
         from generate_series(1, ${DAYS}) as day where day % 7 <> 3
       ) as night`,
    );
    await db.query(
      `insert into change_history (id, changed_at, batch_id, origin, store_id, store_name, product_id,
         product_source_id, product_title, attribute, old_value, new_value, user_email)
       select gen_random_uuid(), date_trunc('day', now()) - make_interval(days => day) + interval '10 hours',
         gen_random_uuid(), 'bulk_update', stores.id, stores.shop_name, product.id, product.source_id, product.title,
         'vendor', product.vendor, product.vendor || ' & Co', 'robin@example.com'
       from generate_series(1, ${DAYS}) as day
       cross join stores
       cross join lateral (
         select * from products where products.store_id = stores.id order by products.id limit day * 19 % 23
       ) as product
       where day % 7 not in (2, 3)`,
    );
  } finally {
    await close();
  }
}
