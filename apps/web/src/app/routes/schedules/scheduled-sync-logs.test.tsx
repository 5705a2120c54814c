import { messages } from '@storefleet/contract/messages';
import type { ScheduledSyncLog } from '@storefleet/contract/syncs/scheduled-syncs';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildScheduledSync, buildScheduledSyncLog } from '../../../testing/builders/build-scheduled-sync.ts';
import { notFound, refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { press } from '../../../testing/screen-form.ts';

const schedule = buildScheduledSync({ timezone: 'Europe/Berlin' });

const open = (logs: readonly ScheduledSyncLog[], more: Answers = {}) =>
  renderApp(`/scheduled-syncs/${schedule.id}/logs`, {
    'scheduledSyncs.get': () => schedule,
    'scheduledSyncs.logs': ({ query = {} }) => {
      const { limit = 50, offset = 0 } = query as { limit?: number; offset?: number };
      return { logs: logs.slice(offset, offset + limit), total: logs.length };
    },
    ...more,
  });
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Runs' }))
    .getAllByRole('row')
    .slice(1);

const { inProgress } = messages.scheduledSyncs.skipped;
const nothing = { created: 0, updated: 0, unchanged: 0, removed: 0, held_back: 0 };
const SUCCESS = 'Sync completed successfully';
const REASON = 'The shop did not answer.';
const FAILED = messages.sync.productsFailed(REASON);

test.each<[string, Partial<ScheduledSyncLog>, (string | undefined)[]]>([
  [
    'that brought something',
    { due_at: '2025-11-21T12:00:00.000Z' },
    ['Completed', 'Schedule', '3 min 20 s', '12 created, 3 updated, 485 unchanged', SUCCESS],
  ],
  [
    'by Run Now that failed',
    { status: 'failed', trigger: 'manual', error_message: REASON },
    ['Failed', 'Run Now', '3 min 20 s', '12 created, 3 updated, 485 unchanged', FAILED],
  ],
  [
    'that was skipped',
    { status: 'skipped', message: inProgress, sync_id: null, counts: null },
    ['Skipped', 'Schedule', 'No duration', 'No counts', inProgress],
  ],
  ['that changed nothing', { counts: nothing }, ['Completed', 'Schedule', '3 min 20 s', 'none', SUCCESS]],
])('a run %s', async (_, fields, words) => {
  open([buildScheduledSyncLog(fields)]);
  const [row] = await rows();
  const cells = within(row as HTMLElement).getAllByRole('cell');
  for (const [index, word] of words.entries()) expect(cells[index]?.textContent).toContain(word);
});

test('more runs than one page holds are paged', async () => {
  const logs = Array.from({ length: 60 }, (_, index) =>
    buildScheduledSyncLog({ id: String(index), message: `Run ${index}` }),
  );
  open(logs);
  expect(await rows()).toHaveLength(50);
  press('Page 2');
  await screen.findByText('Run 59');
  await waitFor(async () => expect(await rows()).toHaveLength(10));
});

test('the schedule stands above its runs, and Run Now says why it was refused', async () => {
  open([], { 'scheduledSyncs.execute': () => refusal('It is busy.') });
  const title = await screen.findByRole('heading', { name: 'Logs of Nightly' });
  expect(title.parentElement?.textContent).toContain('Active');
  screen.getByText(/Every day at 02:00 \(Europe\/Berlin\)/);
  await screen.findByRole('heading', { name: 'No runs yet' });
  press('Run Now');
  expect((await screen.findByRole('alert')).textContent).toContain(
    messages.scheduledSyncs.executeFailed('It is busy.'),
  );
});

test('runs that cannot be read can be asked for again', async () => {
  open([], { 'scheduledSyncs.logs': () => refusal('Not for you.') });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load the runs of this scheduled sync');
  within(alert).getByRole('button', { name: 'Retry' });
});

test('a schedule that is gone says so', async () => {
  const gone = () => notFound('schedule_not_found');
  open([], { 'scheduledSyncs.get': gone, 'scheduledSyncs.logs': gone });
  await screen.findByRole('heading', { name: 'Scheduled sync not found' });
});
