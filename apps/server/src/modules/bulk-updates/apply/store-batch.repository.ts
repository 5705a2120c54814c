import { BULK_UPDATE_SYNCHRONOUS_LIMIT } from '@storefleet/contract/constants';
import type { JsonValue } from '../../../connectors/json-value.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { lazily } from '../../../platform/db/lazily.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { type Bind, compose } from '../../../platform/db/statements/statement.ts';
import { LeaseLostError } from '../../../platform/work/lease.ts';
import { nextClaimIn } from '../../../platform/work/leased-rows.ts';
import {
  NO_WAIT,
  NOT_WAITING,
  STORE_BATCHES,
  type StoreBatchKey,
  type StoreBatchLease,
  storeBatchLeases,
} from '../store-batch-lease.ts';
import { hasClaims, releaseAllClaims, releaseSettledClaims } from './claims.repository.ts';

const { isHeld, params } = storeBatchLeases;

/** The source finds the operation by `label` if a crash kept its handle from being stored. */
export type BulkUnderWay = {
  readonly label: string;
  /** Taken before the start was requested; absent if an earlier version started it. */
  readonly started_after?: string;
  readonly operation: JsonValue;
};

/** Milliseconds until a store batch may be claimed without a notification. */
export const nextStoreBatchIn = (db: Queryable) => nextClaimIn(db, STORE_BATCHES);

const IS_STORE_OPEN = `exists (select from stores where id = store_batch.store_id and deleted_at is null
  and store_status <> 'archived')`;
const OPEN_ITEMS =
  'store_batch.total - store_batch.succeeded - store_batch.failed - store_batch.unchanged - store_batch.cancelled';

export type StoreBatchCheck = { readonly cancelRequested: boolean; readonly storeOpen: boolean };

/** Reads requests to stop, optionally with a heartbeat; null if the lease is lost. */
export async function checkStoreBatch(
  db: Queryable,
  lease: StoreBatchLease,
  as: 'read' | 'heartbeat',
): Promise<StoreBatchCheck | null> {
  const held =
    as === 'read'
      ? `select batch_id, store_id from edit_batch_stores store_batch where ${isHeld}`
      : `update edit_batch_stores store_batch set heartbeat_at = now() where ${isHeld} and ${lazily}
         returning batch_id, store_id`;
  const { rows } = await db.query<StoreBatchCheck>(
    prepared(`with held as (${held})
     select batch.cancel_requested_at is not null as "cancelRequested",
       ${IS_STORE_OPEN} as "storeOpen"
     from held as store_batch join edit_batches batch on batch.id = store_batch.batch_id`),
    params(lease),
  );
  return rows[0] ?? null;
}

export type StoreBatchState = StoreBatchCheck & {
  readonly hasPlanned: boolean;
  readonly hasSent: boolean;
  readonly hasClaims: boolean;
  /** Number of open items. */
  readonly open: number;
  readonly bulk: BulkUnderWay | null;
  /** Attempts since the last progress. */
  readonly attempt: number;
};

/** Everything that a pass starts with; null if the worker has lost the store batch. */
export async function readStoreBatchState(
  db: Queryable,
  lease: StoreBatchLease,
): Promise<StoreBatchState | null> {
  const has = (status: 'planned' | 'sent') => `exists (select from edit_items
    where batch_id = $1 and store_id = $2 and status in ('planned', 'sent') and status = '${status}')`;
  const { rows } = await db.query<StoreBatchState>(
    prepared(`select batch.cancel_requested_at is not null as "cancelRequested", ${IS_STORE_OPEN} as "storeOpen",
       ${has('planned')} as "hasPlanned", ${has('sent')} as "hasSent",
       ${hasClaims('store_batch')} as "hasClaims",
       ${OPEN_ITEMS} as open, store_batch.bulk_operation as bulk, greatest(1, store_batch.attempt) as attempt
     from edit_batch_stores store_batch join edit_batches batch on batch.id = store_batch.batch_id
     where ${isHeld}`),
    params(lease),
  );
  return rows[0] ?? null;
}

/** The source asked for a pause. */
export async function noteWaiting(db: Queryable, lease: StoreBatchLease, until: Date): Promise<void> {
  await db.query(
    `update edit_batch_stores store_batch set waiting_until = $4, waiting_reason = null
     where ${isHeld} and ${lazily}`,
    params(lease, until),
  );
}

