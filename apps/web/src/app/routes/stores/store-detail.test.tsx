import { messages } from '@storefleet/contract/messages';
import type { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { buildMssqlStore, buildStore } from '../../../testing/builders/build-store.ts';
import { buildSyncLog } from '../../../testing/builders/build-sync-log.ts';
import { buildSyncStatus } from '../../../testing/builders/build-sync-status.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { press, pressWhenThere, region } from '../../../testing/screen-form.ts';
import { productPage, storePageAnswers } from '../../../testing/store-page.ts';

const store = buildStore();
const PAGE = `/stores/${store.id}`;
const open = (more: Answers = {}, page = PAGE) => renderApp(page, storePageAnswers(store, more));

/** 1,300 products in six pages that are linked both ways. */
const pagedProducts: NonNullable<Answers['products.listByStore']> = ({ query }) => {
  const offset = Number(query?.page_info ?? 0);
  const products = Array.from({ length: Math.min(250, 1_300 - offset) }, (_, index) =>
    buildProduct({ id: `product-${offset + index}`, title: `Product ${offset + index + 1}`, variants: [] }),
  );
  return productPage(products, { total: 1_300, offset });
};

test('a store that cannot be read just now offers another try', async () => {
  open({ 'stores.get': () => new Error('Out of order.') });
  await screen.findByText(messages.storeDetail.loadFailed);
  screen.getByRole('button', { name: 'Retry' });
});

test('products come page by page, forwards and back, until all are loaded', async () => {
  open({ 'products.listByStore': pagedProducts });
  await pressWhenThere('View Products');
  await screen.findByText('1–250 of 1,300 products');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
  for (const range of ['1–500', '1–750', '1–1,000', '251–1,250']) {
    press('Load More');
    await screen.findByText(`${range} of 1,300 products`);
  }
  press('Load More');
  await screen.findByText(/All 1,300 Products Loaded/);
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
  press('Previous');
  await screen.findByText('251–1,250 of 1,300 products');
});

test('products that cannot be loaded say so, at first and later', async () => {
  let fails = true;
  open({ 'products.listByStore': (input) => (fails ? refusal() : pagedProducts(input)) });
  await pressWhenThere('View Products');
  await screen.findByText(messages.storeDetail.loadAllFailed);
  fails = false;
  press('Retry');
  await screen.findByText('1–250 of 1,300 products');
  fails = true;
  press('Load More');
  await screen.findByText(messages.storeDetail.loadMoreFailed);
});

test.each<[string, Answers['products.listByStore'], string]>([
  ['on their way', () => new Promise(() => undefined), messages.storeDetail.loadingProducts],
  ['not there', () => productPage([]), messages.storeDetail.noProducts],
])('products that are %s say so', async (_, listByStore, sentence) => {
  open(listByStore ? { 'products.listByStore': listByStore } : {});
  await pressWhenThere('View Products');
  await screen.findByText(sentence);
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
      gaps: [{ source_id: 'gid://shopify/Product/9', title: 'Lost lamp', reason: 'It could not be read.' }],
    }),
  ];
  open({ 'sync.logs': () => ({ logs, total: 2 }) });
  const log = await region('Sync Log');
  const table = within(await log.findByRole('table', { name: 'Sync runs' }));
  const [, failed, gaps] = table.getAllByRole('row');
  expect(failed?.textContent).toContain('FailedRESTSchedule2 min 05 s0000');
  expect(gaps?.textContent).toContain('Completed with gapsGraphQLManual10 s54301');
  // The chart's numbers are a table as well, for whoever cannot see it.
  const numbers = log.getByRole('table', { name: 'Durations and counts of the last runs' });
  expect(within(numbers).getAllByRole('row')).toHaveLength(3);

  const openRun = (index: number) =>
    fireEvent.click(table.getAllByRole('button', { expanded: false })[index] as HTMLElement);
  openRun(0);
  log.getByText('The token was revoked.');
  expect(log.getByText('Pages read').nextElementSibling?.textContent).toBe('12');
  openRun(0);
  log.getByText('Lost lamp:');
  log.getByText('41 products · 90 variants');
  expect(log.queryByText('The token was revoked.')).toBeNull();
});

test('more runs than one page holds are paged', async () => {
  open({
    'sync.logs': ({ query }) => ({
      logs: [buildSyncLog({ method: query?.offset === 100 ? 'rest' : 'graphql' })],
      total: 101,
    }),
  });
  const log = await region('Sync Log');
  await log.findByText('Page 1 of 2');
  fireEvent.click(log.getByRole('button', { name: 'Older' }));
  await log.findByText('Page 2 of 2');
  await log.findByRole('cell', { name: 'REST' });
});

test('a log that cannot be read says why; a store that was never synced says that', async () => {
  let fails = true;
  open({ 'sync.logs': () => (fails ? refusal('Not now.') : { logs: [], total: 0 }) });
  const log = await region('Sync Log');
  await log.findByText('Not now.', { exact: false });
  fails = false;
  fireEvent.click(log.getByRole('button', { name: 'Retry' }));
  await log.findByText('This store has not been synced yet.');
});

