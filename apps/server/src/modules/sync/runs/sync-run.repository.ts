import {
  SYNC_METHODS,
  type SyncMethod,
  type SyncStage,
  type SyncTrigger,
} from '@storefleet/contract/constants';
import type { SyncGap } from '@storefleet/contract/sync';
import type { JsonValue, SourceCount } from '../../../connectors/connector.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { IS_SILENT, LeaseLostError } from '../../../platform/work/lease.ts';
import { IS_UNDERSTOOD, isOneOf } from '../../../platform/work/work-version.ts';
import { type CatalogueProof, type RunEnd, type RunStatus, statusAfter } from './run-state.ts';

/** The right of one worker to write for one run, until another takes the run up. */
export type RunLease = { readonly runId: string; readonly leaseId: string; readonly storeId: string };

export type SyncRun = {
  readonly id: string;
  readonly store_id: string;
  readonly method: SyncMethod;
  readonly trigger: SyncTrigger;
  readonly requested_by: string | null;
  readonly status: RunStatus;
  readonly stage: SyncStage;
  readonly waiting_until: Date | null;
  readonly waiting_reason: string | null;
  readonly message: string | null;
  readonly error_message: string | null;
  readonly error_kind: string | null;
  readonly counted_products: number;
  readonly counted_variants: number | null;
  readonly counted_exactly: boolean;
  readonly checkpoint: JsonValue;
  readonly pages: number;
  readonly processed_products: number;
  readonly total_products: number;
  readonly created_count: number;
  readonly updated_count: number;
  readonly unchanged_count: number;
  readonly removed_count: number;
  readonly held_back_count: number;
  readonly skipped_count: number;
  readonly source_products: number | null;
  readonly source_variants: number | null;
  readonly stored_products: number | null;
  readonly stored_variants: number | null;
  readonly gaps: SyncGap[];
  readonly notices: string[];
  readonly lease_id: string | null;
  readonly heartbeat_at: Date | null;
  readonly attempt: number;
  readonly enqueued_at: Date;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
};

/** A run that is not for processes of a newer version alone. */
const MAY_BE_OURS = `${IS_UNDERSTOOD} and ${isOneOf('method', SYNC_METHODS)}`;

/** Holds for a run that was asked for again after its worker had shown its last sign of life. */
const IS_CUT_OFF = `(lease_id is not null and ${IS_SILENT} and enqueued_at > heartbeat_at)`;

export type NewRun = {
  readonly id: string;
  readonly storeId: string;
  readonly method: SyncMethod;
  readonly trigger: SyncTrigger;
  readonly requestedBy: string | null;
  readonly count: SourceCount;
};

/** Null when a run of the store is in progress already. */
export async function createRun(tx: Queryable, run: NewRun, now: Date): Promise<SyncRun | null> {
  const { rows } = await tx.query<SyncRun>(
    `insert into sync_runs (id, store_id, method, trigger, requested_by, counted_products, counted_variants,
       counted_exactly, total_products, enqueued_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $6, now(), $9)
     on conflict (store_id) where status = 'in_progress' do nothing
     returning *`,
    [
      run.id,
      run.storeId,
      run.method,
      run.trigger,
      run.requestedBy,
      run.count.products,
      run.count.variants,
      run.count.exact,
      now,
    ],
  );
  return rows[0] ?? null;
}

/** The run for a worker that may have it: one that nobody holds, or whose holder has shown no life. */
export async function takeUpRun(
  db: Queryable,
  runId: string,
  leaseId: string,
  now: Date,
): Promise<SyncRun | null> {
  const { rows } = await db.query<SyncRun>(
    `update sync_runs
     set lease_id = $2, heartbeat_at = now(), attempt = attempt + 1, waiting_until = null, waiting_reason = null,
         started_at = coalesce(started_at, $3)
     where id = $1 and status = 'in_progress' and ${MAY_BE_OURS} and (lease_id is null or ${IS_SILENT})
     returning *`,
    [runId, leaseId, now],
  );
  return rows[0] ?? null;
}

/** Holds for a run in progress whose store still takes syncs. */
const GOES_ON = `id = $1 and status = 'in_progress' and exists (
  select from stores where stores.id = store_id and deleted_at is null and store_status <> 'archived')`;
/** Holds when this worker has the lease of it as well. */
const IS_HELD = `${GOES_ON} and lease_id = $2`;

/** False when the worker has lost the run. */
export async function beat(db: Queryable, { runId, leaseId }: RunLease): Promise<boolean> {
  const { rowCount } = await db.query(`update sync_runs set heartbeat_at = now() where ${IS_HELD}`, [
    runId,
    leaseId,
  ]);
  return rowCount > 0;
}

