import { ScheduledSync, ScheduledSyncLog } from '@storefleet/contract/syncs/scheduled-syncs';
import { blank } from './blank.ts';

/** A schedule as returned by the server: every night at 02:00, with overrides. */
export const buildScheduledSync = (fields: Partial<ScheduledSync> = {}): ScheduledSync => ({
  ...blank(ScheduledSync),
  id: '0190d000-0000-7000-8000-000000000001',
  name: 'Nightly',
  store_id: '0190a000-0000-7000-8000-000000000001',
  store_name: 'Atlas Outdoor',
  sync_method: 'graphql',
  sync_scope: 'everything',
  full_every: 7,
  full_every_unit: 'days',
  schedule_type: 'daily',
  schedule_config: { hour: 2, minute: 0 },
  schedule_description: 'Every day at 02:00',
  timezone: 'UTC',
  is_active: true,
  max_failures: 3,
  next_run_at: '2126-11-22T02:00:00.000Z',
  ...fields,
});

/** A fully successful run, with overrides. */
export const buildScheduledSyncLog = (fields: Partial<ScheduledSyncLog> = {}): ScheduledSyncLog => ({
  ...blank(ScheduledSyncLog),
  id: '0190e000-0000-7000-8000-000000000001',
  scheduled_sync_id: '0190d000-0000-7000-8000-000000000001',
  sync_id: '0190c000-0000-7000-8000-000000000001',
  trigger: 'schedule',
  status: 'completed',
  message: 'Sync completed successfully',
  due_at: '2026-11-21T02:00:00.000Z',
  started_at: '2026-11-21T02:00:01.000Z',
  completed_at: '2026-11-21T02:03:21.000Z',
  counts: { created: 12, updated: 3, unchanged: 485, removed: 0, held_back: 0 },
  ...fields,
});
