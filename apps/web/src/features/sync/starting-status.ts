import type { SyncStatus } from '@storefleet/contract/syncs/sync';

/** What is shown between the click and the server's first word: syncing, with nothing counted yet. */
export function startingStatus(storeId: string, before: SyncStatus | undefined): SyncStatus {
  return {
    store_id: storeId,
    sync_id: null,
    status: 'in_progress',
    message: null,
    progress: 0,
    processed_products: 0,
    total_products: 0,
    started_at: new Date().toISOString(),
    completed_at: null,
    last_sync_at: before?.last_sync_at ?? null,
    error_message: null,
    error_kind: null,
    force_stopped: false,
    method: null,
    stage: null,
    waiting_until: null,
    waiting_reason: null,
    held_back: before?.held_back ?? 0,
    can_reset: false,
  };
}

/** Of no run: whether the server has made one of it is told by the next look at it. */
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