export async function isHeld(db: Queryable, { runId, leaseId }: RunLease): Promise<boolean> {
  const { rows } = await db.query(`select from sync_runs where ${IS_HELD}`, [runId, leaseId]);
  return rows.length > 0;
}

/** Whether no worker goes on with the run. */
export async function hasEnded(db: Queryable, { runId }: RunLease): Promise<boolean> {
  const { rows } = await db.query(`select from sync_runs where ${GOES_ON}`, [runId]);
  return rows.length === 0;
}

/** Keeps the run for this transaction: the store's row is locked first, as the deletion of a store does. */
export async function holdLease(tx: Queryable, lease: RunLease): Promise<void> {
  const { rows } = await tx.query(
    `with store as materialized (
       select id from stores where id = $3 and deleted_at is null and store_status <> 'archived' for key share
     )
     select sync_runs.id from sync_runs join store on store.id = sync_runs.store_id
     where sync_runs.id = $1 and lease_id = $2 and status = 'in_progress'
     for update of sync_runs`,
    [lease.runId, lease.leaseId, lease.storeId],
  );
  if (rows.length === 0) throw new LeaseLostError();
}

export async function noteStage(
  db: Queryable,
  { runId, leaseId }: RunLease,
  stage: SyncStage,
  waiting: { readonly until: Date; readonly reason: string | null } | null,
): Promise<void> {
  await db.query(
    `update sync_runs set stage = $3, waiting_until = $4, waiting_reason = $5 where ${IS_HELD}`,
    [runId, leaseId, stage, waiting?.until ?? null, waiting?.reason ?? null],
  );
}

/** The source is asked: what was in the way is in the way until it answers. */
export async function noteAsking(
  db: Queryable,
  { runId, leaseId }: RunLease,
  stage: SyncStage,
): Promise<void> {
  await db.query(`update sync_runs set stage = $3, waiting_until = null where ${IS_HELD}`, [
    runId,
    leaseId,
    stage,
  ]);
}

/**
 * One more try by the same worker; the run as it stands now, or null when the worker has lost it. What it waited for
 * stays until the source answers.
 */
export async function tryAgain(db: Queryable, { runId, leaseId }: RunLease): Promise<SyncRun | null> {
  const { rows } = await db.query<SyncRun>(
    `update sync_runs set attempt = attempt + 1, heartbeat_at = now(), waiting_until = null
     where ${IS_HELD} returning *`,
    [runId, leaseId],
  );
  return rows[0] ?? null;
}

/** Gives a run back in good order, for another worker to take up at once. */
export async function handBackRun(db: Queryable, { runId, leaseId }: RunLease): Promise<boolean> {
  const { rowCount } = await db.query(
    `update sync_runs
     set lease_id = null, stage = 'queued', waiting_until = null, waiting_reason = null, attempt = attempt - 1, enqueued_at = now()
     where ${IS_HELD}`,
    [runId, leaseId],
  );
  return rowCount > 0;
}

export type WaitingRuns = {
  /** Milliseconds for which they have been asked for: no worker in any process was free meanwhile. */
  readonly waitedMs: number;
  /** `cut_off`: only those that a worker left unfinished as it died. */
  readonly among: 'all' | 'cut_off';
};

/**
 * Whether other runs wait for a worker, and nothing is lost when this one is left: it has moved on since it was taken up,
 * or its source is preparing what there is to read.
 */
export async function mayGiveWay(
  db: Queryable,
  taken: SyncRun,
  { waitedMs, among }: WaitingRuns,
): Promise<boolean> {
  const waits = among === 'all' ? `(lease_id is null or ${IS_CUT_OFF})` : IS_CUT_OFF;
  const { rows } = await db.query(
    `select from sync_runs run
     where run.id = $1 and (
         run.stage = 'reading' and run.checkpoint is distinct from $2::jsonb
         or run.stage = 'exporting' and run.checkpoint is not null)
       and exists (select from sync_runs
         where status = 'in_progress' and ${waits} and enqueued_at < now() - $3 * interval '1 millisecond'
           and ${MAY_BE_OURS})`,
    [taken.id, taken.checkpoint === null ? null : JSON.stringify(taken.checkpoint), waitedMs],
  );
  return rows.length > 0;
}

