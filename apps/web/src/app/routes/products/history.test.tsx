import { ApiError, networkError } from '@storefleet/client/api-error';
import { type HistoryPage, UndoPreview } from '@storefleet/contract/edits/history';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { blank } from '../../../testing/builders/blank.ts';
import { buildBulkUpdate } from '../../../testing/builders/build-bulk-update.ts';
import { buildHistoryRecord } from '../../../testing/builders/build-history-record.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { press, question } from '../../../testing/screen-form.ts';

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

/** Three of 15 matching changes, one of them already undone. */
const page: HistoryPage = {
  data: [change('Hat'), change('Mug', UNDOING), change('Tent')],
  batches: [{ batch_id: BATCH, size: 105, found: 15, undone: 1 }],
  total: 15,
  total_pages: 5,
};
const pageOf = (titles: readonly string[], total: number): HistoryPage => ({
  ...page,
  data: titles.map((title) => change(title)),
  total,
});
const nothing = blank(UndoPreview);
const preview = { ...nothing, restorable: [change('Hat')], restorable_count: 14 };

async function openHistory(address: string, answers: Answers = {}) {
  const { calls } = renderApp(address, {
    'stores.list': () => ({ stores: [], total: 0 }),
    'history.users': () => ({ users: [], total: 0 }),
    'history.list': () => page,
    'history.batches': () => ({ batches: [], next: null }),
    'history.previewUndo': () => preview,
    'history.undo': () => ({ batch_id: UNDOING, restoring: 14, conflicts: [] }),
    'bulkUpdates.get': () => buildBulkUpdate({ batch_id: UNDOING, status: 'in_progress', total: 14 }),
    ...answers,
  });
  await screen.findByRole('region', { name: 'Changes' });
  const sent = (id: string) => calls.filter((call) => call.id === id).at(-1)?.body;
  return { calls, sent };
}

const table = () => screen.findByRole('table', { name: 'Changes' });
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));
const bar = () => within(screen.getByRole('region', { name: 'Selected changes' }));

test('a heading counts and undoes the batch’s matching changes', async () => {
  const { sent } = await openHistory(`/history?store=${STORE}&attribute=price`);
  await screen.findByText('15 of 105 changes, 1 undone');
  press('Undo 14 changes');
  const dialog = await question('Undo 14 changes?');
  fireEvent.click(await dialog.findByRole('button', { name: 'Undo 14 changes' }));
  await screen.findByText(/^0 of 14 .* done$/);
  const filters = { store_id: STORE, attribute: 'price', batch_id: BATCH };
  expect(sent('history.previewUndo')).toMatchObject({ filters });
  expect(sent('history.undo')).toMatchObject({ filters });
});

test('without filters it undoes the batch', async () => {
  const whole = [{ batch_id: BATCH, size: 105, found: 105, undone: 1 }];
  const { sent } = await openHistory('/history', { 'history.list': () => ({ ...page, batches: whole }) });
  await screen.findByText('105 changes, 1 undone');
  press('Undo 104 changes');
  await question('Undo 14 changes?');
  expect(sent('history.previewUndo')).toEqual({ batch_id: BATCH });
});

test('ticked changes are undone together; already undone changes cannot be ticked', async () => {
  const { sent } = await openHistory('/history');
  await table();
  expect(screen.queryByRole('checkbox', { name: 'Select the change of Price of Mug' })).toBeNull();
  tick('Select the change of Price of Hat');
  bar().getByText('1 change selected');
  tick('Select all changes shown');
  bar().getByText('2 changes selected');
  fireEvent.click(bar().getByRole('button', { name: 'Undo 2 changes' }));
  await waitFor(() => expect(sent('history.previewUndo')).toEqual({ record_ids: ['Hat', 'Tent'] }));
  expect(bar().queryByRole('button', { name: 'Select all 15 changes' })).toBeNull();
});

