import type { JsonValue } from '../../../connectors/json-value.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { SyncRun } from './sync-run.repository.ts';

/** What a store shows: its latest run since the last reset, and whether new syncs are allowed. */
export type StoreSyncState = {
  readonly storeId: string;
  readonly run: SyncRun | null;
  readonly forceStopped: boolean;
  readonly heldBack: number;
  readonly lastSyncAt: Date | null;
  /** Where the next sync of changes begins; null until a full sync has completed. */
  readonly changesMark: JsonValue;
  readonly markedAt: Date | null;
  /** When the last completed full sync began. */
  readonly fullAt: Date | null;
  readonly changesAt: Date | null;
  /** Syncs of changes since then. */
  readonly changesSinceFull: number;
  readonly fullDue: boolean;
};

/** The states of these stores, as far as they exist, in one query. */
export async function readSyncStates(db: Queryable, storeIds: readonly string[]): Promise<StoreSyncState[]> {
  const { rows } = await db.query<Omit<StoreSyncState, 'run'> & (SyncRun | { readonly id: null })>(
    `select sync_runs.*, stores.id as "storeId", stores.last_sync_at as "lastSyncAt",
       coalesce(state.force_stopped, false) as "forceStopped",
       state.changes_mark as "changesMark", state.marked_at as "markedAt", state.full_at as "fullAt",
       state.changes_at as "changesAt", coalesce(state.changes_since_full, 0) as "changesSinceFull",
       coalesce(state.full_due, false) as "fullDue",
       (select count(*)::integer from sync_held_back_removals where store_id = stores.id) as "heldBack"
     from stores
     left join store_sync_states state on state.store_id = stores.id
     left join sync_runs on sync_runs.id = state.run_id
     where stores.id = any ($1::uuid[]) and stores.deleted_at is null`,
    [storeIds],
  );
  return rows.map((row) => ({ ...row, run: 'status' in row && row.id !== null ? row : null }));
}

/** What blocks a sync of a store, besides a running one. */
export type SyncBlocker = { readonly isArchived: boolean; readonly forceStopped: boolean };

/** Null if the store does not exist. */
export async function readBlocker(tx: Queryable, storeId: string): Promise<SyncBlocker | null> {
  const { rows } = await tx.query<SyncBlocker>(
    `select store_status = 'archived' as "isArchived", coalesce(force_stopped, false) as "forceStopped"
     from stores left join store_sync_states state on state.store_id = stores.id
     where stores.id = $1 and deleted_at is null`,
    [storeId],
  );
  return rows[0] ?? null;
}

/** Makes the store show this run. */
export async function showRun(tx: Queryable, storeId: string, runId: string, now: Date): Promise<void> {
  await tx.query(
    `insert into store_sync_states (store_id, run_id, updated_at) values ($1, $2, $3)
     on conflict (store_id) do update set run_id = $2, updated_at = $3`,
    [storeId, runId, now],
  );
}

export async function markForceStopped(tx: Queryable, storeId: string, now: Date): Promise<void> {
  await tx.query('update store_sync_states set force_stopped = true, updated_at = $2 where store_id = $1', [
    storeId,
    now,
  ]);
}

/** Resets to idle; false if another run was started in the meantime. */
export async function clearSyncState(
  tx: Queryable,
  storeId: string,
  shownRunId: string | null,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update store_sync_states set run_id = null, force_stopped = false, updated_at = $3
     where store_id = $1 and run_id is not distinct from $2::uuid`,
    [storeId, shownRunId, now],
  );
  return rowCount > 0;
}

/** After a completed full sync: the next sync of changes begins where this run began. */
export async function noteEverythingSynced(tx: Queryable, run: SyncRun, now: Date): Promise<void> {
  // Not an edit of the store, so `updated_at` stays.
  await tx.query('update stores set last_sync_at = $2 where id = $1', [run.store_id, now]);
  await tx.query(
    `update store_sync_states
     set changes_mark = $2, marked_at = $3, full_at = $3, changes_since_full = 0, full_due = false
     where store_id = $1`,
    [run.store_id, run.mark && JSON.stringify(run.mark), run.created_at],
  );
}

/** After a completed sync of changes. A full sync that was due stays due. */
export async function noteChangesSynced(
  tx: Queryable,
  run: SyncRun,
  { fullDue, now }: { readonly fullDue: boolean; readonly now: Date },
): Promise<void> {
  await tx.query(
    `update store_sync_states
     set changes_mark = $2, marked_at = $3, changes_at = $4, changes_since_full = changes_since_full + 1,
       full_due = full_due or $5
     where store_id = $1`,
    [run.store_id, run.mark && JSON.stringify(run.mark), run.created_at, now, fullDue],
  );
}
