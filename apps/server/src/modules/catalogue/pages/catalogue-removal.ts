import { HELD_REMOVAL_MIN_PRODUCTS, HELD_REMOVAL_MIN_SHARE } from '@storefleet/contract/constants';
import type { CatalogueEnd } from '../../../connectors/connector.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import type { CatalogueProof } from './catalogue-proof.ts';
import { holdLease, type RunLease } from './run-lease.ts';

/** Products removed per transaction; more would block everybody else on the embedded database. */
const PRODUCTS_PER_REMOVAL = 250;
/** How many read but unstored products the log lists. */
const MAX_MISSING_NAMED = 100;

/**
 * Runs statements that compare whole catalogues. Outdated statistics could make the planner choose nested
 * loops, so these are disabled; JIT is too, because the cost of disabled nodes would trigger it.
 */
function comparingSets<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query("select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)");
    return work(tx);
  });
}

/** Compares the source's counts with what the run read and what is stored now. */
export function proveCatalogue(
  db: Database,
  lease: RunLease,
  end: Pick<CatalogueEnd, 'sourceProducts' | 'sourceVariants'>,
): Promise<CatalogueProof> {
  return comparingSets(db, (tx) => compareCatalogue(tx, lease, end));
}

async function compareCatalogue(
  tx: Queryable,
  lease: RunLease,
  end: Pick<CatalogueEnd, 'sourceProducts' | 'sourceVariants'>,
): Promise<CatalogueProof> {
  const { rows } = await tx.query<{
    seen: number;
    products: number;
    variants: number;
    brought: number;
    brought_variants: number;
    gone_variants: number;
    skipped: number;
    unread: number;
  }>(
    `with seen as materialized (
       select distinct on (read.source_id) read.source_id, coalesce(read.variants, 0) as variants
       from sync_seen_batches, unnest(source_ids, variant_counts) as read (source_id, variants)
       where run_id = $1
       order by read.source_id, batch desc
     ), stored as materialized (
       select products.id, greatest(0, seen.variants - products.variants_count) as gone_variants,
         products.read_at > sync_runs.started_at as is_fresh
       from seen
       join products on products.store_id = $2 and products.source_id = seen.source_id
       join sync_runs on sync_runs.id = $1
     ), brought as materialized (
       select products.variants_count from products join sync_runs on sync_runs.id = $1
       where products.store_id = $2 and products.read_at > sync_runs.started_at
         and not exists (select from seen where seen.source_id = products.source_id)
     ), gone as materialized (
       select seen.variants from seen
       join gone_products on gone_products.store_id = $2 and gone_products.source_id = seen.source_id
       join sync_runs on sync_runs.id = $1 and gone_products.read_at > sync_runs.started_at
       where not exists (
         select from products where products.store_id = $2 and products.source_id = seen.source_id)
     )
     select (select count(*)::integer from seen) as seen,
       (select count(*)::integer from stored) as products,
       (select count(*)::integer from variants join stored on stored.id = variants.product_id
        where variants.store_id = $2) as variants,
       (select count(*)::integer from brought) as brought,
       (select coalesce(sum(variants_count), 0)::integer from brought) as brought_variants,
       (select coalesce(sum(gone_variants), 0)::integer from stored where is_fresh)
         + (select coalesce(sum(variants), 0)::integer from gone) as gone_variants,
       (select skipped_count from sync_runs where id = $1) as skipped,
       (select count(distinct unread.source_id)::integer
        from sync_seen_batches, unnest(unread_ids) as unread (source_id)
        where run_id = $1 and not exists (select from seen where seen.source_id = unread.source_id)) as unread`,
    [lease.runId, lease.storeId],
  );
  const [counts] = rows;
  if (counts === undefined) throw new TypeError('Counting answered nothing.');
  return {
    source: { products: end.sourceProducts, variants: end.sourceVariants },
    seenProducts: counts.seen + counts.brought,
    stored: {
      products: counts.products + counts.brought,
      variants: counts.variants + counts.brought_variants,
    },
    goneVariants: counts.gone_variants,
    skippedRows: counts.skipped,
    unreadProducts: counts.unread,
    missingIds: counts.products < counts.seen ? await readMissingIds(tx, lease) : [],
  };
}

async function readMissingIds(tx: Queryable, lease: RunLease): Promise<string[]> {
  const { rows } = await tx.query<{ source_id: string }>(
    `select distinct seen.source_id
     from sync_seen_batches, unnest(source_ids) as seen (source_id)
     where run_id = $1 and not exists (
       select from products where products.store_id = $2 and products.source_id = seen.source_id)
     and not exists (
       select from gone_products join sync_runs on sync_runs.id = $1 and gone_products.read_at > sync_runs.started_at
       where gone_products.store_id = $2 and gone_products.source_id = seen.source_id)
     order by seen.source_id
     limit $3`,
    [lease.runId, lease.storeId, MAX_MISSING_NAMED],
  );
  return rows.map((row) => row.source_id);
}

