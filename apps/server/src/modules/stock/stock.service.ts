import type {
  Location,
  LocationList,
  NamedLocation,
  ProductStock,
  VariantStock,
} from '@storefleet/contract/catalogue/stock';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';
import { requireRow } from '../stores/require-store.ts';

export type StockService = ReturnType<typeof createStockService>;

const LOCATIONS = `select id, name, is_active from locations where store_id = $1 order by lower(name), id`;

const NAMED = `select locations.name, jsonb_agg(locations.store_id order by locations.store_id) as store_ids
  from locations join stores on stores.id = locations.store_id
  where locations.is_active and stores.stock_per_location and stores.deleted_at is null
    and stores.store_status <> 'archived'
  group by locations.name order by lower(locations.name), locations.name`;

const STOCK = `select variants.id as variant_id, coalesce(jsonb_agg(
    jsonb_build_object('location_id', stock.location_id, 'available', stock.available)
  ) filter (where stock.location_id is not null), '[]') as levels
  from variants left join variant_stock stock on stock.variant_id = variants.id
  where variants.product_id = $1 group by variants.id, variants.position order by variants.position, variants.id`;

/** Those in use, by name, with the stores that have them read. */
export async function findLocations(db: Queryable): Promise<NamedLocation[]> {
  return (await db.query<NamedLocation>(NAMED)).rows;
}

/** What is available at each location, as the last sync left it. */
export function createStockService({ db }: { readonly db: Database }) {
  return {
    async named(): Promise<{ locations: NamedLocation[] }> {
      return { locations: await findLocations(db) };
    },

    async locations(storeId: string): Promise<LocationList> {
      await requireRow(db, storeId);
      const { rows } = await db.query<Location>(LOCATIONS, [storeId]);
      return { locations: rows };
    },

    async ofProduct(productId: string): Promise<ProductStock> {
      const { rows: stores } = await db.query<{ id: string; stock_per_location: boolean }>(
        `select stores.id, stores.stock_per_location from products join stores on stores.id = products.store_id
         where products.id = $1 and stores.deleted_at is null`,
        [productId],
      );
      const [store] = stores;
      if (store === undefined) throw new AppError({ code: 'product_not_found' });
      if (!store.stock_per_location) return { reads_stock: false, locations: [], variants: [] };
      const [{ rows: locations }, { rows: variants }] = await Promise.all([
        db.query<Location>(LOCATIONS, [store.id]),
        db.query<VariantStock>(STOCK, [productId]),
      ]);
      const stocked = new Set(variants.flatMap(({ levels }) => levels.map((level) => level.location_id)));
      const shown = locations.filter(({ id, is_active }) => is_active || stocked.has(id));
      return { reads_stock: true, locations: shown, variants };
    },
  };
}
