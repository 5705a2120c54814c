import { messages } from '@storefleet/contract/messages';
import type { SettingList } from '@storefleet/contract/settings';
import type { ConnectionTestResult } from '@storefleet/contract/stores/stores';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { buildSetting } from '../../../testing/build-setting.ts';
import { buildStore } from '../../../testing/build-store.ts';
import { changedMeanwhile } from '../../../testing/changed-meanwhile.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { renderToasts } from '../../../testing/render-toasts.tsx';

const store = buildStore();
const EDIT = `/stores/${store.id}/edit`;
const CONNECT = 'Create and Connect with Shopify';

const tested: ConnectionTestResult = {
  success: true,
  message: 'Connected to Atlas Outdoor.',
  error: null,
  shop_data: {
    name: 'Atlas Outdoor',
    email: 'hello@atlas.example',
    domain: 'atlas.example',
    country: 'DE',
    plan_name: 'Shopify Plus',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
  },
  api_version_served: '2026-01',
  granted_scopes: ['read_products', 'write_products'],
  missing_scopes: [],
  notices: [],
};

function settings(...keys: string[]): SettingList {
  const list = keys.map((key) => buildSetting({ key, value: 'entered' }));
  return {
    settings: list,
    total: list.length,
    default_callback_url: 'http://localhost/oauth/shopify/callback',
  };
}

const withApp: Answers = { 'settings.list': () => settings('shopify_api_key', 'shopify_api_secret') };

/** What the page of a store asks for, where a saved form leads. */
const storePage: Answers = {
  ...withApp,
  'stores.get': () => store,
  'sync.status': () => new ApiError({ status: 503, code: 'service_unavailable', detail: 'Later.' }),
};

const invalid = (...errors: { path: string; message: string }[]) =>
  new ApiError({ status: 400, code: 'validation_failed', detail: 'Some fields are wrong.', errors });

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label });
const choice = (label: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: label });
const secret = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: 'input' });
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const bodyOf = (calls: readonly { id: string; body?: unknown }[], id: string) =>
  calls.findLast((call) => call.id === id)?.body;

async function fillIn(): Promise<void> {
  await screen.findByRole('heading', { name: 'Add Shopify Store' });
  type(field('Store name'), 'Atlas Outdoor');
  type(field('Store URL'), 'atlas-outdoor.myshopify.com');
}

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  vi.useRealTimers();
});

test('the form has the five sections and every field of a store', async () => {
  renderApp('/add-store', withApp);
  await screen.findByRole('heading', { name: 'Add Shopify Store' });
  const sections = {
    'Basic Information': ['Store name', 'Store URL', 'Description'],
    'Connection Settings': ['Token name'],
    'Store Configuration': ['Country', 'Tags'],
    'Store Details': [
      'Owner',
      'E-mail',
      'Phone',
      'Address',
      'City',
      'Province',
      'Postal code',
      'Country code',
    ],
    Notes: ['Notes'],
  };
  for (const [name, labels] of Object.entries(sections)) {
    const section = within(screen.getByRole('region', { name }));
    for (const label of labels) expect(section.getByRole('textbox', { name: label })).toBeTruthy();
  }
  for (const label of ['Store type', 'Status', 'Connection method', 'API version', 'Currency', 'Timezone']) {
    expect(choice(label)).toBeTruthy();
  }
  for (const label of ['Admin API token', 'API secret key']) expect(secret(label)).toBeTruthy();
  expect(screen.getByText('The token starts with shpat_')).toBeTruthy();
  expect(choice('API version').value).toBe('2023-10');
  expect([...choice('API version').options].map(({ text }) => text)).toEqual([
    '2026-10',
    '2026-07',
    '2026-04',
    '2026-01',
    '2023-10',
    '2023-07',
    '2023-04',
    '2023-01',
    '2022-10',
    '2022-07',
  ]);
  expect([...choice('Store type').options].map(({ value }) => value)).toEqual([
    'shopify',
    'development',
    'test',
  ]);
  expect(choice('Connection method').value).toBe('admin_api_token');
  expect(field('E-mail').type).toBe('email');
});

test('a created store is gone on to 1.5 s after the message', async () => {
  renderApp('/add-store', { ...storePage, 'stores.create': () => store });
  await fillIn();
  type(secret('Admin API token'), 'shpat_1');
  vi.useFakeTimers();
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  press('Create Store');
  await pass(1_499);
  expect(screen.getByText(messages.stores.created)).toBeTruthy();
  expect(window.location.pathname).toBe('/add-store');
  // One more for the answer to become a message.
  await pass(2);
  expect(window.location.pathname).toBe(`/stores/${store.id}`);
});

test('name, address and token are required, and an e-mail address has to be one', async () => {
  const { calls } = renderApp('/add-store', withApp);
  await screen.findByRole('heading', { name: 'Add Shopify Store' });
  type(field('E-mail'), 'nobody');
  press('Create Store');
  for (const sentence of [
    'Store name is required.',
    'Store URL is required.',
    'Admin API token is required.',
    'Enter a valid e-mail address.',
  ]) {
    expect(screen.getByText(sentence)).toBeTruthy();
  }
  expect(document.activeElement).toBe(field('Store name'));
  expect(calls.map(({ id }) => id)).not.toContain('stores.create');
});

