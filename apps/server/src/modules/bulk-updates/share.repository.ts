import type { BulkUpdateOrigin } from '@storefleet/contract/constants';
import type { JsonValue } from '../../connectors/connector.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { IS_SILENT, LeaseLostError } from '../../platform/lease/lease.ts';
import { IS_UNDERSTOOD } from '../../platform/lease/work-version.ts';

export type ShareKey = { readonly batchId: string; readonly storeId: string };

/** The right of one worker to write to one store for one batch, until another takes the share up. */
export type ShareLease = ShareKey & { readonly leaseId: string };

/** Under `label` the source finds the operation again when it could not be stored before a crash. */
export type BulkUnderWay = {
  readonly label: string;
  /** Taken before the source was asked to start it; absent where an earlier version started it. */
  readonly started_after?: string;
  readonly operation: JsonValue;
};

/** A share as the worker that takes it up finds it, with what history says of its batch. */
export type Share = {
  readonly batch_id: string;
  readonly store_id: string;
  readonly store_name: string;
  readonly store_currency: string | null;
  readonly origin: BulkUpdateOrigin;
  readonly requested_by: string | null;
  readonly requested_by_email: string | null;
  readonly requested_by_name: string | null;
  readonly undoes_batch_id: string | null;
};

const IS_HELD = `share.batch_id = $1 and share.store_id = $2 and share.lease_id = $3 and share.status = 'in_progress'`;
const keyOf = ({ batchId, storeId, leaseId }: ShareLease) => [batchId, storeId, leaseId];

/** The share for a worker that may have it: one that nobody holds, or whose holder has shown no life. */
export async function takeUpShare(db: Queryable, lease: ShareLease): Promise<Share | null> {
  const { rows } = await db.query<Share>(
    `update edit_batch_stores share
     set lease_id = $3, heartbeat_at = now(), attempt = attempt + 1, waiting_until = null
     from edit_batches batch
     where share.batch_id = $1 and share.store_id = $2 and share.status = 'in_progress' and batch.id = share.batch_id
       and batch.${IS_UNDERSTOOD}
       and (share.lease_id is null or share.${IS_SILENT})
     returning share.batch_id, share.store_id, share.store_name, share.store_currency, batch.origin,
       batch.requested_by, batch.requested_by_email, batch.requested_by_name, batch.undoes_batch_id`,
    keyOf(lease),
  );
  return rows[0] ?? null;
}

export type ShareCheck = { readonly cancelRequested: boolean; readonly storeOpen: boolean };

/** What others have decided meanwhile, or null when the worker has lost the share. A beat shows life as well. */
export async function checkShare(
  db: Queryable,
  lease: ShareLease,
  as: 'look' | 'beat',
): Promise<ShareCheck | null> {
  const held =
    as === 'look'
      ? `select batch_id, store_id from edit_batch_stores share where ${IS_HELD}`
      : `update edit_batch_stores share set heartbeat_at = now() where ${IS_HELD} returning batch_id, store_id`;
  const { rows } = await db.query<ShareCheck>(
    `with held as (${held})
     select batch.cancel_requested_at is not null as "cancelRequested",
       exists (select from stores where id = held.store_id and deleted_at is null
         and store_status <> 'archived') as "storeOpen"
     from held join edit_batches batch on batch.id = held.batch_id`,
    keyOf(lease),
  );
  return rows[0] ?? null;
}

/** Keeps the share for this transaction; its row is locked before products are. */
export async function holdShare(tx: Queryable, lease: ShareLease): Promise<void> {
  const { rows } = await tx.query(
    `select from edit_batch_stores share where ${IS_HELD} for update`,
    keyOf(lease),
  );
  if (rows.length === 0) throw new LeaseLostError();
}

export async function noteWaiting(db: Queryable, lease: ShareLease, until: Date | null): Promise<void> {
  await db.query(`update edit_batch_stores share set waiting_until = $4 where ${IS_HELD}`, [
    ...keyOf(lease),
    until,
  ]);
}

/** Tries since the share last moved on, which only the row knows. */
export async function readAttempt(db: Queryable, lease: ShareLease): Promise<number> {
  const { rows } = await db.query<{ attempt: number }>(
    `select attempt from edit_batch_stores share where ${IS_HELD}`,
    keyOf(lease),
  );
  if (!rows[0]) throw new LeaseLostError();
  return Math.max(1, rows[0].attempt);
}

/** One more try by the same worker. */
export async function tryAgain(db: Queryable, lease: ShareLease): Promise<void> {
  const { rowCount } = await db.query(
    `update edit_batch_stores share set attempt = attempt + 1, heartbeat_at = now(), waiting_until = null
     where ${IS_HELD}`,
    keyOf(lease),
  );
  if (rowCount === 0) throw new LeaseLostError();
}

