import { SyncLog } from '@storefleet/contract/syncs/sync';
import { blank } from './blank.ts';

/** A fully successful run, with overrides. */
export const buildSyncLog = (fields: Partial<SyncLog> = {}): SyncLog => ({
  ...blank(SyncLog),
  id: '0190c000-0000-7000-8000-000000000001',
  store_id: '0190a000-0000-7000-8000-000000000001',
  method: 'graphql',
  scope: 'everything',
  trigger: 'manual',
  status: 'completed',
  message: 'Sync completed successfully',
  started_at: '2026-11-21T05:00:00.000Z',
  completed_at: '2026-11-21T05:00:10.000Z',
  pages_fetched: 1,
  counts: { created: 0, updated: 0, unchanged: 0, removed: 0, held_back: 0 },
  ...fields,
});
