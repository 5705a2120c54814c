import { expect, test } from 'vitest';
import { messages } from './messages.ts';

test.each([
  [messages.dashboard.syncing(2), '2 Store(s) Syncing'],
  [messages.search.found(120, 2, 3), 'Found 120 products. Displaying page 2 of 3.'],
  [messages.search.showing(50, 120), 'Showing 50 of 120 results'],
  [
    messages.search.found(5_000, 1, 100, true),
    'Found more than 5,000 products. Displaying page 1 of more than 100.',
  ],
  [messages.search.showing(2_000, 5_000, true), 'Showing 2,000 of more than 5,000 results'],
  [messages.search.storesSelected(1, 4), '1 of 4 selected'],
  [messages.sync.startFailed('GraphQL'), 'Failed to start GraphQL sync: Unknown error'],
  [messages.sync.startFailed('MS SQL', 'No route'), 'Failed to start MS SQL sync: No route'],
  [messages.sync.started('REST', 12), 'REST sync started for store. 12 products found.'],
  [messages.sync.mssqlStarted('12 rows.'), 'MS SQL sync started successfully. 12 rows.'],
  [messages.sync.restStarted(250, 1, false), 'Successfully started sync for 250 products from 1 page.'],
  [
    messages.sync.restStarted(500, 2, true),
    'Successfully started sync for 500 products from 2 pages. There are more products available.',
  ],
  [messages.sync.completedNotice(9), 'Sync completed successfully! 9 products processed.'],
  [messages.sync.failedNotice('No access'), 'Sync failed: No access'],
  [messages.bulkUpdate.failedWith('No access'), 'Failed to update products: No access'],
  [messages.bulkUpdate.partial(3, 1), 'Partially updated products: 3 succeeded, 1 failed.'],
  [messages.bulkUpdate.succeeded(4, 'price'), 'Successfully updated 4 variants with new price value.'],
  [messages.mappings.generated(6), 'Generated 6 default mappings'],
  [messages.settings.updated('app_name'), 'Setting app_name updated successfully.'],
  [messages.settings.deleteFailed('app_name'), 'Failed to delete setting app_name. Please try again.'],
  [messages.scheduledSyncs.toggleFailed('No access'), 'Failed to toggle sync: No access'],
  [messages.storeDetail.allLoaded(7), 'All 7 Products Loaded'],
])('a message with values reads %j', (message, sentence) => {
  expect(message).toBe(sentence);
});
