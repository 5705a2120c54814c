import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildScheduledSync } from '../testing/builders/build-scheduled-sync.ts';
import { buildMssqlStore, buildStore } from '../testing/builders/build-store.ts';
import { type Answers, renderApp } from '../testing/render-app.tsx';

const store = buildStore();
const schedule = buildScheduledSync();
const answers: Answers = {
  'stores.get': () => store,
  'stores.list': () => ({ stores: [store], total: 1 }),
  'scheduledSyncs.get': () => schedule,
  'scheduledSyncs.timezones': () => ['UTC'],
};

test.each([
  ['/', 'Product Search'],
  ['/search', 'Product Search'],
  ['/dashboard', 'Store Dashboard'],
  ['/history', 'Change History'],
  [`/stores/${store.id}`, 'Atlas Outdoor'],
  [`/stores/${store.id}/edit`, 'Edit Atlas Outdoor'],
  [`/stores/${store.id}/pagination-test`, 'Pagination Test'],
  ['/add-store', 'Add Shopify Store'],
  ['/add-mssql-store', 'Add MS SQL Store'],
  ['/settings', 'Settings'],
  ['/bulk-price-update', 'Bulk Price Update'],
  ['/scheduled-syncs', 'Scheduled Syncs'],
  ['/scheduled-syncs/new', 'Create Scheduled Sync'],
  [`/scheduled-syncs/${schedule.id}/edit`, 'Edit Nightly'],
  [`/scheduled-syncs/${schedule.id}/logs`, 'Logs of Nightly'],
])('%s is the screen %s, under the navigation bar', async (address, heading) => {
  renderApp(address, answers);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
});

test('the form of an MS SQL store stands without the navigation bar', async () => {
  renderApp(`/stores/${store.id}/edit-mssql`, { ...answers, 'stores.get': () => buildMssqlStore() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Warehouse' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
});
