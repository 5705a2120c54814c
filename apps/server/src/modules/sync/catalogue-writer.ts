import { v7 as uuidv7 } from 'uuid';
import type { CataloguePage, JsonValue, SourceProduct } from '../../connectors/connector.ts';
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
  insertProducts,
  type ProductRow,
  updateProducts,
  upsertVariants,
  type VariantRow,
} from './catalogue-statements.ts';
import type { HashedProduct } from './product-hash.ts';
import { LeaseLostError, type RunLease } from './run-lease.ts';

/** Rows of one transaction: more would keep everybody else waiting on the embedded database. */
const MAX_VARIANTS_PER_BATCH = 2_000;

/**
 * Stores one page of a source. Every batch is one transaction that holds the run's row, so that a writer whose
 * lease has passed on changes nothing, and that saves rows, checkpoint and progress together.
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
};

type BatchCounts = { readonly created: number; readonly updated: number; readonly unchanged: number };

async function writeBatch(db: Database, lease: RunLease, batch: Batch): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await readHeldProducts(tx, lease, [...batch.products.keys()]);
    const plan = planProducts(batch.products, stored);
    const added = planAdded(plan.added);
    const changed = await planChanged(tx, plan.changed, batch.readAt);
    const variants = uniqueVariants([...added.variants, ...changed.variants]);

    if (added.products.length > 0) await insertProducts(tx, lease.storeId, batch.now, added.products);
    if (changed.products.length > 0) await updateProducts(tx, lease.storeId, batch.now, changed.products);
    await deleteVanishedVariants(tx, changed.vanished, variants);
    if (variants.length > 0) await upsertVariants(tx, lease.storeId, batch, variants);
    await recordBatch(tx, lease, batch, {
      created: added.products.length,
      updated: changed.products.length,
      unchanged: plan.unchanged + changed.kept,
    });
  });
}

/** Takes hold of the run for this transaction and reads what is stored of the batch: one statement, one round trip. */
async function readHeldProducts(tx: Queryable, lease: RunLease, sourceIds: readonly string[]) {
  const { rows } = await tx.query<StoredProduct | { readonly id: null }>(
    `with store as materialized (
       select id from stores
       where id = $3 and deleted_at is null and store_status <> 'archived'
       for key share
     ), run as materialized (
       select sync_runs.id, sync_runs.store_id from sync_runs join store on store.id = sync_runs.store_id
       where sync_runs.id = $1 and lease_id = $2 and status = 'in_progress'
       for update of sync_runs
     )
     select products.id, products.source_id, products.content_hash, products.edited_at
     from run left join products on products.store_id = run.store_id and products.source_id = any ($4::text[])`,
    [lease.runId, lease.leaseId, lease.storeId, sourceIds],
  );
  if (rows.length === 0) throw new LeaseLostError();
  return rows.filter((row) => row.id !== null);
}

function planAdded(added: readonly HashedProduct[]) {
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
       inventory_quantity, weight, weight_unit, edited_at
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

/** The attempts start anew only where the run moved on: a product that fails every time ends the run. */
async function recordBatch(tx: Queryable, lease: RunLease, batch: Batch, counts: BatchCounts): Promise<void> {
  const { checkpoint } = batch;
  await tx.query(
    `with seen as (
       insert into sync_seen_batches (run_id, batch, source_ids)
       select id, batches, $2::text[] from sync_runs where id = $1
     )
     update sync_runs set
       checkpoint = case when $3 then $4::jsonb else checkpoint end,
       attempt = case when $3 and progress.processed > processed_products then 0 else attempt end,
       batches = batches + 1,
       pages = pages + $5,
       processed_products = progress.processed,
       total_products = greatest(total_products, progress.processed),
       created_count = created_count + $7,
       updated_count = updated_count + $8,
       unchanged_count = unchanged_count + $9,
       stage = case when $6 > 0 then 'reading' else stage end,
       waiting_until = null,
       heartbeat_at = $10
     from (
       select id, case when counted_exactly
           then greatest(processed_products, least(processed_products + $6, counted_products))
           else processed_products + $6 end as processed
       from sync_runs where id = $1
     ) as progress
     where sync_runs.id = progress.id`,
    [
      lease.runId,
      [...batch.products.keys()],
      checkpoint !== null,
      checkpoint === null ? null : JSON.stringify(checkpoint.value),
      batch.pages,
      batch.products.size,
      counts.created,
      counts.updated,
      counts.unchanged,
      batch.now,
    ],
  );
}
