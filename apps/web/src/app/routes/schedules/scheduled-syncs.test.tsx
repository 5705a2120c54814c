import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync, UpcomingRuns } from '@storefleet/contract/syncs/scheduled-syncs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildScheduledSync } from '../../../testing/build-scheduled-sync.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';

const PAGE = '/scheduled-syncs';
const nightly = buildScheduledSync();
const hourly = buildScheduledSync({ id: '0190d000-0000-7000-8000-000000000002', name: 'Hourly' });

/** Schedules that are kept as the server keeps them. */
function answers(initial: readonly ScheduledSync[], more: Answers = {}): Answers {
  let schedules = [...initial];
  const found = ({ params }: { params: { id: string } }) => {
    const schedule = schedules.find(({ id }) => id === params.id);
    if (!schedule) throw new ApiError({ status: 404, code: 'schedule_not_found', detail: 'Gone.' });
    return schedule;
  };
  return {
    'scheduledSyncs.list': ({ query }) => {
      const chosen = schedules.filter(
        ({ is_active: isActive }) => query?.is_active === undefined || query.is_active === isActive,
      );
      return { scheduled_syncs: chosen, total: chosen.length };
    },
    'scheduledSyncs.summary': () => ({
      total_schedules: schedules.length,
      active_schedules: schedules.filter((schedule) => schedule.is_active).length,
      failed_schedules: 1,
      next_run: nightly.next_run_at,
    }),
    'scheduledSyncs.upcoming': () => ({ runs: [], truncated: false }),
    'scheduledSyncs.execute': () => ({ success: true, message: 'Started.', task_id: null }),
    'scheduledSyncs.toggle': (input) => {
      const schedule = found(input);
      const toggled = { ...schedule, is_active: String(input.query?.is_active) === 'true' };
      schedules = schedules.map((other) => (other.id === schedule.id ? toggled : other));
      return toggled;
    },
    'scheduledSyncs.delete': (input) => {
      const { id } = found(input);
      schedules = schedules.filter((other) => other.id !== id);
      return { success: true, message: 'Deleted.' };
    },
    ...more,
  };
}

const row = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Scheduled syncs' });
  return within(table)
    .getByRole('rowheader', { name: new RegExp(name) })
    .closest('tr') as HTMLTableRowElement;
};
const unavailable = () => new ApiError({ status: 409, code: 'sync_in_progress', detail: 'It is busy.' });

test('the counts, the next run and each schedule with what there is to know of it', async () => {
  renderApp(PAGE, answers([nightly]));
  const cells = await row('Nightly');
  expect(cells.textContent).toContain('Atlas Outdoor');
  expect(cells.textContent).toContain('Every day at 02:00');
  expect(cells.textContent).toContain('UTC · GraphQL');
  expect(cells.textContent).toContain('Never');
  const count = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  await waitFor(() => expect(count('Total schedules')).toBe('1'));
  expect(count('Active schedules')).toBe('1');
  expect(count('Failed schedules')).toBe('1');
  expect(count('Next run')).toMatch(/^in \d+ days.*Nov 22, 2126/);
  const actions = within(cells);
  expect(actions.getByRole('link', { name: 'Edit Nightly' }).getAttribute('href')).toBe(
    `/scheduled-syncs/${nightly.id}/edit`,
  );
  expect(actions.getByRole('link', { name: 'Logs of Nightly' }).getAttribute('href')).toBe(
    `/scheduled-syncs/${nightly.id}/logs`,
  );
});

test.each<[Partial<ScheduledSync>, string, string | null]>([
  [
    { is_active: false, failure_count: 3, last_run_status: 'failed', next_run_at: null },
    'Inactive',
    'Not scheduled',
  ],
  [
    { failure_count: 3, last_run_status: 'failed', next_run_at: null },
    'Failed (Max retries)',
    'Not scheduled',
  ],
  [{ failure_count: 1, last_run_status: 'failed' }, 'Warning', null],
  [{ last_run_status: 'completed', next_run_at: '2020-01-01T02:00:00.000Z' }, 'Active', 'Overdue'],
])('the badge and the next run of %j', async (fields, badge, next) => {
  renderApp(PAGE, answers([buildScheduledSync(fields)]));
  const cells = within(await row('Nightly'));
  expect(cells.getByText(badge)).toBeTruthy();
  if (next === null) expect(cells.queryByText(/Not scheduled|Overdue/)).toBeNull();
  else expect(cells.getByText(next)).toBeTruthy();
});

test('says how near a schedule is to its limit', async () => {
  renderApp(PAGE, answers([buildScheduledSync({ failure_count: 2, last_run_status: 'failed' })]));
  expect((await row('Nightly')).textContent).toContain('Failed 2 of 3 times in a row');
});

