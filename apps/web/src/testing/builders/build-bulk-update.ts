import {
  BulkUpdateBatch,
  BulkUpdateError,
  BulkUpdateResult,
  BulkUpdateStore,
} from '@storefleet/contract/edits/bulk-update-batches';
import { BulkUpdateItem } from '@storefleet/contract/edits/bulk-update-items';
import { blank } from './blank.ts';

/** A bulk update as returned by the server, with overrides. */
export const buildBulkUpdate = (fields: Partial<BulkUpdateBatch> = {}): BulkUpdateBatch => ({
  ...blank(BulkUpdateBatch),
  batch_id: '0190d000-0000-7000-8000-000000000001',
  status: 'completed',
  origin: 'bulk_update',
  title: 'Price edited',
  attributes: ['price'],
  progress: 100,
  total: (fields.succeeded ?? 0) + (fields.failed ?? 0) + (fields.unchanged ?? 0) + (fields.cancelled ?? 0),
  created_at: '2026-11-21T05:00:00Z',
  started_at: '2026-11-21T05:00:00Z',
  completed_at: '2026-11-21T05:00:10Z',
  ...fields,
});

/** A store of an update that has not started. */
export const buildBulkUpdateStore = (fields: Partial<BulkUpdateStore> = {}): BulkUpdateStore => ({
  ...blank(BulkUpdateStore),
  store_id: '0190d000-0000-7000-8000-000000000002',
  store_name: 'Atlas Outdoor',
  store_currency: 'USD',
  status: 'in_progress',
  total: 1,
  ...fields,
});

export const buildBulkUpdateError = (
  error: string,
  fields: Partial<BulkUpdateError> = {},
): BulkUpdateError => ({ ...blank(BulkUpdateError), error, ...fields });

/** A written row of an update. */
export const buildBulkUpdateItem = (fields: Partial<BulkUpdateItem> = {}): BulkUpdateItem => ({
  ...blank(BulkUpdateItem),
  id: '0190e000-0000-7000-8000-000000000001',
  status: 'succeeded',
  store_id: '0190a000-0000-7000-8000-000000000001',
  store_name: 'Atlas Outdoor',
  store_currency: 'USD',
  product_id: '0190c000-0000-7000-8000-000000000001',
  product_title: 'Blue Hat',
  ...fields,
});

/** The response to a save that finished in time. */
export const buildBulkUpdateResult = (fields: Partial<BulkUpdateResult> = {}): BulkUpdateResult => ({
  ...blank(BulkUpdateResult),
  success: true,
  succeeded: 1,
  batch_id: '0190d000-0000-7000-8000-000000000001',
  ...fields,
});
