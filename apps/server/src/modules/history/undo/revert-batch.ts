import type { Database } from '../../../platform/db/database.ts';
import { conflict } from '../../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../../platform/http/route.ts';
import type { Applier, ApplyOptions } from '../../bulk-updates/apply/apply-batch.ts';
import type { RefusedDraft } from '../../bulk-updates/plan/drafts/drafts.ts';
import { forgetBatch } from '../../bulk-updates/plan/expiry.ts';
import type { Planner } from '../../bulk-updates/plan/plan.ts';
import type { HistoryRow } from '../history.repository.ts';
import { isRestored, type UndoAssessment } from './undo-assessment.ts';
import { chainsOf, type UndoChain } from './undo-chains.ts';
import { createUndoCollection } from './undo-collection.ts';
import { noteChains } from './undo-requests.ts';
import { assessSelection, type UndoSelectionDeps } from './undo-selection.ts';

type RevertDeps = UndoSelectionDeps & {
  readonly planner: Pick<Planner, 'plan'>;
  readonly applier: Pick<Applier, 'apply'>;
};

/** One of its stores just does not answer now. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError';
}

type Revert = {
  readonly batchId: string;
  /** Where to revert it: it has ended there. */
  readonly storeIds: readonly string[];
  /** Whether that is all that is left of it. */
  readonly isWhole: boolean;
  readonly requestedBy: AuthenticatedUser;
  readonly title: string;
  /** Whether to throw a StoreAwayError, rather than leave the values of such a store as they are. */
  readonly waitsForStores: boolean;
  /** How to apply the update that reverts it. */
  readonly options: (revertBatchId: string) => ApplyOptions;
};

/**
 * Reverts an update where it has ended, as agreed beforehand, even if it is uncertain what a value was right before. Values
 * changed since are kept, and become rows of the reverting update, with the reason. Returns its id, or null
 * if nothing is left to revert. Throws if guard rails refuse it, or nothing of the whole can be reverted now.
 */
export async function revertBatch(
  deps: RevertDeps,
  { batchId, storeIds, isWhole, requestedBy, title, waitsForStores, options }: Revert,
): Promise<string | null> {
  const collection = createUndoCollection({ include_record_ids: [], include_uncertain: true });
  const inTheWay: UndoAssessment[] = [];
  const subject = { batch_id: batchId, store_ids: [...storeIds] };
  const extend = (chains: UndoChain[]) => beyondEndedChanges(deps.db, batchId, chains);
  for await (const assessments of assessSelection(deps, subject, extend)) {
    const away = assessments.find(({ obstacle }) => obstacle?.isAway)?.obstacle;
    if (waitsForStores && away) throw new StoreAwayError(away.reason);
    collection.add(assessments);
    inTheWay.push(...assessments.filter(isInTheWay));
  }
  const { drafts, chained } = collection.result();
  const [first] = inTheWay;
  if (drafts.length === 0) {
    if (!first) return null;
    const isImpossible = inTheWay.every(({ obstacle }) => !obstacle?.canInclude);
    if (isImpossible && isWhole)
      throw conflict(`None of it can be reverted now. ${first.obstacle?.reason ?? ''}`);
  }
  const head = { origin: 'undo', requestedBy, undoesBatchId: batchId, title } as const;
  const revertId = await deps.planner.plan({ ...head, drafts, refused: inTheWay.map(refusedDraft) });
  try {
    await noteChains(deps.db, revertId, chained);
    await deps.applier.apply(revertId, options(revertId));
  } catch (error) {
    await forgetBatch(deps.db, revertId);
    throw error;
  }
  return revertId;
}

/**
 * A change whose end was still being written when this one started, or came later, has left it the values that both
 * changed. What these were before both is restored: otherwise a sale that outlasts another would put that one's prices
 * back. A change in between, such as a new regular price, ends the chain.
 */
async function beyondEndedChanges(db: Database, batchId: string, chains: readonly UndoChain[]) {
  const records = chains.flatMap((chain) => chain.records);
  let oldest: readonly HistoryRow[] = records;
  while (oldest.length > 0) {
    oldest = await findLeft(
      db,
      oldest.map(({ id }) => id),
    );
    records.push(...oldest);
  }
  return chainsOf(records).filter(({ newest }) => newest.batch_id === batchId);
}

/** Those changes of the same values right before these whose end left the values to these. */
async function findLeft(db: Database, recordIds: readonly string[]): Promise<HistoryRow[]> {
  const previous = (sameVariant: string) =>
    `(select h.* from change_history h
      where h.product_id = record.product_id and ${sameVariant} and h.attribute = record.attribute
        and (h.changed_at, h.id) < (record.changed_at, record.id)
      order by h.changed_at desc, h.id desc limit 1)`;
  const { rows } = await db.query<HistoryRow>(
    // Materialized, so that the number of scheduled changes does not multiply the lookups. Variants and products
    // separately, as an index cannot compare with null.
    `with earlier as materialized (
       select previous.*, batch.started_at as later_started_at
       from change_history record join edit_batches batch on batch.id = record.batch_id
       cross join lateral (
         ${previous('h.variant_id = record.variant_id')}
         union all ${previous('record.variant_id is null and h.variant_id is null')}
       ) as previous
       where record.id = any ($1::uuid[])
     )
     select earlier.* from earlier
     join scheduled_change_reverts reverted using (batch_id, store_id)
     join edit_batches revert on revert.id = reverted.revert_batch_id
     where coalesce(revert.completed_at, 'infinity') > earlier.later_started_at`,
    [recordIds],
  );
  return rows;
}

/** Values that already hold their old value need no mention. */
const isInTheWay = ({ obstacle, chain, state }: UndoAssessment) =>
  obstacle !== null && !isRestored(chain, state);

function refusedDraft({ chain, state, obstacle, current }: UndoAssessment): RefusedDraft {
  const { oldest } = chain;
  const target = state.gone === null ? state.target : null;
  const reason = obstacle?.reason ?? '';
  return {
    storeId: oldest.store_id,
    productId: target?.productId ?? oldest.product_id,
    variantId: target === null ? oldest.variant_id : target.variantId,
    title: oldest.product_title,
    variantTitle: oldest.variant_title,
    sku: oldest.sku,
    rowNumber: null,
    changes: { [oldest.attribute]: { old: current, new: oldest.old_value, undoes: oldest.id } },
    error: obstacle?.canInclude ? `${reason} It stays as it is.` : reason,
  };
}