test.each<[string, Answers]>([
  ['refused', { 'scheduledSyncs.execute': unavailable }],
  [
    'not started',
    { 'scheduledSyncs.execute': () => ({ success: false, message: 'It is busy.', task_id: null }) },
  ],
])('Run Now says why it was %s, until that is dismissed', async (_, more) => {
  renderApp(PAGE, answers([nightly], more));
  fireEvent.click(within(await row('Nightly')).getByRole('button', { name: 'Run Now: Nightly' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(messages.scheduledSyncs.executeFailed('It is busy.'));
  expect(alert.textContent).toContain('Nightly');
  fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a schedule that is running cannot be run beside itself', async () => {
  const running = { last_run_status: 'in_progress', last_run_at: '2026-11-21T02:00:00.000Z' } as const;
  renderApp(PAGE, answers([buildScheduledSync(running)]));
  const cells = within(await row('Nightly'));
  expect(cells.getByText('Running')).toBeTruthy();
  expect(cells.getByRole<HTMLButtonElement>('button', { name: 'Run Now: Nightly' }).disabled).toBe(true);
});

test('a switch that fails says why', async () => {
  renderApp(PAGE, answers([nightly], { 'scheduledSyncs.toggle': unavailable }));
  fireEvent.click(within(await row('Nightly')).getByRole('button', { name: 'Disable Nightly' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    messages.scheduledSyncs.toggleFailed('It is busy.'),
  );
});

test('a deletion that fails says why, and asks again', async () => {
  renderApp(PAGE, answers([nightly], { 'scheduledSyncs.delete': unavailable }));
  fireEvent.click(within(await row('Nightly')).getByRole('button', { name: 'Delete Nightly' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete scheduled sync' }));
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    messages.scheduledSyncs.deleteFailed('It is busy.'),
  );
});

test('the status filter leaves the schedules of one kind, and stands in the address', async () => {
  renderApp(PAGE, answers([nightly, buildScheduledSync({ ...hourly, is_active: false })]));
  await row('Hourly');
  const filter = screen.getByLabelText('Status');
  fireEvent.change(filter, { target: { value: 'inactive' } });
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Nightly/ })).toBeNull());
  expect(await row('Hourly')).toBeTruthy();
  expect(window.location.search).toBe('?status=inactive');
  fireEvent.change(filter, { target: { value: 'active' } });
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Hourly/ })).toBeNull());
});

test('without any schedule, there is the way to the first one', async () => {
  renderApp(PAGE, answers([]));
  await screen.findByRole('heading', { name: 'No scheduled syncs yet' });
  expect(screen.getByRole('link', { name: 'Create the first one' }).getAttribute('href')).toBe(
    '/scheduled-syncs/new',
  );
});

test('a list that cannot be read can be asked for again', async () => {
  let broken = true;
  const list = answers([nightly])['scheduledSyncs.list'];
  renderApp(
    PAGE,
    answers([nightly], {
      'scheduledSyncs.list': (input) => (broken || !list ? unavailable() : list(input)),
    }),
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(messages.scheduledSyncs.loadFailed);
  expect(alert.textContent).toContain('It is busy.');
  broken = false;
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await row('Nightly')).toBeTruthy();
});

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const comingRun = (minutes: number, fields: Partial<UpcomingRuns['runs'][number]> = {}) => ({
  scheduled_sync_id: nightly.id,
  name: 'Nightly',
  store_id: nightly.store_id,
  store_name: 'Atlas Outdoor',
  due_at: soon(minutes),
  ...fields,
});

test('the calendar shows the coming runs, and warns of those that get in each other’s way', async () => {
  const runs = [
    comingRun(2_000),
    comingRun(2_010, { scheduled_sync_id: hourly.id, name: 'Hourly' }),
    comingRun(5_000, { scheduled_sync_id: 'other', name: 'Kumo nightly', store_id: 'k', store_name: 'Kumo' }),
  ];
  renderApp(PAGE, answers([nightly], { 'scheduledSyncs.upcoming': () => ({ runs, truncated: true }) }));
  const week = await screen.findByRole('list', { name: 'Coming week' });
  expect(week.children).toHaveLength(7);
  expect(within(week).getAllByText('No runs').length).toBeGreaterThanOrEqual(4);
  expect(within(week).getByRole('link', { name: 'Kumo nightly' }).parentElement?.textContent).not.toContain(
    'Clash',
  );
  for (const name of ['Nightly', 'Hourly']) {
    expect(within(week).getByRole('link', { name }).parentElement?.textContent).toContain('Clash');
  }
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 store with schedules that get in each other’s way this week');
  expect(alert.textContent).toContain('Atlas Outdoor: Hourly, Nightly');
  expect(screen.getByText(/There are more runs than can be listed/)).toBeTruthy();
});

test('a calendar that cannot be read leaves the list as it is', async () => {
  renderApp(PAGE, answers([nightly], { 'scheduledSyncs.upcoming': unavailable }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the coming runs');
  expect(await row('Nightly')).toBeTruthy();
});
