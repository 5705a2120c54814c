import { BULK_UPDATE_PREVIEW_KEPT_MS, PLAN_SUBMITTED_KEPT_DAYS } from '@storefleet/contract/constants';
import type { Database } from '../../../platform/db/database.ts';

/** Rows per statement; more would block everybody else on the embedded database. */
const ROWS_PER_STATEMENT = 2_000;
/** Checked with each plan, so that deletion keeps up with planning. */
const PREVIEWS_PER_PLAN = 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** A preview that nobody can see or apply any more, while its items are deleted in steps. */
const IS_DROPPED = `status = 'cancelled' and started_at is null`;

/** Deletes expired previews: at most twice as many rows as were planned, so that nobody waits long. */
export async function forgetOldPreviews(db: Database, now: Date, itemsPlanned: number): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `select id from edit_batches
     where created_at < $1 and (status = 'planned' or ${IS_DROPPED})
       and (submitted_at is null or submitted_at < $3)
       and not exists (select from scheduled_changes where batch_id = edit_batches.id
         and (status = 'scheduled' or settled_at >= $3))
     order by created_at limit $2`,
    [
      new Date(now.getTime() - BULK_UPDATE_PREVIEW_KEPT_MS),
      PREVIEWS_PER_PLAN,
      new Date(now.getTime() - PLAN_SUBMITTED_KEPT_DAYS * DAY_MS),
    ],
  );
  let left = Math.max(ROWS_PER_STATEMENT, 2 * itemsPlanned);
  for (const { id } of rows) {
    await markDropped(db, id);
    left -= await removeDropped(db, id, left);
    if (left <= 0) return;
  }
}

/** Deletes a preview of any size. False if it is no longer one because it was applied. */
export async function forgetBatch(db: Database, batchId: string): Promise<boolean> {
  if (!(await markDropped(db, batchId))) return false;
  await removeDropped(db, batchId, Number.POSITIVE_INFINITY);
  return true;
}

async function markDropped(db: Database, batchId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update edit_batches set status = 'cancelled' where id = $1 and status = 'planned'`,
    [batchId],
  );
  return rowCount > 0;
}

/** Returns how many items were deleted; the batch is deleted with the last of them. */
async function removeDropped(db: Database, batchId: string, maxItems: number): Promise<number> {
  let removed = 0;
  while (removed < maxItems) {
    const { rowCount } = await db.query(
      `delete from edit_items where id in (
         select id from edit_items
         where batch_id = $1 and exists (select from edit_batches where id = $1 and ${IS_DROPPED})
         order by position limit $2)`,
      [batchId, ROWS_PER_STATEMENT],
    );
    removed += rowCount;
    if (rowCount < ROWS_PER_STATEMENT) {
      await db.query(`delete from edit_batches where id = $1 and ${IS_DROPPED}`, [batchId]);
      break;
    }
  }
  return removed;
}
