import type {
  BulkUpdateBatch,
  BulkUpdateError,
  BulkUpdateResult,
  BulkUpdateStore,
} from '@storefleet/contract/edits/bulk-update-batches';
import type { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';

/** A bulk update as returned by the server, with overrides. */
export function buildBulkUpdate(fields: Partial<BulkUpdateBatch> = {}): BulkUpdateBatch {
  return {
    batch_id: '0190d000-0000-7000-8000-000000000001',
    status: 'completed',
    origin: 'bulk_update',
    undoes_batch_id: null,
    title: 'Price edited',
    note: null,
    attributes: ['price'],
    requested_by: null,
    progress: 100,
    total: (fields.succeeded ?? 0) + (fields.failed ?? 0) + (fields.unchanged ?? 0) + (fields.cancelled ?? 0),
    succeeded: 0,
    failed: 0,
    unchanged: 0,
    cancelled: 0,
    left_out: 0,
    cancelling: false,
    errors: [],
    stores: [],
    warnings: [],
    guard_rails: [],
    override: null,
    submission: null,
    schedule: null,
    import_report: null,
    items_removed_at: null,
    created_at: '2026-11-21T05:00:00Z',
    started_at: '2026-11-21T05:00:00Z',
    completed_at: '2026-11-21T05:00:10Z',
    expires_at: null,
    ...fields,
  };
}

/** A store of an update that has not started. */
export function buildBulkUpdateStore(fields: Partial<BulkUpdateStore> = {}): BulkUpdateStore {
  return {
    store_id: '0190d000-0000-7000-8000-000000000002',
    store_name: 'Atlas Outdoor',
    store_currency: 'USD',
    status: 'in_progress',
    total: 1,
    succeeded: 0,
    failed: 0,
    unchanged: 0,
    cancelled: 0,
    left_out: 0,
    waiting_until: null,
    waiting: null,
    seconds_left: null,
    amounts: [],
    ...fields,
  };
}

export function buildBulkUpdateError(error: string, fields: Partial<BulkUpdateError> = {}): BulkUpdateError {
  return {
    error,
    store_id: null,
    product_id: null,
    variant_id: null,
    attribute: null,
    conflict: null,
    ...fields,
  };
}

/** A written row of an update. */
export function buildBulkUpdateItem(fields: Partial<BulkUpdateItem> = {}): BulkUpdateItem {
  return {
    id: '0190e000-0000-7000-8000-000000000001',
    status: 'succeeded',
    store_id: '0190a000-0000-7000-8000-000000000001',
    store_name: 'Atlas Outdoor',
    store_currency: 'USD',
    product_id: '0190c000-0000-7000-8000-000000000001',
    product_title: 'Blue Hat',
    variant_id: null,
    variant_title: null,
    sku: null,
    row_number: null,
    changes: [],
    warnings: [],
    guard_rails: [],
    error: null,
    left_out: false,
    ...fields,
  };
}

/** The response to a save that finished in time. */
export function buildBulkUpdateResult(fields: Partial<BulkUpdateResult> = {}): BulkUpdateResult {
  return {
    success: true,
    succeeded: 1,
    failed: 0,
    unchanged: 0,
    errors: [],
    batch_id: '0190d000-0000-7000-8000-000000000001',
    ...fields,
  };
}
