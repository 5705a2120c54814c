import type { Database, Queryable } from '../../platform/db/database.ts';
import { releaseClaims } from './claims.repository.ts';
import { writeCopy } from './copy-writer.ts';
import { writeHistory } from './history-writer.ts';
import { holdShare, type Share, type ShareLease } from './share.repository.ts';
import type { ItemEnd } from './share-decision.ts';

/**
 * The moment at which source, copy and history agree again: in one transaction, and only for the worker that holds
 * the share, items end, our copy takes over what the source holds, history says what changed, and the counts and
 * claims follow. Repeated after an answer of the database that got lost, it changes nothing more.
 */
export async function finishGroup(
  db: Database,
  { lease, share }: { readonly lease: ShareLease; readonly share: Share },
  ends: readonly ItemEnd[],
  { release, now }: { readonly release: readonly string[]; readonly now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    await holdShare(tx, lease);
    const ended = await endItems(tx, lease.batchId, ends, now);
    const held = ended.flatMap(({ item, held }) =>
      held === null ? [] : [{ productId: item.product_id, variantId: item.variant_id, values: held }],
    );
    await writeCopy(tx, held, now);
    await writeHistory(tx, share, ended, now);
    await count(tx, lease, ended);
    if (release.length > 0) await releaseClaims(tx, lease.batchId, release);
  });
}

/**
 * Answers the ends that took place. Of an item that has ended before, the first end stands; one that is planned again
 * was sent, so that a repetition does not count what arrived of it twice.
 */
async function endItems(
  tx: Queryable,
  batchId: string,
  ends: readonly ItemEnd[],
  now: Date,
): Promise<ItemEnd[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update edit_items set status = row.status, error = row.error, current_values = row.current::jsonb,
       changes = coalesce(row.changes::jsonb, edit_items.changes),
       warnings = case when row.status <> 'succeeded' then warnings
         else array_remove(warnings, 'may_leave_store') || case when row.left_store then '{left_store}'::text[] else '{}' end end,
       finished_at = case when row.status = 'planned' then null else $2::timestamptz end
     from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[])
       as row (id, status, error, current, changes, left_store)
     where edit_items.id = row.id and edit_items.batch_id = $1 and edit_items.status in ('planned', 'sent')
       and (edit_items.status = 'sent' or row.status <> 'planned')
     returning edit_items.id`,
    [
      batchId,
      now,
      ends.map(({ item }) => item.id),
      ends.map(({ status }) => status),
      ends.map(({ error }) => error),
      ends.map(({ status, held }) => (status === 'conflict' ? JSON.stringify(held) : null)),
      ends.map(({ changes }) => (changes === null ? null : JSON.stringify(changes))),
      ends.map(({ leftStore }) => leftStore),
    ],
  );
  const ids = new Set(rows.map((row) => row.id));
  return ends.filter(({ item }) => ids.has(item.id));
}

/** An end is progress: the attempts count anew. */
async function count(tx: Queryable, lease: ShareLease, ended: readonly ItemEnd[]): Promise<void> {
  const counted = (...statuses: ItemEnd['status'][]) =>
    ended.filter(({ status }) => statuses.includes(status)).length;
  await tx.query(
    `update edit_batch_stores
     set succeeded = succeeded + $3, failed = failed + $4, unchanged = unchanged + $5, heartbeat_at = now(),
         waiting_until = null, attempt = case when $3 + $4 + $5 > 0 then 0 else attempt end
     where batch_id = $1 and store_id = $2`,
    [lease.batchId, lease.storeId, counted('succeeded'), counted('failed', 'conflict'), counted('unchanged')],
  );
}
