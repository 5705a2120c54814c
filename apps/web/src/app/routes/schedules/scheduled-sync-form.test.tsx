import { messages } from '@storefleet/contract/messages';
import type { ScheduleTiming } from '@storefleet/contract/syncs/scheduled-syncs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { networkError } from '../../../lib/api/api-error.ts';
import { buildScheduledSync } from '../../../testing/builders/build-scheduled-sync.ts';
import { buildMssqlStore, buildStore } from '../../../testing/builders/build-store.ts';
import { changedMeanwhile } from '../../../testing/changed-meanwhile.ts';
import { notFound, refusal } from '../../../testing/refusals.ts';
import { type Answers, type Call, renderApp } from '../../../testing/render-app.tsx';
import { choice, field, press, type } from '../../../testing/screen-form.ts';

const NEW = '/scheduled-syncs/new';
const shop = buildStore();
const warehouse = buildMssqlStore({ id: '0190a000-0000-7000-8000-000000000002' });
const stored = buildScheduledSync({
  name: 'Weekly stock',
  schedule_type: 'weekly',
  schedule_config: { hour: 5, minute: 30, days: [0, 6] },
  timezone: 'Europe/Berlin',
  max_failures: 7,
  is_active: false,
});
const EDIT = `/scheduled-syncs/${stored.id}/edit`;

const answers = (more: Answers = {}): Answers => ({
  'stores.list': () => ({ stores: [shop, warehouse], total: 2 }),
  'scheduledSyncs.timezones': () => ['America/New_York', 'Asia/Kolkata', 'Europe/Berlin', 'UTC'],
  'scheduledSyncs.preview': ({ body }) => ({
    schedule_description: `Runs ${body.schedule_type}`,
    next_runs: ['2126-11-24T02:00:00.000Z', '2126-12-01T02:00:00.000Z'],
    problem: null,
  }),
  'scheduledSyncs.get': () => stored,
  'scheduledSyncs.create': () => stored,
  'scheduledSyncs.update': () => stored,
  'scheduledSyncs.list': () => ({ scheduled_syncs: [stored], total: 1 }),
  'scheduledSyncs.summary': () => ({
    total_schedules: 1,
    active_schedules: 0,
    failed_schedules: 0,
    next_run: null,
  }),
  'scheduledSyncs.upcoming': () => ({ runs: [], truncated: false }),
  ...more,
});

const choose = (name: string, value: string) => type(choice(name), value);
const chooseType = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const save = (name = 'Create Scheduled Sync') => press(name);
const sent = (calls: readonly Call[], id: Call['id']) => calls.filter((call) => call.id === id);
const lastTiming = (calls: readonly Call[]) =>
  sent(calls, 'scheduledSyncs.preview').at(-1)?.body as ScheduleTiming | undefined;

const openNew = async (more: Answers = {}) => {
  const rendered = renderApp(NEW, answers(more));
  await screen.findByRole('form', { name: 'Create Scheduled Sync' });
  return rendered;
};
const openEdit = async (more: Answers = {}) => {
  const rendered = renderApp(EDIT, answers(more));
  await screen.findByRole('form', { name: 'Edit Scheduled Sync' });
  return rendered;
};

test('the days that not every month has are explained', async () => {
  await openNew();
  chooseType('Monthly');
  type('Day of month', '28');
  expect(screen.queryByText(messages.scheduledSyncs.shortMonth)).toBeNull();
  for (const late of ['29', '30', '31']) {
    type('Day of month', late);
    screen.getByText(messages.scheduledSyncs.shortMonth);
  }
});

test.each(['inactive', 'archived'] as const)(
  'says that the runs of an %s store are skipped',
  async (status) => {
    const store = buildStore({ store_status: status });
    await openNew({ 'stores.list': () => ({ stores: [store], total: 1 }) });
    choose('Store', store.id);
    screen.getByText(new RegExp(`This store is ${status}: its runs are skipped`));
  },
);

test('while another timezone is asked for, the runs stand in the one they were worked out in', async () => {
  const { calls } = await openNew({
    'scheduledSyncs.preview': ({ body }) =>
      body.timezone === 'UTC'
        ? { schedule_description: 'Runs in UTC', next_runs: ['2126-11-24T02:00:00.000Z'], problem: null }
        : new Promise(() => undefined),
  });
  await screen.findByText('Runs in UTC');
  fireEvent.focus(choice('Timezone'));
  fireEvent.change(choice('Timezone'), { target: { value: 'kolk' } });
  fireEvent.click(await screen.findByRole('option', { name: /Asia\/Kolkata/ }));
  await waitFor(() => expect(lastTiming(calls)?.timezone).toBe('Asia/Kolkata'));
  const runs = screen.getByRole('list', { name: 'Next runs' });
  expect(runs.textContent).toContain('02:00');
  expect(runs.textContent).not.toContain('07:30');
  expect(runs.parentElement?.getAttribute('aria-busy')).toBe('true');
});

