import type {
  Location,
  LocationList,
  ProductStock,
  VariantStock,
} from '@storefleet/contract/catalogue/stock';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/problem.ts';

export type StockService = ReturnType<typeof createStockService>;

const LOCATIONS = `select id, name, is_active from locations where store_id = $1 order by lower(name), id`;

const STOCK = `select variants.id as variant_id, coalesce(jsonb_agg(
    jsonb_build_object('location_id', stock.location_id, 'available', stock.available)
  ) filter (where stock.location_id is not null), '[]') as levels
  from variants left join variant_stock stock on stock.variant_id = variants.id
  where variants.product_id = $1 group by variants.id, variants.position order by variants.position, variants.id`;

/** What is available at each location, as the last sync left it. */
export function createStockService({ db }: { readonly db: Database }) {
  return {
    async locations(storeId: string): Promise<LocationList> {
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
