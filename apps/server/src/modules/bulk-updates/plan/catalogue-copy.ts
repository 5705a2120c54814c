import { type EditableAttribute, LONG_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { Queryable } from '../../../platform/db/database.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { LISTED_PRODUCT_COLUMNS, PLAIN_VARIANT_COLUMNS } from '../../catalogue/plain-columns.ts';
import type { ProductValues, VariantValues } from '../values/attribute-value.ts';

/** The parts of a stored product that planning and files need. */
export type CopiedProduct = ProductValues & {
  readonly id: string;
  readonly store_id: string;
  readonly source_id: string;
  readonly title: string;
  readonly handle: string | null;
};

export type CopiedVariant = VariantValues & {
  readonly id: string;
  readonly product_id: string;
  readonly source_id: string;
  readonly title: string;
  readonly inventory_quantity: number | null;
  readonly weight_unit: string | null;
};

export type CatalogueCopy = {
  readonly products: ReadonlyMap<string, CopiedProduct>;
  readonly variants: ReadonlyMap<string, CopiedVariant>;
};

const PRODUCT_COLUMNS = `id, store_id, source_id, title, handle, vendor, product_type, status, tags,
  metafields, collections, channels${LISTED_PRODUCT_COLUMNS}${LONG_ATTRIBUTES.map((name) => `, case when $2::boolean then ${name} end as ${name}`).join('')}`;
/** By location name; null if none is read. */
const STOCK = `(select jsonb_object_agg(locations.name, level.available)
    from variant_stock level join locations on locations.id = level.location_id where level.variant_id = variants.id)`;
const VARIANT_COLUMNS = `id, product_id, source_id, title, sku, barcode, price, cost, compare_at_price,
  inventory_quantity, weight, weight_unit, metafields, list_prices, ${STOCK} as stock${PLAIN_VARIANT_COLUMNS}`;

/** The products and variants that the drafts name, as far as they exist; long values only of attributes that are named. */
export async function readCopy(
  db: Queryable,
  targets: readonly { readonly productId: string; readonly variantId: string | null }[],
  attributes: readonly EditableAttribute[] = [],
): Promise<CatalogueCopy> {
  const productIds = [...new Set(targets.map((target) => target.productId))];
  const variantIds = targets.flatMap(({ variantId }) => (variantId === null ? [] : [variantId]));
  const products = await readProducts(db, productIds, attributes);
  if (variantIds.length === 0) return toCopy(products, []);
  const { rows } = await db.query<CopiedVariant>(
    prepared(`select ${VARIANT_COLUMNS} from variants where id = any ($1::uuid[])`),
    [variantIds],
  );
  return toCopy(products, rows);
}

/** Products with all their variants, in each product's order; long values only of these attributes. */
export async function readProductsWithVariants(
  db: Queryable,
  productIds: readonly string[],
  attributes: readonly EditableAttribute[] = [],
): Promise<CatalogueCopy> {
  const products = await readProducts(db, productIds, attributes);
  const { rows } = await db.query<CopiedVariant>(
    prepared(
      `select ${VARIANT_COLUMNS} from variants where product_id = any ($1::uuid[]) order by product_id, position, id`,
    ),
    [productIds],
  );
  return toCopy(products, rows);
}

async function readProducts(
  db: Queryable,
  ids: readonly string[],
  attributes: readonly EditableAttribute[],
): Promise<CopiedProduct[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<CopiedProduct>(
    prepared(`select ${PRODUCT_COLUMNS} from products where id = any ($1::uuid[])`),
    [ids, LONG_ATTRIBUTES.some((name) => attributes.includes(name))],
  );
  return rows;
}

function toCopy(products: readonly CopiedProduct[], variants: readonly CopiedVariant[]): CatalogueCopy {
  return {
    products: new Map(products.map((product) => [product.id, product])),
    variants: new Map(variants.map((variant) => [variant.id, variant])),
  };
}
