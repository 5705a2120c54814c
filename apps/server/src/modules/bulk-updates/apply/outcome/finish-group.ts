import { LISTED_PLAIN_PRODUCT_ATTRIBUTES } from '@storefleet/contract/attributes/attributes';
import type { Database, Queryable } from '../../../../platform/db/database.ts';
import { prepared } from '../../../../platform/db/statements/prepared.ts';
import { type Bind, compose } from '../../../../platform/db/statements/statement.ts';
import {
  type CopiedProduct,
  type HeldValues,
  type LockedProduct,
  updateProducts,
  writeVariants,
} from '../../../catalogue/copy-writer.ts';
import { insertHistory } from '../../../catalogue/history-writer.ts';
import { LISTED_PRODUCT_COLUMNS } from '../../../catalogue/plain-columns.ts';
import {
  heldStoreBatch,
  NOT_WAITING,
  type StoreBatch,
  type StoreBatchLease,
  storeBatchLeases,
} from '../../store-batch-lease.ts';
import { IS_OPEN } from '../items.repository.ts';
import { updateEndedBatch } from '../store-batch.repository.ts';
import type { ItemEnd } from './decisions.ts';
import { noteFoundValues } from './found-values.ts';

/** Always locks the batch before its store batches. */
const LOCKED_WITH_BATCH = `batch as materialized (
    select id from edit_batches where id = $1 for no key update
  ), held as materialized (
    select store_batch.batch_id
    from batch join edit_batch_stores store_batch on store_batch.batch_id = batch.id
    where store_batch.store_id = $2 and store_batch.lease_id = $3 and store_batch.status = 'in_progress'
    for update of store_batch)`;

/**
 * Makes source, copy and history agree again, in one transaction and only under the lease: items end, our
 * copy takes the source's values, the history gets the changes, counts and claims follow. Idempotent, so it
 * can be repeated if the database's answer was lost.
 */
export async function finishGroup(
  db: Database,
  { lease, storeBatch }: { readonly lease: StoreBatchLease; readonly storeBatch: StoreBatch },
  ends: readonly ItemEnd[],
  {
    release,
    now,
    mayEnd = false,
  }: {
    readonly release: readonly string[];
    readonly now: Date;
    /** Set if these are all open items: the store batch ends with them, and perhaps the batch. */
    readonly mayEnd?: boolean;
  },
): Promise<{ readonly isBatchEnded: boolean } | null> {
  return db.transaction(async (tx) => {
    const { ended, products } = await endItems(tx, lease, ends, { mayEnd, now });
    await noteFoundValues(tx, lease, ended, now);
    const copied = await writeVariants(tx, products, ended.flatMap(heldValues), now);
    const { text, params } = compose((bind) =>
      settleStatement(bind, { lease, storeBatch, ended, copied, release, mayEnd, now }),
    );
    const { rows } = await tx.query<{ status: string; isBatchEnded: boolean }>(prepared(text), params);
    return rows[0]?.status === 'done' ? { isBatchEnded: rows[0].isBatchEnded } : null;
  });
}

function heldValues({ item, held }: ItemEnd): HeldValues[] {
  return held === null ? [] : [{ productId: item.product_id, variantId: item.variant_id, values: held }];
}

/**
 * Locks the store batch, then the products; returns the products, and the items that ended now. The first end
 * of an item stands. An item that is planned again was sent, so repeating does not count its arrived
 * attributes twice.
 */
