import { v7 as uuidv7 } from 'uuid';
import type { Editing } from '../../../connectors/connector.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { lazily } from '../../../platform/db/lazily.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import type { UnstoredPlan } from '../plan/plan.ts';
import type { PlanningStore } from '../plan/planning-store.ts';
import { INSERT_ITEMS, itemColumns, storeBatchColumns } from '../plan/statements.ts';
import type { OpenItem } from './items.repository.ts';
import type { StoreBatch } from './store-batch.repository.ts';
import type { StoreBatchLease } from './store-batch-lease.ts';

/** A store batch held since it was stored: nothing of it was ever sent, and nobody else knows it. */
export type BegunStoreBatch = {
  /** Products that it may write to; the others are claimed by other batches, or gone. */
  readonly claimed: ReadonlySet<string>;
  readonly lease: StoreBatchLease;
  readonly storeBatch: StoreBatch;
  readonly editing: Editing;
  /** All of them; planned. */
  readonly items: readonly OpenItem[];
};

/**
 * Stores a plan as a batch in progress, each store batch of which is held already, and claims its products in
 * the order of their ids. Without `durable` nothing waits for the disk: what is about to be sent is marked
 * durably before, which makes this so as well.
 */
export async function beginPlan(
  db: Queryable,
  plan: UnstoredPlan,
  { now, durable }: { readonly now: Date; readonly durable: boolean },
): Promise<BegunStoreBatch[]> {
  const { batchId, head, items, result } = plan;
  const begun = result.stores.flatMap(({ store, total, failed, unchanged }) =>
    store.editing !== null && total > failed + unchanged ? [begunStoreBatch(plan, store, store.editing)] : [],
  );
  const leaseOf = new Map(begun.map(({ lease }) => [lease.storeId, lease.leaseId]));
  const storeOf = new Map(
    begun.flatMap(({ lease, items }) => items.map((item) => [item.product_id, lease.storeId])),
  );
  const { rows } = await db.query<{ product_id: string }>(
    prepared(`with batch as (
       insert into edit_batches (id, created_at, started_at, origin, status, attributes, requested_by,
         requested_by_email, requested_by_name, undoes_batch_id, warnings, unplaced)
       select $1, $17, $17, $18, 'in_progress', $19, $20, $21, $22, $23, $24::jsonb, $25
       ${durable ? '' : `where ${lazily}`}
     ), store_batches as (
       insert into edit_batch_stores (batch_id, store_id, store_name, store_currency, total, failed, unchanged, amounts,
         lease_id, status, completed_at, heartbeat_at, enqueued_at, attempt)
       select $1, row.*, case when lease_id is null then 'done' else 'in_progress' end,
         case when lease_id is null then $17::timestamptz end, now(), now(), 1
       from unnest($26::uuid[], $27::text[], $28::text[], $29::integer[], $30::integer[], $31::integer[], $32::jsonb[],
         $33::uuid[]) as row (store_id, store_name, store_currency, total, failed, unchanged, amounts, lease_id)
     ), items as (${INSERT_ITEMS}
     ), found as materialized (
       select products.id, asked.store_id from unnest($34::uuid[], $35::uuid[]) as asked (id, store_id)
       join products on products.id = asked.id order by products.id for key share of products
     )
     insert into edit_claims (product_id, batch_id, store_id, claimed_at)
     select id, $1, store_id, $17 from found order by id
     on conflict (product_id) do nothing returning product_id`),
    [
      batchId,
      0,
      ...itemColumns(items),
      now,
      head.origin,
      result.attributes,
      head.requestedBy.id,
      head.requestedBy.email,
      head.requestedBy.name,
      head.undoesBatchId ?? null,
      JSON.stringify(result.warnings),
      result.unplaced,
      ...storeBatchColumns(result.stores),
      result.stores.map(({ store }) => leaseOf.get(store.id) ?? null),
      [...storeOf.keys()],
      [...storeOf.values()],
    ],
  );
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
      const { productId, productSourceId, productTitle } = item;
      const isOurs = item.storeId === storeId && item.status === 'planned';
      if (!isOurs || productId === null || productSourceId === null || productTitle === null) return [];
      return [
        {
          id: item.id,
          position,
          product_id: productId,
          variant_id: item.variantId,
          product_source_id: productSourceId,
          variant_source_id: item.variantSourceId,
          product_title: productTitle,
          variant_title: item.variantTitle,
          sku: item.sku,
          changes: item.changes,
        },
      ];
    }),
  };
}
