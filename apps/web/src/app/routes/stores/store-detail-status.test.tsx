import { problems } from '@storefleet/contract/api/problems';
import { messages } from '@storefleet/contract/messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildMssqlStore, buildStore } from '../../../testing/build-store.ts';
import { buildSyncStatus } from '../../../testing/build-sync-status.ts';
import { buildTableReport } from '../../../testing/build-table-report.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';

const store = buildStore();
const PAGE = `/stores/${store.id}`;
const SYNC_ID = '0190c000-0000-7000-8000-000000000007';

const answers = (more: Answers = {}): Answers => ({
  'stores.get': () => store,
  'sync.status': () => buildSyncStatus({ store_id: store.id }),
  'sync.logs': () => ({ logs: [], total: 0 }),
  'webhooks.get': () => ({
    enabled: false,
    active: false,
    unavailable_because: null,
    error: null,
    topics: [],
    last_received_at: null,
  }),
  ...more,
});

/** A store that is a table, all of it mapped. */
const warehouse = buildMssqlStore();
const mssqlAnswers = (more: Answers = {}): Answers =>
  answers({
    'stores.get': () => warehouse,
    'mssql.tables': () => ({ tables: [], total: 0 }),
    'mssql.tableSchema': () => ({ columns: [], total: 0 }),
    'mssql.listMappings': () => ({ mappings: [], total: 0 }),
    'mssql.previewMappings': () => ({
      table: buildTableReport(),
      rows: [],
      warnings: [],
      blocked_because: null,
    }),
    ...more,
  });

