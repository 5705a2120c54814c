import {
  type AttentionKind,
  STORE_LIST_REFRESH_DELAY_MS,
  SYNC_STATUS_POLL_MS,
} from '@storefleet/contract/constants';
import { messages } from '@storefleet/contract/messages';
import { Attention, type AttentionItem, OverviewSummary } from '@storefleet/contract/overview';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pass } from '../../../testing/api-hook.tsx';
import { blank } from '../../../testing/builders/blank.ts';
import { buildScheduledSync } from '../../../testing/builders/build-scheduled-sync.ts';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { buildSyncStatus } from '../../../testing/builders/build-sync-status.ts';
import { shop as atlas, everything } from '../../../testing/every-screen.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { renderToasts } from '../../../testing/render-toasts.tsx';
import { addressOf, press, pressWhenThere, region } from '../../../testing/screen-form.ts';

const kumo = buildStore({ id: '0190a000-0000-7000-8000-000000000002', shop_name: 'Kumo Stationery' });
const summary = {
  ...blank(OverviewSummary),
  stores: 2,
  active_stores: 1,
  products: 3_550,
  variants: 18_001,
  never_synced: 2,
  failed_syncs: 1,
};

/** A dashboard with two stores; Kumo's last sync failed. */
const open = (more: Answers = {}) =>
  renderApp('/dashboard', {
    ...everything,
    'stores.list': () => ({ stores: [atlas, kumo], total: 2 }),
    'sync.statusBatch': () => ({
      [atlas.id]: buildSyncStatus(),
      [kumo.id]: buildSyncStatus({ store_id: kumo.id, status: 'failed', error_kind: 'auth' }),
    }),
    'overview.summary': () => summary,
    ...more,
  });
const figures = async () =>
  (await region('Summary')).getAllByRole('definition').map(({ textContent }) => textContent);

afterEach(() => {
  vi.useRealTimers();
});

test('the figures link to the store whose sync failed; without activity there is no chart', async () => {
  open({ 'overview.activity': () => ({ days: [{ date: '2026-03-29', synced_products: 0, edits: 0 }] }) });
  const strip = await region('Summary');
  const failed = await strip.findByRole('link', { name: 'Kumo Stationery' });
  expect(failed.getAttribute('href')).toBe(`/stores/${kumo.id}`);
  expect(await figures()).toEqual(['21 active', '3,550', '18,001', 'Never2 never', '1', 'Kumo Stationery']);
  await (await region('Activity')).findByText(/^No syncs or edits in these days yet/);
});

test('without stores there is no summary', async () => {
  open({ 'stores.list': () => ({ stores: [], total: 0 }) });
  await screen.findByText(messages.dashboard.empty);
  for (const name of ['Summary', 'Activity']) expect(screen.queryByRole('region', { name })).toBeNull();
});

test('the figures refresh when a sync ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let status = buildSyncStatus({ status: 'in_progress', total_products: 10 });
  let products = 0;
  open({
    'stores.list': () => ({ stores: [atlas], total: 1 }),
    'sync.statusBatch': () => ({ [atlas.id]: status }),
    'overview.summary': () => ({ ...summary, products }),
  });
  await screen.findByText('1 Store(s) Syncing · 0%');
  expect((await figures())[1]).toBe('0');
  status = buildSyncStatus({ status: 'completed', processed_products: 10 });
  products = 10;
  await pass(SYNC_STATUS_POLL_MS + STORE_LIST_REFRESH_DELAY_MS);
  await waitFor(async () => expect((await figures())[1]).toBe('10'));
});

