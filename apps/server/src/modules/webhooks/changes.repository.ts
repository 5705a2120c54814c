import type { Queryable } from '../../platform/db/database.ts';

/** What may have changed at a store's source, until it was looked at. */
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
  readonly sourceId: string;
  readonly isDeleted: boolean;
};

/**
 * Notes a delivery and what it tells of, in one statement: both or none. `new`: nothing was known of this object
 * before; `known`: it waits to be looked at already; `repeated`: the delivery was received before.
 */
export async function recordDelivery(
  db: Queryable,
  { storeId, webhookId, topic, sourceId, isDeleted }: Delivery,
  { now, dueAt }: { readonly now: Date; readonly dueAt: Date },
): Promise<'new' | 'known' | 'repeated'> {
  const { rows } = await db.query<{ is_new: boolean }>(
    `with delivery as (
       insert into webhook_deliveries (store_id, webhook_id, topic, received_at)
       values ($1, $2, $3, $4)
       on conflict (store_id, webhook_id) do nothing
       returning store_id
     )
     insert into webhook_changes as change (store_id, source_id, is_deleted, due_at)
     select store_id, $5, $6, $7 from delivery
     on conflict (store_id, source_id) do update
       set revision = change.revision + 1, is_deleted = change.is_deleted or excluded.is_deleted
     returning change.revision = 1 as is_new`,
    [storeId, webhookId, topic, now, sourceId, isDeleted, dueAt],
  );
  const [row] = rows;
  if (row === undefined) return 'repeated';
  return row.is_new ? 'new' : 'known';
}

/** When the next of a store's changes is due; null when there is none. */
export async function readNextDue(db: Queryable, storeId: string): Promise<Date | null> {
  const { rows } = await db.query<{ due_at: Date | null }>(
    'select min(due_at) as due_at from webhook_changes where store_id = $1',
    [storeId],
  );
  return rows[0]?.due_at ?? null;
}

/** Changes that are due, for a worker that has until then to look at them before another does. */
export async function claimChanges(
  db: Queryable,
  storeId: string,
  { limit, now, until }: { readonly limit: number; readonly now: Date; readonly until: Date },
): Promise<Change[]> {
  const { rows } = await db.query<Change>(
    `update webhook_changes set due_at = $4
     where store_id = $1 and source_id in (
       select source_id from webhook_changes where store_id = $1 and due_at <= $2
       order by due_at, source_id limit $3 for update skip locked)
     returning source_id, is_deleted, revision, attempt`,
    [storeId, now, limit, until],
  );
  return rows;
}

/** Ends changes that were taken over. Those that were told of again since they were claimed are due again. */
export async function endChanges(
  tx: Queryable,
  storeId: string,
  changes: readonly Change[],
  againAt: Date,
): Promise<void> {
  await tx.query(
    `delete from webhook_changes using unnest($2::text[], $3::integer[]) as seen (source_id, revision)
     where store_id = $1 and webhook_changes.source_id = seen.source_id
       and webhook_changes.revision = seen.revision`,
    [storeId, changes.map((change) => change.source_id), changes.map((change) => change.revision)],
  );
  await tx.query(
    'update webhook_changes set due_at = $3, attempt = 0 where store_id = $1 and source_id = any ($2::text[])',
    [storeId, changes.map((change) => change.source_id), againAt],
  );
}

/** Changes that are to be looked at again later. */
export async function postponeChanges(
  db: Queryable,
  storeId: string,
  changes: readonly Change[],
  { until, failed }: { readonly until: Date; readonly failed: boolean },
): Promise<void> {
  await db.query(
    `update webhook_changes set due_at = $3, attempt = attempt + $4
     where store_id = $1 and source_id = any ($2::text[])`,
    [storeId, changes.map((change) => change.source_id), until, failed ? 1 : 0],
  );
}

/** Nothing of a store waits any more. */
export async function dropChanges(db: Queryable, storeId: string): Promise<void> {
  await db.query('delete from webhook_changes where store_id = $1', [storeId]);
}

/** What waits for its next look after failures does so no longer. */
export async function hastenChanges(db: Queryable, storeId: string, now: Date): Promise<void> {
  await db.query(
    'update webhook_changes set due_at = $2 where store_id = $1 and due_at > $2 and attempt > 0',
    [storeId, now],
  );
}

/** Milliseconds. Nothing waits longer for its next look: what seems to was told of before the clock was set back. */
export const LONGEST_WAIT_MS = 11 * 60_000;

/** Stores with changes that are due since then; with `exclusive` also those that a worker seems to look at. */
export async function listStoresDue(
  db: Queryable,
  { now, since, exclusive }: { readonly now: Date; readonly since: Date; readonly exclusive: boolean },
): Promise<string[]> {
  const latest = exclusive ? now : new Date(now.getTime() + LONGEST_WAIT_MS);
  const due = exclusive ? now : since;
  await db.query('update webhook_changes set due_at = $1 where due_at > $2', [due, latest]);
  const { rows } = await db.query<{ store_id: string }>(
    'select distinct store_id from webhook_changes where due_at <= $1',
    [due],
  );
  return rows.map((row) => row.store_id);
}

/** Forgets deliveries that no shop repeats any more, but the last of each store, and products that are long gone. */
export async function forgetBefore(db: Queryable, time: Date): Promise<void> {
  await db.query(
    `delete from webhook_deliveries old where received_at < $1 and exists (
       select from webhook_deliveries newer
       where newer.store_id = old.store_id and newer.received_at > old.received_at)`,
    [time],
  );
  await db.query('delete from gone_products where read_at < $1', [time]);
}
