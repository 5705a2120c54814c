import type { Queryable } from '../../../platform/db/database.ts';
import { findUndoings } from '../history.repository.ts';

/**
 * The batch that undid each of these records, unless that undo was itself undone. Omits records that are not
 * undone.
 */
export async function findUndoneMarks(
  db: Queryable,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const undoings = new Map<string, { id: string; batch_id: string }[]>();
  // One query per level of undo of an undo; nearly always the second finds nothing.
  let asked = recordIds;
  while (asked.length > 0) {
    const rows = await findUndoings(db, asked);
    for (const row of rows) {
      const known = undoings.get(row.undoes_record_id);
      if (known) known.push(row);
      else undoings.set(row.undoes_record_id, [row]);
    }
    asked = rows.map((row) => row.id);
  }
  const standing = (recordId: string): { batch_id: string } | undefined =>
    undoings.get(recordId)?.find(({ id }) => !standing(id));
  return new Map(
    recordIds.flatMap((id) => {
      const undoing = standing(id);
      return undoing ? [[id, undoing.batch_id] as const] : [];
    }),
  );
}