test('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
  renderApp('/add-store', {
    ...withApp,
    'stores.create': () => invalid({ path: 'shop_url', message: 'This is no shop address.' }),
  });
  await fillIn();
  type(secret('Admin API token'), 'shpat_1');
  press('Create Store');
  expect(await screen.findByText(messages.stores.createFailed)).toBeTruthy();
  expect(field('Store URL').getAttribute('aria-invalid')).toBe('true');
  expect(field('Store name').value).toBe('Atlas Outdoor');
  expect(secret('Admin API token').value).toBe('shpat_1');
});

test('a test needs address and token, and shows the shop, its plan, and the version it answered with', async () => {
  const { calls } = renderApp('/add-store', { ...withApp, 'stores.testConnection': () => tested });
  await screen.findByRole('heading', { name: 'Add Shopify Store' });
  press('Test Connection');
  expect(screen.getByText(messages.stores.connectionTestFieldsMissing)).toBeTruthy();
  expect(calls.map(({ id }) => id)).not.toContain('stores.testConnection');

  await fillIn();
  type(secret('Admin API token'), 'shpat_1');
  press('Test Connection');
  const result = within((await screen.findByText(tested.message)).closest('[role=status]') as HTMLElement);
  for (const text of [
    'atlas.example',
    'Shopify Plus',
    'EUR',
    '2026-01 served, 2023-10 asked for',
    'read_products, write_products',
  ]) {
    expect(result.getByText(text)).toBeTruthy();
  }
  type(field('Store URL'), 'other.myshopify.com');
  expect(screen.queryByText(tested.message)).toBeNull();
});

test('a test that cannot be made says so', async () => {
  renderApp('/add-store', {
    ...withApp,
    'stores.testConnection': () =>
      new ApiError({ status: 0, code: 'network_error', detail: messages.networkError }),
  });
  await fillIn();
  type(secret('Admin API token'), 'shpat_1');
  press('Test Connection');
  expect(await screen.findByText(messages.stores.connectionTestError)).toBeTruthy();
  expect(screen.getByText(messages.networkError)).toBeTruthy();
});

test('a store with OAuth can be created alone, and is gone on to', async () => {
  const { calls } = renderApp('/add-store', { ...storePage, 'stores.create': () => store });
  await fillIn();
  type(choice('Connection method'), 'oauth');
  press('Create Store');
  expect(await screen.findByText(messages.stores.created)).toBeTruthy();
  await waitFor(() => expect(window.location.pathname).toBe(`/stores/${store.id}`));
  expect(calls.map(({ id }) => id)).not.toContain('stores.authorize');
});

test('a consent page that cannot be gone to leaves the store saved, to be tried again or gone to', async () => {
  let asked = 0;
  renderApp('/add-store', {
    ...storePage,
    'stores.create': () => store,
    'stores.authorize': () => {
      asked += 1;
      return new ApiError({ status: 409, code: 'conflict', detail: 'The app has no address yet.' });
    },
  });
  await fillIn();
  type(choice('Connection method'), 'oauth');
  fireEvent.click(await screen.findByRole('button', { name: CONNECT }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The app has no address yet.')).toBeTruthy();
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked).toBe(2));
  fireEvent.click(await screen.findByRole('link', { name: 'Go to the store' }));
  await waitFor(() => expect(window.location.pathname).toBe(`/stores/${store.id}`));
});

test('without the Shopify app, OAuth leads to the settings first', async () => {
  renderApp('/add-store', { 'settings.list': () => settings('shopify_api_key') });
  await fillIn();
  type(choice('Connection method'), 'oauth');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
  await waitFor(() => expect(screen.queryByRole('button', { name: CONNECT })).toBeNull());
  press('Test Connection');
  expect(screen.getByText(/^A store with OAuth can be tested once the app is approved/)).toBeTruthy();
});

test('a saved store with OAuth says what was approved and what failed last, and can be connected anew', async () => {
  const connected = buildStore({
    connection_method: 'oauth',
    authorized_at: '2026-01-02T00:00:00.000Z',
    granted_scopes: ['read_inventory', 'read_products'],
    authorization_error: 'The installation was cancelled at Shopify.',
  });
  const { calls } = renderApp(EDIT, {
    ...storePage,
    'stores.get': () => connected,
    'stores.testConnection': () => tested,
    'stores.update': () => connected,
    'stores.authorize': () => ({ authorize_url: `${window.location.href}#consent` }),
  });
  await screen.findByRole('heading', { name: 'Edit Atlas Outdoor' });
  expect(screen.getByText('The installation was cancelled at Shopify.')).toBeTruthy();
  expect(screen.getByText('read_inventory, read_products')).toBeTruthy();
  expect(screen.getByText('write_products')).toBeTruthy();
  press('Test Connection');
  await screen.findByText(tested.message);
  expect(bodyOf(calls, 'stores.testConnection')).toMatchObject({ store_id: store.id });
  press('Update and Reconnect with Shopify');
  await waitFor(() => expect(window.location.hash).toBe('#consent'));
});

