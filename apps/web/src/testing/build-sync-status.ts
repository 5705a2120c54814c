import type { SyncStatus } from '@storefleet/contract/syncs/sync';

/** A sync status as the server answers it, with the given fields. */
export function buildSyncStatus(fields: Partial<SyncStatus> = {}): SyncStatus {
  return {
    store_id: '0190a000-0000-7000-8000-000000000001',
    sync_id: null,
    status: 'idle',
    message: null,
    progress: 0,
    processed_products: 0,
    total_products: 0,
    started_at: null,
    completed_at: null,
    last_sync_at: null,
    error_message: null,
    error_kind: null,
    force_stopped: false,
    method: null,
    stage: null,
    waiting_until: null,
    waiting_reason: null,
    held_back: 0,
    can_reset: false,
    ...fields,
  };
}
