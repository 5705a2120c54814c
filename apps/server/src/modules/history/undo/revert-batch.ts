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

type Revert = {
  readonly batchId: string;
  readonly requestedBy: AuthenticatedUser;
  readonly title: string;
  /** How to apply the update that reverts it. */
  readonly options: (revertBatchId: string) => ApplyOptions;
};

/**
 * Reverts an ended update as agreed beforehand, even if it is uncertain what a value was right before. Values
 * changed since are kept, and become rows of the reverting update, with the reason. Returns its id, or null
 * if nothing is left to revert. Throws if guard rails refuse it, or nothing at all can be reverted now.
 */
export async function revertBatch(
  deps: RevertDeps,
  { batchId, requestedBy, title, options }: Revert,
): Promise<string | null> {
  const collection = createUndoCollection({ include_record_ids: [], include_uncertain: true });
  const inTheWay: UndoAssessment[] = [];
  const extend = await beyondEndedChanges(deps.db, batchId);
  for await (const assessments of assessSelection(deps, { batch_id: batchId }, extend)) {
    collection.add(assessments);
    inTheWay.push(...assessments.filter(isInTheWay));
  }
  const { drafts, chained } = collection.result();
  const [first] = inTheWay;
  if (drafts.length === 0) {
    if (!first) return null;
    const isImpossible = inTheWay.every(({ obstacle }) => !obstacle?.canInclude);
    if (isImpossible) throw conflict(`None of it can be reverted now. ${first.obstacle?.reason ?? ''}`);
  }
  const head = { origin: 'undo', requestedBy, undoesBatchId: batchId, title } as const;
  const revertId = await deps.planner.plan({ ...head, drafts, refused: inTheWay.map(refusedDraft) });
  await noteChains(deps.db, revertId, chained);
  try {
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
 * back.
 */
async function beyondEndedChanges(db: Database, batchId: string) {
  const { rows: ended } = await db.query<{ id: string; before: Date }>(
    `select change.batch_id as id, own.started_at as before
     from scheduled_changes change join edit_batches revert on revert.id = change.revert_batch_id
     join edit_batches own on own.id = $1 and coalesce(revert.completed_at, 'infinity') > own.started_at
     where change.status = 'reverted' and change.batch_id <> $1`,
    [batchId],
  );
  const [first] = ended;
  if (first === undefined) return undefined;
  return async (chains: UndoChain[]): Promise<UndoChain[]> => {
    const own = chains.flatMap(({ records }) => records);
    const { rows: earlier } = await db.query<HistoryRow>(
      `select * from change_history where batch_id = any ($1::uuid[]) and changed_at < $2
         and product_id = any ($3::uuid[]) order by changed_at desc, id desc`,
      [ended.map(({ id }) => id), first.before, own.map(({ product_id }) => product_id)],
    );
    return chainsOf([...own, ...earlier]).filter(({ newest }) => newest.batch_id === batchId);
  };
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
