import { UNDO_MAX_FILTERED } from '@storefleet/contract/constants';
import type { UndoRequest } from '@storefleet/contract/edits/history';
import { formatCount } from '@storefleet/contract/values/quantity';
import type { Database } from '../../../platform/db/database.ts';
import { currentStoreScope, inStoreScope } from '../../../platform/db/store-scope.ts';
import { AppError, conflict } from '../../../platform/http/problem.ts';
import { createStoreLookup } from '../../bulk-updates/plan/planning-store.ts';
import {
  countHistory,
  findHistoryRows,
  type HistoryFilter,
  type HistoryRow,
  readHistory,
} from '../history.repository.ts';
import { filterOf } from '../history.service.ts';
import { assessUndo, isRestored, type UndoAssessment } from './undo-assessment.ts';
import { chainsOf, type UndoChain, valueKey } from './undo-chains.ts';
import { readRemoved } from './undo-removed.ts';
import { findUndoneMarks } from './undone-marks.ts';
import { readStates, type ValueState } from './value-states.ts';

/** Values assessed at a time: more would block the embedded database for others. */
const CHUNK = 1_000;

type Subject = Pick<UndoRequest, 'record_ids' | 'batch_id' | 'store_ids' | 'filters'>;

export type UndoSelectionDeps = Parameters<typeof createStoreLookup>[0] & { db: Database };

/** Assesses every value of the request, in chunks, so that a batch of any size takes little memory. */
export async function* assessSelection(
  deps: UndoSelectionDeps,
  request: Subject,
  extend = async (chains: UndoChain[]) => chains,
): AsyncGenerator<UndoAssessment[], void, void> {
  const findStore = createStoreLookup(deps);
  for await (const selected of selectChains(deps.db, request)) {
    const chains = await extend(selected);
    const states = await readStates(
      deps.db,
      chains.map((chain) => chain.oldest),
    );
    const inCopy = ({ oldest }: UndoChain): ValueState =>
      states.get(valueKey(oldest)) ?? { gone: 'product', lastChange: null };
    const removed = await readRemoved(
      chains.map((chain) => ({ value: chain.oldest, state: inCopy(chain) })),
      findStore,
    );
    const stateOf = (chain: UndoChain): ValueState => removed.get(valueKey(chain.oldest)) ?? inCopy(chain);
    const backAlready = chains.filter((chain) => isRestored(chain, stateOf(chain)));
    const undone = await findUndoneMarks(
      deps.db,
      backAlready.map((chain) => chain.oldest.id),
    );
    const assessments: UndoAssessment[] = [];
    for (const chain of chains) {
      const store = await findStore(chain.oldest.store_id);
      assessments.push(
        assessUndo(chain, { state: stateOf(chain), store, isUndone: undone.has(chain.oldest.id) }),
      );
    }
    yield assessments;
  }
}

async function* selectChains(db: Database, request: Subject): AsyncGenerator<UndoChain[], void, void> {
  const filter =
    request.filters === undefined
      ? { batchId: request.batch_id, storeIds: request.store_ids }
      : filterOf(request.filters);
  if (filter.batchId === undefined) {
    const records = request.record_ids
      ? await findSelected(db, request.record_ids)
      : await findAll(db, filter);
    const chains = chainsOf(records);
    for (let start = 0; start < chains.length; start += CHUNK) yield chains.slice(start, start + CHUNK);
    return;
  }
  await refuseRunningBatch(db, filter.batchId, request.store_ids);
  // A batch changes no value twice: its chains are single records, wherever it is split.
  for await (const rows of readHistory(db, filter, CHUNK)) yield chainsOf(rows);
}

/** Changes of several batches may depend on each other, so all are read before the first is undone. */
async function findAll(db: Database, filter: HistoryFilter): Promise<HistoryRow[]> {
  const total = await countHistory(db, filter);
  if (total === 0) throw new AppError({ code: 'history_record_not_found' });
  if (total > UNDO_MAX_FILTERED) {
    throw new AppError({
      code: 'validation_failed',
      detail: `At most ${formatCount(UNDO_MAX_FILTERED)} changes can be undone at once. Narrow the filters.`,
    });
  }
  const rows: HistoryRow[] = [];
  for await (const chunk of readHistory(db, filter, CHUNK)) rows.push(...chunk);
  return rows;
}

async function findSelected(db: Database, recordIds: readonly string[]): Promise<HistoryRow[]> {
  const ids = [...new Set(recordIds)];
  const rows: HistoryRow[] = [];
  for (let start = 0; start < ids.length; start += CHUNK) {
    rows.push(...(await findHistoryRows(db, ids.slice(start, start + CHUNK))));
  }
  if (rows.length < ids.length) throw new AppError({ code: 'history_record_not_found' });
  return rows.sort((a, b) => b.changed_at.getTime() - a.changed_at.getTime() || (a.id < b.id ? 1 : -1));
}

/** It may have ended in the stores asked for. */
async function refuseRunningBatch(
  db: Database,
  batchId: string,
  storeIds: readonly string[] | undefined,
): Promise<void> {
  const { rows } = await db.query<{ is_running: boolean }>(
    `select status = 'in_progress' and ($2::uuid[] is null or exists (select from edit_batch_stores
       where batch_id = $1 and store_id = any ($2) and status = 'in_progress')) as is_running
     from edit_batches where id = $1`,
    [batchId, storeIds ?? null],
  );
  if (rows[0]?.is_running) {
    throw conflict('This batch is still running. Cancel it, or wait until it has ended, and undo it then.');
  }
  if ((await countHistory(db, { batchId, storeIds })) === 0) {
    throw new AppError({
      code: 'batch_not_found',
      detail: (await hasChanged(db, batchId))
        ? 'The changes of this batch were removed from the history for their age: they cannot be undone any more.'
        : 'No change of this batch is in the history: there is nothing to undo.',
    });
  }
  if (rows[0] === undefined && (await isElsewhereToo(db, batchId))) {
    throw conflict(
      'This update also changed stores that you do not see: select the changes to undo, or ask somebody who sees all of them.',
    );
  }
}

/** People limited to some stores see only the changes of an update that also affects other stores. */
async function isElsewhereToo(db: Database, batchId: string): Promise<boolean> {
  if (currentStoreScope() === null) return false;
  const { rows } = await inStoreScope(null, () =>
    db.query('select from edit_batches where id = $1', [batchId]),
  );
  return rows.length > 0;
}

/** Whether the batch changed anything, according to its totals, which are kept forever. */
async function hasChanged(db: Database, batchId: string): Promise<boolean> {
  const { rows } = await db.query(
    'select from edit_batch_stores where batch_id = $1 and succeeded > 0 limit 1',
    [batchId],
  );
  return rows.length > 0;
}
