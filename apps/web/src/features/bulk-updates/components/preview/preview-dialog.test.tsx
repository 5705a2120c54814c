import type { ApiClient } from '@storefleet/client/api-client';
import { ApiError, networkError } from '@storefleet/client/api-error';
import type { BulkUpdateBatch } from '@storefleet/contract/edits/bulk-update-batches';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../lib/api/query-client.ts';
import { buildBulkUpdate, buildBulkUpdateItem } from '../../../../testing/builders/build-bulk-update.ts';
import { refusal } from '../../../../testing/refusals.ts';
import { renderPart } from '../../../../testing/render-part.tsx';
import { press } from '../../../../testing/screen-form.ts';
import { bulkUpdateQuery } from '../../../batches/queries.ts';
import { PreviewDialog } from './preview-dialog.tsx';

const planned = buildBulkUpdate({ status: 'planned', total: 2, started_at: null, completed_at: null });
const running = buildBulkUpdate({ status: 'in_progress', total: 2, completed_at: null });
const lost = networkError(new Error('cut off'));
const startedAlready = refusal('This bulk update was started already.');

/** A preview dialog with these API answers. */
function openPreview(server: {
  apply: () => Promise<unknown>;
  get: () => BulkUpdateBatch | Error;
  drop?: BulkUpdateBatch;
  items?: () => unknown;
  leaveOut?: () => Promise<BulkUpdateBatch>;
  batch?: BulkUpdateBatch;
  drift?: () => unknown;
}) {
  const batch = server.batch ?? planned;
  const calls: string[] = [];
  const sent: unknown[] = [];
  const answers: Record<string, () => unknown> = {
    'bulkUpdates.leaveOut': server.leaveOut ?? (() => batch),
    'bulkUpdates.apply': server.apply,
    'bulkUpdates.get': server.get,
    'bulkUpdates.items': server.items ?? (() => ({ items: [], total: 0 })),
    'inbox.drift': server.drift ?? (() => ({ changed: 0 })),
    'bulkUpdates.drop': () => server.drop ?? { ...planned, status: 'cancelled' },
  };
  const call = async (id: string, input: { body?: unknown }) => {
    calls.push(id);
    sent.push(input.body);
    const answer = await answers[id]?.();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const api = { call } as unknown as ApiClient;
  const queryClient = createQueryClient();
  queryClient.setQueryData(bulkUpdateQuery(api, batch.batch_id).queryKey, batch);
  const onApplied = vi.fn();
  const onClose = vi.fn();
  const dialog = <PreviewDialog batchId={batch.batch_id} onClose={onClose} onApplied={onApplied} />;
  renderPart(dialog, api, queryClient);
  return { calls, sent, onApplied, onClose };
}

const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });

test.each([
  ['the response was lost', lost],
  ['somebody else was faster', startedAlready],
  ['a proxy answered', new ApiError({ status: 502, code: 'unexpected_answer', detail: 'Bad gateway' })],
])('a running update is opened, and nothing is cancelled: %s', async (_, failure) => {
  let stored = planned;
  const { calls, onApplied } = openPreview({
    apply: async () => {
      stored = running;
      throw failure;
    },
    get: () => stored,
  });
  press(/^Update 2/);
  await waitFor(() => expect(onApplied).toHaveBeenCalledOnce());
  expect(calls).not.toContain('bulkUpdates.drop');
  expect(screen.queryByText(messages.bulkUpdate.failed)).toBeNull();
});

test('an update that did not start says so and can be retried', async () => {
  const { onApplied } = openPreview({ apply: () => Promise.reject(lost), get: () => planned });
  press(/^Update 2/);
  await screen.findByText(`${messages.networkError} The update was not started.`);
  screen.getByText('Nothing has been written yet.');
  press(/^Update 2/);
  expect(onApplied).not.toHaveBeenCalled();
});