async function endItems(
  tx: Queryable,
  lease: StoreBatchLease,
  ends: readonly ItemEnd[],
  { mayEnd, now }: { readonly mayEnd: boolean; readonly now: Date },
): Promise<{ ended: ItemEnd[]; products: LockedProduct[] }> {
  const { rows } = await tx.query<LockedProduct | { id: string; title: null }>(
    prepared(`with ${mayEnd ? LOCKED_WITH_BATCH : heldStoreBatch('update')}, ended as (
     update edit_items set status = row.status, error = row.error, current_values = row.current::jsonb,
       changes = coalesce(row.changes::jsonb, edit_items.changes),
       warnings = case when row.status <> 'succeeded' then warnings
         else array_remove(warnings, 'may_leave_store') || case when row.left_store then '{left_store}'::text[] else '{}' end end,
       finished_at = case when row.status = 'planned' then null else $4::timestamptz end
     from held, unnest($5::uuid[], $6::text[], $7::text[], $8::text[], $9::text[], $10::boolean[])
       as row (id, status, error, current, changes, left_store)
     where edit_items.id = row.id and ${IS_OPEN}
       and (edit_items.status = 'sent' or row.status <> 'planned')
     returning edit_items.id
     ), locked as (
       select products.id, products.title${LISTED_PRODUCT_COLUMNS} from held join products on products.id = any ($11::uuid[])
       order by products.id for update of products
     )
     select id, null as title${LISTED_PLAIN_PRODUCT_ATTRIBUTES.map(() => ', null').join('')} from ended
     union all select id, title${LISTED_PRODUCT_COLUMNS} from locked`),
    storeBatchLeases.params(
      lease,
      now,
      ends.map(({ item }) => item.id),
      ends.map(({ status }) => status),
      ends.map(({ error }) => error),
      ends.map(({ status, held }) => (status === 'conflict' ? JSON.stringify(held) : null)),
      ends.map(({ changes }) => (changes === null ? null : JSON.stringify(changes))),
      ends.map(({ leftStore }) => leftStore),
      ends.flatMap(({ item, held }) => (held === null ? [] : [item.product_id])),
    ),
  );
  // All had ended before, or the lease is lost.
  if (rows.length === 0) await storeBatchLeases.hold(tx, lease);
  const ids = new Set(rows.map((row) => row.id));
  return {
    ended: ends.filter(({ item }) => ids.has(item.id)),
    products: rows.filter((row) => row.title !== null),
  };
}

type Settling = {
  readonly lease: StoreBatchLease;
  readonly storeBatch: StoreBatch;
  readonly ended: readonly ItemEnd[];
  readonly copied: readonly CopiedProduct[];
  readonly release: readonly string[];
  readonly mayEnd: boolean;
  readonly now: Date;
};

/**
 * Updates products, history, claims and counts in one statement. An end is progress, so the attempts are
 * reset. The last item ends the store batch, and the last store batch ends the batch, which is locked then,
 * so that it sees the other store batches.
 */
function settleStatement(
  bind: Bind,
  { lease, storeBatch, ended, copied, release, mayEnd, now }: Settling,
): string {
  const counted = (...statuses: ItemEnd['status'][]) =>
    `${bind(ended.filter(({ status }) => statuses.includes(status)).length)}::integer`;
  const batchId = `${bind(lease.batchId)}::uuid`;
  const storeId = `${bind(lease.storeId)}::uuid`;
  const succeeded = counted('succeeded');
  const failed = counted('failed', 'conflict');
  const unchanged = counted('unchanged');
  const time = `${bind(now)}::timestamptz`;
  const more = `${succeeded} + ${failed} + ${unchanged}`;
  const history = insertHistory(bind, storeBatch, ended, now);
  const columns = 'status, succeeded, failed, cancelled';
  const storeBatches = `select ${columns} from counted union all
    select ${columns} from edit_batch_stores where batch_id = ${batchId} and store_id <> ${storeId}`;
  const parts = [
    ...(copied.length === 0 ? [] : updateProducts(bind, copied, now)),
    ...(history === null ? [] : [`recorded as (${history})`]),
    `counted as (
      update edit_batch_stores
      set succeeded = succeeded + ${succeeded}, failed = failed + ${failed}, unchanged = unchanged + ${unchanged},
        heartbeat_at = now(), ${NOT_WAITING},
        attempt = case when ${more} > 0 then 0 else attempt end,
        status = case when is_last then 'done' else status end,
        lease_id = case when is_last then null else lease_id end,
        completed_at = case when is_last then ${time} else completed_at end
      from (
        select ${mayEnd} and total = succeeded + failed + unchanged + cancelled + ${more} as is_last
        from edit_batch_stores where batch_id = ${batchId} and store_id = ${storeId}
      ) as counts
      where batch_id = ${batchId} and store_id = ${storeId} returning ${columns}
    )`,
    // An ended store batch claims nothing.
    `released as (
      delete from edit_claims where batch_id = ${batchId} and (product_id = any (${bind(release)}::uuid[])
        or store_id = ${storeId} and exists (select from counted where status = 'done'))
    )`,
    ...(mayEnd ? [`batch as (${updateEndedBatch(bind, batchId, storeBatches, now)} returning id)`] : []),
  ];
  return `with ${parts.join(', ')}
    select status, ${mayEnd ? 'exists (select from batch)' : 'false'} as "isBatchEnded" from counted`;
}
