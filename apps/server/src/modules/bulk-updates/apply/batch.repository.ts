import type { Queryable } from '../../../platform/db/database.ts';
import { NO_WAIT, type StoreBatchKey } from '../store-batch-lease.ts';

/** Removes items from a planned batch, and updates the counts of its store batches. */
export async function dropLeftOut(tx: Queryable, batchId: string, itemIds: readonly string[]): Promise<void> {
  const dropped = await tx.query(
    `delete from edit_items where batch_id = $1 and id in (
       select unnest($2::uuid[]) union all select item_id from left_out_items where batch_id = $1)`,
    [batchId, itemIds],
  );
  if (dropped.rowCount === 0) return;
  await tx.query('delete from left_out_items where batch_id = $1', [batchId]);
  await tx.query(
    `update edit_batch_stores store_batch
     set left_out = 0, total = counts.total, failed = counts.failed, unchanged = counts.unchanged
     from (
       select store.store_id, count(item.id)::integer as total,
         count(item.id) filter (where item.status = 'failed')::integer as failed,
         count(item.id) filter (where item.status = 'unchanged')::integer as unchanged
       from edit_batch_stores store
       left join edit_items item on item.batch_id = store.batch_id and item.store_id = store.store_id
       where store.batch_id = $1 group by store.store_id
     ) as counts
     where store_batch.batch_id = $1 and store_batch.store_id = counts.store_id`,
    [batchId],
  );
  await tx.query(
    `update edit_batches set unplaced = (
       select count(*) from edit_items where batch_id = $1 and store_id is null)
     where id = $1`,
    [batchId],
  );
}

/** Starts a planned batch; returns its open store batches, and how many items they have. */
export async function startBatch(
  tx: Queryable,
  batchId: string,
  now: Date,
): Promise<{ storeBatches: StoreBatchKey[]; items: number }> {
  await tx.query(`update edit_batches set status = 'in_progress', started_at = $2 where id = $1`, [
    batchId,
    now,
  ]);
  const { rows } = await tx.query<{ store_id: string; items: number; status: string }>(
    `update edit_batch_stores
     set status = case when total > failed + unchanged then 'in_progress' else 'done' end,
         completed_at = case when total > failed + unchanged then null else $2::timestamptz end, enqueued_at = now()
     where batch_id = $1
     returning store_id, status, total - failed - unchanged as items`,
    [batchId, now],
  );
  const open = rows.filter((row) => row.status === 'in_progress');
  return {
    storeBatches: open.map((row) => ({ batchId, storeId: row.store_id })),
    items: open.reduce((sum, row) => sum + row.items, 0),
  };
}

/**
 * Returns the store batches that have to stop. They wait for nothing but a worker, which has to end them.
 * `free` ones have no worker.
 */
export async function requestCancel(
  tx: Queryable,
  batchId: string,
  now: Date,
): Promise<(StoreBatchKey & { readonly free: boolean })[]> {
  await tx.query(
    `update edit_batches set cancel_requested_at = coalesce(cancel_requested_at, $2)
     where id = $1 and status = 'in_progress'`,
    [batchId, now],
  );
  const { rows } = await tx.query<StoreBatchKey & { free: boolean }>(
    `update edit_batch_stores set ${NO_WAIT}
     where batch_id = $1 and status = 'in_progress'
     returning batch_id as "batchId", store_id as "storeId", lease_id is null as free`,
    [batchId],
  );
  return rows;
}
