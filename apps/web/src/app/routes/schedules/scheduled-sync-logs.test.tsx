import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync, ScheduledSyncLog } from '@storefleet/contract/syncs/scheduled-syncs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildScheduledSync, buildScheduledSyncLog } from '../../../testing/build-scheduled-sync.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';

const schedule = buildScheduledSync({ timezone: 'Europe/Berlin' });
const PAGE = `/scheduled-syncs/${schedule.id}/logs`;

const answers = (logs: readonly ScheduledSyncLog[], more: Answers = {}): Answers => ({
  'scheduledSyncs.get': () => schedule,
  'scheduledSyncs.logs': ({ query = {} }) => {
    const { limit = 50, offset = 0 } = query as { limit?: number; offset?: number };
    return { logs: logs.slice(offset, offset + limit), total: logs.length };
  },
  ...more,
});

const cell = (row: HTMLElement, index: number) => within(row).getAllByRole('cell')[index]?.textContent;
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Runs' }))
    .getAllByRole('row')
    .slice(1);
const only = async () => {
  const [row] = await rows();
  if (!row) throw new Error('There is no run.');
  return row;
};

test('a run shows how it went, who started it, how long it took and what it brought', async () => {
  renderApp(PAGE, answers([buildScheduledSyncLog({ due_at: '2025-11-21T12:00:00.000Z' })]));
  const row = await only();
  expect(within(row).getByRole('rowheader').textContent).toMatch(/Nov 21, 2025/);
  expect(cell(row, 0)).toBe('Completed');
  expect(cell(row, 1)).toBe('Schedule');
  expect(cell(row, 2)).toBe('3 min 20 s');
  expect(cell(row, 3)).toBe('12 created, 3 updated, 485 unchanged');
  expect(cell(row, 4)).toBe('Sync completed successfully');
});

test('a run that failed shows its error, one by Run Now who started it', async () => {
  const failed = buildScheduledSyncLog({
    status: 'failed',
    trigger: 'manual',
    message: 'Sync failed',
    error_message: 'The shop did not answer.',
  });
  renderApp(PAGE, answers([failed]));
  const row = await only();
  expect(cell(row, 0)).toBe('Failed');
  expect(cell(row, 1)).toBe('Run Now');
  expect(cell(row, 4)).toBe(messages.sync.productsFailed('The shop did not answer.'));
});

test('a run that was skipped says why, and has no duration', async () => {
  const { inProgress } = messages.scheduledSyncs.skipped;
  const skipped = buildScheduledSyncLog({
    status: 'skipped',
    message: inProgress,
    sync_id: null,
    counts: null,
  });
  renderApp(PAGE, answers([skipped]));
  const row = await only();
  expect(cell(row, 0)).toBe('Skipped');
  expect(cell(row, 2)).toContain('No duration');
  expect(cell(row, 4)).toBe(inProgress);
});

test('a run that changed nothing says so', async () => {
  const counts = { created: 0, updated: 0, unchanged: 0, removed: 0, held_back: 0 };
  renderApp(PAGE, answers([buildScheduledSyncLog({ counts })]));
  expect(cell(await only(), 3)).toBe('none');
});

test.each<[Partial<ScheduledSync>, string]>([
  [{ is_active: false, failure_count: 3 }, 'Inactive'],
  [{ failure_count: 3 }, 'Failed (Max retries)'],
  [{ last_run_status: 'failed' }, 'Warning'],
  [{}, 'Active'],
])('the schedule stands above its runs: %j', async (fields, badge) => {
  renderApp(PAGE, answers([], { 'scheduledSyncs.get': () => ({ ...schedule, ...fields }) }));
  const title = await screen.findByRole('heading', { level: 1, name: 'Logs of Nightly' });
  expect(title.parentElement?.textContent).toContain(badge);
  expect(screen.getByText(/Every day at 02:00 \(Europe\/Berlin\)/)).toBeTruthy();
  await screen.findByRole('heading', { name: 'No runs yet' });
});

test('the runs come in pages of 50', async () => {
  const logs = Array.from({ length: 60 }, (_, index) =>
    buildScheduledSyncLog({ id: String(index), message: `Run ${index}` }),
  );
  renderApp(PAGE, answers(logs));
  expect(await rows()).toHaveLength(50);
  fireEvent.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('Run 59');
  await waitFor(async () => expect(await rows()).toHaveLength(10));
});

test('Run Now says why it was refused', async () => {
  const refuse = () => new ApiError({ status: 409, code: 'sync_in_progress', detail: 'It is busy.' });
  renderApp(PAGE, answers([], { 'scheduledSyncs.execute': refuse }));
  await screen.findByRole('heading', { name: 'Logs of Nightly' });
  fireEvent.click(screen.getByRole('button', { name: 'Run Now' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    messages.scheduledSyncs.executeFailed('It is busy.'),
  );
});

test('runs that cannot be read can be asked for again', async () => {
  const refuse = () => new ApiError({ status: 403, code: 'forbidden', detail: 'Not for you.' });
  renderApp(PAGE, answers([], { 'scheduledSyncs.logs': refuse }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load the runs of this scheduled sync');
  expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('a schedule that is gone says so', async () => {
  const gone = () => new ApiError({ status: 404, code: 'schedule_not_found', detail: 'Gone.' });
  renderApp(PAGE, answers([], { 'scheduledSyncs.get': gone, 'scheduledSyncs.logs': gone }));
  await screen.findByRole('heading', { name: 'Scheduled sync not found' });
});
