import type {
  HistoryRecord,
  UndoConflict,
  UndoPreview,
  UndoRequest,
  UndoStarted,
} from '@storefleet/contract/edits/history';
import type { Queryable } from '../../../platform/db/database.ts';
import { AppError, conflict } from '../../../platform/http/problem.ts';
import type { AuthenticatedUser } from '../../../platform/http/route.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Applier } from '../../bulk-updates/apply/apply-batch.ts';
import { forgetBatch } from '../../bulk-updates/plan/expiry.ts';
import type { Planner } from '../../bulk-updates/plan/plan.ts';
import type { Override } from '../../guard-rails/override.ts';
import { presentHistory } from '../history.presenter.ts';
import type { UndoAssessment } from './undo-assessment.ts';
import { createUndoCollection } from './undo-collection.ts';
import { findUndoAnswer, noteChains, noteUndoAnswer, type UndoRequestKey } from './undo-requests.ts';
import { assessSelection, type UndoSelectionDeps } from './undo-selection.ts';

type UndoDeps = UndoSelectionDeps & {
  clock: Clock;
  planner: Pick<Planner, 'plan'>;
  /** Starts the planned update without waiting for its end. */
  applier: Pick<Applier, 'apply'>;
};

export type UndoService = ReturnType<typeof createUndoService>;

/** Restores values of the history, with a batch like any other: the history itself is kept. */
export function createUndoService(deps: UndoDeps) {
  const { db, clock, planner } = deps;

  async function preview(request: UndoRequest): Promise<UndoPreview> {
    const collected = await collect(deps, request);
    return {
      restorable: await presentChains(deps, collected.firstRestorable),
      restorable_count: collected.restorableCount,
      uncertain: await presentChains(deps, collected.firstUncertain),
      uncertain_count: collected.uncertainCount,
      conflicts: await presentConflicts(deps, collected.firstConflicts),
      conflicts_count: collected.conflictsCount,
    };
  }

  /** If a `requestKey` has already started an undo, returns that undo. */
  async function start(
    request: UndoRequest,
    user: AuthenticatedUser,
    requestKey: string | null = null,
  ): Promise<UndoStarted> {
    const key = requestKey === null ? null : { requestedBy: user.id, requestKey };
    const answered = await findAnswer(deps, key);
    const override = request.submit ? null : { by: user, reason: request.override_reason };
    if (answered) return applyOnce(deps, answered, override);
    const collected = await collect(deps, request);
    if (collected.restorableCount === 0) {
      const answeredMeanwhile = await findAnswer(deps, key);
      if (answeredMeanwhile) return applyOnce(deps, answeredMeanwhile, override);
      throw collected.uncertainCount > 0 ? onlyUncertain() : nothingToUndo(collected.firstConflicts);
    }
    const batchId = await planner.plan({
      origin: 'undo',
      requestedBy: user,
      undoesBatchId: collected.onlyBatchId ?? undefined,
      title: await undoTitle(db, collected.onlyBatchId),
      drafts: collected.drafts,
    });
    const answer = {
      batch_id: batchId,
      restoring: collected.restorableCount,
      conflicts: await presentConflicts(deps, collected.firstConflicts),
    };
    const isFirst = await db.transaction(async (tx) => {
      if (key && !(await noteUndoAnswer(tx, key, answer))) return false;
      await noteChains(tx, batchId, collected.chained);
      if (request.submit)
        await tx.query('update edit_batches set submitted_at = $2 where id = $1', [batchId, clock.now()]);
      return true;
    });
    if (isFirst) return applyOnce(deps, answer, override);
    await forgetBatch(db, batchId);
    return applyOnce(deps, (await findAnswer(deps, key)) ?? answer, override);
  }

  return { preview, start };
}

async function collect(deps: UndoDeps, request: UndoRequest) {
  const collection = createUndoCollection(request);
  for await (const assessments of assessSelection(deps, request)) collection.add(assessments);
  return collection.result();
}

/** Shows a chain as one change: from the value before its oldest record to that of its newest. */
function presentChains({ db }: UndoDeps, assessments: readonly UndoAssessment[]): Promise<HistoryRecord[]> {
  return presentHistory(
    db,
    assessments.map(({ chain }) => ({ ...chain.oldest, new_value: chain.newest.new_value })),
  );
}

async function presentConflicts(
  deps: UndoDeps,
  assessments: readonly UndoAssessment[],
): Promise<UndoConflict[]> {
  const records = await presentChains(deps, assessments);
  return assessments.flatMap(({ current, changedBy, changedAt, obstacle }, index) => {
    const record = records[index];
    if (!record || !obstacle) return [];
    return [
      {
        record,
        current_value: current,
        changed_by: changedBy,
        changed_at: changedAt?.toISOString() ?? null,
        reason: obstacle.reason,
        can_include: obstacle.canInclude,
      },
    ];
  });
}

async function findAnswer({ db }: UndoDeps, key: UndoRequestKey | null): Promise<UndoStarted | null> {
  return key && findUndoAnswer(db, key);
}

/** The same request may already have started it. If it is refused, no trace remains. */
async function applyOnce(
  { db, applier }: UndoDeps,
  answer: UndoStarted,
  override: Override | null,
): Promise<UndoStarted> {
  if (override === null) return answer;
  try {
    await applier.apply(answer.batch_id, { override });
  } catch (error) {
    if (await wasStarted(db, answer.batch_id)) return answer;
    if (error instanceof AppError) await forgetBatch(db, answer.batch_id);
    throw error;
  }
  return answer;
}

/** The name of what is undone; null if it spans several batches, or has no name. */
async function undoTitle(db: Queryable, batchId: string | null): Promise<string | null> {
  if (batchId === null) return null;
  const { rows } = await db.query<{ title: string | null }>('select title from edit_batches where id = $1', [
    batchId,
  ]);
  return rows[0]?.title ? titleOfUndo(rows[0].title) : null;
}

/** The undo of an undo is a redo of what that one undid. */
function titleOfUndo(title: string): string {
  const [, verb, undone] = /^(Undo|Redo) of “(.*)”$/.exec(title) ?? [];
  return undone === undefined ? `Undo of “${title}”` : `${verb === 'Undo' ? 'Redo' : 'Undo'} of “${undone}”`;
}

async function wasStarted(db: Queryable, batchId: string): Promise<boolean> {
  const { rows } = await db.query('select from edit_batches where id = $1 and started_at is not null', [
    batchId,
  ]);
  return rows.length > 0;
}

function onlyUncertain() {
  return conflict(
    'Nothing was undone: it is not certain what these values were right before the change. Confirm that the values last seen are to be restored.',
  );
}

/** States the reason if all share it. */
function nothingToUndo(conflicts: readonly UndoAssessment[]) {
  const reasons = new Set(conflicts.map(({ obstacle }) => obstacle?.reason));
  const [reason] = reasons;
  return conflict(
    reason !== undefined && reasons.size === 1
      ? `Nothing was undone. ${reason}`
      : 'Nothing was undone: none of these values can be restored as they are now. Look at the preview for the reasons.',
  );
}