test('there is no preview of what is not filled in', async () => {
  const { calls } = await openNew();
  await screen.findByText('Runs daily');
  type('Hour', '25');
  await screen.findByText(/its next runs are shown here/);
  expect(
    sent(calls, 'scheduledSyncs.preview').every(({ body }) => !JSON.stringify(body).includes('25')),
  ).toBe(true);
});

test('what the server refuses stands at its field until something else does', async () => {
  await openNew({
    'scheduledSyncs.create': () =>
      refusal('It does not fit.', { path: 'sync_method', message: 'It does not fit.' }),
  });
  type('Name', 'Nightly');
  choose('Store', shop.id);
  save();
  expect((await screen.findByRole('alert')).textContent).toContain(messages.scheduledSyncs.createFailed);
  expect(screen.getAllByText('It does not fit.').length).toBeGreaterThan(0);
  await waitFor(() => expect(document.activeElement).toBe(choice('Sync method')));
  expect(field('Name').value).toBe('Nightly');
  choose('Sync method', 'rest');
  expect(choice('Sync method').getAttribute('aria-invalid')).not.toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('two clicks make one schedule, and so does another try after a lost answer', async () => {
  let answer = (): ReturnType<NonNullable<Answers['scheduledSyncs.create']>> =>
    networkError(new Error('cut'));
  const { calls } = await openNew({ 'scheduledSyncs.create': () => answer() });
  type('Name', 'Nightly');
  choose('Store', shop.id);
  save();
  save();
  await screen.findByText(messages.networkError);
  answer = () => stored;
  save();
  await screen.findByRole('heading', { level: 1, name: 'Scheduled Syncs' });
  const keys = sent(calls, 'scheduledSyncs.create').map(({ headers }) => headers);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toEqual({ 'idempotency-key': expect.stringMatching(/^[\da-f]{32}$/) });
});

test('what somebody else saved meanwhile is asked about, and what only they changed is kept', async () => {
  let current = stored;
  const { calls } = await openEdit({
    'scheduledSyncs.get': () => current,
    'scheduledSyncs.update': ({ body }) =>
      body.based_on?.name === current.name ? current : changedMeanwhile('name', 'timezone'),
  });
  type('Name', 'Mine');
  current = { ...stored, name: 'Theirs', timezone: 'UTC' };
  save('Update Scheduled Sync');
  fireEvent.click(await screen.findByRole('button', { name: 'Keep mine: Name becomes Mine' }));
  expect(choice('Timezone').value).toBe('UTC');
  save('Update Scheduled Sync');
  await screen.findByRole('heading', { level: 1, name: 'Scheduled Syncs' });
  expect(sent(calls, 'scheduledSyncs.update').at(-1)).toMatchObject({
    body: { name: 'Mine', timezone: 'UTC', based_on: { name: 'Theirs' } },
  });
});

test('an update that fails says so', async () => {
  await openEdit({ 'scheduledSyncs.update': () => refusal('Not now.') });
  type('Name', 'Other');
  save('Update Scheduled Sync');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(messages.scheduledSyncs.updateFailed);
  expect(alert.textContent).toContain('Not now.');
});

test.each<[string, string, Answers, string]>([
  ['stores', NEW, { 'stores.list': () => failure() }, messages.scheduledSyncs.initialDataFailed],
  [
    'timezones',
    NEW,
    { 'scheduledSyncs.timezones': () => failure() },
    messages.scheduledSyncs.initialDataFailed,
  ],
  ['schedule', EDIT, { 'scheduledSyncs.get': () => failure() }, messages.scheduledSyncs.loadOneFailed],
])('a form whose %s cannot be read can be asked for again', async (_, address, more, title) => {
  renderApp(address, answers(more));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(title);
  expect(alert.textContent).toContain('It broke.');
  expect(within(alert).getByRole('button', { name: 'Retry' })).toBeTruthy();
});

const failure = () => refusal('It broke.');

test('a schedule that is gone says so', async () => {
  renderApp(EDIT, answers({ 'scheduledSyncs.get': () => notFound('schedule_not_found') }));
  await screen.findByRole('heading', { name: 'Scheduled sync not found' });
});

test('without a store there is the way to the first one', async () => {
  renderApp(NEW, answers({ 'stores.list': () => ({ stores: [], total: 0 }) }));
  await screen.findByRole('heading', { name: 'There is no store to sync yet' });
});
