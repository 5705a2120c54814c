import { SYNC_STALLED_AFTER_MS, type SyncStatusName } from '@storefleet/contract/constants';
import type { SyncGap } from '@storefleet/contract/syncs/sync';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import type { CatalogueProof } from '../../catalogue/pages/catalogue-proof.ts';

/** The rules of a run's life, without a database: README.md draws them. */

export type RunStatus = Exclude<SyncStatusName, 'idle'>;
export type RunEnd = 'finished' | 'broke_off' | 'force_stopped' | 'reset';

const TRANSITIONS: Readonly<Record<RunStatus, Partial<Readonly<Record<RunEnd, RunStatus>>>>> = {
  in_progress: { finished: 'completed', broke_off: 'failed', force_stopped: 'failed', reset: 'failed' },
  completed: {},
  failed: {},
};

/** The status after an event, or null when a run in that status takes no such event. */
export function statusAfter(status: RunStatus, end: RunEnd): RunStatus | null {
  return TRANSITIONS[status][end] ?? null;
}

export type RunLife = {
  readonly status: RunStatus;
  readonly lease_id: string | null;
  readonly heartbeat_at: Date | null;
  readonly created_at: Date;
};

export type StoreSyncView = { readonly run: RunLife | null; readonly force_stopped: boolean };

export function mayBeReset({ run, force_stopped }: StoreSyncView, now: Date): boolean {
  if (run?.status === 'in_progress') return millisecondsOfSilence(run, now) > SYNC_STALLED_AFTER_MS;
  return force_stopped || run?.status === 'failed';
}

function millisecondsOfSilence(run: RunLife, now: Date): number {
  return now.getTime() - (run.heartbeat_at ?? run.created_at).getTime();
}

/** Percent, a whole number that reaches 100 only with the run's end. */
export function progressOf(run: {
  readonly status: RunStatus;
  readonly processed_products: number;
  readonly total_products: number;
}): number {
  if (run.status === 'completed') return 100;
  if (run.total_products === 0) return 0;
  return Math.min(99, Math.floor((run.processed_products * 100) / run.total_products));
}

/**
 * Whether the run has met all that the source has, so that what it did not meet is gone: nothing is lacking
 * but rows that it skipped, whose products it knows.
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

/** What the source has and the copy lacks; empty when everything is stored. */
export function gapsIn(proof: CatalogueProof): SyncGap[] {
  const { source, seenProducts, unreadProducts, stored, goneVariants, skippedRows, missingIds } = proof;
  const gaps: SyncGap[] = missingIds.map((sourceId) => ({
    source_id: sourceId,
    title: null,
    reason: 'This product was read and is not stored.',
  }));
  // Skipped rows are listed on their own, and are no gap as far as they explain what is missing. One whose
  // product is not known explains a product too, where no variant is missing besides.
  const lacksVariants =
    source.variants !== null && source.variants > stored.variants + goneVariants + skippedRows;
  const isExplained = skippedRows > 0 && source.variants !== null && !lacksVariants;
  if (source.products !== null && source.products > seenProducts + unreadProducts && !isExplained) {
    gaps.push(
      unnamedGap(
        `The store says it has ${formatQuantity(source.products, 'product')}, and ${formatCount(seenProducts)} could be read.`,
      ),
    );
  }
  if (lacksVariants) {
    gaps.push(
      unnamedGap(
        `The store says it has ${formatQuantity(source.variants, 'variant')}, and ${formatCount(stored.variants)} are stored.`,
      ),
    );
  }
  return gaps;
}

function unnamedGap(reason: string): SyncGap {
  return { source_id: null, title: null, reason };
}