test('a ticked change that is undone alone is no longer selected', async () => {
  let isUndone = false;
  await openHistory('/history', {
    'history.list': () => ({ ...page, data: [change('Hat', isUndone ? UNDOING : null), change('Tent')] }),
    'bulkUpdates.get': () => {
      isUndone = true;
      return buildBulkUpdate({ batch_id: UNDOING, succeeded: 1 });
    },
  });
  await table();
  tick('Select the change of Price of Hat');
  tick('Select the change of Price of Tent');
  bar().getByText('2 changes selected');
  press('Undo: Price of Hat');
  const dialog = await question();
  fireEvent.click(await dialog.findByRole('button', { name: 'Undo 14 changes' }));
  await bar().findByText('1 change selected');
});

test('all matching changes can be selected, including those on other pages', async () => {
  const { sent } = await openHistory(`/history?store=${STORE}`);
  await table();
  tick('Select all changes shown');
  fireEvent.click(bar().getByRole('button', { name: 'Select all 15 changes' }));
  bar().getByText('All 15 matching changes');
  fireEvent.click(bar().getByRole('button', { name: 'See what can be undone' }));
  await waitFor(() => expect(sent('history.previewUndo')).toMatchObject({ filters: { store_id: STORE } }));
  press('Cancel');
  fireEvent.click(bar().getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('region', { name: 'Selected changes' })).toBeNull();
});

test('rows stay visible if the next page fails; a missing page links to the last one', async () => {
  let isBroken = true;
  await openHistory('/history', {
    'history.list': ({ query: { page: number } = {} }) => {
      if (number === 1) return pageOf(['Hat'], 51);
      return isBroken ? refusal('The database does not answer.') : pageOf([], 51);
    },
  });
  await screen.findByText('51 changes. Displaying page 1 of 2.');
  press('Next');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(`${messages.history.loadFailed}The database does not answer.`);
  expect((await table()).getAttribute('aria-busy')).toBe('true');
  screen.getByText('Hat');
  isBroken = false;
  press('Retry');
  await screen.findByRole('heading', { name: 'There is no page 2 of these changes' });
  expect(screen.queryByRole('alert')).toBeNull();
  screen.getByRole('button', { name: 'Go to the last page' });
});

test('an unexpected response is told apart from a failure', async () => {
  const unexpected = { status: 200, code: 'unexpected_answer', detail: messages.unexpectedError } as const;
  await openHistory('/history', { 'history.list': () => new ApiError(unexpected) });
  expect((await screen.findByRole('alert')).textContent).toContain(messages.unexpectedError);
});

test('all changes load page by page, without duplicates', async () => {
  const asked: unknown[] = [];
  await openHistory('/history?view=all', {
    'history.list': ({ query: { page: number, view_all } = {} }) => {
      asked.push([number, view_all]);
      return pageOf([['Hat', 'Mug'], ['Mug', 'Tent'], ['Rope']][Number(number) - 1] ?? [], 10_002);
    },
  });
  await screen.findByText('Rope');
  const shown = within(await table()).getAllByRole('link', { name: /^(Hat|Mug|Tent|Rope)$/ });
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Hat', 'Mug', 'Tent', 'Rope']);
  expect(asked).toEqual([1, 2, 3].map((each) => [each, true]));
});

test('same-named users are told apart, unlisted choices are kept, typed dates are cleared', async () => {
  const users = ['ann@example.com', 'ann@elsewhere.example'].map((email) => ({
    id: email,
    name: 'Ann',
    email,
  }));
  await openHistory(`/history?store=${STORE}`, { 'history.users': () => ({ users, total: 2 }) });
  await screen.findByRole('option', { name: 'Ann (ann@elsewhere.example)' });
  expect(screen.getByLabelText('Store')).toHaveProperty('value', STORE);
  fireEvent.change(screen.getByLabelText('Start Date'), { target: { value: '2026-03-02' } });
  press('Clear filters');
  await waitFor(() => expect(screen.getByLabelText('Start Date')).toHaveProperty('value', ''));
});

