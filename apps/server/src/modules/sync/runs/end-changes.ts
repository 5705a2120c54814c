import { messages } from '@storefleet/contract/messages';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import type { CatalogueEnd } from '../../../connectors/connector.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';
import { holdLease, type RunLease } from '../../catalogue/pages/run-lease.ts';
import { noteChangesSynced } from './store-sync-state.repository.ts';
import { endRun, type SyncRun } from './sync-run.repository.ts';

/**
 * Ends a sync of changes. It has read what changed in its window, so it removes nothing and the store does
 * not count as fully synced. If the counts of source and copy show that something was removed at the source,
 * a full sync is due.
 */
export async function endChanges(
  db: Database,
  lease: RunLease,
  run: SyncRun,
  end: CatalogueEnd,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdLease(tx, lease);
    const counts = await readCounts(tx, lease);
    const { sentence, fullDue } = judgeCounts(end, counts);
    const notices = sentence === null ? end.notices : [...end.notices, sentence];
    await tx.query(
      `update sync_runs
       set source_products = $3, source_variants = $4, stored_products = $5, stored_variants = $6, notices = $7::jsonb,
         total_products = processed_products
       where id = $1 and lease_id = $2`,
      [
        ...[lease.runId, lease.leaseId, end.sourceProducts, end.sourceVariants],
        ...[counts.products, counts.variants, JSON.stringify(notices)],
      ],
    );
    const message = messages.sync.changesCompletedWith({ fullDue, skippedRows: counts.skipped });
    const ended = await endRun(tx, lease, { end: 'finished', message }, now);
    if (ended === null) throw new LeaseLostError();
    await noteChangesSynced(tx, run, { fullDue, now });
  });
}

type StoredCounts = {
  readonly products: number;
  readonly variants: number;
  readonly skipped: number;
  readonly held: number;
  /** How many more the source had than the copy when the last full sync ended; null if unknown. */
  readonly unexplainedProducts: number | null;
  readonly unexplainedVariants: number | null;
  readonly heldThen: number;
};

async function readCounts(tx: Queryable, { storeId, runId }: RunLease): Promise<StoredCounts> {
  const { rows } = await tx.query<StoredCounts>(
    `select coalesce(stored.products_count, 0)::integer as products,
       coalesce(stored.variants_count, 0)::integer as variants, run.skipped_count as skipped,
       (select count(*)::integer from sync_held_back_removals where store_id = $1) as held,
       last_full.products as "unexplainedProducts", last_full.variants as "unexplainedVariants",
       coalesce(last_full.held_back_count, 0) as "heldThen"
     from sync_runs run
     left join store_catalogue_counts stored on stored.store_id = run.store_id
     left join lateral (
       select source_products - stored_products + held_back_count as products,
         source_variants - stored_variants as variants, held_back_count
       from sync_runs full_run
       where full_run.store_id = $1 and full_run.scope = 'everything' and full_run.status = 'completed'
       order by full_run.created_at desc limit 1
     ) last_full on true
     where run.id = $2`,
    [storeId, runId],
  );
  if (rows[0] === undefined) throw new LeaseLostError();
  return rows[0];
}

/**
 * What the counts show. A difference that the last full sync ended with (skipped rows, gaps, removals
 * awaiting a decision) is not news.
 */
export function judgeCounts(
  { sourceProducts, sourceVariants }: Pick<CatalogueEnd, 'sourceProducts' | 'sourceVariants'>,
  stored: StoredCounts,
): { readonly sentence: string | null; readonly fullDue: boolean } {
  const here = { products: stored.products - stored.held, variants: stored.variants };
  const products =
    sourceProducts === null ? 0 : sourceProducts - here.products - (stored.unexplainedProducts ?? 0);
  // Variants of removals awaiting a decision are not counted.
  const areComparable = sourceVariants !== null && stored.held === 0 && stored.heldThen === 0;
  const variants = areComparable ? sourceVariants - here.variants - (stored.unexplainedVariants ?? 0) : 0;
  const fullDue = products < 0 || variants < 0;
  const say = fullDue ? messages.sync.fewerAtSource : messages.sync.moreAtSource;
  if (sourceProducts !== null && (fullDue ? products < 0 : products > 0)) {
    const sentence = say(formatQuantity(sourceProducts, 'product'), formatQuantity(here.products, 'product'));
    return { sentence, fullDue };
  }
  if (sourceVariants !== null && variants !== 0) {
    const sentence = say(formatQuantity(sourceVariants, 'variant'), formatQuantity(here.variants, 'variant'));
    return { sentence, fullDue };
  }
  return { sentence: null, fullDue };
}
