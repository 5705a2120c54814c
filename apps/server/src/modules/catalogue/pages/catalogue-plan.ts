import type { SourceProduct } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { idSource } from '../../../platform/db/statements/ordered-ids.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { summariseProduct } from '../catalogue-summary.ts';
import { filterValuesOf } from '../filter-values.ts';
import type { ChangedItem } from '../history-writer.ts';
import { mediaColumns } from '../media-columns.ts';
import { keptColumns, PLAIN_VARIANT_COLUMNS } from '../plain-columns.ts';
import {
  type ChangedProduct,
  isNewerThan,
  planProducts,
  planVariants,
  type StoredProduct,
  type StoredVariant,
  wasReadAfter,
} from './catalogue-diff.ts';
import type { ProductRow, VariantRow } from './catalogue-rows.ts';
import { isStoredAlready, STORED_PRODUCT_COLUMNS, type StoredProductRow } from './catalogue-statements.ts';
import { foundChanges } from './found-changes.ts';
import type { DerivedColumns, HashedProduct } from './product-hash.ts';

/** What to write for the products that were read; changed ones are locked. */
export type WritePlan = {
  readonly added: ProductRow[];
  readonly changed: ProductRow[];
  /** Had no hash; comparison found them unchanged. */
  readonly confirmed: ProductRow[];
  readonly variants: VariantRow[];
  readonly vanished: StoredVariant[];
  /** Values changed at the source, of attributes that can be edited here. */
  readonly found: ChangedItem[];
  /** Already stored as read. */
  readonly unchanged: StoredProduct[];
  /** Left alone because they were read, or found gone, later than this read. */
  readonly outdated: string[];
  /** Products with an edit made here since the read, which is kept. */
  readonly edited: string[];
};

/**
 * Compares products with the catalogue, in a transaction in which nobody else adds or removes products of the
 * store.
 */
export async function planWrites(
  tx: Queryable,
  storeId: string,
  products: ReadonlyMap<string, HashedProduct>,
  readAt: Date,
): Promise<WritePlan> {
  const { added, changed, unchanged } = planProducts(
    products,
    await readProducts(tx, storeId, [...products.keys()]),
  );
  const plan: WritePlan = {
    added: [],
    changed: [],
    confirmed: [],
    variants: [],
    vanished: [],
    found: [],
    unchanged,
    outdated: [],
    edited: [],
  };
  await planAdded(tx, plan, storeId, added, readAt);
  await planChanged(tx, plan, changed, readAt);
  return plan;
}

/**
 * Forces an index lookup per id: without statistics for a new store, the planner would read all its products
 * for every batch.
 */
const READ_PRODUCTS = prepared(`
  select products.* from unnest($2::text[]) as wanted (source_id) cross join lateral (
    select id, source_id, content_hash, edited_at, read_at from products
    where store_id = $1 and source_id = wanted.source_id limit 1
  ) as products`);

export async function readProducts(
  db: Queryable,
  storeId: string,
  sourceIds: readonly string[],
): Promise<StoredProduct[]> {
  const { rows } = await db.query<StoredProduct>(READ_PRODUCTS, [storeId, sourceIds]);
  return rows;
}

async function planAdded(
  tx: Queryable,
  plan: WritePlan,
  storeId: string,
  added: readonly HashedProduct[],
  readAt: Date,
): Promise<void> {
  if (added.length === 0) return;
  const { rows } = await tx.query<{ source_id: string }>(
    'select source_id from gone_products where store_id = $1 and source_id = any ($2::text[]) and read_at > $3',
    [storeId, added.map(({ product }) => product.sourceId), readAt],
  );
  const gone = new Set(rows.map((row) => row.source_id));
  const nextId = idSource(added.length);
  for (const { product, hash, derived } of added) {
    if (gone.has(product.sourceId)) {
      plan.outdated.push(product.sourceId);
      continue;
    }
    const id = nextId();
    plan.added.push(productRow(id, product, derived ?? derive(product), hash, readAt));
    for (const variant of product.variants) plan.variants.push({ productId: id, variant });
  }
}

