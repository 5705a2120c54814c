import { problems } from '@storefleet/contract/api/problems';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildMssqlStore, buildStore } from '../../../testing/builders/build-store.ts';
import { buildSyncStatus } from '../../../testing/builders/build-sync-status.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { addressOf, press, pressWhenThere, question, region, type } from '../../../testing/screen-form.ts';
import { storePageAnswers } from '../../../testing/store-page.ts';

const store = buildStore();
const PAGE = `/stores/${store.id}`;
const SYNC_ID = '0190c000-0000-7000-8000-000000000007';
const started = { success: true, task_id: SYNC_ID, products_count: 3, message: 'Started.' };

const open = (more: Answers = {}) => renderApp(PAGE, storePageAnswers(store, more));
const statusOf = (fields: Parameters<typeof buildSyncStatus>[0]) =>
  buildSyncStatus({ store_id: store.id, ...fields });

/** A list of facts as `label: value`. */
const factsOf = (list: HTMLElement) =>
  Object.fromEntries(
    within(list)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const details = () => screen.findByRole('region', { name: 'Details' });

test.each([
  ['a Shopify store', buildStore({ description: 'Tents and ropes.' }), 'edit'],
  ['an MS SQL store', buildMssqlStore({ description: 'Tents and ropes.' }), 'edit-mssql'],
])('the header of %s names it, and leads back and to its form', async (_, opened, form) => {
  open({ 'stores.get': () => opened });
  await screen.findByRole('heading', { level: 1, name: opened.shop_name });
  expect(screen.getByText('Tents and ropes.').parentElement?.textContent).toBe(
    `${opened.shop_url}Tents and ropes.`,
  );
  expect(addressOf('Back to Dashboard')).toBe('/dashboard');
  expect(addressOf('Edit Store')).toBe(`/stores/${opened.id}/${form}`);
});

test('the details hold every field that is filled in', async () => {
  const full = buildStore({
    store_status: 'inactive',
    store_owner: 'Ann Miles',
    store_email: 'ann@atlas.example',
    store_phone: '+49 30 1234',
    store_country: 'Germany',
    store_currency: 'EUR',
    store_timezone: 'Europe/Berlin',
    created_at: '2026-01-15T09:00:00.000Z',
    tags: ['outdoor', 'flagship'],
    notes: 'Call before noon.',
  });
  open({ 'stores.get': () => full });
  const list = await details();
  expect(factsOf(list)).toMatchObject({
    Status: 'Inactive',
    Type: 'Shopify',
    'Last synced': messages.storeDetail.neverSynced,
    Owner: 'Ann Miles',
    'E-mail': 'ann@atlas.example',
    Phone: '+49 30 1234',
    Country: 'Germany',
    Currency: 'EUR',
    Timezone: 'Europe/Berlin',
    'Added on': 'Jan 15, 2026',
    Tags: 'outdoorflagship',
    Notes: 'Call before noon.',
  });
  const dot = within(list).getByText('Inactive').querySelector<HTMLElement>('[data-tone]');
  expect(dot?.dataset.tone).toBe('warning');
});

test('the details leave out what is not filled in, and say when the last sync was', async () => {
  open({ 'stores.get': () => buildStore({ last_sync_at: new Date().toISOString() }) });
  const facts = factsOf(await details());
  expect(facts['Last synced']).toBe('just now');
  for (const label of ['Owner', 'E-mail', 'Phone', 'Country', 'Timezone', 'Tags', 'Notes']) {
    expect(facts).not.toHaveProperty(label);
  }
});

test('the sync details are folded away, and describe the run in full', async () => {
  const status = statusOf({
    sync_id: SYNC_ID,
    status: 'completed',
    started_at: '2026-11-21T05:00:00.000Z',
    completed_at: '2026-11-21T05:02:00.000Z',
    last_sync_at: '2026-11-21T05:02:00.000Z',
    total_products: 1_300,
    processed_products: 1_299,
  });
  open({ 'sync.status': () => status });
  const toggle = await screen.findByRole('button', { name: 'Sync details' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  const panel = screen.getByRole('region', { name: 'Sync' });
  // Folded away, they may be there already, out of sight.
  expect(within(panel).queryByRole('term')).toBeNull();
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await within(panel).findAllByRole('term');
  const facts = factsOf(panel);
  expect(facts).toMatchObject({ 'Sync id': SYNC_ID, 'Total products': '1,300', Processed: '1,299' });
  expect(facts.Started).toMatch(/Nov 2[01], 2026/);
  expect(facts['Last successful sync']).toBe(facts.Completed);
});

test('while a sync runs, its progress is shown, and no other is started', async () => {
  const running = { processed_products: 400, total_products: 1_000, progress: 40 };
  open({ 'sync.status': () => statusOf({ status: 'in_progress', stage: 'reading', ...running }) });
  const line = await region('Sync status');
  expect(line.getByText('Syncing').querySelector<HTMLElement>('[data-pulsing]')?.dataset.tone).toBe('info');
  line.getByText(/^400 of 1,000 products/);
  expect(screen.getByRole('progressbar', { name: 'Sync progress' }).getAttribute('aria-valuenow')).toBe('40');
  screen.getByText('40%');
  const start = screen.getByRole('button', { name: 'Sync Products (GraphQL)' });
  expect(start.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(start);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['Force Stop Sync', statusOf({ status: 'in_progress' }), 'Force stop', messages.sync.forceStopFailed],
  [
    'Reset Sync Status',
    statusOf({ status: 'failed', can_reset: true }),
    'Reset status',
    messages.sync.resetFailed,
  ],
])('%s that fails says why, in the question', async (button, status, confirm, failed) => {
  const refuse = () => refusal('It has ended.');
  open({ 'sync.status': () => status, 'sync.forceStop': refuse, 'sync.reset': refuse });
  await pressWhenThere(button);
  const asked = await question();
  fireEvent.click(asked.getByRole('button', { name: confirm }));
  expect((await asked.findByRole('alert')).textContent).toBe(failed('It has ended.'));
});

test('that a run was stopped is said until its status is reset', async () => {
  let status = statusOf({ sync_id: SYNC_ID, status: 'in_progress' });
  open({
    'sync.status': () => status,
    'sync.forceStop': () => {
      const stopped = messages.sync.forceStopped;
      status = statusOf({
        sync_id: SYNC_ID,
        status: 'failed',
        force_stopped: true,
        error_message: stopped,
      });
      return { success: true, message: stopped };
    },
    'sync.reset': () => {
      status = statusOf({ sync_id: null });
      return { success: true, message: messages.sync.resetDone };
    },
  });
  await pressWhenThere('Force Stop Sync');
  await pressWhenThere('Force stop');
  await screen.findByRole('button', { name: 'Dismiss' });
  const start = screen.getByRole('button', { name: 'Sync Products (GraphQL)' });
  expect(start.getAttribute('aria-description')).toBe(problems.sync_force_stopped.detail);
  fireEvent.click(start);
  expect(screen.queryByRole('dialog')).toBeNull();
  await pressWhenThere('Reset Sync Status');
  await pressWhenThere('Reset status');
  await (await region('Sync status')).findByText('Idle');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});

test('messages of success, failure and information are dismissed one by one', async () => {
  let works = false;
  open({
    'stores.testGraphqlConnection': () => ({
      success: works,
      message: '',
      data: works ? { name: 'Atlas' } : null,
      error: null,
      detail: works ? null : 'The shop is away.',
    }),
    'sync.startGraphql': () => started,
  });
  const failed = messages.sync.graphqlTestFailed('The shop is away.');
  const passed = messages.sync.graphqlTestPassed('Atlas');
  await pressWhenThere('Test GraphQL Connection');
  await screen.findByText(failed);
  works = true;
  await waitFor(() => {
    if (!screen.queryByText(passed)) press('Test GraphQL Connection');
    screen.getByText(passed);
  });
  press('Sync Products (GraphQL)');
  await pressWhenThere('Start sync');
  await screen.findByText(messages.sync.started('GraphQL', 3));

  for (const [text, tone] of [
    [failed, 'danger'],
    [passed, 'success'],
    [messages.sync.started('GraphQL', 3), 'info'],
  ] as const) {
    const banner = screen.getByText(text).closest<HTMLElement>('[data-tone]');
    expect(banner?.dataset.tone).toBe(tone);
    fireEvent.click(within(banner as HTMLElement).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  }
});

test('a sync that failed for its token takes a new one at the spot, tests it, and syncs', async () => {
  const failed = statusOf({ sync_id: SYNC_ID, status: 'failed', error_kind: 'auth' });
  const { calls } = open({
    'sync.status': () => failed,
    'stores.testConnection': ({ body }) => ({
      success: body?.access_token === 'shpat_good',
      message: '',
      error: 'This one is wrong too.',
      shop_data: null,
      api_version_served: '2026-10',
      granted_scopes: [],
      missing_scopes: [],
      notices: [],
    }),
    'stores.update': () => store,
    'sync.startGraphql': () => started,
  });
  const called = (call: string) => calls.filter(({ id }) => id === call).length;
  await pressWhenThere(`Enter a new token for ${store.shop_name}`);
  const form = within(screen.getByRole('form', { name: `New token for ${store.shop_name}` }));
  const enter = (token: string) => {
    type(form.getByLabelText('New Admin API token'), token);
    press('Test and Sync');
  };
  enter('shpat_bad');
  await screen.findByText('This one is wrong too.');
  expect(called('stores.update')).toBe(0);
  enter(' shpat_good ');
  await waitFor(() => expect(called('sync.startGraphql')).toBe(1));
  expect(called('stores.update')).toBe(1);
});

test.each([
  ['another reason', { error_kind: 'unavailable' }, {}],
  ['the token of a SQL Server store', { error_kind: 'auth' }, { store_type: 'mssql' as const }],
])('a sync that failed for %s is offered no new token', async (_what, status, fields) => {
  const failed = statusOf({ status: 'failed', error_message: 'No.', ...status });
  open({ 'stores.get': () => buildStore(fields), 'sync.status': () => failed });
  await screen.findByText('Sync failed: No.');
  expect(screen.queryByRole('button', { name: /^Enter a new token/ })).toBeNull();
});