test('a saved store is edited: a blank token is kept, and only what was changed is sent', async () => {
  const saved = buildStore({ api_version: '2025-07', has_client_secret: true, client_secret_hint: 'c3d4' });
  const { calls } = renderApp(EDIT, {
    ...storePage,
    'stores.get': () => saved,
    'stores.update': () => saved,
  });
  renderToasts();
  await screen.findByRole('heading', { name: 'Edit Atlas Outdoor' });
  expect(screen.getByText(/^Set, ends in …a1b2\. Leave blank to keep it\./)).toBeTruthy();
  expect(screen.getByText(/^Set, ends in …c3d4\. Leave blank to keep it\./)).toBeTruthy();
  expect(choice('API version').value).toBe('2025-07');
  type(choice('Status'), 'inactive');
  press('Update Store');
  await waitFor(() => expect(window.location.pathname).toBe(`/stores/${store.id}`));
  expect(bodyOf(calls, 'stores.update')).toEqual({
    store_status: 'inactive',
    based_on: { store_status: 'active' },
  });
  expect(screen.getByText(messages.stores.updated)).toBeTruthy();
});

test('what a connection test fills in does not count as emptied in the form', async () => {
  let current = buildStore({ store_currency: null });
  const { calls } = renderApp(EDIT, {
    ...storePage,
    'stores.get': () => current,
    'stores.testConnection': () => {
      current = { ...current, store_currency: 'EUR', domain: 'atlas.example' };
      return tested;
    },
    'stores.update': () => current,
  });
  await screen.findByRole('heading', { name: 'Edit Atlas Outdoor' });
  press('Test Connection');
  await screen.findByText(tested.message);
  await waitFor(() => expect(calls.filter(({ id }) => id === 'stores.get')).toHaveLength(2));
  type(field('Notes'), 'Seen.');
  press('Update Store');
  await waitFor(() => expect(bodyOf(calls, 'stores.update')).toMatchObject({ notes: 'Seen.' }));
});

test('what somebody else saved meanwhile is shown beside what was typed, and is asked about', async () => {
  let current = buildStore({ notes: 'old', tags: ['a'] });
  const { calls } = renderApp(EDIT, {
    ...storePage,
    'stores.get': () => current,
    'stores.update': ({ body }) =>
      body?.based_on?.notes === current.notes ? current : changedMeanwhile('notes'),
  });
  await screen.findByRole('heading', { name: 'Edit Atlas Outdoor' });
  type(field('Notes'), 'mine');
  type(field('City'), 'Oslo');
  current = { ...current, notes: 'theirs', tags: ['a', 'b'] };
  press('Update Store');
  const keep = await screen.findByRole('button', { name: 'Keep mine: Notes becomes mine' });
  expect(keep.closest('li')?.textContent).toContain('it is theirs by now, you entered mine. It was old.');
  expect([field('Notes').value, field('City').value, field('Tags').value]).toEqual(['mine', 'Oslo', 'a, b']);
  press('Update Store');
  expect(calls.filter(({ id }) => id === 'stores.update')).toHaveLength(1);
  fireEvent.click(keep);
  press('Update Store');
  await waitFor(() => expect(window.location.pathname).toBe(`/stores/${store.id}`));
  expect(bodyOf(calls, 'stores.update')).toEqual({
    notes: 'mine',
    store_city: 'Oslo',
    based_on: { notes: 'theirs', store_city: null },
  });
});

test('leaving with something typed is asked about', async () => {
  renderApp(EDIT, storePage);
  await screen.findByRole('heading', { name: 'Edit Atlas Outdoor' });
  type(field('Notes'), 'Not saved yet');
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  expect(window.location.pathname).toBe(EDIT);
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  press('Logout');
  const logout = within(await screen.findByRole('dialog', { name: 'Log out without saving?' }));
  fireEvent.click(logout.getByRole('button', { name: 'Stay' }));
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(window.location.pathname).toBe(`/stores/${store.id}`));
});

test('an update that fails keeps what was typed', async () => {
  renderApp(EDIT, {
    ...storePage,
    'stores.update': () => new ApiError({ status: 409, code: 'store_archived', detail: 'It is archived.' }),
  });
  await screen.findByRole('heading', { name: 'Edit Atlas Outdoor' });
  type(field('Notes'), 'Kept');
  press('Update Store');
  expect(await screen.findByText(messages.stores.updateFailed)).toBeTruthy();
  expect(screen.getByText('It is archived.')).toBeTruthy();
  expect(field('Notes').value).toBe('Kept');
});

test('a store that is not there leads back to the dashboard', async () => {
  renderApp(EDIT, {
    'stores.get': () => new ApiError({ status: 404, code: 'store_not_found', detail: 'Store not found!' }),
  });
  await screen.findByRole('heading', { name: 'Store not found' });
  expect(screen.getByRole('link', { name: 'Return to Dashboard' })).toBeTruthy();
});
