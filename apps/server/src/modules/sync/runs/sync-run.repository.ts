import {
  SYNC_METHODS,
  type SyncMethod,
  type SyncScope,
  type SyncStage,
  type SyncTrigger,
} from '@storefleet/contract/constants';
import type { SkippedRowList, SyncGap } from '@storefleet/contract/syncs/sync';
import { v7 as uuidv7 } from 'uuid';
import type { SourceCount } from '../../../connectors/connector.ts';
import type { JsonValue } from '../../../connectors/json-value.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { Rows } from '../../../platform/db/rows.ts';
import { LEASE_LOST_AFTER_MS } from '../../../platform/work/lease.ts';
import { leasedRows, nextClaimIn } from '../../../platform/work/leased-rows.ts';
import { CHANGES_WORK_VERSION, IS_UNDERSTOOD, isOneOf } from '../../../platform/work/work-version.ts';
import type { CatalogueProof } from '../../catalogue/pages/catalogue-proof.ts';
import { type RunClaim, type RunLease, SOURCE_OF_STORE } from '../../catalogue/pages/run-lease.ts';

/** A run, with its JSON documents typed. */
export type SyncRun = Omit<
  Rows['sync_runs'],
  'checkpoint' | 'mark' | 'since_mark' | 'gaps' | 'notices' | 'stage' | 'scope'
> & {
  readonly checkpoint: JsonValue;
  readonly scope: SyncScope;
  readonly mark: JsonValue;
  readonly since_mark: JsonValue;
  readonly gaps: SyncGap[];
  readonly notices: string[];
  readonly stage: SyncStage;
};

/** Excludes runs that only newer versions understand. */
const MAY_BE_OURS = `run.${IS_UNDERSTOOD} and ${isOneOf('run.method', SYNC_METHODS)}`;

const RUNS = {
  table: 'sync_runs',
  alias: 'run',
  key: { id: 'runId' },
  isOpen: `run.status = 'in_progress'`,
  isOurs: MAY_BE_OURS,
  mayGoOn: `exists (
    select from stores where stores.id = run.store_id and deleted_at is null and store_status <> 'archived'
      and coalesce(run.source, ${SOURCE_OF_STORE}) = ${SOURCE_OF_STORE})`,
  // The reason for waiting stays until the source answers.
  onClaim: `attempt = attempt + 1, waiting_until = null,
    paced_from = null, paced_from_products = null, paced_until = null`,
} as const;

/**
 * A lease is lost when the run has ended or belongs to another worker, or its store is deleted, archived or
 * connected to another source.
 */
export const runLeases = leasedRows<RunClaim>(RUNS);

/** Milliseconds until a run may be claimed without a notification. */
export const nextRunIn = (db: Queryable) => nextClaimIn(db, RUNS);

/** A claimable run whose backoff is over; since `READY_SINCE` or earlier it has waited only for a worker. */
const IS_READY = `${runLeases.isClaimable} and (run.waiting_until is null or run.waiting_until <= now())`;
const IS_CUT_OFF = 'run.lease_id is not null';
const READY_SINCE = `case when ${IS_CUT_OFF} then run.heartbeat_at + interval '${LEASE_LOST_AFTER_MS} milliseconds'
  else coalesce(run.waiting_until, run.enqueued_at) end`;

/** How long the oldest of them has waited. */
export const OLDEST_READY_SECONDS = `select coalesce(extract(epoch from max(now() - ${READY_SINCE})), 0)
  from sync_runs run where ${IS_READY}`;