/**
 * A product read individually since the run began exists, whether or not the run read it. Callers that act on
 * it check again, as it may become true at any moment.
 */
const WAS_NOT_FOUND_SINCE = '(products.read_at is null or products.read_at <= sync_runs.started_at)';

/** Stored products that the run has not seen, not even in an unreadable row. */
function readVanished(db: Database, lease: RunLease): Promise<string[]> {
  return comparingSets(db, (tx) => selectVanished(tx, lease));
}

async function selectVanished(tx: Queryable, lease: RunLease): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with seen as materialized (
       select unnest(source_ids || unread_ids) as source_id from sync_seen_batches where run_id = $1
     ), unread as materialized (
       select variants.product_id
       from sync_seen_batches, unnest(unread_variant_ids) as unread (source_id)
       join variants on variants.store_id = $2 and variants.source_id = unread.source_id
       where run_id = $1
     )
     select products.id from products join sync_runs on sync_runs.id = $1
     where products.store_id = $2 and ${WAS_NOT_FOUND_SINCE}
       and not exists (select from seen where seen.source_id = products.source_id)
       and not exists (select from unread where unread.product_id = products.id)`,
    [lease.runId, lease.storeId],
  );
  return rows.map((row) => row.id);
}

/**
 * Removes vanished products; returns how many await a decision. If so many vanish that the source may be at
 * fault, they are held back until a person decides or a later run sees them.
 */
export async function removeVanished(
  db: Database,
  lease: RunLease,
  storedProducts: number,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<number> {
  const vanished = await readVanished(db, lease);
  signal.throwIfAborted();
  const removable = mayRemove(vanished.length, storedProducts + vanished.length);
  const heldBack = await db.transaction(async (tx) => {
    await holdLease(tx, lease);
    return replaceHeldBack(tx, lease, removable ? [] : vanished, now);
  });
  if (!removable) return heldBack;
  for (let start = 0; start < vanished.length; start += PRODUCTS_PER_REMOVAL) {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      await holdLease(tx, lease);
      const removed = await deleteProducts(tx, lease, vanished.slice(start, start + PRODUCTS_PER_REMOVAL));
      await tx.query('update sync_runs set removed_count = removed_count + $2 where id = $1', [
        lease.runId,
        removed,
      ]);
    });
  }
  return heldBack;
}

/** Whether this many products may be removed without a person's decision. */
function mayRemove(vanished: number, stored: number): boolean {
  return vanished <= HELD_REMOVAL_MIN_PRODUCTS || vanished <= stored * HELD_REMOVAL_MIN_SHARE;
}

/** The notice about products that a run with gaps has not seen and keeps; null if there are none. */
export async function noticeOfKept(db: Database, lease: RunLease): Promise<string | null> {
  const { length } = await readVanished(db, lease);
  if (length === 0) return null;
  return `Products that this sync did not find: ${length}. They are kept until a sync finds everything.`;
}

/** Products that the run saw again are no longer held back. */
export async function releaseSeenAgain(db: Database, lease: RunLease): Promise<void> {
  await comparingSets(db, (tx) =>
    tx.query(
      `delete from sync_held_back_removals held using products
       where held.store_id = $2 and products.id = held.product_id and products.store_id = $2
         and products.source_id in (
           select unnest(source_ids || unread_ids) from sync_seen_batches where run_id = $1)`,
      [lease.runId, lease.storeId],
    ),
  );
}

async function replaceHeldBack(
  tx: Queryable,
  lease: RunLease,
  productIds: readonly string[],
  now: Date,
): Promise<number> {
  await tx.query('delete from sync_held_back_removals where store_id = $1', [lease.storeId]);
  const { rowCount } = await tx.query(
    `insert into sync_held_back_removals (product_id, store_id, run_id, held_back_at)
     select products.id, $1, $2, $3 from products join sync_runs on sync_runs.id = $2
     where products.id = any ($4::uuid[]) and ${WAS_NOT_FOUND_SINCE}`,
    [lease.storeId, lease.runId, now, productIds],
  );
  await tx.query('update sync_runs set held_back_count = $2 where id = $1', [lease.runId, rowCount]);
  return rowCount;
}

async function deleteProducts(tx: Queryable, lease: RunLease, ids: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from products using sync_runs
     where sync_runs.id = $1 and products.id = any ($2::uuid[]) and ${WAS_NOT_FOUND_SINCE}`,
    [lease.runId, ids],
  );
  return rowCount;
}