async function planChanged(
  tx: Queryable,
  plan: WritePlan,
  changed: readonly ChangedProduct[],
  readAt: Date,
): Promise<void> {
  if (changed.length === 0) return;
  const productIds = changed.map(({ stored }) => stored.id);
  const locked = await lockProducts(tx, productIds);
  const storedVariants = await readVariants(tx, productIds);
  for (const { stored, hashed } of changed) {
    const { product, hash } = hashed;
    const current = locked.get(stored.id);
    if (current === undefined || wasReadAfter(current, readAt)) {
      plan.outdated.push(product.sourceId);
    } else if (isNewerThan(current, readAt)) {
      plan.edited.push(product.sourceId);
    } else {
      const variants = planVariants(product, storedVariants.get(stored.id) ?? [], readAt);
      if (variants.keptEdits) plan.edited.push(product.sourceId);
      const derived = derive(product, variants.result);
      const row = productRow(stored.id, product, derived, variants.keptEdits ? null : hash, readAt);
      const isSame =
        variants.written.length === 0 && variants.vanished.length === 0 && isStoredAlready(row, current);
      (isSame ? plan.confirmed : plan.changed).push(row);
      for (const variant of variants.written) {
        plan.variants.push({ productId: stored.id, variant });
      }
      plan.vanished.push(...variants.vanished);
      plan.found.push(...foundChanges(current, row, product, variants.changed));
    }
  }
}

type LockedProduct = Pick<StoredProduct, 'id' | 'edited_at'> & StoredProductRow;

/** Serialises this transaction with edits of the same products. */
async function lockProducts(tx: Queryable, ids: readonly string[]): Promise<Map<string, LockedProduct>> {
  const { rows } = await tx.query<LockedProduct>(
    `select id, edited_at, ${STORED_PRODUCT_COLUMNS} from products
     where id = any ($1::uuid[]) order by id for update`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readVariants(tx: Queryable, productIds: readonly string[]) {
  const { rows } = await tx.query<StoredVariant>(
    `select id, product_id, source_id, position, title, sku, barcode, price, cost, compare_at_price,
       inventory_quantity, weight, weight_unit, metafields, list_prices, edited_at${PLAIN_VARIANT_COLUMNS}
     from variants where product_id = any ($1::uuid[])`,
    [productIds],
  );
  return Map.groupBy(rows, (row) => row.product_id);
}

export function derive(product: SourceProduct, variants = product.variants): DerivedColumns {
  return {
    ...summariseProduct(product.title, variants),
    filterValues: filterValuesOf(variants, product.plain),
  };
}

function productRow(
  id: string,
  product: SourceProduct,
  derived: DerivedColumns,
  contentHash: string | null,
  readAt: Date,
): ProductRow {
  return {
    id,
    source_id: product.sourceId,
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    product_type: product.productType,
    status: product.status,
    tags: product.tags,
    metafields: product.metafields ?? null,
    collections: product.collections ?? null,
    channels: product.channels ?? null,
    ...keptColumns(product.plain),
    ...mediaColumns(product.media),
    content_hash: contentHash,
    read_at: readAt,
    ...derived,
  };
}

/** Of duplicate variants, the last one counts. */
export function uniqueVariants(rows: readonly VariantRow[]): VariantRow[] {
  return [...new Map(rows.map((row) => [row.variant.sourceId, row])).values()];
}

/** Keeps variants that only moved to another product of the plan: writing that product moves them. */
export async function deleteVanishedVariants(
  tx: Queryable,
  { vanished, variants }: Pick<WritePlan, 'vanished' | 'variants'>,
): Promise<void> {
  if (vanished.length === 0) return;
  const moved = new Set(variants.map((row) => row.variant.sourceId));
  const gone = vanished.filter((variant) => !moved.has(variant.source_id)).map((variant) => variant.id);
  if (gone.length > 0) await tx.query('delete from variants where id = any ($1::uuid[])', [gone]);
}