test('while the start is uncertain the dialog says so, and closing cancels nothing', async () => {
  const { calls, onClose } = openPreview({ apply: () => Promise.reject(lost), get: () => lost });
  press(/^Update 2/);
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  await screen.findByText('The connection was lost, so it is not known yet whether the update has started.');
  expect(screen.queryByText('Nothing has been written yet.')).toBeNull();
  press('Close');
  expect(onClose).toHaveBeenCalledOnce();
  expect(calls).not.toContain('bulkUpdates.drop');
});

test('a closed preview is dropped, but one started in the meantime is opened', async () => {
  const { calls, onApplied, onClose } = openPreview({
    apply: () => Promise.reject(lost),
    get: () => planned,
    drop: running,
  });
  press('Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(onApplied).toHaveBeenCalledOnce());
  expect(calls).toContain('bulkUpdates.drop');
  expect(calls).not.toContain('bulkUpdates.cancel');
});

test('apply waits until left-out rows are confirmed, then sends the shown count', async () => {
  const batch = { ...planned, total: 9 };
  const answered = Promise.withResolvers<BulkUpdateBatch>();
  const items = Array.from({ length: 9 }, (_, n) =>
    buildBulkUpdateItem({ id: `item-${n}`, status: 'planned' }),
  );
  const { sent } = openPreview({
    apply: () => Promise.reject(lost),
    get: () => batch,
    batch,
    items: () => ({ items, total: 3 }),
    leaveOut: () => answered.promise,
  });
  fireEvent.change(await screen.findByLabelText('Find rows'), { target: { value: 'P' } });
  fireEvent.click(await screen.findByText('Leave out these 3'));
  await screen.findByText('Rows are being left out.');
  expect(screen.getByRole('button', { name: /^Update 9/ })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByText('Problems'));
  answered.resolve({ ...batch, left_out: 3 });
  await screen.findByText(/^Update 6/);
  press(/^Update 6/);
  await waitFor(() => expect(sent).toContainEqual({ expected_items: 6 }));
});

test('offers no filter by a warning that only a later version has words for', async () => {
  const warnings = ['cleared', 'of_a_later_version'].map((code) => ({ code, count: 1, message: code }));
  const batch = { ...planned, total: 9, warnings } as BulkUpdateBatch;
  openPreview({ apply: () => Promise.reject(lost), get: () => batch, batch });
  const choice = await screen.findByLabelText('Warning of the rows');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['With or without warning', 'Cleared']);
});

test('asks to look at the warnings again once they change', async () => {
  const warned = (message: string) => ({
    ...planned,
    warnings: [{ code: 'cleared' as const, count: 1, message }],
  });
  let batch = warned('1 price is cleared.');
  openPreview({
    apply: () => Promise.reject(lost),
    get: () => batch,
    batch,
    items: () => ({ items: [buildBulkUpdateItem({ status: 'planned' })], total: 1 }),
    leaveOut: async () => (batch = { ...warned('1 cost is cleared.'), left_out: 1 }),
  });
  const looked = () =>
    screen.getByRole<HTMLInputElement>('checkbox', { name: messages.bulkUpdate.haveLooked });
  fireEvent.click(looked());
  expect(screen.getByRole('button', { name: /^Update 2/ })).toHaveProperty('disabled', false);
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Include|^Update/ }));
  await screen.findByText('1 cost is cleared.');
  expect(looked().checked).toBe(false);
  expect(screen.getByRole('button', { name: /^Update 1/ })).toHaveProperty('disabled', true);
});

test('never claims that nothing has changed since a proposal before it is known', async () => {
  const submission = { decision: null, decided_at: null, decided_by: null, reason: null };
  const batch = { ...planned, submission: { ...submission, submitted_at: '2026-11-21T05:00:00Z' } };
  const answered = Promise.withResolvers<unknown>();
  openPreview({
    apply: () => Promise.reject(lost),
    get: () => batch,
    batch,
    drift: () => answered.promise,
  });
  await screen.findByText('Checking whether values have changed since …');
  answered.resolve(refusal('The database does not answer.'));
  await screen.findByText(
    'Whether values have changed since could not be checked. The database does not answer.',
  );
});