/** Attempts since the last progress, which only the row knows. */
export async function readAttempt(db: Queryable, lease: StoreBatchLease): Promise<number> {
  const { rows } = await db.query<{ attempt: number }>(
    `select attempt from edit_batch_stores store_batch where ${isHeld}`,
    params(lease),
  );
  if (!rows[0]) throw new LeaseLostError();
  return Math.max(1, rows[0].attempt);
}

/** How long a store batch is paused after an error, and the reason to show. */
type Pause = {
  readonly milliseconds: number;
  readonly reason: string;
  /** Whether a request to cancel was handled; otherwise the next lease does so at once. */
  readonly knowsOfStop: boolean;
};

/**
 * Hands a store batch back, for another worker to claim at once, or after a pause, which counts as a failed
 * attempt. Only what was sent stays claimed. False if the worker has lost it.
 */
export async function handBackStoreBatch(
  db: Database,
  lease: StoreBatchLease,
  pause: Pause | null = null,
): Promise<boolean> {
  return db.transaction((tx) =>
    leaveStoreBatch(
      tx,
      lease,
      `waiting_until = now() + $4 * interval '1 millisecond', waiting_reason = $5, enqueued_at = now(),
     attempt = case when $4::integer is null then attempt - 1 else attempt end`,
      [pause?.milliseconds ?? null, pause?.reason ?? null],
      pause?.knowsOfStop,
    ),
  );
}

/** How many blocking products are watched: a wait for more ends when one of these is free. */
const MAX_BLOCKED_WATCHED = 50;

/** Parks a store batch until products of other batches are free: no failed attempt, no claim, no worker. */
export async function parkStoreBatch(
  db: Database,
  lease: StoreBatchLease,
  blocked: readonly string[],
): Promise<boolean> {
  const watched = blocked.slice(0, MAX_BLOCKED_WATCHED);
  return db.transaction(async (tx) => {
    // Whoever releases these products either sees that this store batch waits, and notifies workers, or has
    // released them before.
    await tx.query(
      'select from edit_claims where product_id = any ($1::uuid[]) order by product_id for share',
      [watched],
    );
    return leaveStoreBatch(
      tx,
      lease,
      `blocked_products = $4::uuid[], blocked_count = $5, ${NOT_WAITING}, enqueued_at = now(), attempt = attempt - 1`,
      [watched, blocked.length],
    );
  });
}

async function leaveStoreBatch(
  tx: Queryable,
  lease: StoreBatchLease,
  changes: string,
  values: readonly unknown[],
  knowsOfStop = false,
): Promise<boolean> {
  await releaseSettledClaims(tx, lease);
  const isHandedBack = await storeBatchLeases.handBack(tx, lease, changes, values);
  if (isHandedBack && !knowsOfStop) await endWaitsOfCancelled(tx, lease);
  return isHandedBack;
}

/** A request to cancel may have found a worker on the store batch that then left without seeing it. */
async function endWaitsOfCancelled(tx: Queryable, { batchId, storeId }: StoreBatchKey): Promise<void> {
  await tx.query(
    `update edit_batch_stores store_batch set ${NO_WAIT} from edit_batches batch
     where store_batch.batch_id = $1 and store_batch.store_id = $2 and batch.id = $1
       and batch.cancel_requested_at is not null`,
    [batchId, storeId],
  );
}

export async function storeBulkOperation(
  db: Queryable,
  lease: StoreBatchLease,
  bulk: BulkUnderWay | null,
): Promise<void> {
  const stored = bulk === null ? null : JSON.stringify(bulk);
  const isStored = await storeBatchLeases.update(
    db,
    lease,
    'bulk_operation = $4::jsonb, waiting_reason = null',
    [stored],
  );
  if (!isStored) throw new LeaseLostError();
}

/** How many edits of the operation the source has processed. */
export async function noteBulkProgress(db: Queryable, lease: StoreBatchLease, done: number): Promise<void> {
  await db.query(
    `update edit_batch_stores store_batch set bulk_operation = bulk_operation || jsonb_build_object('done', $4::integer),
       waiting_reason = null
     where ${isHeld} and bulk_operation is not null and ${lazily}`,
    params(lease, done),
  );
}

/** Ends a store batch without open items, and its batch if it is the last; returns whether it did. */
export async function endStoreBatch(db: Database, lease: StoreBatchLease, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The batch first: of two store batches that end at once, the second sees that the first has ended.
    await lockBatch(tx, lease.batchId);
    const isEnded = await storeBatchLeases.handBack(
      tx,
      lease,
      `status = 'done', ${NOT_WAITING}, bulk_operation = null, completed_at = $4`,
      [now],
    );
    if (!isEnded) throw new LeaseLostError();
    await releaseAllClaims(tx, lease);
    return endBatchWhenDone(tx, lease.batchId, now);
  });
}