/** What is stored is all that the copy has of the store now, with what was not found and is kept. */
export async function recordProof(
  tx: Queryable,
  { runId, leaseId }: RunLease,
  proof: CatalogueProof,
  { gaps, notices }: { gaps: readonly SyncGap[]; notices: readonly string[] },
): Promise<void> {
  await tx.query(
    `update sync_runs
     set source_products = $3::integer, source_variants = $4,
         stored_products = coalesce(stored.products_count, 0), stored_variants = coalesce(stored.variants_count, 0),
         gaps = $5::jsonb, notices = $6::jsonb, processed_products = $7::integer, total_products = greatest($7::integer, $3::integer),
         unchanged_count = greatest(0, $7::integer - created_count - updated_count)
     from stores left join store_catalogue_counts stored on stored.store_id = stores.id
     where stores.id = sync_runs.store_id and sync_runs.id = $1 and lease_id = $2 and status = 'in_progress'`,
    [
      runId,
      leaseId,
      proof.source.products,
      proof.source.variants,
      JSON.stringify(gaps),
      JSON.stringify(notices),
      proof.seenProducts,
    ],
  );
}

export type RunOutcome = {
  readonly message: string;
  readonly errorMessage?: string;
  readonly errorKind?: string;
};

/**
 * Ends a run in progress; of a worker's own run only while the worker holds it. Null when there was nothing to
 * end: another end came first.
 */
export async function endRun(
  tx: Queryable,
  target: { readonly runId: string; readonly leaseId?: string },
  end: RunEnd,
  outcome: RunOutcome,
  now: Date,
): Promise<SyncRun | null> {
  const { rows } = await tx.query<SyncRun>(
    `update sync_runs
     set status = $3, message = $4, error_message = $5, error_kind = $6, completed_at = $7::timestamptz, lease_id = null,
         waiting_until = null, waiting_reason = null, stop_requested_at = case when $8 then $7::timestamptz end
     where id = $1 and status = 'in_progress' and ($2::uuid is null or lease_id = $2)
     returning *`,
    [
      target.runId,
      target.leaseId ?? null,
      statusAfter('in_progress', end),
      outcome.message,
      outcome.errorMessage ?? null,
      outcome.errorKind ?? null,
      now,
      end === 'force_stopped',
    ],
  );
  const run = rows[0];
  if (run) await tx.query('delete from sync_seen_batches where run_id = $1', [run.id]);
  return run ?? null;
}

export type WaitingRun = {
  readonly run_id: string;
  /** A worker left it unfinished, and is taken for dead. */
  readonly cut_off: boolean;
};

/** Runs that wait for a worker: never taken up, given back, or held by a worker that shows no life. */
export async function claimWaitingRuns(
  db: Database,
  { quietForMs, exclusive }: { quietForMs: number; exclusive: boolean },
): Promise<WaitingRun[]> {
  const { rows } = await db.query<WaitingRun>(
    `update sync_runs
     set enqueued_at = now(), lease_id = case when $2 then null else lease_id end
     where status = 'in_progress' and ${MAY_BE_OURS}
       and ($2 or ((lease_id is null or ${IS_SILENT}) and enqueued_at < now() - $1 * interval '1 millisecond'))
     returning id as run_id, lease_id is not null as cut_off`,
    [quietForMs, exclusive],
  );
  return rows;
}

/** The rows that a run lists as skipped, in the order in which it met them; null where the store has no such run. */
export async function listSkippedRows(
  db: Queryable,
  { storeId, runId }: { storeId: string; runId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: { source_key: string; reason: string }[]; total: number } | null> {
  const { rows: counted } = await db.query<{ total: number }>(
    `select (select count(*)::integer from sync_skipped_rows where run_id = sync_runs.id) as total
     from sync_runs where id = $1 and store_id = $2`,
    [runId, storeId],
  );
  if (counted[0] === undefined) return null;
  const { rows } = await db.query<{ source_key: string; reason: string }>(
    'select source_key, reason from sync_skipped_rows where run_id = $1 order by position limit $2 offset $3',
    [runId, limit, offset],
  );
  return { rows, total: counted[0].total };
}

/** A run with how many of the products that it did not find still await a decision. */
export type LoggedRun = SyncRun & { readonly awaiting: number };

export async function listRuns(
  db: Queryable,
  storeId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ runs: LoggedRun[]; total: number }> {
  const { rows: runs } = await db.query<LoggedRun>(
    `select *, (select count(*)::integer from sync_held_back_removals held where held.run_id = sync_runs.id) as awaiting
     from sync_runs where store_id = $1 order by created_at desc, id desc limit $2 offset $3`,
    [storeId, limit, offset],
  );
  const { rows: counted } = await db.query<{ total: number }>(
    'select count(*)::integer as total from sync_runs where store_id = $1',
    [storeId],
  );
  return { runs, total: counted[0]?.total ?? 0 };
}
