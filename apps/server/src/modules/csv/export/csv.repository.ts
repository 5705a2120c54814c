import type { Queryable } from '../../../platform/db/database.ts';
import type { ProductValues, VariantValues } from '../../bulk-updates/values/attribute-value.ts';

/** A product as files show it. */
export type FileProduct = ProductValues & {
  readonly id: string;
  readonly store_id: string;
  readonly title: string;
  readonly handle: string | null;
};

export type FileVariant = VariantValues & {
  readonly id: string;
  readonly product_id: string;
  readonly title: string;
  readonly inventory_quantity: number | null;
  readonly weight_unit: string | null;
};

export type FileStore = {
  readonly id: string;
  readonly shop_name: string;
  readonly store_currency: string | null;
};

const PRODUCT_COLUMNS = 'id, store_id, title, handle, vendor, product_type, status, tags';
const VARIANT_COLUMNS = `id, product_id, title, sku, barcode, price, cost, compare_at_price, inventory_quantity,
  weight, weight_unit`;

/** Stores whose products people see. */
export async function findStores(db: Queryable): Promise<FileStore[]> {
  const { rows } = await db.query<FileStore>(
    'select id, shop_name, store_currency from stores where deleted_at is null',
  );
  return rows;
}

export async function findProductsById(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, FileProduct>> {
  const { rows } = await db.query<FileProduct>(
    `select ${PRODUCT_COLUMNS} from products where id = any ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** All variants of the products, in each product's own order. */
export async function findVariantsOf(db: Queryable, productIds: readonly string[]): Promise<FileVariant[]> {
  const { rows } = await db.query<FileVariant>(
    `select ${VARIANT_COLUMNS} from variants where product_id = any ($1::uuid[]) order by product_id, position, id`,
    [productIds],
  );
  return rows;
}

export async function findVariantsById(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, FileVariant>> {
  const { rows } = await db.query<FileVariant>(
    `select ${VARIANT_COLUMNS} from variants where id = any ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