type LockedBatch = { readonly status: string; readonly started_at: Date | null };

/** Does not block claims, which reference the batch's key all the time. */
export async function lockBatch(tx: Queryable, batchId: string): Promise<LockedBatch | null> {
  const { rows } = await tx.query<LockedBatch>(
    'select status, started_at from edit_batches where id = $1 for no key update',
    [batchId],
  );
  return rows[0] ?? null;
}

/** The batch has to be locked. */
export async function endBatchWhenDone(tx: Queryable, batchId: string, now: Date): Promise<boolean> {
  const { text, params } = compose((bind) => {
    const batch = `${bind(batchId)}::uuid`;
    return updateEndedBatch(bind, batch, `select * from edit_batch_stores where batch_id = ${batch}`, now);
  });
  return (await tx.query(text, params)).rowCount > 0;
}

/** The statement that ends a batch if all its store batches, as selected by `store batches`, are done. */
export function updateEndedBatch(bind: Bind, batchId: string, storeBatches: string, now: Date): string {
  return `update edit_batches batch
     set completed_at = ${bind(now)}, status = case
       when cancel_requested_at is not null and counts.cancelled > 0 then 'cancelled'
       when counts.succeeded = 0 and counts.failed + unplaced > 0 then 'failed'
       else 'completed' end
     from (
       select coalesce(sum(succeeded), 0) as succeeded, coalesce(sum(failed), 0) as failed,
         coalesce(sum(cancelled), 0) as cancelled, count(*) filter (where status <> 'done') as open
       from (${storeBatches}) as store_batches
     ) as counts
     where id = ${batchId} and batch.status = 'in_progress' and counts.open = 0`;
}

/** Each kind of lease has its own slots: unsettled and small store batches do not wait behind large ones. */
export type LeaseKind = 'settle' | 'small' | 'large';

export type RunnableStoreBatch = StoreBatchKey & { readonly kind: LeaseKind };

/** For a store batch without a worker. Claims are left for what was sent, and by dead workers. */
const IS_UNSETTLED = `(store_batch.bulk_operation is not null or ${hasClaims('store_batch')})`;
const IS_BLOCKED = `(store_batch.blocked_products is not null and not exists (
  select from unnest(store_batch.blocked_products) as blocked (id)
  where not exists (select from edit_claims where product_id = blocked.id and batch_id <> store_batch.batch_id)))`;

/** Matches a store batch that waits only for a worker. */
const IS_RUNNABLE = `(${storeBatchLeases.isClaimable}
  and (store_batch.waiting_until is null or store_batch.waiting_until <= now()) and not ${IS_BLOCKED})`;

/** How long the oldest of them has waited. */
export const OLDEST_RUNNABLE_SECONDS = `select coalesce(extract(epoch from max(now() - enqueued_at)), 0)
  from edit_batch_stores as store_batch where ${IS_RUNNABLE}`;

/** The next store batch with a free slot: unsettled before small before large, oldest first. */
export async function findRunnableStoreBatch(
  db: Queryable,
  {
    full,
    running,
  }: {
    /** Kinds, and kinds at stores, without a free slot in this process. */
    readonly full: readonly string[];
    /** Store batches that this process is working on, or about to. */
    readonly running: readonly StoreBatchKey[];
  },
): Promise<RunnableStoreBatch | null> {
  const { rows } = await db.query<RunnableStoreBatch>(
    prepared(`select batch_id as "batchId", store_id as "storeId", kind from (
       select store_batch.batch_id, store_batch.store_id, batch.started_at,
         case when ${IS_UNSETTLED} then 'settle'
           when ${OPEN_ITEMS} <= ${BULK_UPDATE_SYNCHRONOUS_LIMIT} then 'small' else 'large' end as kind
       from edit_batch_stores store_batch join edit_batches batch on batch.id = store_batch.batch_id
       where ${IS_RUNNABLE}
         and (store_batch.batch_id, store_batch.store_id) not in (select * from unnest($2::uuid[], $3::uuid[]))
     ) as runnable
     where kind <> all ($1) and kind || ':' || store_id <> all ($1)
     order by array_position(array['settle', 'small', 'large'], kind), started_at, batch_id, store_id limit 1`),
    [full, running.map(({ batchId }) => batchId), running.map(({ storeId }) => storeId)],
  );
  return rows[0] ?? null;
}
