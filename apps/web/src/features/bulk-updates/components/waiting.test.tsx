import type { BulkUpdateBatch, BulkUpdateStore } from '@storefleet/contract/edits/bulk-update-batches';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answersInTurn } from '../../../testing/answers-in-turn.ts';
import { buildBulkUpdate, buildBulkUpdateStore } from '../../../testing/builders/build-bulk-update.ts';
import { refusal } from '../../../testing/refusals.ts';
import { renderPart } from '../../../testing/render-part.tsx';
import { waitIn } from '../api/follow-bulk-update.ts';
import { BatchProgress } from './batch-progress.tsx';
import { SaveWaitNotice } from './preview/save-wait-notice.tsx';

const OTHER = '0190d000-0000-7000-8000-000000000002';

const FOR_PRODUCTS: NonNullable<BulkUpdateStore['waiting']> = {
  for: 'products',
  message: 'Waits for another update of the same products, about 2 minutes more.',
  until: null,
  batch_ids: [OTHER],
  seconds_left: 120,
};

function waitingBatch(
  waiting: BulkUpdateStore['waiting'],
  fields: Partial<BulkUpdateBatch> = {},
): BulkUpdateBatch {
  return buildBulkUpdate({
    status: 'in_progress',
    completed_at: null,
    total: 40,
    succeeded: 10,
    progress: 25,
    stores: [buildBulkUpdateStore({ total: 40, succeeded: 10, waiting })],
    ...fields,
  });
}

/** A running update's page. */
const show = (waiting: BulkUpdateStore['waiting']) =>
  renderPart(<BatchProgress batch={waitingBatch(waiting)} error={null} />, answersInTurn().api);

const TIMES = [
  [null, /^The store asks for a pause\.$/],
  [90_000, /^The store asks for a pause\. Continues in 1 min \d\d s\.$/],
  [-1_000, /^The store asks for a pause\. Continuing now\.$/],
] as const;

test.each(TIMES)('an update’s page says what a store waits for (%s ms left)', (left, sentence) => {
  const until = left === null ? null : new Date(Date.now() + left).toISOString();
  show({ ...FOR_PRODUCTS, for: 'store', message: 'The store asks for a pause.', until, batch_ids: [] });
  const row = within(screen.getByRole('listitem'));
  expect(row.getByText(sentence)).toBeTruthy();
  expect(row.queryByRole('link')).toBeNull();
});

test('links to the updates holding the products', () => {
  show(FOR_PRODUCTS);
  expect(screen.getByText(/about 2 minutes more/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See that update' }).getAttribute('href')).toBe(
    `/bulk-updates/${OTHER}`,
  );
});

test('shows no waiting notice while the update is running', () => {
  show(null);
  expect(screen.queryByText(/Waits/)).toBeNull();
});

test.each([
  ['a running save', waitingBatch(null), null],
  ['one waiting for a free worker', waitingBatch({ ...FOR_PRODUCTS, for: 'worker' }), null],
  ['one being cancelled', waitingBatch(FOR_PRODUCTS, { cancelling: true }), null],
  ['one waiting for products', waitingBatch(FOR_PRODUCTS), FOR_PRODUCTS.message],
])('%s shows what it waits for, if anything', (_name, batch, message) => {
  expect(waitIn(batch)?.message ?? null).toBe(message);
});

test('a waiting save says what for and how long, and can be cancelled', async () => {
  const wait = waitIn(waitingBatch(FOR_PRODUCTS));
  if (wait === null) throw new Error('It waits.');
  const ended = refusal('It has ended already.');
  const { api, calls } = answersInTurn(ended, waitingBatch(FOR_PRODUCTS, { cancelling: true }));
  renderPart(<SaveWaitNotice wait={wait} />, api);
  expect(screen.getByRole('status').textContent).toContain(wait.message);
  expect(screen.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe(
    `/bulk-updates/${wait.batchId}`,
  );
  const giveUp = screen.getByRole('button', { name: 'Do not save' });
  fireEvent.click(giveUp);
  await screen.findByText('It has ended already.');
  fireEvent.click(giveUp);
  await waitFor(() => expect(screen.queryByText('It has ended already.')).toBeNull());
  expect(calls.map(({ id }) => id)).toEqual(['bulkUpdates.cancel', 'bulkUpdates.cancel']);
});
