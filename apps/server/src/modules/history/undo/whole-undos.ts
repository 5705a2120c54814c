import type { Queryable } from '../../../platform/db/database.ts';

type UndoRow = { id: string; undoes_batch_id: string; changes: number };

/**
 * Of batches with their numbers of changes: the latest undo of each that is undone as a whole, by one undo or by several,
 * as far as those still stand. Counts by batch, so that it costs the same however many changes there are; an undo of
 * several batches at once is none of a single one.
 */
export async function findWholeUndos(
  db: Queryable,
  batches: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const undos = new Map<string, UndoRow[]>();
  // One query for each undo of an undo; nearly always the second one finds nothing.
  let asked = [...batches.keys()];
  while (asked.length > 0) {
    const { rows } = await db.query<UndoRow>(
      `select batch.id, batch.undoes_batch_id, sum(line.changes)::int as changes
       from edit_batches as batch join change_history_batches as line on line.batch_id = batch.id
       where batch.undoes_batch_id = any($1::uuid[])
       group by batch.id order by batch.id desc`,
      [asked],
    );
    for (const row of rows) {
      const known = undos.get(row.undoes_batch_id);
      if (known) known.push(row);
      else undos.set(row.undoes_batch_id, [row]);
    }
    asked = rows.map(({ id }) => id);
  }
  const standing = ({ id, changes }: UndoRow): number => changes - takenBack(id);
  const takenBack = (id: string): number =>
    (undos.get(id) ?? []).reduce((sum, undo) => sum + standing(undo), 0);
  return new Map(
    [...batches].flatMap(([id, changes]) => {
      const latest = undos.get(id)?.find((undo) => standing(undo) > 0);
      return latest && takenBack(id) >= changes ? [[id, latest.id] as const] : [];
    }),
  );
}
