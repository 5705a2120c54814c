import { messages } from '@storefleet/contract/messages';
import type { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildProduct } from '../../../testing/build-product.ts';
import { buildMssqlStore, buildStore } from '../../../testing/build-store.ts';
import { buildSyncLog } from '../../../testing/build-sync-log.ts';
import { buildSyncStatus } from '../../../testing/build-sync-status.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';

const store = buildStore();
const PAGE = `/stores/${store.id}`;

const webhooks = (fields: Partial<StoreWebhooks> = {}): StoreWebhooks => ({
  enabled: false,
  active: false,
  unavailable_because: null,
  error: null,
  topics: [
    { topic: 'products/create', registered: fields.active ?? false },
    { topic: 'products/delete', registered: fields.active ?? false },
  ],
  last_received_at: null,
  ...fields,
});

const answers = (more: Answers = {}): Answers => ({
  'stores.get': () => store,
  'sync.status': () => buildSyncStatus({ store_id: store.id }),
  'sync.logs': () => ({ logs: [], total: 0 }),
  'webhooks.get': () => webhooks(),
  ...more,
});

const unavailable = (detail: string) => new ApiError({ status: 503, code: 'service_unavailable', detail });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** 1,300 products in six pages that are linked both ways. */
const pagedProducts: Answers['products.listByStore'] = ({ query }) => {
  const offset = Number(query?.page_info ?? 0);
  const products = Array.from({ length: Math.min(250, 1_300 - offset) }, (_, index) =>
    buildProduct({
      id: `product-${offset + index}`,
      title: `Product ${offset + index + 1}`,
      variants: [],
    }),
  );
  return {
    products,
    pagination: {
      total: 1_300,
      limit: 250,
      offset,
      has_more: offset + 250 < 1_300,
      next_page_info: offset + 250 < 1_300 ? String(offset + 250) : null,
      previous_page_info: offset > 0 ? String(offset - 250) : null,
    },
  };
};

test('a store that does not exist, or cannot be read, says which', async () => {
  const missing = new ApiError({ status: 404, code: 'store_not_found', detail: 'Store not found!' });
  renderApp(PAGE, answers({ 'stores.get': () => missing }));
  expect(await screen.findByText(messages.stores.notFound)).toBeTruthy();
});