/** Gives a share back in good order, for another worker to take up at once, or after so many milliseconds. */
export async function handBackShare(
  db: Queryable,
  lease: ShareLease,
  waitMs: number | null = null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update edit_batch_stores share
     set lease_id = null, waiting_until = now() + $4 * interval '1 millisecond', enqueued_at = now(),
         attempt = case when $4::integer is null then attempt - 1 else attempt end
     where ${IS_HELD}`,
    [...keyOf(lease), waitMs],
  );
  return rowCount > 0;
}

export async function readBulkOperation(db: Queryable, lease: ShareLease): Promise<BulkUnderWay | null> {
  const { rows } = await db.query<{ bulk_operation: BulkUnderWay | null }>(
    `select bulk_operation from edit_batch_stores share where ${IS_HELD}`,
    keyOf(lease),
  );
  if (!rows[0]) throw new LeaseLostError();
  return rows[0].bulk_operation;
}

export async function storeBulkOperation(
  db: Queryable,
  lease: ShareLease,
  bulk: BulkUnderWay | null,
): Promise<void> {
  const { rowCount } = await db.query(
    `update edit_batch_stores share set bulk_operation = $4::jsonb where ${IS_HELD}`,
    [...keyOf(lease), bulk === null ? null : JSON.stringify(bulk)],
  );
  if (rowCount === 0) throw new LeaseLostError();
}

/** The share has no open item any more. The last one of a batch ends it; answers whether this was the last. */
export async function endShare(db: Database, lease: ShareLease, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The batch first: of two shares that end at once, the later one sees the earlier one's end.
    await lockBatch(tx, lease.batchId);
    const { rowCount } = await tx.query(
      `update edit_batch_stores share
       set status = 'done', lease_id = null, waiting_until = null, bulk_operation = null, completed_at = $4
       where ${IS_HELD}`,
      [...keyOf(lease), now],
    );
    if (rowCount === 0) throw new LeaseLostError();
    await tx.query(
      `delete from edit_claims using products
       where edit_claims.batch_id = $1 and products.id = edit_claims.product_id and products.store_id = $2`,
      [lease.batchId, lease.storeId],
    );
    return endBatchWhenDone(tx, lease.batchId, now);
  });
}

export type LockedBatch = { readonly status: string; readonly started_at: Date | null };

/** Claims refer to the batch's key all the time: this lock does not keep them waiting. */
export async function lockBatch(tx: Queryable, batchId: string): Promise<LockedBatch | null> {
  const { rows } = await tx.query<LockedBatch>(
    'select status, started_at from edit_batches where id = $1 for no key update',
    [batchId],
  );
  return rows[0] ?? null;
}

/** The batch is locked. */
export async function endBatchWhenDone(tx: Queryable, batchId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update edit_batches batch
     set completed_at = $2, status = case
       when cancel_requested_at is not null and counts.cancelled > 0 then 'cancelled'
       when counts.succeeded = 0 and counts.failed + unplaced > 0 then 'failed'
       else 'completed' end
     from (
       select coalesce(sum(succeeded), 0) as succeeded, coalesce(sum(failed), 0) as failed,
         coalesce(sum(cancelled), 0) as cancelled
       from edit_batch_stores where batch_id = $1
     ) as counts
     where id = $1 and batch.status = 'in_progress'
       and not exists (select from edit_batch_stores where batch_id = $1 and status <> 'done')`,
    [batchId, now],
  );
  return rowCount > 0;
}

export type WaitingShare = ShareKey & {
  /** A worker left it unfinished, and is taken for dead. */
  readonly cutOff: boolean;
};

/** Shares that wait for a worker: never taken up, given back, or held by a worker that shows no life. */
export async function claimWaitingShares(
  db: Queryable,
  { quietForMs, exclusive }: { quietForMs: number; exclusive: boolean },
): Promise<WaitingShare[]> {
  const { rows } = await db.query<WaitingShare>(
    `update edit_batch_stores
     set enqueued_at = now(), lease_id = case when $2 then null else lease_id end
     where status = 'in_progress'
       and exists (select from edit_batches batch where batch.id = batch_id and batch.${IS_UNDERSTOOD})
       and ($2 or ((lease_id is null or ${IS_SILENT}) and enqueued_at < now() - $1 * interval '1 millisecond'
         and (waiting_until is null or waiting_until <= now())))
     returning batch_id as "batchId", store_id as "storeId", lease_id is not null as "cutOff"`,
    [quietForMs, exclusive],
  );
  return rows;
}
