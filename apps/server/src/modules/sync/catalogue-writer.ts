import { v7 as uuidv7 } from 'uuid';
import type { CataloguePage, JsonValue, SkippedRow, SourceProduct } from '../../connectors/connector.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { summariseProduct } from '../products/catalogue-summary.ts';
import {
  hashProducts,
  isNewerThan,
  planProducts,
  planVariants,
  type StoredProduct,
  type StoredVariant,
} from './catalogue-diff.ts';
import {
  type BatchToStore,
  type ProductRow,
  storeBatch,
  updateProducts,
  type VariantRow,
} from './catalogue-statements.ts';
import type { HashedProduct } from './product-hash.ts';
import type { RunLease } from './run-lease.ts';
import { holdLease } from './sync-run.repository.ts';

/** Rows of one transaction: more would keep everybody else waiting on the embedded database. */
const MAX_VARIANTS_PER_BATCH = 2_000;

/**
 * Stores one page of a source. Every batch saves rows, checkpoint and progress together, and only while the worker
 * holds the run: a writer whose lease has passed on changes nothing.
 */
export async function writePage(
  db: Database,
  lease: RunLease,
  page: CataloguePage,
  now: Date,
): Promise<void> {
  const batches = splitByVariants(page.products);
  for (const [index, products] of batches.entries()) {
    const isLast = index === batches.length - 1;
    await writeBatch(db, lease, {
      products: hashProducts(products),
      readAt: page.readAt,
      now,
      pages: isLast ? page.pages : 0,
      checkpoint: isLast ? { value: page.checkpoint } : null,
      skipped: isLast ? (page.skipped ?? []) : [],
    });
  }
}

/** At least one batch, so that a page without products still moves the checkpoint. */
function splitByVariants(products: readonly SourceProduct[]): SourceProduct[][] {
  const batches: SourceProduct[][] = [];
  let batch: SourceProduct[] = [];
  let variants = 0;
  for (const product of products) {
    if (batch.length > 0 && variants + product.variants.length > MAX_VARIANTS_PER_BATCH) {
      batches.push(batch);
      batch = [];
      variants = 0;
    }
    batch.push(product);
    variants += product.variants.length;
  }
  batches.push(batch);
  return batches;
}

type Batch = {
  readonly products: ReadonlyMap<string, HashedProduct>;
  readonly readAt: Date;
  readonly now: Date;
  readonly pages: number;
  readonly checkpoint: { readonly value: JsonValue } | null;
  readonly skipped: readonly SkippedRow[];
};

/**
 * Most batches change nothing that is stored already: one statement looks then, and one writes. Products that changed
 * are locked and compared variant by variant, in a transaction with the rest.
 */
async function writeBatch(db: Database, lease: RunLease, batch: Batch): Promise<void> {
  const stored = await readProducts(db, lease.storeId, [...batch.products.keys()]);
  const plan = planProducts(batch.products, stored);
  const added = planAdded(plan.added);
  if (plan.changed.length === 0) {
    const counts = { created: added.products.length, updated: 0, unchanged: plan.unchanged };
    await db.transaction((tx) => storeBatch(tx, lease, toStore(batch, added, counts)));
    return;
  }
  await db.transaction(async (tx) => {
    await holdLease(tx, lease);
    const changed = await planChanged(tx, plan.changed, batch.readAt);
    if (changed.products.length > 0) await updateProducts(tx, lease.storeId, batch.now, changed.products);
    const rows = { products: added.products, variants: [...added.variants, ...changed.variants] };
    await deleteVanishedVariants(tx, changed.vanished, rows.variants);
    const counts = {
      created: added.products.length,
      updated: changed.products.length,
      unchanged: plan.unchanged + changed.kept,
    };
    await storeBatch(tx, lease, toStore(batch, rows, counts));
  });
}

