import { networkError } from '@storefleet/client/api-error';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { everything, nightly, shop } from '../../../testing/every-screen.ts';
import { notFound } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { choice, press, type } from '../../../testing/screen-form.ts';

const open = async (more: Answers = {}) => {
  const rendered = renderApp('/scheduled-syncs/new', { ...everything, ...more });
  await screen.findByRole('form', { name: 'Create Scheduled Sync' });
  return rendered;
};

test('days missing in some months are explained', async () => {
  await open();
  fireEvent.click(screen.getByRole('radio', { name: 'Monthly' }));
  type('Day of month', '28');
  expect(screen.queryByText(messages.scheduledSyncs.shortMonth)).toBeNull();
  for (const late of ['29', '30', '31']) {
    type('Day of month', late);
    screen.getByText(messages.scheduledSyncs.shortMonth);
  }
});

test.each(['inactive', 'archived'] as const)(
  'warns that runs of an %s store are skipped',
  async (store_status) => {
    await open({ 'stores.list': () => ({ stores: [buildStore({ store_status })], total: 1 }) });
    type(choice('Store'), shop.id);
    screen.getByText(new RegExp(`This store is ${store_status}: its runs are skipped`));
  },
);

test('while another timezone loads, the runs keep the timezone they were computed in', async () => {
  await open({
    'scheduledSyncs.timezones': () => ['Asia/Kolkata', 'UTC'],
    'scheduledSyncs.preview': ({ body }) =>
      body.timezone === 'UTC'
        ? { schedule_description: 'Runs in UTC', next_runs: ['2126-11-24T02:00:00.000Z'], problem: null }
        : new Promise(() => undefined),
  });
  await screen.findByText('Runs in UTC');
  const runs = screen.getByRole('list', { name: 'Next runs' });
  fireEvent.focus(choice('Timezone'));
  type(choice('Timezone'), 'kolk');
  fireEvent.click(await screen.findByRole('option', { name: /Asia\/Kolkata/ }));
  await waitFor(() => expect(runs.parentElement?.getAttribute('aria-busy')).toBe('true'));
  expect(runs.textContent).toContain('02:00');
  expect(runs.textContent).not.toContain('07:30');
  type('Hour', '25');
  await screen.findByText(/to see its next runs here/);
});

test('two clicks create one schedule, and so does a retry after a lost response', async () => {
  let answer = (): typeof nightly | Error => networkError(new Error('cut'));
  const { calls } = await open({ 'scheduledSyncs.create': () => answer() });
  type('Name', 'Nightly');
  type(choice('Store'), shop.id);
  press('Create Scheduled Sync');
  press('Create Scheduled Sync');
  await screen.findByText(messages.networkError);
  answer = () => nightly;
  press('Create Scheduled Sync');
  await screen.findByRole('heading', { level: 1, name: 'Scheduled Syncs' });
  const keys = calls.filter(({ id }) => id === 'scheduledSyncs.create').map(({ headers }) => headers);
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toEqual({ 'idempotency-key': expect.stringMatching(/^[\da-f]{32}$/) });
});

test('without stores, the form links to connecting one', async () => {
  renderApp('/scheduled-syncs/new', { ...everything, 'stores.list': () => ({ stores: [], total: 0 }) });
  await screen.findByRole('heading', { name: 'No stores to sync yet' });
});

test('a store deleted after it was chosen is left out on resubmit', async () => {
  const kept = buildStore({ shop_name: 'Kept' });
  const gone = buildStore({ id: '0190a000-0000-7000-8000-00000000000f', shop_name: 'Gone' });
  const stores = [gone, kept];
  const sent: (readonly string[])[] = [];
  renderApp('/scheduled-syncs/new-several', {
    ...everything,
    'stores.list': () => ({ stores: [...stores], total: stores.length }),
    'scheduledSyncs.planSeveral': () => ({ schedules: [] }),
    'scheduledSyncs.createSeveral': ({ body }) => {
      sent.push(body.store_ids);
      stores.splice(0, stores.length, kept);
      throw notFound('store_not_found');
    },
  });
  await screen.findByRole('form', { name: 'Schedule Several Stores' });
  press('All (2)');
  press('Create 2 Schedules');
  await screen.findByRole('button', { name: 'Create 1 Schedule' });
  press('Create 1 Schedule');
  await waitFor(() => expect(sent).toEqual([[gone.id, kept.id], [kept.id]]));
});