test('a deleted store is no longer counted as syncing, and the focus moves to the next one', async () => {
  let stores = [atlas, kumo];
  open({
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
  press('More for Atlas Outdoor');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete Atlas Outdoor' }));
  await pressWhenThere('Delete store');
  await screen.findByText(`${messages.dashboard.syncing(1)} · 0%`);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Kumo Stationery' })),
  );
});

test('a card names pending decisions and links to them', async () => {
  const message = 'Completed, 60 products await your decision';
  open({
    'sync.statusBatch': () => ({
      [atlas.id]: buildSyncStatus({ status: 'completed', held_back: 60, message }),
    }),
  });
  await screen.findByText(message);
  expect(addressOf('Decide about the products of Atlas Outdoor')).toBe(`/stores/${atlas.id}`);
});

test('Sync All failures without a reason show an unknown error, for a single store, too', async () => {
  const result = { store_id: 'a', store_name: 'Kumo', success: false, error: null, products_count: null };
  let works = false;
  open({
    'sync.startAll': () =>
      works ? { total_stores: 2, successful_syncs: 1, failed_syncs: 1, results: [result] } : new Error(''),
  });
  await screen.findByRole('article', { name: 'Atlas Outdoor' });
  press('Sync All Stores');
  await screen.findByText(messages.dashboard.syncAllFailed);
  works = true;
  press('Sync All Stores');
  const banner = (await screen.findByText('Sync started for 1 of 2 stores.')).closest('[role="alert"]');
  expect(banner?.textContent).toContain(`Kumo: ${messages.unknownError}`);
});

const matter = (kind: AttentionKind, store = kumo, more: Partial<AttentionItem> = {}): AttentionItem => ({
  ...blank(Attention.shape.items.element),
  kind,
  store_id: store.id,
  store_name: store.shop_name,
  ...more,
});

test('stores with the same problem share a line, whose action syncs each store once', async () => {
  const stores = ['a', 'b', 'c'].map((id) => buildStore({ id, shop_name: `Shop ${id}` }));
  const started: string[] = [];
  open({
    'stores.list': () => ({ stores, total: 3 }),
    'sync.statusBatch': () => ({}),
    'overview.attention': () => ({ items: stores.map((store) => matter('never_synced', store)) }),
    'sync.startGraphql': ({ params }) => {
      started.push(params.id);
      return params.id === 'b'
        ? new Error('')
        : { success: true, task_id: 'x', products_count: 1, message: '' };
    },
  });
  const panel = await region('Needs attention');
  const all = await panel.findByRole('button', { name: 'Sync all 3' });
  fireEvent.click(all);
  fireEvent.click(all);
  await panel.findByText('2 syncing');
  fireEvent.click(panel.getByRole('button', { name: '3 stores never synced' }));
  expect(await panel.findByRole('button', { name: 'Sync: Shop b' })).toBeTruthy();
  expect(started.sort()).toEqual(['a', 'b', 'c']);
});

test('the action of a problem waits for the list of stores', async () => {
  const [listed, attended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started: string[] = [];
  open({
    'stores.list': async () => {
      await listed.promise;
      return { stores: [atlas, kumo], total: 2 };
    },
    'overview.attention': () => {
      attended.resolve();
      return { items: [matter('never_synced', atlas)] };
    },
    'sync.startGraphql': ({ params }) => {
      started.push(params.id);
      return { success: true, task_id: 'x', products_count: 1, message: '' };
    },
  });
  const pressed = pressWhenThere(`Sync: ${atlas.shop_name}`);
  await attended.promise;
  await (await region('Summary')).findByText('3,550');
  listed.resolve();
  await pressed;
  await waitFor(() => expect(started).toEqual([atlas.id]));
});

test('more than eight stores are shown as a searchable table sorted by status', async () => {
  const stores = Array.from({ length: 9 }, (_, index) =>
    buildStore({ id: String(index), shop_name: `Shop ${index}`, tags: index > 6 ? ['outlet'] : [] }),
  );
  open({
    'stores.list': () => ({ stores, total: 9 }),
    'sync.statusBatch': () => ({ 8: buildSyncStatus({ store_id: '8', status: 'failed' }) }),
  });
  const table = within(await screen.findByRole('table', { name: 'Stores' }));
  const names = () =>
    table.getAllByRole('link', { name: /^Shop/ }).map(({ textContent }) => textContent?.slice(5));
  await waitFor(() => expect(names().join('')).toBe('801234567'));
  fireEvent.click(table.getByRole('button', { name: /Store/ }));
  await waitFor(() => expect(names().join('')).toBe('012345678'));
  fireEvent.change(screen.getByLabelText('Find'), { target: { value: 'OUTLET' } });
  await waitFor(() => expect(names().join('')).toBe('78'));
  press('More for Shop 7');
  const edit = await screen.findByRole('menuitem', { name: 'Edit Shop 7' });
  expect(edit.getAttribute('href')).toBe('/stores/7/edit');
});

test('every other line has its own action; without any, all stores are in order', async () => {
  let items = [
    matter('token_refused', atlas),
    matter('edits_waiting', atlas, { batch_id: 'b1' }),
    matter('plan_waiting', kumo, { batch_id: 'b2', count: 4 }),
    matter('schedule_stopped', kumo, { schedule: { id: 's1', name: 'Nightly' }, count: 3 }),
    matter('deviations', kumo, { rule: { id: 'r1', attribute: 'cost' }, count: 1 }),
    matter('removals_held_back', kumo, { count: 60 }),
  ];
  let switched: unknown;
  open({
    'overview.attention': () => ({ items }),
    'scheduledSyncs.toggle': (input) => {
      switched = input;
      items = [];
      return buildScheduledSync({ id: 's1' });
    },
  });
  const panel = await region('Needs attention');
  await panel.findByRole('button', { name: 'Enter a new token for Atlas Outdoor' });
  expect(addressOf('Open the update of Atlas Outdoor')).toBe('/bulk-updates/b1');
  expect(addressOf('Review the update of Kumo Stationery')).toBe('/bulk-updates/b2');
  expect(addressOf('Review removals of Kumo Stationery')).toBe(`/stores/${kumo.id}`);
  panel.getByText('1 value deviates from a rule');
  expect(addressOf('Show what deviates in Kumo Stationery')).toBe(
    '/compare?show=deviating&of=r1&attributes=cost',
  );
  panel.getByText('Schedule “Nightly” switched itself off after 3 failures');
  press('Switch on Nightly');
  await panel.findByText('All 2 stores are in order');
  expect(switched).toMatchObject({ params: { id: 's1' }, query: { is_active: true } });
});

test('a persistent failure is dismissed for the team, and restored', async () => {
  const lacking = matter('gaps', kumo, { count: 2, since: '2026-03-29T10:00:00.000Z' });
  let items = [lacking, matter('token_refused', atlas)];
  const sent: unknown[] = [];
  renderToasts();
  open({
    'overview.attention': () => ({ items }),
    'overview.dismiss': ({ body }) => {
      sent.push(body);
      if (sent.length === 2) return new Error('The server is away.');
      items = body.is_dismissed ? items.slice(1) : [lacking, ...items];
      return { items };
    },
  });
  const words = 'Kumo Stationery: The last sync is incomplete';
  await pressWhenThere(`Dismiss: ${words}`);
  await screen.findByText(`Dismissed for the team: ${words}`);
  expect((await region('Needs attention')).queryByRole('listitem', { name: words })).toBeNull();
  press('Undo');
  await screen.findByText('It could not be restored.');
  await pressWhenThere('Undo');
  await (await region('Needs attention')).findByRole('listitem', { name: words });
  const dismissal = { kind: 'gaps', subject_id: kumo.id, since: lacking.since };
  expect(sent).toEqual([true, false, false].map((is_dismissed) => ({ ...dismissal, is_dismissed })));
  expect(screen.queryByRole('button', { name: /^Dismiss: Atlas/ })).toBeNull();
});