test('REST is offered for a test store only, and says what its first page holds', async () => {
  open({
    'stores.get': () => buildStore({ store_type: 'test' }),
    'sync.startRest': () => ({
      success: true,
      task_id: '0190c000-0000-7000-8000-000000000009',
      products_count: 500,
      message: 'Started.',
      pages_fetched: 1,
      has_more: true,
    }),
  });
  await pressWhenThere('Sync All Products (REST)');
  await pressWhenThere('Start sync');
  await screen.findByText(messages.sync.started('REST', 500));
  screen.getByText(messages.sync.restStarted(500, 1, true));
});

test('a sync that does not start says so once, and nothing of the run before', async () => {
  let status = buildSyncStatus({
    store_id: store.id,
    sync_id: 'run-1',
    status: 'failed',
    error_message: 'Old.',
  });
  let refuse = (_reason: Error): void => undefined;
  open({
    'sync.status': () => status,
    'sync.startGraphql': () => new Promise((_, reject) => (refuse = reject)),
  });
  await pressWhenThere('Sync Products (GraphQL)');
  expect(screen.queryByRole('button', { name: 'Sync All Products (REST)' })).toBeNull();
  await pressWhenThere('Start sync');
  const line = await region('Sync status');
  await line.findByText('Syncing');
  // While the start is on its way, the server still answers with the run before.
  window.dispatchEvent(new Event('visibilitychange'));
  await line.findByText('Failed');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  status = buildSyncStatus({ ...status, sync_id: 'run-2', error_message: 'The shop is away.' });
  refuse(refusal('The shop is away.'));
  const alert = await screen.findByText(messages.sync.startFailed('GraphQL', 'The shop is away.'));
  await waitFor(() => expect(line.getByText('Failed')).toBeTruthy());
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
  press('Dismiss');
  await waitFor(() => expect(alert.isConnected).toBe(false));
});

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

test('webhooks that cannot come say why, and cannot be switched on', async () => {
  const reason = 'Shopify reaches public https addresses only.';
  open({ 'webhooks.get': () => webhooks({ unavailable_because: reason }) });
  const panel = await region('Webhooks');
  await panel.findByText(reason);
  const button = panel.getByRole('button', { name: 'Switch on' });
  expect(button.getAttribute('aria-description')).toBe(reason);
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('webhooks that were not registered say why, and are registered again', async () => {
  let state = webhooks({ enabled: true, error: 'The token lacks read_products.' });
  open({
    'webhooks.get': () => state,
    'webhooks.enable': () => {
      state = webhooks({ enabled: true, active: true, last_received_at: new Date().toISOString() });
      return state;
    },
  });
  const panel = await region('Webhooks');
  await panel.findByText('The token lacks read_products.');
  panel.getByText('Not registered');
  fireEvent.click(panel.getByRole('button', { name: 'Register again' }));
  await panel.findByText('On');
  expect(panel.getByText(/^Last received/).textContent).toBe('Last received: just now');
  expect(panel.getAllByLabelText('registered')).toHaveLength(2);
});

test('a SQL Server store has no webhooks and no Shopify buttons', async () => {
  open({ 'stores.get': () => buildMssqlStore() });
  await screen.findByRole('region', { name: 'Sync Log' });
  expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull();
  expect(screen.queryByRole('button', { name: /GraphQL/ })).toBeNull();
});

test('an OAuth store that cannot be connected says why, with the way to the settings', async () => {
  const unconnected = { connection_method: 'oauth', has_access_token: false } as const;
  open({
    'stores.get': () => buildStore(unconnected),
    'stores.authorize': () => refusal('Enter the app in the settings first.'),
  });
  await screen.findByText('This store is not connected with Shopify yet');
  press('Connect with Shopify');
  await screen.findByText(/Enter the app in the settings first\./);
  screen.getByRole('link', { name: 'Go to Settings' });
});

test('coming back from Shopify shows how it ended, and a success can be dismissed', async () => {
  const connected = buildStore({
    connection_method: 'oauth',
    authorized_at: '2026-11-21T05:00:00.000Z',
    granted_scopes: ['read_products', 'write_products'],
    api_deprecated_reason: 'https://shopify.dev/api/usage/versioning',
  });
  open({ 'stores.get': () => connected }, `${PAGE}?authorization=connected`);
  const banner = await screen.findByText('Atlas Outdoor is connected with Shopify.');
  screen.getByText('read_products, write_products');
  const page = screen.getByRole('link', { name: 'Shopify’s page about them' });
  expect(page.getAttribute('href')).toBe('https://shopify.dev/api/usage/versioning');
  press('Dismiss');
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(banner.isConnected).toBe(false);
});

test('a connection that failed says why and offers another try', async () => {
  const refused = buildStore({
    connection_method: 'oauth',
    has_access_token: false,
    authorization_error: 'The installation was cancelled at Shopify.',
  });
  open({ 'stores.get': () => refused }, `${PAGE}?authorization=failed`);
  await screen.findByText('The installation was cancelled at Shopify.');
  screen.getByRole('button', { name: 'Connect with Shopify' });
});
