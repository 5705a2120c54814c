import type { SyncStatus } from '@storefleet/contract/syncs/sync';

/** For a store that never synced. */
export function idleStatus(storeId: string): SyncStatus {
  return {
    store_id: storeId,
    sync_id: null,
    status: 'idle',
    message: null,
    progress: 0,
    processed_products: 0,
    total_products: 0,
    started_at: null,
    completed_at: null,
    last_sync_at: null,
    last_changes_at: null,
    scope: null,
    changes_since: null,
    can_sync_changes: false,
    full_sync_due: false,
    error_message: null,
    error_kind: null,
    force_stopped: false,
    method: null,
    stage: null,
    seconds_left: null,
    waiting_until: null,
    waiting_reason: null,
    held_back: 0,
    can_reset: false,
  };
}

/** Shown between the click and the server's response: syncing, without counts. */
export function startingStatus(storeId: string, before: SyncStatus | undefined): SyncStatus {
  const known = before ?? idleStatus(storeId);
  const { last_sync_at, last_changes_at, can_sync_changes, full_sync_due, held_back } = known;
  const kept = { last_sync_at, last_changes_at, can_sync_changes, full_sync_due, held_back };
  return { ...idleStatus(storeId), ...kept, status: 'in_progress', started_at: new Date().toISOString() };
}

/** Without a run: the next status shows whether the server created one. */
export function failedStart(status: SyncStatus | undefined, reason: string): SyncStatus | undefined {
  return (
    status && {
      ...status,
      sync_id: null,
      status: 'failed',
      error_message: reason,
      completed_at: new Date().toISOString(),
    }
  );
}
