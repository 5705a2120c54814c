import { BULK_UPDATE_SYNCHRONOUS_LIMIT, type BulkUpdateOrigin } from '@storefleet/contract/constants';
import type { JsonValue } from '../../../connectors/connector.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { lazily } from '../../../platform/db/lazily.ts';
import { type Bind, compose } from '../../../platform/db/statement.ts';
import { IS_SILENT, LeaseLostError } from '../../../platform/work/lease.ts';
import { IS_UNDERSTOOD } from '../../../platform/work/work-version.ts';
import { hasClaims, releaseAllClaims, releaseShareClaims } from './claims.repository.ts';
import type { ShareKey, ShareLease } from './store-batch-lease.ts';

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
const NOT_WAITING = 'waiting_until = null, waiting_reason = null';
/** The share waits for nothing but a worker. */
export const NO_WAIT = `${NOT_WAITING}, blocked_products = null, blocked_count = null`;

/** The share for a worker that may have it: one that nobody holds, or whose holder has shown no life. */
export async function takeUpShare(db: Queryable, lease: ShareLease): Promise<Share | null> {
  const { rows } = await db.query<Share>(
    `update edit_batch_stores share
     set lease_id = $3, heartbeat_at = now(), attempt = attempt + 1, ${NO_WAIT}
     from edit_batches batch
     where share.batch_id = $1 and share.store_id = $2 and share.status = 'in_progress' and batch.id = share.batch_id
       and batch.${IS_UNDERSTOOD}
       and (share.lease_id is null or share.${IS_SILENT}) and ${lazily}
     returning share.batch_id, share.store_id, share.store_name, share.store_currency, batch.origin,
       batch.requested_by, batch.requested_by_email, batch.requested_by_name, batch.undoes_batch_id`,
    keyOf(lease),
  );
  return rows[0] ?? null;
}

const IS_STORE_OPEN = `exists (select from stores where id = share.store_id and deleted_at is null
  and store_status <> 'archived')`;
const OPEN_ITEMS = 'share.total - share.succeeded - share.failed - share.unchanged - share.cancelled';

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
      : `update edit_batch_stores share set heartbeat_at = now() where ${IS_HELD} and ${lazily} returning batch_id, store_id`;
  const { rows } = await db.query<ShareCheck>(
    `with held as (${held})
     select batch.cancel_requested_at is not null as "cancelRequested",
       ${IS_STORE_OPEN} as "storeOpen"
     from held as share join edit_batches batch on batch.id = share.batch_id`,
    keyOf(lease),
  );
  return rows[0] ?? null;
}

export type ShareState = ShareCheck & {
  readonly hasPlanned: boolean;
  readonly hasSent: boolean;
  readonly hasClaims: boolean;
  /** Items that have not ended. */
  readonly open: number;
  readonly bulk: BulkUnderWay | null;
  /** Tries since the share last moved on. */
  readonly attempt: number;
};