test('a store that cannot be read just now offers another try', async () => {
  renderApp(PAGE, answers({ 'stores.get': () => new Error('Out of order.') }));
  expect(await screen.findByText(messages.storeDetail.loadFailed)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

test('products come page by page, forwards and back, until all are loaded', async () => {
  renderApp(PAGE, answers({ 'products.listByStore': pagedProducts }));
  fireEvent.click(await screen.findByRole('button', { name: 'View Products' }));
  expect(await screen.findByText('1–250 of 1,300 products')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Previous' }) as HTMLButtonElement).disabled).toBe(true);
  for (const range of ['1–500', '1–750', '1–1,000', '251–1,250']) {
    fireEvent.click(screen.getByRole('button', { name: 'Load More' }));
    expect(await screen.findByText(`${range} of 1,300 products`)).toBeTruthy();
  }
  fireEvent.click(screen.getByRole('button', { name: 'Load More' }));
  expect(await screen.findByText(/All 1,300 Products Loaded/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('251–1,250 of 1,300 products')).toBeTruthy();
});

test('products that cannot be loaded say so, at first and later', async () => {
  let fails = true;
  renderApp(
    PAGE,
    answers({
      'products.listByStore': (input) =>
        fails
          ? new ApiError({ status: 400, code: 'malformed_request', detail: 'No.' })
          : pagedProducts(input),
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'View Products' }));
  expect(await screen.findByText(messages.storeDetail.loadAllFailed)).toBeTruthy();
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('1–250 of 1,300 products');
  fails = true;
  fireEvent.click(screen.getByRole('button', { name: 'Load More' }));
  expect(await screen.findByText(messages.storeDetail.loadMoreFailed)).toBeTruthy();
});

test('a store without products says so', async () => {
  const none: Answers['products.listByStore'] = () => ({
    products: [],
    pagination: {
      total: 0,
      limit: 250,
      offset: 0,
      has_more: false,
      next_page_info: null,
      previous_page_info: null,
    },
  });
  renderApp(PAGE, answers({ 'products.listByStore': none }));
  fireEvent.click(await screen.findByRole('button', { name: 'View Products' }));
  expect(await screen.findByText(messages.storeDetail.noProducts)).toBeTruthy();
});

test('the sync log lists every run with its numbers, and opens to its findings', async () => {
  const logs = [
    buildSyncLog({
      id: '0190c000-0000-7000-8000-000000000002',
      method: 'rest',
      trigger: 'schedule',
      status: 'failed',
      message: 'Sync failed',
      error_message: 'The token was revoked.',
      completed_at: '2026-11-21T05:02:05.000Z',
      pages_fetched: 12,
    }),
    buildSyncLog({
      message: 'Completed with gaps',
      counts: { created: 5, updated: 4, unchanged: 30, removed: 1, held_back: 0 },
      source_count: { products: 41, variants: 90 },
      stored_count: { products: 40, variants: 88 },
      gaps: [{ source_id: 'gid://shopify/Product/9', title: 'Lost lamp', reason: 'It could not be read.' }],
    }),
  ];
  renderApp(PAGE, answers({ 'sync.logs': () => ({ logs, total: 2 }) }));
  const log = await region('Sync Log');
  const table = within(await log.findByRole('table', { name: 'Sync runs' }));
  const [, failed, gaps] = table.getAllByRole('row');
  expect(failed?.textContent).toContain('FailedRESTSchedule2 min 05 s0000');
  expect(gaps?.textContent).toContain('Completed with gapsGraphQLManual10 s54301');
  // The chart's numbers are a table as well, for whoever cannot see it.
  expect(
    within(log.getByRole('table', { name: 'Durations and counts of the last runs' })).getAllByRole('row'),
  ).toHaveLength(3);

  const open = (index: number) =>
    fireEvent.click(table.getAllByRole('button', { expanded: false })[index] as HTMLElement);
  open(0);
  expect(log.getByText('The token was revoked.')).toBeTruthy();
  expect(log.getByText('Pages read').nextElementSibling?.textContent).toBe('12');
  open(0);
  expect(log.getByText('Lost lamp:')).toBeTruthy();
  expect(log.getByText('41 products · 90 variants')).toBeTruthy();
  expect(log.queryByText('The token was revoked.')).toBeNull();
});

test('more runs than one page holds are paged', async () => {
  const { calls } = renderApp(
    PAGE,
    answers({
      'sync.logs': ({ query }) => ({
        logs: [buildSyncLog({ method: query?.offset === 100 ? 'rest' : 'graphql' })],
        total: 101,
      }),
    }),
  );
  const log = await region('Sync Log');
  expect(await log.findByText('Page 1 of 2')).toBeTruthy();
  fireEvent.click(log.getByRole('button', { name: 'Older' }));
  expect(await log.findByText('Page 2 of 2')).toBeTruthy();
  expect(await log.findByRole('cell', { name: 'REST' })).toBeTruthy();
  expect(calls.filter(({ id }) => id === 'sync.logs').length).toBeGreaterThan(1);
});

test('a log that cannot be read says why; a store that was never synced says that', async () => {
  let fails = true;
  const forbidden = new ApiError({ status: 400, code: 'malformed_request', detail: 'Not now.' });
  renderApp(PAGE, answers({ 'sync.logs': () => (fails ? forbidden : { logs: [], total: 0 }) }));
  const log = await region('Sync Log');
  expect(await log.findByText('Not now.', { exact: false })).toBeTruthy();
  fails = false;
  fireEvent.click(log.getByRole('button', { name: 'Retry' }));
  expect(await log.findByText('This store has not been synced yet.')).toBeTruthy();
});

test('REST is offered for a test store only, and says what its first page holds', async () => {
  const other = buildStore({ store_type: 'test' });
  renderApp(
    PAGE,
    answers({
      'stores.get': () => other,
      'sync.startRest': () => ({
        success: true,
        task_id: '0190c000-0000-7000-8000-000000000009',
        products_count: 500,
        message: 'Started.',
        pages_fetched: 1,
        has_more: true,
      }),
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Sync All Products (REST)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Sync Atlas Outdoor?' }));
  fireEvent.click(question.getByRole('button', { name: 'Start sync' }));
  expect(await screen.findByText(messages.sync.started('REST', 500))).toBeTruthy();
  expect(screen.getByText(messages.sync.restStarted(500, 1, true))).toBeTruthy();
});

test('a sync that does not start says why; a Shopify store has no REST button', async () => {
  renderApp(PAGE, answers({ 'sync.startGraphql': () => unavailable('The shop is away.') }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sync Products (GraphQL)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Sync Atlas Outdoor?' }));
  expect(question.getByText(messages.sync.confirmGraphql)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Start sync' }));
  const alert = await screen.findByText(messages.sync.startFailed('GraphQL', 'The shop is away.'));
  expect(screen.queryByRole('button', { name: 'Sync All Products (REST)' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(alert.isConnected).toBe(false));
});

test('a sync that does not start says so once, however long the shop takes, and nothing of the run before', async () => {
  const before = buildSyncStatus({
    store_id: store.id,
    sync_id: 'run-1',
    status: 'failed',
    error_message: 'Old.',
  });
  const polled = buildSyncStatus({ ...before, sync_id: 'run-2', error_message: 'The shop is away.' });
  let status = before;
  let refuse = (_reason: ApiError): void => undefined;
  renderApp(
    PAGE,
    answers({
      'sync.status': () => status,
      'sync.startGraphql': () => new Promise((_, reject) => (refuse = reject)),
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Sync Products (GraphQL)' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Start sync' }));
  const line = await region('Sync status');
  await line.findByText('Syncing');
  // While the start is under way, the server still tells of the run before.
  window.dispatchEvent(new Event('visibilitychange'));
  await line.findByText('Failed');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  status = polled;
  refuse(unavailable('The shop is away.'));
  await screen.findByText(messages.sync.startFailed('GraphQL', 'The shop is away.'));
  await waitFor(() => expect(line.getByText('Failed')).toBeTruthy());
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
});

test('a start that is refused after a while is told of once', async () => {
  let refuse = (_reason: ApiError): void => undefined;
  renderApp(PAGE, answers({ 'sync.startGraphql': () => new Promise((_, reject) => (refuse = reject)) }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sync Products (GraphQL)' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Start sync' }));
  const line = await region('Sync status');
  await line.findByText('Syncing');
  refuse(unavailable('The shop is away.'));
  await screen.findByText(messages.sync.startFailed('GraphQL', 'The shop is away.'));
  await line.findByText('Failed');
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
});

test('the connection test says whose shop answered, or the detail of what went wrong', async () => {
  let detail: string | null = null;
  renderApp(
    PAGE,
    answers({
      'stores.testGraphqlConnection': () => ({
        success: detail === null,
        message: '',
        data: detail === null ? { name: 'Atlas' } : null,
        error: null,
        detail,
      }),
    }),
  );
  const button = await screen.findByRole('button', { name: 'Test GraphQL Connection' });
  fireEvent.click(button);
  expect(await screen.findByText(messages.sync.graphqlTestPassed('Atlas'))).toBeTruthy();
  detail = 'The token was revoked.';
  await waitFor(() => {
    const failed = messages.sync.graphqlTestFailed('The token was revoked.');
    if (!screen.queryByText(failed)) fireEvent.click(button);
    screen.getByText(failed);
  });
});

test('webhooks are switched on once that is confirmed, and then say when the last one came', async () => {
  let state = webhooks();
  renderApp(
    PAGE,
    answers({
      'webhooks.get': () => state,
      'webhooks.enable': () => {
        state = webhooks({ enabled: true, active: true, last_received_at: new Date().toISOString() });
        return state;
      },
    }),
  );
  const panel = await region('Webhooks');
  expect(await panel.findByText('Off')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Switch on' }));
  const question = within(await screen.findByRole('dialog', { name: /^Switch the webhooks of Atlas/ }));
  fireEvent.click(question.getByRole('button', { name: 'Switch on' }));
  expect(await panel.findByText('On')).toBeTruthy();
  expect(panel.getByText(/^Last received/).textContent).toBe('Last received: just now');
  expect(panel.getAllByLabelText('registered')).toHaveLength(2);
});

test('webhooks that cannot come say why, and cannot be switched on', async () => {
  const reason = 'Shopify reaches public https addresses only.';
  renderApp(PAGE, answers({ 'webhooks.get': () => webhooks({ unavailable_because: reason }) }));
  const panel = await region('Webhooks');
  expect(await panel.findByText(reason)).toBeTruthy();
  const button = panel.getByRole('button', { name: 'Switch on' });
  expect(button.getAttribute('aria-description')).toBe(reason);
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('webhooks that the shop did not register say why, and are registered again', async () => {
  let state = webhooks({ enabled: true, error: 'The token lacks read_products.' });
  renderApp(
    PAGE,
    answers({
      'webhooks.get': () => state,
      'webhooks.enable': () => {
        state = webhooks({ enabled: true, active: true });
        return state;
      },
    }),
  );
  const panel = await region('Webhooks');
  expect(await panel.findByText('The token lacks read_products.')).toBeTruthy();
  expect(panel.getByText('Not registered')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'Register again' }));
  expect(await panel.findByText('On')).toBeTruthy();
});

test('a SQL Server store has no webhooks and no Shopify buttons', async () => {
  const warehouse = buildMssqlStore();
  renderApp(PAGE, answers({ 'stores.get': () => warehouse }));
  await screen.findByRole('region', { name: 'Sync Log' });
  expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull();
  expect(screen.queryByRole('button', { name: /GraphQL/ })).toBeNull();
});

test('an OAuth store without a token is connected from its page', async () => {
  const oauth = buildStore({ connection_method: 'oauth', has_access_token: false, access_token_hint: null });
  const { calls } = renderApp(
    PAGE,
    answers({
      'stores.get': () => oauth,
      'stores.authorize': () =>
        new ApiError({ status: 409, code: 'conflict', detail: 'Enter the app in the settings first.' }),
    }),
  );
  expect(await screen.findByText('This store is not connected with Shopify yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Connect with Shopify' }));
  expect(await screen.findByText(/Enter the app in the settings first\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Settings' })).toBeTruthy();
  expect(calls.some(({ id }) => id === 'stores.authorize')).toBe(true);
});

test('who comes back from Shopify is told how it ended, and a good end can be put away', async () => {
  const connected = buildStore({
    connection_method: 'oauth',
    authorized_at: '2026-11-21T05:00:00.000Z',
    granted_scopes: ['read_products', 'write_products'],
    api_deprecated_reason: 'https://shopify.dev/api/usage/versioning',
    api_deprecated_at: '2026-01-02T00:00:00.000Z',
  });
  renderApp(`${PAGE}?authorization=connected`, answers({ 'stores.get': () => connected }));
  expect(await screen.findByText('Atlas Outdoor is connected with Shopify.')).toBeTruthy();
  expect(screen.getByText('read_products, write_products')).toBeTruthy();
  const page = screen.getByRole('link', { name: 'Shopify’s page about them' });
  expect(page.getAttribute('href')).toBe('https://shopify.dev/api/usage/versioning');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(screen.queryByText('Atlas Outdoor is connected with Shopify.')).toBeNull();
});

test('a connection that failed says why and offers another try', async () => {
  const refused = buildStore({
    connection_method: 'oauth',
    has_access_token: false,
    authorization_error: 'The installation was cancelled at Shopify.',
  });
  renderApp(`${PAGE}?authorization=failed`, answers({ 'stores.get': () => refused }));
  expect(await screen.findByText('The installation was cancelled at Shopify.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Connect with Shopify' })).toBeTruthy();
});
