import { v7 as uuidv7 } from 'uuid';
import type { Editing } from '../../../connectors/editing.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { lazily } from '../../../platform/db/lazily.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { compose, insertOf } from '../../../platform/db/statements/statement.ts';
import type { UnstoredPlan } from '../plan/plan.ts';
import type { PlanningStore } from '../plan/planning-store.ts';
import { toBatchRow, toItemRows, toStoreBatchRows } from '../plan/statements.ts';
import type { StoreBatch, StoreBatchLease } from '../store-batch-lease.ts';
import type { Overridden } from './guard-rails.ts';
import type { OpenItem } from './items.repository.ts';

/** A store batch that was stored as held: nothing was sent, and no other process knows it. */
export type BegunStoreBatch = {
  /** Products that it may write; the others are claimed by other batches, or gone. */
  readonly claimed: ReadonlySet<string>;
  readonly lease: StoreBatchLease;
  readonly storeBatch: StoreBatch;
  readonly editing: Editing;
  /** All planned items. */
  readonly items: readonly OpenItem[];
};

/**
 * Stores a plan as a running batch whose store batches are already held, and claims its products by id.
 * Unless `durable`, the commit does not wait for the disk: the later commit that marks items as sent makes it
 * durable.
 */
export async function beginPlan(
  db: Queryable,
  plan: UnstoredPlan,
  {
    now,
    durable,
    overridden,
  }: { readonly now: Date; readonly durable: boolean; readonly overridden: Overridden },
): Promise<BegunStoreBatch[]> {
  const { batchId, head, items, result } = plan;
  const { attributes, warnings, unplaced, stores } = result;
  const begun = stores.flatMap(({ store, total, failed, unchanged }) =>
    store.editing !== null && total > failed + unchanged ? [begunStoreBatch(plan, store, store.editing)] : [],
  );
  const leaseOf = new Map(begun.map(({ lease }) => [lease.storeId, lease.leaseId]));
  const storeOf = new Map(
    begun.flatMap(({ lease, items }) => items.map((item) => [item.product_id, lease.storeId])),
  );
  const started = { status: 'in_progress', started_at: now, attributes, warnings, unplaced, ...overridden };
  const storeBatches = toStoreBatchRows(batchId, stores).map((row) => {
    const lease_id = leaseOf.get(row.store_id) ?? null;
    const isDone = lease_id === null;
    const status = isDone ? 'done' : 'in_progress';
    return { ...row, lease_id, status, completed_at: isDone ? now : null, attempt: 1 };
  });
  const { text, params } = compose(
    (bind) => `with batch as (
       ${insertOf(bind, 'edit_batches', [{ ...toBatchRow(batchId, head, now), ...started }])}
       ${durable ? '' : `where ${lazily}`}
     ), store_batches as (
       ${insertOf(bind, 'edit_batch_stores', storeBatches, { heartbeat_at: 'now()', enqueued_at: 'now()' })}
     ), items as (
       ${insertOf(bind, 'edit_items', toItemRows(batchId, 0, items))}
     ), found as materialized (
       select products.id, asked.store_id
       from unnest(${bind([...storeOf.keys()])}::uuid[], ${bind([...storeOf.values()])}::uuid[])
         as asked (id, store_id)
       join products on products.id = asked.id order by products.id for key share of products
     )
     insert into edit_claims (product_id, batch_id, store_id, claimed_at)
     select id, ${bind(batchId)}::uuid, store_id, ${bind(now)}::timestamptz from found order by id
     on conflict (product_id) do nothing returning product_id`,
  );
  const { rows } = await db.query<{ product_id: string }>(prepared(text), params);
  const claimed = new Set(rows.map((row) => row.product_id));
  return begun.map((storeBatch) => ({ ...storeBatch, claimed }));
}

function begunStoreBatch(
  { batchId, head, items }: UnstoredPlan,
  { id: storeId, name, currency }: PlanningStore,
  editing: Editing,
): Omit<BegunStoreBatch, 'claimed'> {
  return {
    editing,
    lease: { batchId, storeId, leaseId: uuidv7() },
    storeBatch: {
      batch_id: batchId,
      store_id: storeId,
      store_name: name,
      store_currency: currency,
      origin: head.origin,
      requested_by: head.requestedBy.id,
      requested_by_email: head.requestedBy.email,
      requested_by_name: head.requestedBy.name,
      undoes_batch_id: head.undoesBatchId ?? null,
    },
    items: items.flatMap((item, position) => {
      const { store_id, status, product_id, product_source_id, product_title } = item;
      const isOurs = store_id === storeId && status === 'planned';
      if (!isOurs || product_id === null || product_source_id === null || product_title === null) return [];
      return [{ ...item, position, product_id, product_source_id, product_title }];
    }),
  };
}