/** All that a pass over the share begins with; null when the worker has lost it. */
export async function readShareState(db: Queryable, lease: ShareLease): Promise<ShareState | null> {
  const has = (status: 'planned' | 'sent') => `exists (select from edit_items
    where batch_id = $1 and store_id = $2 and status in ('planned', 'sent') and status = '${status}')`;
  const { rows } = await db.query<ShareState>(
    `select batch.cancel_requested_at is not null as "cancelRequested", ${IS_STORE_OPEN} as "storeOpen",
       ${has('planned')} as "hasPlanned", ${has('sent')} as "hasSent", ${hasClaims('share')} as "hasClaims",
       ${OPEN_ITEMS} as open, share.bulk_operation as bulk, greatest(1, share.attempt) as attempt
     from edit_batch_stores share join edit_batches batch on batch.id = share.batch_id where ${IS_HELD}`,
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

/** Without a reason: the source asked for a pause. */
export async function noteWaiting(
  db: Queryable,
  lease: ShareLease,
  until: Date,
  reason: string | null,
): Promise<void> {
  await db.query(
    `update edit_batch_stores share set waiting_until = $4, waiting_reason = $5 where ${IS_HELD} and ${lazily}`,
    [...keyOf(lease), until, reason],
  );
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

/** How long a share is left alone after trouble, and what people are told meanwhile. */
export type Pause = {
  readonly milliseconds: number;
  readonly reason: string;
  /** Whether the turn that ends acted upon a request to cancel: otherwise the next one does, without the pause. */
  readonly knowsOfStop: boolean;
};

/**
 * Gives a share back in good order, for another worker to take up at once, or after a pause, which counts as a failed
 * try. Only what was sent stays claimed. False when the worker has lost it.
 */
export async function handBackShare(
  db: Database,
  lease: ShareLease,
  pause: Pause | null = null,
): Promise<boolean> {
  return db.transaction((tx) =>
    leaveShare(
      tx,
      lease,
      `waiting_until = now() + $4 * interval '1 millisecond', waiting_reason = $5, enqueued_at = now(),
     attempt = case when $4::integer is null then attempt - 1 else attempt end`,
      [pause?.milliseconds ?? null, pause?.reason ?? null],
      pause?.knowsOfStop,
    ),
  );
}

/** So many of the products that a share waits for are watched: a wait for many ends when one of these is free. */
const MAX_BLOCKED_WATCHED = 50;

/**
 * Gives a share up that can go on with nothing but products of other batches, which is no failed try. It holds no claim
 * while it waits, and no worker.
 */
export async function parkShare(
  db: Database,
  lease: ShareLease,
  blocked: readonly string[],
): Promise<boolean> {
  const watched = blocked.slice(0, MAX_BLOCKED_WATCHED);
  return db.transaction(async (tx) => {
    // Who releases these meanwhile either sees that this share waits for them, and notifies workers, or has done so before.
    await tx.query(
      'select from edit_claims where product_id = any ($1::uuid[]) order by product_id for share',
      [watched],
    );
    return leaveShare(
      tx,
      lease,
      `blocked_products = $4::uuid[], blocked_count = $5, ${NOT_WAITING}, enqueued_at = now(), attempt = attempt - 1`,
      [watched, blocked.length],
    );
  });
}

async function leaveShare(
  tx: Queryable,
  lease: ShareLease,
  changes: string,
  values: readonly unknown[],
  knowsOfStop = false,
): Promise<boolean> {
  await releaseShareClaims(tx, lease);
  const { rowCount } = await tx.query(
    `update edit_batch_stores share set lease_id = null, ${changes} where ${IS_HELD}`,
    [...keyOf(lease), ...values],
  );
  if (rowCount > 0 && !knowsOfStop) await endWaitsOfCancelled(tx, lease);
  return rowCount > 0;
}

/** Whoever asked to cancel may have found a worker at the share, which then left it without knowing. */
async function endWaitsOfCancelled(tx: Queryable, { batchId, storeId }: ShareKey): Promise<void> {
  await tx.query(
    `update edit_batch_stores share set ${NO_WAIT} from edit_batches batch
     where share.batch_id = $1 and share.store_id = $2 and batch.id = $1 and batch.cancel_requested_at is not null`,
    [batchId, storeId],
  );
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

/** How many edits of the operation the source has worked off. */
export async function noteBulkProgress(db: Queryable, lease: ShareLease, done: number): Promise<void> {
  await db.query(
    `update edit_batch_stores share set bulk_operation = bulk_operation || jsonb_build_object('done', $4::integer)
     where ${IS_HELD} and bulk_operation is not null and ${lazily}`,
    [...keyOf(lease), done],
  );
}

/** The share has no open item any more. The last one of a batch ends it; answers whether this was the last. */
export async function endShare(db: Database, lease: ShareLease, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    // The batch first: of two shares that end at once, the later one sees the earlier one's end.
    await lockBatch(tx, lease.batchId);
    const { rowCount } = await tx.query(
      `update edit_batch_stores share
       set status = 'done', lease_id = null, ${NOT_WAITING}, bulk_operation = null, completed_at = $4
       where ${IS_HELD}`,
      [...keyOf(lease), now],
    );
    if (rowCount === 0) throw new LeaseLostError();
    await releaseAllClaims(tx, lease);
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
  const { text, params } = compose((bind) => {
    const batch = `${bind(batchId)}::uuid`;
    return updateEndedBatch(bind, batch, `select * from edit_batch_stores where batch_id = ${batch}`, now);
  });
  return (await tx.query(text, params)).rowCount > 0;
}

/** The statement that ends a batch where all its shares, as `shares` selects them, are done. */
export function updateEndedBatch(bind: Bind, batchId: string, shares: string, now: Date): string {
  return `update edit_batches batch
     set completed_at = ${bind(now)}, status = case
       when cancel_requested_at is not null and counts.cancelled > 0 then 'cancelled'
       when counts.succeeded = 0 and counts.failed + unplaced > 0 then 'failed'
       else 'completed' end
     from (
       select coalesce(sum(succeeded), 0) as succeeded, coalesce(sum(failed), 0) as failed,
         coalesce(sum(cancelled), 0) as cancelled, count(*) filter (where status <> 'done') as open
       from (${shares}) as shares
     ) as counts
     where id = ${batchId} and batch.status = 'in_progress' and counts.open = 0`;
}

/**
 * What a turn at a share is for. Each kind has places of its own in a process: what was sent is settled at once, and what
 * is small is written at once, though all places for large shares are taken.
 */
export type TurnKind = 'settle' | 'small' | 'large';

export type RunnableShare = ShareKey & { readonly kind: TurnKind };

/** Of a share that nobody holds: only what was sent stays claimed, and so does what a dead worker had claimed. */
const IS_UNSETTLED = `(share.bulk_operation is not null or ${hasClaims('share')})`;
const IS_BLOCKED = `(share.blocked_products is not null and not exists (
  select from unnest(share.blocked_products) as blocked (id)
  where not exists (select from edit_claims where product_id = blocked.id and batch_id <> share.batch_id)))`;

/** Holds for a share that waits for nothing but a worker. */
export const IS_RUNNABLE = `(share.status = 'in_progress' and (share.lease_id is null or share.${IS_SILENT})
  and (share.waiting_until is null or share.waiting_until <= now()) and not ${IS_BLOCKED})`;

/** The name of the places for one kind of turn at one store. */
export const placesOf = (kind: TurnKind, storeId: string) => `${kind}:${storeId}`;

/** The share that has waited longest for a worker with a free place: what was sent first, then what is small. */
export async function findRunnableShare(
  db: Queryable,
  {
    full,
    running,
  }: {
    /** Kinds, and kinds at stores, of which this process has no place free. */
    readonly full: readonly string[];
    /** Shares that this process works on already, or is about to. */
    readonly running: readonly ShareKey[];
  },
): Promise<RunnableShare | null> {
  const { rows } = await db.query<RunnableShare>(
    `select batch_id as "batchId", store_id as "storeId", kind from (
       select share.batch_id, share.store_id, batch.started_at,
         case when ${IS_UNSETTLED} then 'settle'
           when ${OPEN_ITEMS} <= ${BULK_UPDATE_SYNCHRONOUS_LIMIT} then 'small' else 'large' end as kind
       from edit_batch_stores share join edit_batches batch on batch.id = share.batch_id
       where ${IS_RUNNABLE} and batch.${IS_UNDERSTOOD}
         and (share.batch_id, share.store_id) not in (select * from unnest($2::uuid[], $3::uuid[]))
     ) as runnable
     where kind <> all ($1) and kind || ':' || store_id <> all ($1)
     order by array_position(array['settle', 'small', 'large'], kind), started_at, batch_id, store_id limit 1`,
    [full, running.map(({ batchId }) => batchId), running.map(({ storeId }) => storeId)],
  );
  return rows[0] ?? null;
}

/** Milliseconds until the first share that is left alone for a while may be taken up; null where none is. */
export async function nextPauseEnd(db: Queryable): Promise<number | null> {
  const { rows } = await db.query<{ milliseconds: number | null }>(
    `select ceil(extract(epoch from min(waiting_until) - now()) * 1000)::float8 as milliseconds
     from edit_batch_stores where status = 'in_progress' and lease_id is null and waiting_until > now()`,
  );
  return rows[0]?.milliseconds ?? null;
}

/** For the only process of a database, before it works on anything: every share that seems to be held was cut off. */
export async function releaseAllShares(db: Queryable): Promise<void> {
  await db.query(
    `update edit_batch_stores set lease_id = null where status = 'in_progress' and lease_id is not null`,
  );
}
