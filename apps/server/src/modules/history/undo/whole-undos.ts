import type { Queryable } from '../../../platform/db/database.ts';

type UndoRow = { id: string; undoes_batch_id: string; changes: number };

/**
 * For batches with their numbers of changes: the latest undo of each that is undone as a whole, by one undo
 * or several that still stand. Counts by batch, so its cost does not depend on the number of changes; an undo
 * of several batches at once belongs to none of them.
 */
export async function findWholeUndos(
  db: Queryable,
  batches: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const undos = new Map<string, UndoRow[]>();
  // One query per level of undo of an undo; nearly always the second finds nothing.
  let asked = [...batches.keys()];
  while (asked.length > 0) {
    const { rows } = await db.query<UndoRow>(
      `select batch.id, batch.undoes_batch_id, sum(line.changes)::int as changes
       from edit_batches as batch join change_history_batches as line on line.batch_id = batch.id
       where batch.undoes_batch_id = any($1::uuid[])
       group by batch.id, batch.undoes_batch_id order by batch.id desc`,
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
