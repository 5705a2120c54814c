import { type LongAttribute, PLAIN_PRODUCT_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { MetafieldDefinition } from '@storefleet/contract/attributes/metafields';
import type { StockValues } from '@storefleet/contract/attributes/stock';
import type { StoreType } from '@storefleet/contract/constants';
import type { Queryable } from '../../platform/db/database.ts';
import { compose } from '../../platform/db/statements/statement.ts';
import type { Unchanged } from '../../platform/db/statements/unchanged.ts';
import { MEDIA_COLUMN_NAMES, type MediaColumns } from '../catalogue/media-columns.ts';
import {
  type ListedProductColumns,
  PLAIN_VARIANT_COLUMNS,
  type PlainProductColumns,
  type PlainVariantColumns,
} from '../catalogue/plain-columns.ts';
import { findFiltered } from './filter/filtered-result.ts';
import { metafieldsOfVariantSql } from './filter/metafield-conditions.ts';
import { asksMetafieldsOfVariants, type ResolvedFilter } from './filter/resolve-filter.ts';
import { findPageOfLargeResult, isLargeResult, type LargeResultLimits } from './search/large-result.ts';
import {
  elsewhereStatement,
  isFilterAlone,
  PRODUCT_COLUMNS,
  type ProductSearch,
  type ProductSelection,
  searchStatement,
  selectionStatement,
} from './search/search-statement.ts';

export type ProductRow = {
  id: string;
  source_id: string;
  store_id: string;
  store_name: string;
  store_currency: string | null;
  title: string;
  handle: string | null;
  vendor: string | null;
  product_type: string | null;
  status: string | null;
  tags: string[];
  updated_at: Date;
  metafields: Record<string, string | null> | null;
  /** Only for a single product, as are the definitions of its store's metafields. */
  store_type?: StoreType;
  definitions?: readonly MetafieldDefinition[];
} & ListedProductColumns &
  /** A search leaves them out. */
  Partial<Pick<PlainProductColumns, LongAttribute>> &
  Pick<MediaColumns, 'image_url'> &
  Partial<MediaColumns>;

export type VariantRow = {
  id: string;
  product_id: string;
  source_id: string;
  title: string;
  sku: string | null;
  barcode: string | null;
  price: string | null;
  cost: string | null;
  compare_at_price: string | null;
  inventory_quantity: number | null;
  weight: string | null;
  weight_unit: string | null;
  metafields: Record<string, string | null> | null;
  list_prices: Record<string, string | null> | null;
} & PlainVariantColumns;

/** Products and all their variants, in each product's order. */
export type ProductRows = {
  readonly products: readonly ProductRow[];
  readonly variants: readonly VariantRow[];
};

/** One page of products, in order, and the total, which may be a lower bound. */
export async function findProducts(
  db: Queryable,
  search: ProductSearch,
  { limits, unchanged }: { readonly limits: LargeResultLimits; readonly unchanged: Unchanged },
): Promise<{ total: number; moreThanTotal: boolean } & ProductRows> {
  if (isFilterAlone(search)) {
    const { total, productIds } = await findFiltered(db, search, { limits, unchanged });
    return { total, moreThanTotal: false, ...(await findListed(db, productIds)) };
  }
  const isLarge = await isLargeResult(db, search, limits);
  const productIds = isLarge ? await findPageOfLargeResult(db, search, limits) : null;
  if (productIds !== null) {
    return { total: limits.counted, moreThanTotal: true, ...(await findListed(db, productIds)) };
  }
  const { text, params } = searchStatement({ ...search, isLarge });
  // Beyond the last page there is one row, with the total and no product.
  const { rows } = await db.query<{ total: number } & (ProductRow | { id: null })>(text, params);
  const products = rows.filter((row) => row.id !== null);
  return { total: rows[0]?.total ?? 0, moreThanTotal: false, ...(await withVariants(db, products)) };
}

async function withVariants(db: Queryable, products: readonly ProductRow[]): Promise<ProductRows> {
  const ids = products.map(({ id }) => id);
  return { products, variants: await findVariants(db, ids) };
}

/** In the order of the ids; without deleted ones. */
export async function findListed(db: Queryable, productIds: readonly string[]): Promise<ProductRows> {
  const [{ rows: products }, variants] = await Promise.all([
    db.query<ProductRow>(
      `select ${PRODUCT_COLUMNS}
       from unnest($1::uuid[]) with ordinality as listed (id, place)
       join products as p on p.id = listed.id
       join stores as store on store.id = p.store_id
       order by listed.place`,
      [productIds],
    ),
    findVariants(db, productIds),
  ]);
  return { products, variants };
}

/** Of the products' variants, by their ids; a search reads it only if its filter needs it. */
export async function findStock(
  db: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, StockValues>> {
  const { rows } = await db.query<{ variant_id: string; stock: StockValues }>(
    `select level.variant_id, jsonb_object_agg(locations.name, level.available) as stock
     from variants join variant_stock level on level.variant_id = variants.id
     join locations on locations.id = level.location_id
     where variants.product_id = any ($1::uuid[]) group by level.variant_id`,
    [productIds],
  );
  return new Map(rows.map(({ variant_id, stock }) => [variant_id, stock]));
}

/** Which of the products' variants meet a filter's conditions on metafields; null if it has none on variants. */
export async function findByMetafields(
  db: Queryable,
  productIds: readonly string[],
  resolved: ResolvedFilter | null,
): Promise<ReadonlySet<string> | null> {
  if (resolved === null || !asksMetafieldsOfVariants(resolved)) return null;
  const { text, params } = compose((bind) => {
    const meets = metafieldsOfVariantSql(resolved.filter.metafield, resolved.metafields, bind) ?? 'true';
    return `select v.id from variants v where v.product_id = any(${bind(productIds)}::uuid[]) and ${meets}`;
  });
  const { rows } = await db.query<{ id: string }>(text, params);
  return new Set(rows.map(({ id }) => id));
}

const OF_PRODUCT = ['metafields', ...PLAIN_PRODUCT_ATTRIBUTES, ...MEDIA_COLUMN_NAMES]
  .map((name) => `, p.${name}`)
  .join('');

/** None or one. */
export async function findProduct(db: Queryable, productId: string): Promise<ProductRows> {
  const { rows } = await db.query<ProductRow>(
    `select p.id, p.source_id, p.store_id, p.title, p.handle, p.vendor, p.product_type, p.status, p.tags, p.updated_at${OF_PRODUCT},
       store.shop_name as store_name, store.store_type, store.store_currency, store.metafields as definitions
     from products as p join stores as store on store.id = p.store_id and store.deleted_at is null
     where p.id = $1`,
    [productId],
  );
  return withVariants(db, rows);
}

/** Counts matching products in other stores, up to `limit`. */
export async function countProductsElsewhere(
  db: Queryable,
  search: Pick<ProductSearch, 'terms' | 'type' | 'filter'> & { readonly storeIds: readonly string[] },
  limit: number,
): Promise<number> {
  const { text, params } = elsewhereStatement(search, limit);
  const { rows } = await db.query<{ total: number }>(text, params);
  return rows[0]?.total ?? 0;
}

/** The ids of all matching products, at most `limit`, in order. */
export async function findProductIds(
  db: Queryable,
  selection: ProductSelection,
  { limit, limits }: { limit: number; limits: LargeResultLimits },
): Promise<string[]> {
  const isLarge = await isLargeResult(db, selection, limits);
  const { text, params } = selectionStatement({ ...selection, isLarge }, { limit });
  const { rows } = await db.query<{ id: string }>(text, params);
  return rows.map((row) => row.id);
}

/** All variants of the products, in each product's order. */
async function findVariants(db: Queryable, productIds: readonly string[]): Promise<VariantRow[]> {
  if (productIds.length === 0) return [];
  const { rows } = await db.query<VariantRow>(
    `select id, product_id, source_id, title, sku, barcode, price, cost, compare_at_price, inventory_quantity,
       weight, weight_unit, metafields, list_prices${PLAIN_VARIANT_COLUMNS}
     from variants where product_id = any($1::uuid[]) order by product_id, position, id`,
    [productIds],
  );
  return rows;
}

/** A position in a store's product list: the products after it, or before it. */
export type StorePage = { direction: 'after' | 'before'; sourceId: string };

/**
 * Up to `limit` products of a store next to a position (null: from the start), ordered by the source's ids.
 */
export async function findStoreProducts(
  db: Queryable,
  storeId: string,
  { page, limit }: { page: StorePage | null; limit: number },
): Promise<ProductRows> {
  const backwards = page?.direction === 'before';
  const { rows } = await db.query<ProductRow>(
    `select p.id, p.source_id, p.store_id, p.title, p.handle, p.vendor, p.product_type, p.status, p.tags, p.updated_at${OF_PRODUCT},
       store.shop_name as store_name, store.store_currency
     from (
       select * from products
       where store_id = $1 ${page ? `and source_id ${backwards ? '<' : '>'} $3` : ''}
       order by source_id ${backwards ? 'desc' : 'asc'}
       limit $2
     ) as p
     join stores as store on store.id = p.store_id
     order by p.source_id`,
    page ? [storeId, limit, page.sourceId] : [storeId, limit],
  );
  return withVariants(db, rows);
}

/** Counts the store's products, and those before a position in its list. */
export async function countStoreProducts(
  db: Queryable,
  storeId: string,
  beforeSourceId: string | null,
): Promise<{ total: number; before: number }> {
  const { rows } = await db.query<{ total: number; before: number }>(
    `select coalesce((select products_count from store_catalogue_counts where store_id = $1), 0) as total,
       (select count(*)::int from products where store_id = $1 and source_id < $2) as before`,
    [storeId, beforeSourceId ?? ''],
  );
  return rows[0] ?? { total: 0, before: 0 };
}
