import type { HistoryBatch, HistoryRecord } from '@storefleet/contract/catalogue/history';
import type { Queryable } from '../../platform/db/database.ts';
import { countBatches, findUndoneOnce, type HistoryFilter } from './history.repository.ts';
import { findUndoneMarks } from './undo/undone-marks.ts';

/** For each batch of several changes: how many match the filter, and how many of those are undone. */
export async function describeBatches(
  db: Queryable,
  records: readonly HistoryRecord[],
  filter: HistoryFilter,
): Promise<HistoryBatch[]> {
  const sizes = new Map(records.map(({ batch_id, batch_size }) => [batch_id, batch_size]));
  const batchIds = [...sizes.keys()].filter((id) => sizes.get(id) !== 1);
  if (batchIds.length === 0) return [];
  const found = await countBatches(db, { ...filter, batchIds });
  const undoneOnce = await findUndoneOnce(db, { ...filter, batchIds });
  const marks = await findUndoneMarks(
    db,
    undoneOnce.map(({ id }) => id),
  );
  const undone = Map.groupBy(
    undoneOnce.filter(({ id }) => marks.has(id)),
    ({ batch_id }) => batch_id,
  );
  return batchIds.map((batch_id) => ({
    batch_id,
    size: sizes.get(batch_id) ?? 1,
    found: found.get(batch_id) ?? 1,
    undone: undone.get(batch_id)?.length ?? 0,
  }));
}
