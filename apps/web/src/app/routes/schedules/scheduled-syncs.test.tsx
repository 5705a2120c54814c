import { ApiError, networkError } from '@storefleet/client/api-error';
import { problems } from '@storefleet/contract/api/problems';
import { messages } from '@storefleet/contract/messages';
import type {
  ScheduledSync,
  ScheduledSyncLog,
  UpcomingRuns,
} from '@storefleet/contract/syncs/scheduled-syncs';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildScheduledSync, buildScheduledSyncLog } from '../../../testing/builders/build-scheduled-sync.ts';
import { everything, nightly } from '../../../testing/every-screen.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { addressOf, press } from '../../../testing/screen-form.ts';

const open = (schedules: readonly ScheduledSync[], more: Answers = {}) =>
  renderApp('/scheduled-syncs', {
    ...everything,
    'scheduledSyncs.list': () => ({ scheduled_syncs: [...schedules], total: schedules.length }),
    ...more,
  });
const row = async () => {
  const table = await screen.findByRole('table', { name: 'Scheduled syncs' });
  return within(
    within(table)
      .getByRole('rowheader', { name: /Nightly/ })
      .closest('tr') as HTMLElement,
  );
};

test('shows the counts, the next run and each schedule’s details', async () => {
  open([nightly], {
    'scheduledSyncs.summary': () => ({
      total_schedules: 3,
      active_schedules: 2,
      failed_schedules: 1,
      next_run: nightly.next_run_at,
    }),
  });
  const cells = await row();
  for (const words of ['Atlas Outdoor', 'Every day at 02:00', 'UTC · GraphQL', 'Never'])
    cells.getByText(words);
  const count = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  await waitFor(() => expect(count('Total schedules')).toBe('3'));
  expect([count('Active schedules'), count('Failed schedules')]).toEqual(['2', '1']);
  expect(count('Next run')).toMatch(/^in \d+ days.*Nov 22, 2126/);
});

test.each<[Partial<ScheduledSync>, string, string]>([
  [{ is_active: false, failure_count: 3, next_run_at: null }, 'Inactive', 'Not scheduled'],
  [
    { failure_count: 3, next_run_at: null, last_run_status: 'failed' },
    'Failed (Max retries)',
    'Not scheduled',
  ],
  [{ failure_count: 2, last_run_status: 'failed' }, 'Warning', 'Failed 2 of 3 times in a row'],
  [{ next_run_at: '2020-01-01T02:00:00.000Z' }, 'Active', 'Overdue'],
  [{ last_run_status: 'in_progress', last_run_at: '2026-11-21T02:00:00.000Z' }, 'Active', 'Running'],
])('the badge and the runs of %j', async (fields, badge, words) => {
  open([buildScheduledSync(fields)]);
  const cells = await row();
  cells.getByText(badge);
  cells.getByText(words);
  // A running schedule cannot be started again.
  const button = cells.getByRole<HTMLButtonElement>('button', { name: 'Run Now: Nightly' });
  expect(button.disabled).toBe(words === 'Running');
});

test('without schedules, the page links to creating one', async () => {
  open([]);
  await screen.findByRole('heading', { name: 'No scheduled syncs yet' });
  expect(addressOf('Create the first one')).toBe('/scheduled-syncs/new');
});

const comingRun = (
  minutes: number,
  name: string,
  store_name = 'Atlas Outdoor',
): UpcomingRuns['runs'][number] => ({
  scheduled_sync_id: name,
  name,
  store_id: store_name,
  store_name,
  due_at: new Date(Date.now() + minutes * 60_000).toISOString(),
});

test('the list does not wait while the calendar is requested again', async () => {
  let requests = 0;
  open([nightly], {
    'scheduledSyncs.upcoming': () => {
      requests += 1;
      return requests === 1 ? networkError(null) : new Promise(() => undefined);
    },
  });
  await row();
});

test('a failure of the list does not wait for the calendar', async () => {
  open([nightly], {
    'scheduledSyncs.list': () => new ApiError({ code: 'validation_failed', ...problems.validation_failed }),
    'scheduledSyncs.upcoming': () => new Promise(() => undefined),
  });
  await screen.findByText(messages.scheduledSyncs.loadFailed);
});

test('the calendar shows upcoming runs and warns of overlapping ones', async () => {
  const runs = [
    comingRun(2_000, 'Nightly'),
    comingRun(2_010, 'Hourly'),
    comingRun(5_000, 'Kumo nightly', 'Kumo'),
  ];
  open([nightly], { 'scheduledSyncs.upcoming': () => ({ runs, truncated: true }) });
  const week = await screen.findByRole('list', { name: 'Coming week' });
  expect(week.children).toHaveLength(7);
  expect(within(week).getAllByText('No runs').length).toBeGreaterThanOrEqual(4);
  const clashes = (name: string) =>
    within(week).getByRole('link', { name }).parentElement?.textContent?.includes('Clash');
  expect(['Nightly', 'Hourly', 'Kumo nightly'].map(clashes)).toEqual([true, true, false]);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 store with overlapping schedules this week');
  expect(alert.textContent).toContain('Atlas Outdoor: Hourly, Nightly');
  screen.getByText(/There are more runs than can be listed/);
});

const openLogs = async (logs: readonly ScheduledSyncLog[]) => {
  renderApp(`/scheduled-syncs/${nightly.id}/logs`, {
    ...everything,
    'scheduledSyncs.logs': ({ query = {} }) => {
      const { limit = 50, offset = 0 } = query as { limit?: number; offset?: number };
      return { logs: logs.slice(offset, offset + limit), total: logs.length };
    },
  });
  await screen.findByRole('table', { name: 'Runs' });
};
const runs = () =>
  within(screen.getByRole('table', { name: 'Runs' }))
    .getAllByRole('row')
    .slice(1);

test.each<[string, Partial<ScheduledSyncLog>, string[]]>([
  [
    'by Run Now that failed',
    { status: 'failed', trigger: 'manual', error_message: 'It broke.' },
    [
      'Failed',
      'Run Now',
      '3 min 20 s',
      '12 created, 3 updated, 485 unchanged',
      messages.sync.productsFailed('It broke.'),
    ],
  ],
  [
    'that was skipped',
    { status: 'skipped', message: messages.scheduledSyncs.skipped.inProgress, sync_id: null, counts: null },
    ['Skipped', 'Schedule', 'No duration', 'No counts', messages.scheduledSyncs.skipped.inProgress],
  ],
  [
    'that changed nothing',
    { counts: { created: 0, updated: 0, unchanged: 0, removed: 0, held_back: 0 } },
    ['Completed', 'Schedule', '3 min 20 s', 'none', 'Sync completed successfully'],
  ],
])('a run %s in the logs', async (_, fields, words) => {
  await openLogs([buildScheduledSyncLog(fields)]);
  const cells = within(runs()[0] as HTMLElement).getAllByRole('cell');
  for (const [index, word] of words.entries()) expect(cells[index]?.textContent).toContain(word);
});

test('runs are paged below their schedule’s title', async () => {
  await openLogs(
    Array.from({ length: 60 }, (_, index) =>
      buildScheduledSyncLog({ id: String(index), message: `Run ${index}` }),
    ),
  );
  const title = await screen.findByRole('heading', { name: 'Logs of Nightly' });
  expect(title.parentElement?.textContent).toContain('Active');
  screen.getByText(/Every day at 02:00 \(UTC\)/);
  expect(runs()).toHaveLength(50);
  press('Page 2');
  await screen.findByText('Run 59');
  await waitFor(() => expect(runs()).toHaveLength(10));
});
