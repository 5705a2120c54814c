import { UndoPreview } from '@storefleet/contract/edits/history';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { blank } from '../../../testing/builders/blank.ts';
import { buildBulkUpdate, buildBulkUpdateStore } from '../../../testing/builders/build-bulk-update.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { pressWhenThere } from '../../../testing/screen-form.ts';

const ATLAS = '0190a000-0000-7000-8000-000000000001';
const BIRCH = '0190a000-0000-7000-8000-000000000002';
const batch = buildBulkUpdate({
  attributes: ['price', 'cost'],
  succeeded: 5,
  stores: [
    buildBulkUpdateStore({ store_id: ATLAS, store_name: 'Atlas', status: 'done', total: 3, succeeded: 3 }),
    buildBulkUpdateStore({ store_id: BIRCH, store_name: 'Birch', status: 'done', total: 2, succeeded: 2 }),
  ],
});
const { batch_id } = batch;

beforeEach(() => window.history.replaceState(null, '', '/'));

test.each([
  ['', 'Undo', { batch_id }],
  [`?store_id=${BIRCH}`, 'Undo in Birch', { filters: { batch_id, store_id: BIRCH } }],
  ['?attribute=cost', 'Undo Cost', { filters: { batch_id, attribute: 'cost' } }],
  [
    `?store_id=${ATLAS}&attribute=price`,
    'Undo Price in Atlas',
    { filters: { batch_id, store_id: ATLAS, attribute: 'price' } },
  ],
])('undo applies to the filtered rows: %s', async (address, label, body) => {
  const { calls } = renderApp(`/bulk-updates/${batch_id}${address}`, {
    'bulkUpdates.get': () => batch,
    'bulkUpdates.items': () => ({ items: [], total: 0 }),
    'history.previewUndo': () => ({ ...blank(UndoPreview), restorable_count: 2 }),
  });
  await pressWhenThere(label);
  await screen.findByRole('dialog', { name: 'Undo 2 changes?' });
  expect(calls.find(({ id }) => id === 'history.previewUndo')?.body).toEqual(body);
});

test.each([
  ['Cancel', 'own', ATLAS, ['bulkUpdates.drop']],
  ['Close', 'somebody else’s', BIRCH, []],
])('%s on a preview of one’s %s plan', async (label, _, id, dropped) => {
  const planned = { ...batch, status: 'planned' as const, started_at: null, completed_at: null };
  const { calls } = renderApp(`/bulk-updates/${batch_id}`, {
    'bulkUpdates.get': () => ({ ...planned, requested_by: { id, name: null, email: 'ada@shops.example' } }),
    'bulkUpdates.items': () => ({ items: [], total: 0 }),
    'bulkUpdates.drop': () => ({ ...planned, status: 'cancelled' }),
  });
  await pressWhenThere(label);
  await waitFor(() => expect(window.location.pathname).toBe('/search'));
  expect(calls.map(({ id: call }) => call).filter((call) => call === 'bulkUpdates.drop')).toEqual(dropped);
});

test('recent updates are told apart by what they did', async () => {
  const title = 'Price +4 %, ending .99, 5 variants in 2 stores';
  renderApp('/bulk-updates', {
    'bulkUpdates.list': () => ({ bulk_updates: [{ ...batch, title }], total: 1 }),
  });
  expect((await screen.findByRole('link', { name: title })).getAttribute('href')).toBe(
    `/bulk-updates/${batch_id}`,
  );
});

test.each([
  [0, 'Its changes were removed from the history for their age, so they cannot be undone any more.'],
  [3, null],
])('an old update whose %i changes are still kept offers undo, or says why not', async (total, reason) => {
  const completed_at = '2024-01-01T08:00:00.000Z';
  renderApp(`/bulk-updates/${batch_id}`, {
    'bulkUpdates.get': () => ({ ...batch, completed_at, items_removed_at: '2024-06-01T08:00:00.000Z' }),
    'history.list': () => ({ total }) as never,
  });
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await waitFor(() => expect(undo.getAttribute('aria-description')).toBe(reason));
});

test('a sale that a store has not answered at its end says what is reverted, and what is not yet', async () => {
  const problem = 'Birch has not answered the update yet. The other stores are reverted.';
  renderApp(`/bulk-updates/${batch_id}`, {
    'bulkUpdates.get': () => ({
      ...batch,
      schedule: {
        state: 'applied',
        starts_at: '2026-11-21T05:00:00Z',
        ends_at: '2026-11-22T05:00:00Z',
        timezone: 'UTC',
        scheduled_by: { id: ATLAS, email: 'ann@shops.example', name: 'Ann' },
        scheduled_at: '2026-11-20T05:00:00Z',
        problem,
        problem_since: '2026-11-22T05:05:00Z',
        waits_for_stores: true,
        revert_batch_id: BIRCH,
        revert_status: 'completed',
        reverts: [{ batch_id: BIRCH, status: 'completed', stores: ['Atlas'] }],
      },
    }),
    'bulkUpdates.items': () => ({ items: [], total: 0 }),
  });
  await screen.findByText(problem);
  const link = await screen.findByRole('link', { name: 'The update that reverted it in Atlas' });
  expect(link.getAttribute('href')).toBe(`/bulk-updates/${BIRCH}`);
});