test('restoring uncertain values needs a separate confirmation', async () => {
  const uncertain = [buildHistoryRecord({ id: 'r4', old_value_known: false })];
  const { sent } = await openHistory('/history', {
    'history.previewUndo': () => ({ ...nothing, uncertain, uncertain_count: 2_605 }),
  });
  await table();
  press('Undo: Price of Hat');
  const dialog = await question('Undo the change of Price of Hat?');
  await dialog.findByText('Nothing is written back unless you confirm it.');
  expect(dialog.getByRole('button', { name: 'Undo 0 changes' })).toHaveProperty('disabled', true);
  tick('Restore 2,605 values whose old value is uncertain');
  fireEvent.click(dialog.getByRole('button', { name: 'Undo 2,605 changes' }));
  await screen.findByText('Undoing…');
  expect(sent('history.undo')).toEqual({
    record_ids: ['Hat'],
    include_record_ids: [],
    include_uncertain: true,
  });
});

test('an undo stays open with the error, and reuses its idempotency key after a lost response', async () => {
  const failures = [refusal('Nothing was undone.'), networkError(new Error('cut off'))];
  const { calls } = await openHistory('/history', {
    'history.undo': () => failures.shift() ?? { batch_id: UNDOING, restoring: 14, conflicts: [] },
  });
  await table();
  press('Undo: Price of Hat');
  const dialog = await question();
  const again = async () => fireEvent.click(await dialog.findByRole('button', { name: 'Undo 14 changes' }));
  await again();
  expect((await dialog.findByRole('alert')).textContent).toBe('Nothing was undone.');
  await again();
  await dialog.findByText(/The undo may have started\. It is safe to try again\.$/);
  await again();
  await screen.findByText('Undoing…');
  const keys = calls.flatMap(({ id, headers }) => (id === 'history.undo' ? [JSON.stringify(headers)] : []));
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

test('undoes only what a preview read again still shows', async () => {
  const conflictOf = (title: string) => ({
    record: change(title),
    current_value: '15.00',
    changed_by: null,
    changed_at: null,
    reason: 'It was changed again since.',
    can_include: true,
  });
  let titles = ['Hat', 'Tent'];
  let isRefused = true;
  const { sent } = await openHistory('/history', {
    'history.previewUndo': () => ({
      ...nothing,
      conflicts: titles.map(conflictOf),
      conflicts_count: titles.length,
    }),
    'history.undo': () =>
      isRefused ? refusal('It has just changed.') : { batch_id: UNDOING, restoring: 1, conflicts: [] },
  });
  await table();
  tick('Select all changes shown');
  fireEvent.click(bar().getByRole('button', { name: 'Undo 2 changes' }));
  const dialog = await question();
  fireEvent.click(await dialog.findByRole('button', { name: 'Restore all of these too' }));
  titles = ['Tent'];
  fireEvent.click(dialog.getByRole('button', { name: 'Undo 2 changes' }));
  await dialog.findByText('It has just changed.');
  isRefused = false;
  fireEvent.click(await dialog.findByRole('button', { name: 'Undo 1 change' }));
  await waitFor(() => expect(sent('history.undo')).toMatchObject({ include_record_ids: ['Tent'] }));
});

test('values that cannot be restored say why; a failed preview can be retried', async () => {
  const conflict = {
    record: change('Hat'),
    current_value: null,
    changed_by: null,
    changed_at: null,
    reason: 'This product no longer exists.',
    can_include: false,
  };
  let isBroken = true;
  await openHistory('/history', {
    'history.previewUndo': () =>
      isBroken
        ? refusal('There is no such batch.')
        : { ...nothing, conflicts: [conflict], conflicts_count: 1 },
  });
  await table();
  press('Undo: Price of Hat');
  const dialog = await question();
  expect((await dialog.findByRole('alert')).textContent).toContain('There is no such batch.');
  isBroken = false;
  press('Retry');
  await dialog.findByText('This product no longer exists.');
  expect(dialog.getByRole('button', { name: 'Undo 0 changes' })).toHaveProperty('disabled', true);
  expect(dialog.queryByRole('checkbox')).toBeNull();
});
