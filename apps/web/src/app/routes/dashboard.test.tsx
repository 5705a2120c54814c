import { messages } from '@storefleet/contract/messages';
import type { OverviewSummary } from '@storefleet/contract/overview';
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, networkError } from '../../lib/api-error.ts';
import { buildStore } from '../../testing/build-store.ts';
import { buildSyncStatus } from '../../testing/build-sync-status.ts';
import { type Answers, renderApp } from '../../testing/render-app.tsx';

// The screen is loaded when it is gone to.
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const atlas = buildStore();
const kumo = buildStore({ id: '0190a000-0000-7000-8000-000000000002', shop_name: 'Kumo Stationery' });

const summary: OverviewSummary = {
  stores: 2,
  active_stores: 1,
  products: 3_550,
  variants: 18_001,
  last_sync_at: null,
  failed_syncs: 1,
};
const days = [
  { date: '2026-03-29', synced_products: 1_200, edits: 0 },
  { date: '2026-03-30', synced_products: 0, edits: 17 },
];

const answers: Answers = {
  'stores.list': () => ({ stores: [atlas, kumo], total: 2 }),
  'sync.statusBatch': () => ({
    [atlas.id]: buildSyncStatus({ store_id: atlas.id }),
    [kumo.id]: buildSyncStatus({ store_id: kumo.id, status: 'failed', error_message: 'No access.' }),
  }),
  'overview.summary': () => summary,
  'overview.activity': () => ({ days }),
};

const region = (name: string) => screen.findByRole('region', { name });
const figures = async () =>
  within(await region('Summary'))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());

test('the dashboard begins with all stores in numbers, and leads to the one whose sync failed', async () => {
  renderApp('/dashboard', answers);
  const strip = await region('Summary');
  const failed = await within(strip).findByRole('link', { name: 'Kumo Stationery' });
  expect(failed.getAttribute('href')).toBe(`/stores/${kumo.id}`);
  expect(await figures()).toEqual(['21 active', '3,550', '18,001', 'Never', '1', 'Kumo Stationery']);
});

test('synced products and edits are told by day in the timezone of the browser', async () => {
  const asked: unknown[] = [];
  renderApp('/dashboard', {
    ...answers,
    'overview.activity': ({ query }) => {
      asked.push(query);
      return { days };
    },
  });
  const table = await screen.findByRole('table', { name: 'Synced products and edits by day' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['Day', 'Synced products', 'Edits'],
    ['Monday, March 30, 2026', '0', '17'],
    ['Sunday, March 29, 2026', '1,200', '0'],
  ]);
  expect(asked).toEqual([{ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }]);
});

test('without stores there is nothing to sum up', async () => {
  renderApp('/dashboard', { ...answers, 'stores.list': () => ({ stores: [], total: 0 }) });
  await screen.findByText(messages.dashboard.empty);
  expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Activity' })).toBeNull();
});

test('days without any activity are not drawn as an empty chart', async () => {
  const quiet = days.map(({ date }) => ({ date, synced_products: 0, edits: 0 }));
  renderApp('/dashboard', { ...answers, 'overview.activity': () => ({ days: quiet }) });
  await within(await region('Activity')).findByText(/^Nothing was synced or edited/);
  expect(screen.queryByRole('figure')).toBeNull();
});

test('numbers that cannot be read are said to be so, beside the stores, and Retry reads them', async () => {
  const refused = new ApiError({ status: 400, code: 'unexpected_answer', detail: 'The server is tired.' });
  let tired = true;
  renderApp('/dashboard', {
    ...answers,
    'overview.summary': () => (tired ? refused : summary),
    'overview.activity': () => (tired ? refused : { days }),
  });
  await screen.findByRole('article', { name: 'Atlas Outdoor' });
  const alerts = await waitFor(() => {
    const found = screen.getAllByRole('alert');
    expect(found).toHaveLength(2);
    return found;
  });
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    'The numbers of your stores could not be read. The server is tired.Retry',
    'The activity could not be read. The server is tired.Retry',
  ]);
  tired = false;
  for (const button of screen.getAllByRole('button', { name: 'Retry' })) fireEvent.click(button);
  await screen.findByRole('figure');
  expect(await figures()).toContain('18,001');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a server that is away is said to be so, and everything comes by itself once it is back', async () => {
  const away = networkError(new Error('refused'));
  let isAway = true;
  renderApp('/dashboard', {
    ...answers,
    'stores.list': () => (isAway ? away : { stores: [atlas], total: 1 }),
  });
  const alert = await screen.findByRole('alert');
  within(alert).getByText(messages.dashboard.loadFailed);
  within(alert).getByText(messages.networkError);
  isAway = false;
  await screen.findByRole('article', { name: 'Atlas Outdoor' });
  expect(screen.queryByText(messages.networkError)).toBeNull();
});

test('the numbers are read again after a sync has ended', async () => {
  let status = buildSyncStatus({ store_id: atlas.id, status: 'in_progress', total_products: 10 });
  let products = 0;
  renderApp('/dashboard', {
    ...answers,
    'stores.list': () => ({ stores: [atlas], total: 1 }),
    'sync.statusBatch': () => ({ [atlas.id]: status }),
    'overview.summary': () => ({ ...summary, failed_syncs: 0, products }),
  });
  await screen.findByText('1 Store(s) Syncing · 0%');
  expect((await figures())[1]).toBe('0');
  status = buildSyncStatus({ store_id: atlas.id, status: 'completed', processed_products: 10 });
  products = 10;
  await waitFor(async () => expect((await figures())[1]).toBe('10'));
});

test('a sync of all stores that fails without a reason is still said to have failed', async () => {
  renderApp('/dashboard', { ...answers, 'sync.startAll': () => new Error('') });
  await screen.findByRole('article', { name: 'Atlas Outdoor' });
  fireEvent.click(screen.getByRole('button', { name: 'Sync All Stores' }));
  await screen.findByText(messages.dashboard.syncAllFailed);
});