const unavailable = (detail: string) => new ApiError({ status: 503, code: 'service_unavailable', detail });
const region = async (name: string) => within(await screen.findByRole('region', { name }));
/** A list of facts as `label: value`. */
const factsOf = (list: HTMLElement) =>
  Object.fromEntries(
    within(list)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
const details = async () => (await screen.findByRole('heading', { name: 'Details' })).closest('section');

test.each([
  ['a Shopify store', buildStore({ description: 'Tents and ropes.' }), 'edit'],
  ['an MS SQL store', buildMssqlStore({ description: 'Tents and ropes.' }), 'edit-mssql'],
])('the header of %s names it, and leads back and to its form', async (_, opened, form) => {
  renderApp(PAGE, mssqlAnswers({ 'stores.get': () => opened }));
  await screen.findByRole('heading', { level: 1, name: opened.shop_name });
  expect(screen.getByText('Tents and ropes.').parentElement?.textContent).toBe(
    `${opened.shop_url}Tents and ropes.`,
  );
  const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(leadsTo('Back to Dashboard')).toBe('/dashboard');
  expect(leadsTo('Edit Store')).toBe(`/stores/${opened.id}/${form}`);
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
  renderApp(PAGE, answers({ 'stores.get': () => full }));
  const list = (await details()) as HTMLElement;
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
  expect(within(list).getByText('Inactive').querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(
    'warning',
  );
});

test('the details leave out what is not filled in, and tell when the last sync was', async () => {
  const synced = buildStore({ last_sync_at: new Date().toISOString() });
  renderApp(PAGE, answers({ 'stores.get': () => synced }));
  const facts = factsOf((await details()) as HTMLElement);
  expect(facts['Last synced']).toBe('just now');
  for (const label of ['Owner', 'E-mail', 'Phone', 'Country', 'Timezone', 'Tags', 'Notes']) {
    expect(facts).not.toHaveProperty(label);
  }
});

test('the sync details are folded away, and tell of the run in full', async () => {
  const status = buildSyncStatus({
    store_id: store.id,
    sync_id: SYNC_ID,
    status: 'completed',
    method: 'graphql',
    started_at: '2026-11-21T05:00:00.000Z',
    completed_at: '2026-11-21T05:02:00.000Z',
    last_sync_at: '2026-11-21T05:02:00.000Z',
    total_products: 1_300,
    processed_products: 1_299,
  });
  renderApp(PAGE, answers({ 'sync.status': () => status }));
  const toggle = await screen.findByRole('button', { name: 'Sync details' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  const panel = screen.getByRole('heading', { name: 'Sync' }).closest('section') as HTMLElement;
  // Folded away, they may be there already, out of sight.
  expect(within(panel).queryByRole('term')).toBeNull();
  fireEvent.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await within(panel).findAllByRole('term');
  const facts = factsOf(panel);
  expect(facts).toMatchObject({ 'Sync id': SYNC_ID, 'Total products': '1,300', Processed: '1,299' });
  expect(facts.Started).toMatch(/Nov 2[01], 2026/);
  expect(facts.Completed).toMatch(/Nov 2[01], 2026/);
  expect(facts['Last successful sync']).toBe(facts.Completed);
});

test('while a sync runs, its progress is shown, it can be force stopped, and no other is started', async () => {
  const running = buildSyncStatus({
    store_id: store.id,
    status: 'in_progress',
    stage: 'reading',
    progress: 40,
    processed_products: 400,
    total_products: 1_000,
  });
  renderApp(PAGE, answers({ 'sync.status': () => running }));
  const line = await region('Sync status');
  expect(line.getByText('Syncing').querySelector('[data-pulsing]')?.getAttribute('data-tone')).toBe('info');
  expect(line.getByText(/^400 of 1,000 products/)).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Sync progress' }).getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByText('40%')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Force Stop Sync' })).toBeTruthy();
  const start = screen.getByRole('button', { name: 'Sync Products (GraphQL)' });
  expect(start.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(start);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  {
    button: 'Force Stop Sync',
    status: buildSyncStatus({ store_id: store.id, status: 'in_progress' }),
    question: messages.sync.confirmForceStop,
    confirm: 'Force stop',
    failed: messages.sync.forceStopFailed('It has ended.'),
  },
  {
    button: 'Reset Sync Status',
    status: buildSyncStatus({ store_id: store.id, status: 'failed', can_reset: true }),
    question: messages.sync.confirmReset,
    confirm: 'Reset status',
    failed: messages.sync.resetFailed('It has ended.'),
  },
])('$button that fails says why, in the question', async ({ button, status, question, confirm, failed }) => {
  const refuse = () => new ApiError({ status: 409, code: 'conflict', detail: 'It has ended.' });
  renderApp(PAGE, answers({ 'sync.status': () => status, 'sync.forceStop': refuse, 'sync.reset': refuse }));
  fireEvent.click(await screen.findByRole('button', { name: button }));
  const asked = within(await screen.findByRole('dialog'));
  expect(asked.getByText(question)).toBeTruthy();
  fireEvent.click(asked.getByRole('button', { name: confirm }));
  expect((await asked.findByRole('alert')).textContent).toBe(failed);
});

test('that a run was stopped is said until its status is reset', async () => {
  const run = { store_id: store.id, sync_id: SYNC_ID };
  let status = buildSyncStatus({ ...run, status: 'in_progress' });
  renderApp(
    PAGE,
    answers({
      'sync.status': () => status,
      'sync.forceStop': () => {
        const stopped = messages.sync.forceStopped;
        status = buildSyncStatus({ ...run, status: 'failed', force_stopped: true, error_message: stopped });
        return { success: true, message: stopped };
      },
      'sync.reset': () => {
        status = buildSyncStatus({ store_id: store.id, sync_id: null });
        return { success: true, message: messages.sync.resetDone };
      },
    }),
  );
  const notice = { name: 'Dismiss' };
  fireEvent.click(await screen.findByRole('button', { name: 'Force Stop Sync' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Force stop' }));
  expect(await screen.findByRole('button', notice)).toBeTruthy();
  const start = screen.getByRole('button', { name: 'Sync Products (GraphQL)' });
  expect(start.getAttribute('aria-description')).toBe(problems.sync_force_stopped.detail);
  fireEvent.click(start);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Reset Sync Status' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Reset status' }));
  expect(await (await region('Sync status')).findByText('Idle')).toBeTruthy();
  expect(screen.queryByRole('button', notice)).toBeNull();
});

test('an MS SQL store is synced once that is confirmed, and says what the server said', async () => {
  renderApp(
    PAGE,
    mssqlAnswers({
      'mssql.startSync': () => ({
        success: true,
        task_id: SYNC_ID,
        products_count: 12,
        store_id: warehouse.id,
        message: '12 products found.',
      }),
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Sync MS SQL Products' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Sync Warehouse?' }));
  expect(asked.getByText(messages.sync.confirmMssql)).toBeTruthy();
  fireEvent.click(asked.getByRole('button', { name: 'Start sync' }));
  expect(await screen.findByText(messages.sync.mssqlStarted('12 products found.'))).toBeTruthy();
});

test('messages of success, failure and information are put away one by one', async () => {
  let works = false;
  renderApp(
    PAGE,
    answers({
      'stores.testGraphqlConnection': () =>
        works
          ? { success: true, message: '', data: { name: 'Atlas' }, error: null, detail: null }
          : unavailable('The shop is away.'),
      'sync.startGraphql': () => ({
        success: true,
        task_id: SYNC_ID,
        products_count: 3,
        message: 'Started.',
      }),
    }),
  );
  const test = await screen.findByRole('button', { name: 'Test GraphQL Connection' });
  fireEvent.click(test);
  await screen.findByText(messages.sync.graphqlTestFailed('The shop is away.'));
  works = true;
  fireEvent.click(test);
  await screen.findByText(messages.sync.graphqlTestPassed('Atlas'));
  fireEvent.click(screen.getByRole('button', { name: 'Sync Products (GraphQL)' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Start sync' }));
  await screen.findByText(messages.sync.started('GraphQL', 3));

  for (const [text, tone] of [
    [messages.sync.graphqlTestFailed('The shop is away.'), 'danger'],
    [messages.sync.graphqlTestPassed('Atlas'), 'success'],
    [messages.sync.started('GraphQL', 3), 'info'],
  ] as const) {
    const banner = screen.getByText(text).closest<HTMLElement>('[data-tone]');
    expect(banner?.dataset.tone).toBe(tone);
    fireEvent.click(within(banner as HTMLElement).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  }
});

test('products on their way are announced', async () => {
  renderApp(PAGE, answers({ 'products.listByStore': () => new Promise(() => undefined) }));
  fireEvent.click(await screen.findByRole('button', { name: 'View Products' }));
  expect(await screen.findByText(messages.storeDetail.loadingProducts)).toBeTruthy();
});

test('a sync that failed for its token takes a new one at the spot, tests it, and syncs', async () => {
  const failed = buildSyncStatus({
    store_id: store.id,
    sync_id: SYNC_ID,
    status: 'failed',
    error_message: 'The token was revoked.',
    error_kind: 'auth',
  });
  const tested = {
    success: true,
    message: 'Connected to Atlas.',
    error: null,
    shop_data: null,
    api_version_served: '2026-10',
    granted_scopes: [],
    missing_scopes: [],
    notices: [],
  };
  const { calls } = renderApp(
    PAGE,
    answers({
      'sync.status': () => failed,
      'stores.testConnection': ({ body }) =>
        body?.access_token === 'shpat_good'
          ? tested
          : { ...tested, success: false, error: 'This one is wrong too.' },
      'stores.update': () => store,
      'sync.startGraphql': () => ({
        success: true,
        task_id: SYNC_ID,
        products_count: 3,
        message: 'Started.',
      }),
    }),
  );
  const called = (call: string) => calls.filter(({ id }) => id === call).length;
  fireEvent.click(await screen.findByRole('button', { name: `Enter a new token for ${store.shop_name}` }));
  const form = within(screen.getByRole('form', { name: `New token for ${store.shop_name}` }));
  const enter = (token: string) => {
    fireEvent.change(form.getByLabelText('New Admin API token'), { target: { value: token } });
    fireEvent.click(form.getByRole('button', { name: 'Test and Sync' }));
  };
  enter('shpat_bad');
  expect(await screen.findByText('This one is wrong too.')).toBeTruthy();
  expect(called('stores.update')).toBe(0);
  enter(' shpat_good ');
  await waitFor(() => expect(called('sync.startGraphql')).toBe(1));
  expect(called('stores.update')).toBe(1);
});

test.each([
  ['another reason', { error_kind: 'unavailable' }, {}],
  ['the token of a SQL Server store', { error_kind: 'auth' }, { store_type: 'mssql' as const }],
])('a sync that failed for %s is offered no new token', async (_what, status, fields) => {
  const failed = buildSyncStatus({ store_id: store.id, status: 'failed', error_message: 'No.', ...status });
  renderApp(PAGE, mssqlAnswers({ 'stores.get': () => buildStore(fields), 'sync.status': () => failed }));
  await screen.findByText('Sync failed: No.');
  expect(screen.queryByRole('button', { name: /^Enter a new token/ })).toBeNull();
});
