import type { Database } from '../../platform/db/database.ts';

/** How many rows a step removed, and whether none are left. */
export type Step = { readonly removed: number; readonly isLast: boolean };

/** Batches per step: most are small. */
const BATCHES_PER_STEP = 100;
/** What a batch stores per row, and about its creation. */
const TABLES = ['edit_items', 'left_out_items', 'import_problem_rows', 'undo_requests'] as const;

/**
 * Removes rows of batches that ended before this time, oldest first, and marks the batch, whose totals stay.
 */
export async function removeBatchItems(db: Database, before: Date, atMost: number): Promise<Step> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `select id from edit_batches where completed_at < $1 and items_removed_at is null and status <> 'in_progress'
       order by completed_at limit ${BATCHES_PER_STEP} for update skip locked`,
      [before],
    );
    const ids = rows.map(({ id }) => id);
    let removed = 0;
    if (ids.length === 0) return { removed, isLast: true };
    for (const table of TABLES) {
      const { rowCount } = await tx.query(
        `delete from ${table} where ctid = any (array (
           select ctid from ${table} where batch_id = any ($1::uuid[]) limit $2))`,
        [ids, atMost],
      );
      removed += rowCount;
      if (rowCount === atMost) return { removed, isLast: false };
    }
    await tx.query('update edit_batches set items_removed_at = now() where id = any ($1::uuid[])', [ids]);
    return { removed, isLast: false };
  });
}
