import type { ToldChange } from '../../connectors/shopify/webhooks/webhook-delivery.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { leasedRows } from '../../platform/work/leased-rows.ts';

/** A possible change at a store's source, until it is read. */
export type Change = {
  readonly source_id: string;
  readonly is_deleted: boolean;
  readonly revision: number;
  readonly attempt: number;
};

export type Delivery = {
  readonly storeId: string;
  readonly webhookId: string;
  readonly topic: string;
};

/** The lease of one worker to apply a store's changes. */
export type StoreLease = { readonly storeId: string; readonly leaseId: string };

/** No retry waits longer than this: a later due time was recorded before the clock was set back. */
const IS_DUE = `due_at not between now() and now() + interval '11 minutes'`;

export const storeLeases = leasedRows<StoreLease>({
  table: 'store_webhooks',
  alias: 'own',
  key: { store_id: 'storeId' },
  isOpen: 'true',
});

/** The store that has waited longest for a worker. */
export async function findDueStore(db: Queryable, running: readonly string[]): Promise<string | null> {
  const { rows } = await db.query<{ store_id: string }>(
    `select own.store_id from webhook_changes join store_webhooks own using (store_id)
     where ${IS_DUE} and ${storeLeases.isClaimable} and own.store_id <> all ($1::uuid[])
     order by due_at limit 1`,
    [running],
  );
  return rows[0]?.store_id ?? null;
}

/** Milliseconds until the next change is due. */
export async function nextChangeIn(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ milliseconds: number | null }>(
    `select ceil(extract(epoch from min(due_at) - now()) * 1000)::float8 as milliseconds
     from webhook_changes where due_at > now()`,
  );
  return rows[0]?.milliseconds ?? null;
}

/** Milliseconds until an object is reread after another webhook for it, or an edit here, during a read. */
export const READ_AGAIN_AFTER_MS = 1_000;
const AGAIN_AT = `now() + interval '${READ_AGAIN_AFTER_MS} milliseconds'`;

/** Returns a row unless the delivery, in $1 to $4, was received before. */
export const INSERT_DELIVERY = `insert into webhook_deliveries (store_id, webhook_id, topic, received_at)
  values ($1, $2, $3, $4) on conflict (store_id, webhook_id) do nothing returning store_id`;

/** Records a delivery and its change in one statement: both or none. False if it was received before. */
export async function recordChange(
  db: Queryable,
  { storeId, webhookId, topic }: Delivery,
  { sourceId, isDeleted }: ToldChange,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with delivery as (${INSERT_DELIVERY})
     insert into webhook_changes as change (store_id, source_id, is_deleted, due_at)
     select store_id, $5, $6, ${AGAIN_AT} from delivery
     on conflict (store_id, source_id) do update
       set revision = change.revision + 1, is_deleted = change.is_deleted or excluded.is_deleted`,
    [storeId, webhookId, topic, now, sourceId, isDeleted],
  );
  return rowCount > 0;
}

export async function listDueChanges(db: Queryable, storeId: string, limit: number): Promise<Change[]> {
  const { rows } = await db.query<Change>(
    `select source_id, is_deleted, revision, attempt from webhook_changes
     where store_id = $1 and ${IS_DUE} order by due_at, source_id limit $2`,
    [storeId, limit],
  );
  return rows;
}

/** Ends applied changes. Those with another webhook since they were listed become due again. */
export async function endChanges(tx: Queryable, storeId: string, changes: readonly Change[]): Promise<void> {
  await tx.query(
    `delete from webhook_changes using unnest($2::text[], $3::integer[]) as seen (source_id, revision)
     where store_id = $1 and webhook_changes.source_id = seen.source_id
       and webhook_changes.revision = seen.revision`,
    [storeId, changes.map((change) => change.source_id), changes.map((change) => change.revision)],
  );
  await tx.query(
    `update webhook_changes set due_at = ${AGAIN_AT}, attempt = 0
     where store_id = $1 and source_id = any ($2::text[])`,
    [storeId, changes.map((change) => change.source_id)],
  );
}

/** Postpones changes by this many milliseconds. */
export async function postponeChanges(
  db: Queryable,
  storeId: string,
  changes: readonly Change[],
  { milliseconds, failed }: { readonly milliseconds: number; readonly failed: boolean },
): Promise<void> {
  await db.query(
    `update webhook_changes set due_at = now() + $3 * interval '1 millisecond', attempt = attempt + $4
     where store_id = $1 and source_id = any ($2::text[])`,
    [storeId, changes.map((change) => change.source_id), milliseconds, failed ? 1 : 0],
  );
}

/** Drops everything pending for a store. */
export async function dropChanges(db: Queryable, storeId: string): Promise<void> {
  await db.query('delete from webhook_changes where store_id = $1', [storeId]);
}

/** Makes changes that wait after failures due now. */
export async function retryChangesNow(db: Queryable, storeId: string): Promise<void> {
  await db.query(
    'update webhook_changes set due_at = now() where store_id = $1 and due_at > now() and attempt > 0',
    [storeId],
  );
}
