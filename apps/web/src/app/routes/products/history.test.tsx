import type { HistoryPage, UndoPreview } from '@storefleet/contract/catalogue/history';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildBulkUpdate } from '../../../testing/builders/build-bulk-update.ts';
import { buildHistoryRecord } from '../../../testing/builders/build-history-record.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';

const BATCH = '01890000-0000-7000-8000-0000000000e9';
const UNDOING = '01890000-0000-7000-8000-0000000000f1';
const STORE = '01890000-0000-7000-8000-0000000000a1';

const change = (title: string, undone_by_batch_id: string | null = null) =>
  buildHistoryRecord({
    id: title,
    batch_id: BATCH,
    batch_size: 105,
    undone_by_batch_id,
    product_details: { title, variant_title: null, sku: null },
  });

/** Three changes of 15 that the filter leaves, one of them undone. */
const page: HistoryPage = {
  data: [change('Hat'), change('Mug', UNDOING), change('Tent')],
  batches: [{ batch_id: BATCH, size: 105, found: 15, undone: 1 }],
  total: 15,
  total_pages: 5,
};
const preview: UndoPreview = {
  restorable: [change('Hat')],
  restorable_count: 14,
  uncertain: [],
  uncertain_count: 0,
  conflicts: [],
  conflicts_count: 0,
};

async function openHistory(address: string, answers: Answers = {}) {
  const { calls } = renderApp(address, {
    'stores.list': () => ({ stores: [], total: 0 }),
    'history.users': () => ({ users: [], total: 0 }),
    'history.list': () => page,
    'history.previewUndo': () => preview,
    'history.undo': () => ({ batch_id: UNDOING, restoring: 14, conflicts: [] }),
    'bulkUpdates.get': () => buildBulkUpdate({ batch_id: UNDOING, status: 'in_progress', total: 14 }),
    ...answers,
  });
  await screen.findByRole('table', { name: 'Changes' });
  const sent = (id: string) => calls.filter((call) => call.id === id).at(-1)?.body;
  return { sent };
}

const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const bar = () => within(screen.getByRole('region', { name: 'Selected changes' }));

test('a heading counts and undoes what the filters leave of its batch', async () => {
  const { sent } = await openHistory(`/history?store=${STORE}&attribute=price`);
  screen.getByText('15 of 105 changes, 1 undone');
  press('Undo 14 changes');
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo 14 changes?' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Undo 14 changes' }));
  await screen.findByText(/^0 of 14 .* done$/);
  const filters = { store_id: STORE, attribute: 'price', batch_id: BATCH };
  expect(sent('history.previewUndo')).toMatchObject({ filters });
  expect(sent('history.undo')).toMatchObject({ filters });
});

test('without filters it undoes the batch', async () => {
  const whole = [{ batch_id: BATCH, size: 105, found: 105, undone: 1 }];
  const { sent } = await openHistory('/history', { 'history.list': () => ({ ...page, batches: whole }) });
  screen.getByText('105 changes, 1 undone');
  press('Undo 104 changes');
  await screen.findByRole('dialog', { name: 'Undo 14 changes?' });
  expect(sent('history.previewUndo')).toEqual({ batch_id: BATCH });
});

test('ticked changes are undone together; what is undone already cannot be ticked', async () => {
  const { sent } = await openHistory('/history');
  expect(screen.queryByRole('checkbox', { name: 'Select the change of Price of Mug' })).toBeNull();
  tick('Select the change of Price of Hat');
  bar().getByText('1 change selected');
  tick('Select all changes shown');
  bar().getByText('2 changes selected');
  fireEvent.click(bar().getByRole('button', { name: 'Undo 2 changes' }));
  await waitFor(() => expect(sent('history.previewUndo')).toEqual({ record_ids: ['Hat', 'Tent'] }));
  expect(bar().queryByRole('button', { name: 'Select all 15 changes' })).toBeNull();
});

test('all that filters leave can be taken, also what stands on other pages', async () => {
  const { sent } = await openHistory(`/history?store=${STORE}`);
  tick('Select all changes shown');
  fireEvent.click(bar().getByRole('button', { name: 'Select all 15 changes' }));
  bar().getByText('All 15 changes that the filters leave');
  fireEvent.click(bar().getByRole('button', { name: 'Look at what can be undone' }));
  await waitFor(() => expect(sent('history.previewUndo')).toMatchObject({ filters: { store_id: STORE } }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(bar().getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('region', { name: 'Selected changes' })).toBeNull();
});
