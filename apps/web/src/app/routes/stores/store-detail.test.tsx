import { messages } from '@storefleet/contract/messages';
import { StoreWebhooks } from '@storefleet/contract/stores/webhooks';
import type { SyncLog } from '@storefleet/contract/syncs/sync';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { blank } from '../../../testing/builders/blank.ts';
import { buildProduct } from '../../../testing/builders/build-product.ts';
import { buildVariant } from '../../../testing/builders/build-result-item.ts';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { buildSyncLog } from '../../../testing/builders/build-sync-log.ts';
import { buildSyncStatus } from '../../../testing/builders/build-sync-status.ts';
import { everything, productPage, shop as store, table } from '../../../testing/every-screen.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { press, pressWhenThere, question, region, type } from '../../../testing/screen-form.ts';

const PAGE = `/stores/${store.id}`;

const open = (more: Answers = {}, page = PAGE) => renderApp(page, { ...everything, ...more });
const statusOf = (fields: Parameters<typeof buildSyncStatus>[0]) =>
  buildSyncStatus({ sync_id: 'run-1', ...fields });

/** Reads a list of facts as `label: value`. */
const factsOf = (list: HTMLElement) =>
  Object.fromEntries(
    within(list)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test('the details list only fields with a value', async () => {
  const full = buildStore({
    store_status: 'inactive',
    store_owner: 'Ann Miles',
    store_email: 'ann@atlas.example',
    store_country: 'Germany',
    created_at: '2026-01-15T09:00:00.000Z',
    tags: ['outdoor', 'flagship'],
    notes: 'Call before noon.',
    api_deprecated_reason: 'https://shopify.dev/api/usage/versioning',
  });
  open({ 'stores.get': () => full });
  expect(factsOf(await screen.findByRole('region', { name: 'Details' }))).toEqual({
    Status: 'Inactive',
    Type: 'Shopify',
    Products: '0 products · 0 variants',
    'Last synced': messages.storeDetail.neverSynced,
    Connection: 'Admin API · token ends in …a1b2',
    'API version': '2026-10',
    'Deprecated calls': 'Shopify’s page about them',
    Owner: 'Ann Miles',
    Email: 'ann@atlas.example',
    Country: 'Germany',
    Currency: 'USD',
    'Added on': 'Jan 15, 2026',
    Tags: 'outdoorflagship',
    Notes: 'Call before noon.',
  });
});

test('while a sync runs, its progress is shown and another cannot be started', async () => {
  const running = { processed_products: 400, total_products: 1_000, progress: 40 };
  open({ 'sync.status': () => statusOf({ status: 'in_progress', stage: 'reading', ...running }) });
  const line = await region('Sync status');
  line.getByText(/^400 of 1,000 products/);
  expect(screen.getByRole('progressbar', { name: 'Sync progress' }).getAttribute('aria-valuenow')).toBe('40');
  screen.getByText('40%');
  const start = screen.getByRole('button', { name: 'Sync Products (GraphQL)' });
  expect(start.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(start);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a sync that fails to start is reported once, without the previous run’s error', async () => {
  let status = statusOf({ status: 'failed', error_message: 'Old.' });
  let refuse = (_reason: Error): void => undefined;
  open({
    'sync.status': () => status,
    'sync.startGraphql': () => new Promise((_, reject) => (refuse = reject)),
  });
  await pressWhenThere('Sync Products (GraphQL)');
  await pressWhenThere('Start sync');
  const line = await region('Sync status');
  await line.findByText('Syncing');
  // While the start request is pending, the server still returns the previous run.
  window.dispatchEvent(new Event('visibilitychange'));
  await line.findByText('Failed');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  status = statusOf({ sync_id: 'run-2', status: 'failed', error_message: 'The shop is away.' });
  refuse(refusal('The shop is away.'));
  const alert = await screen.findByText(messages.sync.startFailed('GraphQL', 'The shop is away.'));
  await waitFor(() => expect(line.getByText('Failed')).toBeTruthy());
  expect(screen.getAllByRole('button', { name: 'Dismiss' })).toHaveLength(1);
  press('Dismiss');
  await waitFor(() => expect(alert.isConnected).toBe(false));
});

test('Enter saves the points kept for edits only if they are a new whole number', async () => {
  const { calls } = open({
    'stores.points': () => ({ points: null }),
    'stores.update': () => buildStore({ points_floor: 120 }),
  });
  const points = await screen.findByRole('textbox', { name: 'Points kept for edits' });
  const form = points.closest('form') as HTMLFormElement;
  const saved = () => calls.filter(({ id }) => id === 'stores.update').map(({ body }) => body);
  fireEvent.submit(form);
  type(points, 'some');
  fireEvent.submit(form);
  expect(saved()).toEqual([]);
  type(points, '120');
  fireEvent.submit(form);
  await waitFor(() => expect(saved()).toMatchObject([{ points_floor: 120 }]));
});

test('the points being typed stay when somebody else saves others, which show by themselves', async () => {
  let saved = buildStore({ points_floor: 60 });
  const { calls } = open({
    'stores.points': () => ({ points: null }),
    'stores.get': () => saved,
    'stores.update': ({ body }) => {
      if (body?.based_on?.points_floor !== saved.points_floor) {
        return refusal('Somebody else changed the store in the meantime.');
      }
      saved = buildStore({ points_floor: body?.points_floor ?? null });
      return saved;
    },
  });
  const points = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Points kept for edits' });
  await waitFor(() => expect(points().value).toBe('60'));
  type(points(), '120');
  saved = buildStore({ points_floor: 80 });
  press('Save');
  await screen.findByText('Somebody else saved other values meanwhile');
  expect(points().value).toBe('120');
  press('Reset');
  expect(points().value).toBe('80');
  type(points(), '130');
  press('Save');
  await waitFor(() =>
    expect(calls.findLast(({ id }) => id === 'stores.update')?.body).toMatchObject({
      points_floor: 130,
      based_on: { points_floor: 80 },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
});

test('REST is offered for test stores only, and reports its first page', async () => {
  open({
    'stores.get': () => buildStore({ store_type: 'test' }),
    'sync.startRest': () => ({
      success: true,
      task_id: 'run-2',
      message: 'Started.',
      products_count: 500,
      pages_fetched: 1,
      has_more: true,
    }),
  });
  await pressWhenThere('Sync All Products (REST)');
  await pressWhenThere('Start sync');
  await screen.findByText(messages.sync.started('REST', 500));
  screen.getByText(messages.sync.restStarted(500, 1, true));
});

test.each([
  ['another reason', PAGE, 'unavailable'],
  ['the token of a SQL Server store', `/stores/${table.id}`, 'auth'],
])('a sync that failed for %s does not offer a new token', async (_what, page, error_kind) => {
  open({ 'sync.status': () => statusOf({ status: 'failed', error_message: 'No.', error_kind }) }, page);
  await screen.findByText('Sync failed: No.');
  expect(screen.queryByRole('button', { name: 'Sync All Products (REST)' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Enter a new token/ })).toBeNull();
});

/** 1,300 products in six pages linked in both directions. */
const pagedProducts: NonNullable<Answers['products.listByStore']> = ({ query }) => {
  const offset = Number(query?.page_info ?? 0);
  const products = Array.from({ length: Math.min(250, 1_300 - offset) }, (_, index) =>
    buildProduct({ id: `product-${offset + index}`, title: `Product ${offset + index + 1}`, variants: [] }),
  );
  return productPage(products, { total: 1_300, offset });
};

test('products are paged in both directions; a failed page says so', async () => {
  let fails = false;
  open({ 'products.listByStore': (input) => (fails ? refusal() : pagedProducts(input)) });
  await pressWhenThere('View Products');
  await screen.findByText('1–250 of 1,300 products');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
  fails = true;
  press('Load More');
  await screen.findByText(messages.storeDetail.loadMoreFailed);
  fails = false;
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

test.each<[string, NonNullable<Answers['products.listByStore']>, string]>([
  ['loading', () => new Promise(() => undefined), messages.storeDetail.loadingProducts],
  ['missing', () => productPage([]), messages.storeDetail.noProducts],
])('products that are %s say so', async (_, listByStore, sentence) => {
  open({ 'products.listByStore': listByStore });
  await pressWhenThere('View Products');
  await screen.findByText(sentence);
});

test('the products show their description and the custom fields that have a value', async () => {
  const variants = [buildVariant({ metafields: { 'custom.shelf': 'A-17', 'custom.colour': null } })];
  const product = buildProduct({ description: 'For two people.', variants });
  open({ 'products.listByStore': () => productPage([product]) }, `/stores/${table.id}`);
  await pressWhenThere('View Products');
  await screen.findByText('For two people.');
  expect(screen.getByText('Shelf').nextSibling?.textContent).toBe('A-17');
  expect(screen.queryByText('Colour')).toBeNull();
});

test('the sync log lists every run with its counts, expands to findings, and is paged', async () => {
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
  open({ 'sync.logs': ({ query }) => ({ logs: query?.offset === 100 ? [] : logs, total: 101 }) });
  const log = await region('Sync Log');
  const table = within(await log.findByRole('table', { name: 'Sync runs' }));
  const [, failed, gaps] = table.getAllByRole('row');
  expect(failed?.textContent).toContain('FailedRESTSchedule2 min 05 s0000');
  expect(gaps?.textContent).toContain('Completed with gapsGraphQLManual10 s54301');
  // The chart's numbers are also a table for screen readers.
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

  log.getByText('Page 1 of 2');
  fireEvent.click(log.getByRole('button', { name: 'Older' }));
  await log.findByText('Page 2 of 2');
});

/** A store page with this result of the last run. */
const openAfter = (fields: Partial<SyncLog>, more: Answers = {}) => {
  const run = buildSyncLog({ id: 'run-1', message: messages.sync.completedWithGaps, ...fields });
  return open({
    'sync.status': () => statusOf({ status: 'completed', message: run.message }),
    'sync.logs': () => ({ logs: [run], total: 1 }),
    ...more,
  });
};

test('rows skipped by the last run are counted and paged with key and reason', async () => {
  const skipped = (offset: number) =>
    Array.from({ length: Math.min(50, 120 - offset) }, (_, index) => ({
      source_key: `ProductID = ${offset + index + 1}`,
      reason: `Reason ${offset + index + 1}`,
    }));
  let fails = true;
  openAfter(
    { skipped_rows: 2_345 },
    {
      'sync.skippedRows': ({ query }) =>
        fails ? refusal('Not now.') : { rows: skipped(Number(query?.offset ?? 0)), total: 120 },
    },
  );
  await pressWhenThere('Show skipped rows');
  const dialog = await question('2,345 rows skipped');
  await dialog.findByText('The skipped rows could not be read');
  fails = false;
  fireEvent.click(dialog.getByRole('button', { name: 'Retry' }));
  await dialog.findByRole('row', { name: 'ProductID = 1 Reason 1' });
  dialog.getByText(/The first 120 are listed\./);
  dialog.getByText('Page 1 of 3');
  for (const first of [51, 101]) {
    fireEvent.click(dialog.getByRole('button', { name: 'Next' }));
    await dialog.findByRole('row', { name: `ProductID = ${first} Reason ${first}` });
  }
  expect(dialog.queryByRole('row', { name: 'ProductID = 1 Reason 1' })).toBeNull();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
});

test('gaps and notices of the last run are shown', async () => {
  openAfter({
    gaps: [
      { source_id: 'gid://shopify/Product/7', title: 'Tent', reason: 'It could not be read.' },
      { source_id: null, title: null, reason: 'The store says it has 10 products, and 9 could be read.' },
    ],
    notices: ['Costs could not be read for want of a scope.'],
  });
  await screen.findByText('2 gaps between the source and what is stored');
  expect(screen.getByText('Tent:').parentElement?.textContent).toBe('Tent: It could not be read.');
  screen.getByText('The store says it has 10 products, and 9 could be read.');
  screen.getByText('Costs could not be read for want of a scope.');
});

const webhooks = (fields: Partial<StoreWebhooks>): StoreWebhooks => ({
  ...blank(StoreWebhooks),
  topics: [
    { topic: 'products/create', registered: fields.active ?? false },
    { topic: 'products/delete', registered: fields.active ?? false },
  ],
  ...fields,
});

test('unreachable webhooks say why and cannot be switched on', async () => {
  const reason = 'Shopify reaches public https addresses only.';
  open({ 'webhooks.get': () => webhooks({ unavailable_because: reason }) });
  const panel = await region('Webhooks');
  await panel.findByText(reason);
  const button = panel.getByRole('button', { name: 'Switch on' });
  expect(button.getAttribute('aria-description')).toBe(reason);
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('unregistered webhooks say why and can be registered again', async () => {
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

test('registered webhooks that are not taken over say why', async () => {
  open({ 'webhooks.get': () => webhooks({ enabled: true, active: true, error: 'Another secret.' }) });
  const panel = await region('Webhooks');
  await panel.findByText('Another secret.');
  panel.getByText('What the shop reports is not taken over');
  panel.getByText('On');
});

test('points kept for edits that leave a sync no page before the bucket is full are warned of', async () => {
  const points = {
    store_id: store.id,
    maximum: 2_000,
    available: 2_000,
    restore_rate: 100,
    measured_at: '2026-11-24T09:00:00.000Z',
    floor: 100,
    used: { syncs: 0, edits: 0, webhooks: 0 },
    used_since: '2026-11-24T09:00:00.000Z',
  };
  open({ 'stores.points': () => ({ points }) });
  const kept = await screen.findByLabelText<HTMLInputElement>('Points kept for edits');
  await screen.findByText('2,000 of 2,000 points free');
  const warning = /^With more than 1,820 of the 2,000 points kept/;
  fireEvent.change(kept, { target: { value: '1820' } });
  expect(screen.queryByText(warning)).toBeNull();
  fireEvent.change(kept, { target: { value: '1821' } });
  screen.getByText(warning);
});

test('a SQL Server store has no webhooks and no Shopify buttons', async () => {
  open({}, `/stores/${table.id}`);
  await screen.findByRole('region', { name: 'Sync Log' });
  expect(screen.queryByRole('region', { name: 'Webhooks' })).toBeNull();
  expect(screen.queryByRole('button', { name: /GraphQL/ })).toBeNull();
});

const byConsent = { connection_method: 'oauth', has_access_token: false } as const;

test('an OAuth store that cannot connect says why and links to the settings', async () => {
  const refused = buildStore({ ...byConsent, authorization_error: 'The installation was cancelled.' });
  open(
    {
      'stores.get': () => refused,
      'stores.authorize': () => refusal('Enter the app in the settings first.'),
    },
    `${PAGE}?authorization=failed`,
  );
  await screen.findByText('The installation was cancelled.');
  const start = screen.getByRole('button', { name: 'Sync Products (GraphQL)' });
  expect(start.getAttribute('aria-description')).toBe('The store is not connected with Shopify yet.');
  press('Connect with Shopify');
  await screen.findByText(/Enter the app in the settings first\./);
  screen.getByRole('link', { name: 'Go to Settings' });
});
