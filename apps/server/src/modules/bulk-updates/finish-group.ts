import type { Database, Queryable } from '../../platform/db/database.ts';
import { writeCopy } from '../catalogue/copy-writer.ts';
import { writeHistory } from '../catalogue/history-writer.ts';
import { endBatchWhenDone, holdShare, type Share } from './share.repository.ts';
import type { ItemEnd } from './share-decision.ts';
import type { ShareLease } from './share-lease.ts';

const LOCKED = `held as materialized (
  select batch_id from edit_batch_stores
  where batch_id = $1 and store_id = $2 and lease_id = $3 and status = 'in_progress' for update)`;
/** The batch is always locked before its shares. */
const LOCKED_WITH_BATCH = `batch as materialized (
    select id from edit_batches where id = $1 for no key update
  ), held as materialized (
    select share.batch_id from batch join edit_batch_stores share on share.batch_id = batch.id
    where share.store_id = $2 and share.lease_id = $3 and share.status = 'in_progress' for update of share)`;

/**
 * The moment at which source, copy and history agree again: in one transaction, and only for the worker that holds
 * the share, items end, our copy takes over what the source holds, history says what changed, and the counts and
 * claims follow. Repeated after an answer of the database that got lost, it changes nothing more.
 */
export async function finishGroup(
  db: Database,
  { lease, share }: { readonly lease: ShareLease; readonly share: Share },
  ends: readonly ItemEnd[],
  {
    release,
    now,
    mayEnd = false,
  }: {
    readonly release: readonly string[];
    readonly now: Date;
    /** Where these are all items that the share has: it ends in the same transaction, and perhaps its batch. */
    readonly mayEnd?: boolean;
  },
): Promise<{ readonly isBatchEnded: boolean } | null> {
  return db.transaction(async (tx) => {
    const ended = await endItems(tx, lease, ends, { mayEnd, now });
    const held = ended.flatMap(({ item, held }) =>
      held === null ? [] : [{ productId: item.product_id, variantId: item.variant_id, values: held }],
    );
    await writeCopy(tx, held, now);
    await writeHistory(tx, share, ended, now);
    const isLast = await countAndRelease(tx, lease, ended, { release, mayEnd, now });
    return isLast ? { isBatchEnded: await endBatchWhenDone(tx, lease.batchId, now) } : null;
  });
}

/**
 * Keeps the share for this transaction, and answers the ends that took place. Of an item that has ended before, the
 * first end stands; one that is planned again was sent, so that a repetition does not count twice what arrived of it.
 */
async function endItems(
  tx: Queryable,
  lease: ShareLease,
  ends: readonly ItemEnd[],
  { mayEnd, now }: { readonly mayEnd: boolean; readonly now: Date },
): Promise<ItemEnd[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with ${mayEnd ? LOCKED_WITH_BATCH : LOCKED}
     update edit_items set status = row.status, error = row.error, current_values = row.current::jsonb,
       changes = coalesce(row.changes::jsonb, edit_items.changes),
       warnings = case when row.status <> 'succeeded' then warnings
         else array_remove(warnings, 'may_leave_store') || case when row.left_store then '{left_store}'::text[] else '{}' end end,
       finished_at = case when row.status = 'planned' then null else $4::timestamptz end
     from held, unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[])
       as row (id, status, error, current, changes, left_store)
     where edit_items.id = row.id and edit_items.batch_id = held.batch_id and edit_items.status in ('planned', 'sent')
       and (edit_items.status = 'sent' or row.status <> 'planned')
     returning edit_items.id`,
    [
      lease.batchId,
      lease.storeId,
      lease.leaseId,
      now,
      ends.map(({ item }) => item.id),
      ends.map(({ status }) => status),
      ends.map(({ error }) => error),
      ends.map(({ status, held }) => (status === 'conflict' ? JSON.stringify(held) : null)),
      ends.map(({ changes }) => (changes === null ? null : JSON.stringify(changes))),
      ends.map(({ leftStore }) => leftStore),
    ],
  );
  // None of them, where all had ended before, or the share is lost.
  if (rows.length === 0) await holdShare(tx, lease);
  const ids = new Set(rows.map((row) => row.id));
  return ends.filter(({ item }) => ids.has(item.id));
}

/** An end is progress: the attempts count anew. Answers whether the share ends, which it does with its last item. */
async function countAndRelease(
  tx: Queryable,
  lease: ShareLease,
  ended: readonly ItemEnd[],
  {
    release,
    mayEnd,
    now,
  }: { readonly release: readonly string[]; readonly mayEnd: boolean; readonly now: Date },
): Promise<boolean> {
  const counted = (...statuses: ItemEnd['status'][]) =>
    ended.filter(({ status }) => statuses.includes(status)).length;
  const succeeded = counted('succeeded');
  const failed = counted('failed', 'conflict');
  const unchanged = counted('unchanged');
  const { rows } = await tx.query<{ status: string }>(
    `with released as (
       delete from edit_claims where batch_id = $1 and product_id = any ($8::uuid[])
     )
     update edit_batch_stores
     set succeeded = succeeded + $3, failed = failed + $4, unchanged = unchanged + $5, heartbeat_at = now(),
         waiting_until = null, attempt = case when $3 + $4 + $5 > 0 then 0 else attempt end,
         status = case when is_last then 'done' else status end,
         lease_id = case when is_last then null else lease_id end,
         completed_at = case when is_last then $7 else completed_at end
     from (
       select $6 and total = succeeded + failed + unchanged + cancelled + $3 + $4 + $5 as is_last
       from edit_batch_stores where batch_id = $1 and store_id = $2
     ) as counts
     where batch_id = $1 and store_id = $2 returning status`,
    [lease.batchId, lease.storeId, succeeded, failed, unchanged, mayEnd, now, release],
  );
  return rows[0]?.status === 'done';
}
