import { SYNC_STALLED_AFTER_MS } from '@storefleet/contract/constants';
import type { SyncGap } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import type { Rows } from '../../../platform/db/rows.ts';
import type { CatalogueProof } from '../../catalogue/pages/catalogue-proof.ts';

/** The rules of a run's life, without a database; README.md has the diagram. */

type Run = Rows['sync_runs'];

type StoreSyncView = {
  readonly run: Pick<Run, 'status' | 'heartbeat_at' | 'created_at'> | null;
  readonly forceStopped: boolean;
};

export function mayBeReset({ run, forceStopped }: StoreSyncView, now: Date): boolean {
  if (run?.status !== 'in_progress') return forceStopped || run?.status === 'failed';
  const heartbeat = run.heartbeat_at ?? run.created_at;
  return now.getTime() - heartbeat.getTime() > SYNC_STALLED_AFTER_MS;
}

/** A whole percentage that reaches 100 only when the run ends. */
export function progressOf(
  run: Readonly<Pick<Run, 'status' | 'processed_products' | 'total_products'>>,
): number {
  if (run.status === 'completed') return 100;
  if (run.total_products === 0) return 0;
  return Math.min(99, Math.floor((run.processed_products * 100) / run.total_products));
}

/** Below this share of the products, or after less time, the pace predicts nothing. */
const SHARE_THAT_TELLS = 0.02;
const MILLISECONDS_THAT_TELL = 3_000;

/**
 * Time left at the pace of the pages that the worker has stored, without what came before: the queue, an
 * export by the source, a pause. Null while unknown, or if nothing is being read.
 */
export function secondsLeft(
  run: Readonly<
    Pick<
      Run,
      'stage' | 'processed_products' | 'total_products' | 'paced_from' | 'paced_from_products' | 'paced_until'
    >
  >,
): number | null {
  const { processed_products: processed, total_products: total, paced_from: from, paced_until: until } = run;
  if (run.stage !== 'reading' || from === null || until === null || processed >= total) return null;
  const read = processed - (run.paced_from_products ?? 0);
  const took = until.getTime() - from.getTime();
  if (read < total * SHARE_THAT_TELLS || took < MILLISECONDS_THAT_TELL) return null;
  return Math.ceil(((took / 1_000) * (total - processed)) / read);
}

/**
 * Whether the run has seen everything at the source, so that whatever it did not see is gone: only skipped
 * rows are missing, and their products are known.
 */
export function hasMetAll(proof: CatalogueProof): boolean {
  const { source, seenProducts, unreadProducts, stored, goneVariants, skippedRows, missingIds } = proof;
  const products = source.products ?? 0;
  const variants = source.variants ?? 0;
  return (
    missingIds.length === 0 &&
    products <= seenProducts + unreadProducts &&
    variants <= stored.variants + goneVariants + skippedRows
  );
}

/** What the source has and the copy lacks; empty if everything is stored. */
export function gapsIn(proof: CatalogueProof): SyncGap[] {
  const { source, seenProducts, unreadProducts, stored, goneVariants, skippedRows, missingIds } = proof;
  const gaps = missingIds.map((id) => gap('This product was read and is not stored.', id));
  // Skipped rows are listed separately, and are no gap if they account for what is missing. A row of an
  // unknown product accounts for a missing product, too, if no other variant is missing.
  const lacksVariants =
    source.variants !== null && source.variants > stored.variants + goneVariants + skippedRows;
  const isExplained = skippedRows > 0 && source.variants !== null && !lacksVariants;
  if (source.products !== null && source.products > seenProducts + unreadProducts && !isExplained) {
    const products = formatQuantity(source.products, 'product');
    gaps.push(gap(`The store says it has ${products}, and ${formatCount(seenProducts)} could be read.`));
  }
  if (source.variants !== null && lacksVariants) {
    const variants = formatQuantity(source.variants, 'variant');
    gaps.push(gap(`The store says it has ${variants}, and ${formatCount(stored.variants)} are stored.`));
  }
  return gaps;
}

function gap(reason: string, sourceId: string | null = null): SyncGap {
  return { source_id: sourceId, title: null, reason };
}