/** The run that has waited longest for a worker; first those that a dead worker left unfinished. */
export async function findReadyRun(db: Queryable, running: readonly string[]): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from sync_runs run where ${IS_READY} and id <> all ($1::uuid[])
     order by ${IS_CUT_OFF} desc, ${READY_SINCE}, id limit 1`,
    [running],
  );
  return rows[0]?.id ?? null;
}

type NewRun = {
  readonly storeId: string;
  readonly method: SyncMethod;
  readonly trigger: SyncTrigger;
  readonly requestedBy: string | null;
  readonly count: SourceCount;
  readonly scope: SyncScope;
  /** Where a run of changes begins; null for a full sync, or one that could not start. */
  readonly since: ChangesMark | null;
};

/** The mark stored by the previous run: the source's own, taken at `at`. */
export type ChangesMark = { readonly mark: JsonValue; readonly at: Date };

/** Null if a run of the store is already in progress. */
export async function createRun(tx: Queryable, run: NewRun, now: Date): Promise<SyncRun | null> {
  const { storeId, method, trigger, requestedBy, count, scope, since } = run;
  const json = (value: JsonValue | undefined) => (value == null ? null : JSON.stringify(value));
  const { rows } = await tx.query<SyncRun>(
    `insert into sync_runs (id, store_id, method, trigger, requested_by, counted_products, counted_variants,
       counted_exactly, total_products, enqueued_at, created_at, scope, mark, since_mark, since, work_version,
       source)
     values ($1, $2, $3, $4, $5, $6, $7, $8, case when $11 = 'everything' then $6 else 0 end, now(), $9, $11, $10, $12,
       $13, case when $11 = 'everything' then 1 else ${CHANGES_WORK_VERSION} end,
       (select ${SOURCE_OF_STORE} from stores where id = $2))
     on conflict (store_id) where status = 'in_progress' do nothing
     returning *`,
    [
      ...[uuidv7(), storeId, method, trigger, requestedBy, count.products, count.variants, count.exact, now],
      ...[json(count.mark), scope, json(since?.mark), since?.at ?? null],
    ],
  );
  return rows[0] ?? null;
}

/** Null if another worker has the run, or it has ended. */
export function claimRun(db: Queryable, claim: RunClaim, now: Date): Promise<SyncRun | null> {
  return runLeases.claim<SyncRun>(db, claim, 'started_at = coalesce(started_at, $3)', [now]);
}

export async function noteStage(
  db: Queryable,
  lease: RunLease,
  stage: SyncStage,
  waiting: { readonly until: Date; readonly reason: string | null } | null,
): Promise<void> {
  await runLeases.update(db, lease, 'stage = $3, waiting_until = $4, waiting_reason = $5', [
    stage,
    waiting?.until ?? null,
    waiting?.reason ?? null,
  ]);
}

/** Sets the stage while the source is being asked; the reason for waiting stays until it answers. */
export async function noteAsking(db: Queryable, lease: RunLease, stage: SyncStage): Promise<void> {
  await runLeases.update(db, lease, 'stage = $3, waiting_until = null', [stage]);
}

/** Lets another worker claim it at once; does not count as a failed attempt. */
export async function handBackRun(db: Queryable, lease: RunLease): Promise<void> {
  await runLeases.handBack(
    db,
    lease,
    `stage = 'queued', waiting_until = null, waiting_reason = null, attempt = attempt - 1, enqueued_at = now()`,
  );
}

/** Hands the run back after a failed attempt, for another attempt later. False if the lease is lost. */
export function pauseRun(
  db: Queryable,
  lease: RunLease,
  { milliseconds, reason }: { readonly milliseconds: number; readonly reason: string },
): Promise<boolean> {
  return runLeases.handBack(
    db,
    lease,
    `waiting_until = now() + $3 * interval '1 millisecond', waiting_reason = $4, enqueued_at = now()`,
    [milliseconds, reason],
  );
}

type WaitingRuns = {
  /** Milliseconds for which no worker of any process was free. */
  readonly waitedMs: number;
  /** `cut_off`: only runs that a dead worker left unfinished. */
  readonly among: 'all' | 'cut_off';
};

/**
 * Whether other runs wait for a worker, and this one can be left without losing work: it has progressed since
 * it was claimed, or its source is preparing an export.
 */
export async function mayYield(
  db: Queryable,
  claimed: SyncRun,
  { waitedMs, among }: WaitingRuns,
): Promise<boolean> {
  const { rows } = await db.query(
    `select from sync_runs own
     where own.id = $1 and (
         own.stage = 'reading' and own.checkpoint is distinct from $2::jsonb
         or own.stage = 'exporting' and own.checkpoint is not null)
       and exists (select from sync_runs run
         where ${IS_READY} and ${READY_SINCE} < now() - $3 * interval '1 millisecond'
           and ($4 or ${IS_CUT_OFF} or own.stage = 'exporting'))`,
    [claimed.id, claimed.checkpoint && JSON.stringify(claimed.checkpoint), waitedMs, among === 'all'],
  );
  return rows.length > 0;
}

/** Records the final counts; what is stored includes products that were not found and are kept. */
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

/** Why no worker may continue a run in progress, in a sentence. */
export async function whyNoneMayGoOn(db: Queryable, storeId: string): Promise<string> {
  const { rows } = await db.query(
    `select from stores where id = $1 and deleted_at is null and store_status <> 'archived'`,
    [storeId],
  );
  return rows.length === 0
    ? 'The store was archived or deleted while it was being synced.'
    : 'The store was connected to another source while it was being synced. Start the sync again.';
}

type RunEnd = {
  readonly end: 'finished' | 'broke_off' | 'force_stopped' | 'reset';
  readonly message: string;
  readonly errorMessage?: string;
  readonly errorKind?: string;
};

/** Ends a run in progress; a worker can end only a run whose lease it holds. Null if it had already ended. */
export async function endRun(
  tx: Queryable,
  { runId, leaseId }: { readonly runId: string; readonly leaseId?: string },
  { end, message, errorMessage, errorKind }: RunEnd,
  now: Date,
): Promise<SyncRun | null> {
  const status = end === 'finished' ? 'completed' : 'failed';
  const { rows } = await tx.query<SyncRun>(
    `update sync_runs
     set status = $3, message = $4, error_message = $5, error_kind = $6, completed_at = $7::timestamptz, lease_id = null,
         waiting_until = null, waiting_reason = null, stop_requested_at = case when $8 then $7::timestamptz end
     where id = $1 and status = 'in_progress' and ($2::uuid is null or lease_id = $2)
     returning *`,
    [
      runId,
      leaseId ?? null,
      status,
      message,
      errorMessage ?? null,
      errorKind ?? null,
      now,
      end === 'force_stopped',
    ],
  );
  const [run] = rows;
  if (run) await tx.query('delete from sync_seen_batches where run_id = $1', [run.id]);
  return run ?? null;
}

/** The listed skipped rows of a run, in reading order; null if the store has no such run. */
export async function listSkippedRows(
  db: Queryable,
  { storeId, runId }: { storeId: string; runId: string },
  { limit, offset }: Page,
): Promise<SkippedRowList | null> {
  const { rows: counted } = await db.query<{ total: number }>(
    `select (select count(*)::integer from sync_skipped_rows where run_id = sync_runs.id) as total
     from sync_runs where id = $1 and store_id = $2`,
    [runId, storeId],
  );
  if (counted[0] === undefined) return null;
  const { rows } = await db.query<SkippedRowList['rows'][number]>(
    'select source_key, reason from sync_skipped_rows where run_id = $1 order by position limit $2 offset $3',
    [runId, limit, offset],
  );
  return { rows, total: counted[0].total };
}

export type Page = { readonly limit: number; readonly offset: number };

/** A run with the number of its missing products that still await a decision. */
export type LoggedRun = SyncRun & { readonly awaiting: number };

export async function listRuns(
  db: Queryable,
  storeId: string,
  { limit, offset }: Page,
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
