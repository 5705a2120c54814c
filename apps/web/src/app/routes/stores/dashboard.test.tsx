import type { OverviewSummary } from '@storefleet/contract/catalogue/overview';
import { STORE_LIST_REFRESH_DELAY_MS, SYNC_STATUS_POLL_MS } from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass } from '../../../testing/api-hook.tsx';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { buildSyncStatus } from '../../../testing/builders/build-sync-status.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { press } from '../../../testing/screen-form.ts';

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

afterEach(() => {
  vi.useRealTimers();
});

const region = (name: string) => screen.findByRole('region', { name });
const figures = async () =>
  within(await region('Summary'))
    .getAllByRole('definition')
    .map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());

test('the numbers lead to the store whose sync failed', async () => {
  renderApp('/dashboard', answers);
  const strip = await region('Summary');
  const failed = await within(strip).findByRole('link', { name: 'Kumo Stationery' });
  expect(failed.getAttribute('href')).toBe(`/stores/${kumo.id}`);
  expect(await figures()).toEqual(['21 active', '3,550', '18,001', 'Never', '1', 'Kumo Stationery']);
});

test('synced products and edits are shown by day in the timezone of the browser', async () => {
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
  const refused = refusal('The server is tired.');
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
    'The numbers of your stores could not be read.The server is tired. Retry',
    'The activity could not be read.The server is tired. Retry',
  ]);
  tired = false;
  for (const button of screen.getAllByRole('button', { name: 'Retry' })) fireEvent.click(button);
  await screen.findByRole('figure');
  expect(await figures()).toContain('18,001');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the numbers are read again after a sync has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
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
  await pass(SYNC_STATUS_POLL_MS + STORE_LIST_REFRESH_DELAY_MS);
  await waitFor(async () => expect((await figures())[1]).toBe('10'));
});

test('Sync All that fails without a reason still says so, also of a single store', async () => {
  const result = (store: typeof atlas, success: boolean) => ({
    store_id: store.id,
    store_name: store.shop_name,
    success,
    error: null,
    products_count: null,
  });
  let works = false;
  renderApp('/dashboard', {
    ...answers,
    'sync.startAll': () =>
      works
        ? {
            total_stores: 2,
            successful_syncs: 1,
            failed_syncs: 1,
            results: [result(atlas, true), result(kumo, false)],
          }
        : new Error(''),
  });
  await screen.findByRole('article', { name: 'Atlas Outdoor' });
  press('Sync All Stores');
  await screen.findByText(messages.dashboard.syncAllFailed);
  works = true;
  press('Sync All Stores');
  const banner = (await screen.findByText('Sync started for 1 of 2 stores.')).closest('[role="alert"]');
  expect(banner?.textContent).toContain(`Kumo Stationery: ${messages.unknownError}`);
});

test('a deleted store is no longer counted as syncing, and the focus moves to the next one', async () => {
  let stores = [atlas, kumo];
  renderApp('/dashboard', {
    ...answers,
    'stores.list': () => ({ stores, total: stores.length }),
    'sync.statusBatch': () =>
      Object.fromEntries(
        stores.map(({ id }) => [id, buildSyncStatus({ store_id: id, status: 'in_progress' })]),
      ),
    'stores.delete': () => {
      stores = [kumo];
      return { success: true, message: messages.stores.deleted };
    },
  });
  await screen.findByText(`${messages.dashboard.syncing(2)} · 0%`);
  const deleteAtlas = screen.getByRole('button', { name: 'Delete Atlas Outdoor' });
  deleteAtlas.focus();
  fireEvent.click(deleteAtlas);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete store' }));
  await screen.findByText(`${messages.dashboard.syncing(1)} · 0%`);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Kumo Stationery' })),
  );
});

test('a store that cannot be deleted stays, and the question says why', async () => {
  renderApp('/dashboard', { ...answers, 'stores.delete': () => refusal('Not now.') });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Atlas Outdoor' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete Atlas Outdoor?' }));
  question.getByText(messages.stores.confirmDelete);
  fireEvent.click(question.getByRole('button', { name: 'Delete store' }));
  expect((await question.findByRole('alert')).textContent).toBe(`${messages.stores.deleteFailed} (Not now.)`);
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('article', { name: 'Atlas Outdoor' });
});

test('the badge is green for an active store, yellow for an inactive, grey for an archived one', async () => {
  const stores = (['active', 'inactive', 'archived'] as const).map((store_status) =>
    buildStore({ id: store_status, shop_name: store_status, store_status }),
  );
  renderApp('/dashboard', { ...answers, 'stores.list': () => ({ stores, total: 3 }) });
  await screen.findByRole('article', { name: 'archived' });
  const toneOf = (name: string, label: string) =>
    within(screen.getByRole('article', { name })).getByText(label).dataset.tone;
  expect(toneOf('active', 'Active')).toBe('success');
  expect(toneOf('inactive', 'Inactive')).toBe('warning');
  expect(toneOf('archived', 'Archived')).toBe('neutral');
});

test('a card says what awaits a decision or a token, and leads to it', async () => {
  const message = 'Completed, 60 products await your decision';
  renderApp('/dashboard', {
    ...answers,
    'sync.statusBatch': () => ({
      [atlas.id]: buildSyncStatus({ store_id: atlas.id, status: 'completed', held_back: 60, message }),
      [kumo.id]: buildSyncStatus({ store_id: kumo.id, status: 'failed', error_kind: 'auth' }),
    }),
  });
  await screen.findByText(message);
  const decide = screen.getByRole('link', { name: `Decide about the products of ${atlas.shop_name}` });
  expect(decide.getAttribute('href')).toBe(`/stores/${atlas.id}`);
  screen.getByRole('button', { name: 'Enter a new token for Kumo Stationery' });
});
