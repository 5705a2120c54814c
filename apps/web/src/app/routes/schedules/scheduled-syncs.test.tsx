import { messages } from '@storefleet/contract/messages';
import type { ScheduledSync, UpcomingRuns } from '@storefleet/contract/syncs/scheduled-syncs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildScheduledSync } from '../../../testing/builders/build-scheduled-sync.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { addressOf, press, question } from '../../../testing/screen-form.ts';

const nightly = buildScheduledSync();
const hourly = buildScheduledSync({ id: '0190d000-0000-7000-8000-000000000002', name: 'Hourly' });
const busy = () => refusal('It is busy.');

const open = (schedules: readonly ScheduledSync[], more: Answers = {}) =>
  renderApp('/scheduled-syncs', {
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
    ...more,
  });

const row = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Scheduled syncs' });
  return within(table)
    .getByRole('rowheader', { name: new RegExp(name) })
    .closest('tr') as HTMLTableRowElement;
};

test('the counts, the next run and each schedule with what there is to know of it', async () => {
  open([nightly]);
  const { textContent } = await row('Nightly');
  for (const words of ['Atlas Outdoor', 'Every day at 02:00', 'UTC · GraphQL', 'Never']) {
    expect(textContent).toContain(words);
  }
  const count = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  await waitFor(() => expect(count('Total schedules')).toBe('1'));
  expect([count('Active schedules'), count('Failed schedules')]).toEqual(['1', '1']);
  expect(count('Next run')).toMatch(/^in \d+ days.*Nov 22, 2126/);
  expect(addressOf('Edit Nightly')).toBe(`/scheduled-syncs/${nightly.id}/edit`);
  expect(addressOf('Logs of Nightly')).toBe(`/scheduled-syncs/${nightly.id}/logs`);
});

const failed = { last_run_status: 'failed' } as const;
const stopped = { ...failed, failure_count: 3, next_run_at: null };
test.each<[Partial<ScheduledSync>, string, string | null]>([
  [{ is_active: false, ...stopped }, 'Inactive', 'Not scheduled'],
  [stopped, 'Failed (Max retries)', 'Not scheduled'],
  [{ ...failed, failure_count: 2 }, 'Warning', 'Failed 2 of 3 times in a row'],
  [{ last_run_status: 'completed', next_run_at: '2020-01-01T02:00:00.000Z' }, 'Active', 'Overdue'],
])('the badge and the next run of %j', async (fields, badge, words) => {
  open([buildScheduledSync(fields)]);
  const cells = within(await row('Nightly'));
  cells.getByText(badge);
  if (words !== null) cells.getByText(words);
});

test.each<[string, Answers['scheduledSyncs.execute']]>([
  ['refused', busy],
  ['not started', () => ({ success: false, message: 'It is busy.', task_id: null })],
])('Run Now says why it was %s, until that is dismissed', async (_, execute) => {
  open([nightly], execute ? { 'scheduledSyncs.execute': execute } : {});
  fireEvent.click(within(await row('Nightly')).getByRole('button', { name: 'Run Now: Nightly' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(messages.scheduledSyncs.executeFailed('It is busy.'));
  expect(alert.textContent).toContain('Nightly');
  press('Dismiss');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a schedule that is running cannot be run beside itself', async () => {
  open([buildScheduledSync({ last_run_status: 'in_progress', last_run_at: '2026-11-21T02:00:00.000Z' })]);
  const cells = within(await row('Nightly'));
  cells.getByText('Running');
  expect(cells.getByRole<HTMLButtonElement>('button', { name: 'Run Now: Nightly' }).disabled).toBe(true);
});

test('a switch that fails says why', async () => {
  open([nightly], { 'scheduledSyncs.toggle': busy });
  await row('Nightly');
  press('Disable Nightly');
  expect((await screen.findByRole('alert')).textContent).toContain(
    messages.scheduledSyncs.toggleFailed('It is busy.'),
  );
});

test('a deletion that fails says why, and asks again', async () => {
  open([nightly], { 'scheduledSyncs.delete': busy });
  await row('Nightly');
  press('Delete Nightly');
  const dialog = await question();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete scheduled sync' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    messages.scheduledSyncs.deleteFailed('It is busy.'),
  );
});

test('without any schedule, there is the way to the first one', async () => {
  open([]);
  await screen.findByRole('heading', { name: 'No scheduled syncs yet' });
  expect(addressOf('Create the first one')).toBe('/scheduled-syncs/new');
});

test('a list that cannot be read can be asked for again', async () => {
  let broken = true;
  const list = { scheduled_syncs: [nightly], total: 1 };
  open([nightly], { 'scheduledSyncs.list': () => (broken ? busy() : list) });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(messages.scheduledSyncs.loadFailed);
  expect(alert.textContent).toContain('It is busy.');
  broken = false;
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  await row('Nightly');
});

const comingRun = (minutes: number, fields: Partial<UpcomingRuns['runs'][number]> = {}) => ({
  scheduled_sync_id: nightly.id,
  name: 'Nightly',
  store_id: nightly.store_id,
  store_name: 'Atlas Outdoor',
  due_at: new Date(Date.now() + minutes * 60_000).toISOString(),
  ...fields,
});

test('the calendar shows the coming runs, and warns of those that get in each other’s way', async () => {
  const runs = [
    comingRun(2_000),
    comingRun(2_010, { scheduled_sync_id: hourly.id, name: 'Hourly' }),
    comingRun(5_000, { scheduled_sync_id: 'other', name: 'Kumo nightly', store_id: 'k', store_name: 'Kumo' }),
  ];
  open([nightly], { 'scheduledSyncs.upcoming': () => ({ runs, truncated: true }) });
  const week = await screen.findByRole('list', { name: 'Coming week' });
  expect(week.children).toHaveLength(7);
  expect(within(week).getAllByText('No runs').length).toBeGreaterThanOrEqual(4);
  const clashes = (name: string) =>
    within(week).getByRole('link', { name }).parentElement?.textContent?.includes('Clash');
  expect(['Nightly', 'Hourly', 'Kumo nightly'].map(clashes)).toEqual([true, true, false]);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('1 store with schedules that get in each other’s way this week');
  expect(alert.textContent).toContain('Atlas Outdoor: Hourly, Nightly');
  screen.getByText(/There are more runs than can be listed/);
});

test('a calendar that cannot be read leaves the list as it is', async () => {
  open([nightly], { 'scheduledSyncs.upcoming': busy });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the coming runs');
  await row('Nightly');
});