function toStore(batch: Batch, rows: PlannedRows, counts: BatchToStore['counts']): BatchToStore {
  return {
    ...batch,
    counts,
    seenIds: [...batch.products.keys()],
    added: rows.products,
    variants: uniqueVariants(rows.variants),
  };
}

async function readProducts(db: Queryable, storeId: string, sourceIds: readonly string[]) {
  const { rows } = await db.query<StoredProduct>(
    `select id, source_id, content_hash, edited_at from products
     where store_id = $1 and source_id = any ($2::text[])`,
    [storeId, sourceIds],
  );
  return rows;
}

type PlannedRows = { readonly products: ProductRow[]; readonly variants: VariantRow[] };

function planAdded(added: readonly HashedProduct[]): PlannedRows {
  const products: ProductRow[] = [];
  const variants: VariantRow[] = [];
  for (const hashed of added) {
    const row = productRow(uuidv7(), hashed.product, hashed.product.variants, hashed.hash);
    products.push(row);
    for (const variant of hashed.product.variants) {
      variants.push({ id: uuidv7(), productId: row.id, variant });
    }
  }
  return { products, variants };
}

async function planChanged(
  tx: Queryable,
  changed: readonly { readonly stored: StoredProduct; readonly hashed: HashedProduct }[],
  readAt: Date,
) {
  const products: ProductRow[] = [];
  const variants: VariantRow[] = [];
  const vanished: StoredVariant[] = [];
  let kept = 0;
  if (changed.length === 0) return { products, variants, vanished, kept };

  const productIds = changed.map(({ stored }) => stored.id);
  const locked = await lockProducts(tx, productIds);
  const storedVariants = await readVariants(tx, productIds);
  for (const { stored, hashed } of changed) {
    const current = locked.get(stored.id);
    if (current === undefined || isNewerThan(current, readAt)) {
      kept++;
      continue;
    }
    const plan = planVariants(hashed.product, storedVariants.get(stored.id) ?? [], readAt);
    products.push(productRow(stored.id, hashed.product, plan.result, plan.keptEdits ? null : hashed.hash));
    for (const variant of plan.written) variants.push({ id: uuidv7(), productId: stored.id, variant });
    vanished.push(...plan.vanished);
  }
  return { products, variants, vanished, kept };
}

/** An edit of one of these products waits for this transaction, or this transaction for the edit. */
async function lockProducts(tx: Queryable, ids: readonly string[]) {
  const { rows } = await tx.query<{ id: string; edited_at: Date | null }>(
    'select id, edited_at from products where id = any ($1::uuid[]) order by id for update',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readVariants(tx: Queryable, productIds: readonly string[]) {
  const { rows } = await tx.query<StoredVariant>(
    `select id, product_id, source_id, position, title, sku, barcode, price, cost, compare_at_price,
       inventory_quantity, weight, weight_unit, custom_fields, edited_at
     from variants where product_id = any ($1::uuid[])`,
    [productIds],
  );
  return Map.groupBy(rows, (row) => row.product_id);
}

function productRow(
  id: string,
  product: SourceProduct,
  variants: SourceProduct['variants'],
  contentHash: string | null,
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
    description: product.description ?? null,
    content_hash: contentHash,
    ...summariseProduct(product.title, variants),
  };
}

/** Where a source shows a variant twice in a batch, the later showing counts. */
function uniqueVariants(rows: readonly VariantRow[]): VariantRow[] {
  return [...new Map(rows.map((row) => [row.variant.sourceId, row])).values()];
}

/** A variant that only moved to another product of the batch is not deleted: writing it moves it. */
async function deleteVanishedVariants(
  tx: Queryable,
  vanished: readonly StoredVariant[],
  written: readonly VariantRow[],
): Promise<void> {
  if (vanished.length === 0) return;
  const moved = new Set(written.map((row) => row.variant.sourceId));
  const gone = vanished.filter((variant) => !moved.has(variant.source_id)).map((variant) => variant.id);
  if (gone.length > 0) await tx.query('delete from variants where id = any ($1::uuid[])', [gone]);
}
