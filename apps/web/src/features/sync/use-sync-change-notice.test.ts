import { expect, test } from 'vitest';
import { buildSyncStatus } from '../../testing/build-sync-status.ts';
import { syncChangeNotice } from './use-sync-change-notice.ts';

const running = buildSyncStatus({ status: 'in_progress' });

test('a run that ended well says how many products it processed', () => {
  const now = buildSyncStatus({ status: 'completed', processed_products: 50 });
  expect(syncChangeNotice(running, now)).toEqual({
    tone: 'success',
    text: 'Sync completed successfully! 50 products processed.',
  });
});

test('a run that failed says why', () => {
  const now = buildSyncStatus({
    sync_id: '0190c000-0000-7000-8000-000000000007',
    status: 'failed',
    error_message: 'The store refused the access token.',
  });
  expect(syncChangeNotice(running, now)).toEqual({
    tone: 'danger',
    text: 'Sync failed: The store refused the access token.',
  });
});

test('gaps are no plain success', () => {
  const now = buildSyncStatus({ status: 'completed', message: 'Completed with gaps: 2 products' });
  expect(syncChangeNotice(running, now)).toEqual({
    tone: 'warning',
    text: 'Completed with gaps: 2 products',
  });
});

test('nothing is said about a run that was not seen, is still running, or was reset', () => {
  const completed = buildSyncStatus({ status: 'completed' });
  expect(syncChangeNotice(undefined, completed)).toBeNull();
  expect(syncChangeNotice(completed, completed)).toBeNull();
  expect(syncChangeNotice(running, running)).toBeNull();
  expect(syncChangeNotice(running, buildSyncStatus())).toBeNull();
});
