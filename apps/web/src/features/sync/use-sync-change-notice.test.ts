import { expect, test } from 'vitest';
import { buildSyncStatus } from '../../testing/builders/build-sync-status.ts';
import { syncChangeNotice } from './use-sync-change-notice.ts';

const running = buildSyncStatus({ status: 'in_progress' });
const completed = buildSyncStatus({ status: 'completed', processed_products: 50 });
const withGaps = 'Completed with gaps: 2 products';

test.each([
  [completed, 'success', 'Sync completed successfully! 50 products processed.'],
  [
    buildSyncStatus({ sync_id: 'run', status: 'failed', error_message: 'The token was refused.' }),
    'danger',
    'Sync failed: The token was refused.',
  ],
  [buildSyncStatus({ status: 'completed', message: withGaps }), 'warning', withGaps],
])('announces how a run ended: %#', (now, tone, text) => {
  expect(syncChangeNotice(running, now)).toEqual({ tone, text });
});

test.each([
  ['was not seen', undefined, completed],
  ['had ended', completed, completed],
  ['goes on', running, running],
  ['was reset', running, buildSyncStatus()],
])('announces nothing for a run that %s', (_, before, now) => {
  expect(syncChangeNotice(before, now)).toBeNull();
});
