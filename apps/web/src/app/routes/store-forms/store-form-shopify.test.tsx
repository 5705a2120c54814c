import { messages } from '@storefleet/contract/messages';
import type { ConnectionTestResult, Store } from '@storefleet/contract/stores/stores';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass } from '../../../testing/api-hook.tsx';
import { buildSetting } from '../../../testing/builders/build-setting.ts';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { changedMeanwhile } from '../../../testing/changed-meanwhile.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, renderApp } from '../../../testing/render-app.tsx';
import { renderToasts } from '../../../testing/render-toasts.tsx';
import {
  choice,
  field,
  press,
  pressWhenThere,
  question,
  secret,
  type,
} from '../../../testing/screen-form.ts';
import { storePageAnswers } from '../../../testing/store-page.ts';

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

const settings = (...keys: string[]): Answers => ({
  'settings.list': () => ({
    settings: keys.map((key) => buildSetting({ key, value: 'entered' })),
    total: keys.length,
    default_callback_url: 'http://localhost/oauth/shopify/callback',
  }),
});
/** With the Shopify app entered, and the page of the store, where a saved form leads. */
const answers = (more: Answers = {}): Answers =>
  storePageAnswers(store, { ...settings('shopify_api_key', 'shopify_api_secret'), ...more });

const bodyOf = (calls: readonly { id: string; body?: unknown }[], id: string) =>
  calls.findLast((call) => call.id === id)?.body;
const isAtStore = () =>
  waitFor(() => expect(window.location.pathname).toBe(`/stores/${store.id}`), { timeout: 5_000 });

async function openNew(more: Answers = {}) {
  const { calls } = renderApp('/add-store', answers(more));
  await screen.findByRole('heading', { name: 'Add Shopify Store' });
  return calls;
}

async function openSaved(more: Answers = {}, current: () => Store = () => store) {
  const { calls } = renderApp(EDIT, answers({ 'stores.get': current, ...more }));
  await screen.findByRole('heading', { name: 'Edit Atlas Outdoor' });
  return calls;
}

function fillIn(): void {
  type('Store name', 'Atlas Outdoor');
  type('Store URL', 'atlas-outdoor.myshopify.com');
  type(secret('Admin API token'), 'shpat_1');
}

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  vi.useRealTimers();
});

test('the form has the five sections and every field of a store', async () => {
  await openNew();
  const sections = {
    'Basic Information': 'Store name, Store URL, Description',
    'Connection Settings': 'Token name',
    'Store Configuration': 'Country, Tags',
    'Store Details': 'Owner, E-mail, Phone, Address, City, Province, Postal code, Country code',
    Notes: 'Notes',
  };
  for (const [name, labels] of Object.entries(sections)) {
    const section = within(screen.getByRole('region', { name }));
    for (const label of labels.split(', ')) section.getByRole('textbox', { name: label });
  }
  for (const label of ['Status', 'Currency', 'Timezone']) choice(label);
  for (const label of ['Admin API token', 'API secret key']) secret(label);
  screen.getByText('The token starts with shpat_');
  const optionsOf = (label: string) => [...choice(label).options].map(({ value }) => value).join();
  expect(optionsOf('API version')).toBe(
    '2026-10,2026-07,2026-04,2026-01,2023-10,2023-07,2023-04,2023-01,2022-10,2022-07',
  );
  expect(optionsOf('Store type')).toBe('shopify,development,test');
  expect(choice('API version').value).toBe('2023-10');
  expect(choice('Connection method').value).toBe('admin_api_token');
  expect(field('E-mail').type).toBe('email');
});

test('a created store is gone on to 1.5 s after the message', async () => {
  await openNew({ 'stores.create': () => store });
  fillIn();
  vi.useFakeTimers();
  press('Create Store');
  await pass(1_499);
  screen.getByText(messages.stores.created);
  expect(window.location.pathname).toBe('/add-store');
  // One more for the answer to become a message.
  await pass(2);
  expect(window.location.pathname).toBe(`/stores/${store.id}`);
});

test('name, address and token are required, and an e-mail address has to be one', async () => {
  const calls = await openNew();
  type('E-mail', 'nobody');
  press('Create Store');
  for (const sentence of [
    'Store name is required.',
    'Store URL is required.',
    'Admin API token is required.',
    'Enter a valid e-mail address.',
  ]) {
    screen.getByText(sentence);
  }
  expect(document.activeElement).toBe(field('Store name'));
  expect(bodyOf(calls, 'stores.create')).toBeUndefined();
});

test('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
  const refused = { path: 'shop_url', message: 'This is no shop address.' };
  await openNew({ 'stores.create': () => refusal('Some fields are wrong.', refused) });
  fillIn();
  press('Create Store');
  await screen.findByText(messages.stores.createFailed);
  expect(field('Store URL').getAttribute('aria-invalid')).toBe('true');
  expect([field('Store name').value, secret('Admin API token').value]).toEqual(['Atlas Outdoor', 'shpat_1']);
});

test('a test shows the shop, its plan and scopes, until something else is typed', async () => {
  await openNew({ 'stores.testConnection': () => tested });
  press('Test Connection');
  screen.getByText(messages.stores.connectionTestFieldsMissing);
  fillIn();
  press('Test Connection');
  const result = within((await screen.findByText(tested.message)).closest('[role=status]') as HTMLElement);
  for (const text of ['atlas.example', 'Shopify Plus', 'EUR', 'read_products, write_products']) {
    result.getByText(text);
  }
  type('Store URL', 'other.myshopify.com');
  expect(screen.queryByText(tested.message)).toBeNull();
});

test('a store with OAuth can be created alone, and is gone on to', async () => {
  const calls = await openNew({ 'stores.create': () => store });
  fillIn();
  type(choice('Connection method'), 'oauth');
  press('Create Store');
  await screen.findByText(messages.stores.created);
  await isAtStore();
  expect(calls.map(({ id }) => id)).not.toContain('stores.authorize');
});

test('without a consent page the store is saved, and connecting can be tried again', async () => {
  let asked = 0;
  await openNew({
    'stores.create': () => store,
    'stores.authorize': () => {
      asked += 1;
      return refusal('The app has no address yet.');
    },
  });
  fillIn();
  type(choice('Connection method'), 'oauth');
  await pressWhenThere(CONNECT);
  const alert = within(await screen.findByRole('alert'));
  alert.getByText('The app has no address yet.');
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked).toBe(2));
  fireEvent.click(await screen.findByRole('link', { name: 'Go to the store' }));
  await isAtStore();
});

test('without the Shopify app, OAuth leads to the settings first', async () => {
  await openNew(settings('shopify_api_key'));
  fillIn();
  type(choice('Connection method'), 'oauth');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings');
  await waitFor(() => expect(screen.queryByRole('button', { name: CONNECT })).toBeNull());
  press('Test Connection');
  screen.getByText(/^A store with OAuth can be tested once the app is approved/);
});

test('a saved store with OAuth says what was approved and what failed, and can be reconnected', async () => {
  const connected = buildStore({
    connection_method: 'oauth',
    authorized_at: '2026-01-02T00:00:00.000Z',
    granted_scopes: ['read_inventory', 'read_products'],
    authorization_error: 'The installation was cancelled at Shopify.',
  });
  const calls = await openSaved(
    {
      'stores.testConnection': () => tested,
      'stores.update': () => connected,
      'stores.authorize': () => ({ authorize_url: `${window.location.href}#consent` }),
    },
    () => connected,
  );
  for (const text of ['The installation was cancelled at Shopify.', 'read_inventory, read_products']) {
    screen.getByText(text);
  }
  screen.getByText('write_products');
  press('Test Connection');
  await screen.findByText(tested.message);
  expect(bodyOf(calls, 'stores.testConnection')).toMatchObject({ store_id: store.id });
  press('Update and Reconnect with Shopify');
  await waitFor(() => expect(window.location.hash).toBe('#consent'));
});

test('a saved store is edited: a blank token is kept, and only what was changed is sent', async () => {
  const saved = buildStore({ api_version: '2025-07', has_client_secret: true, client_secret_hint: 'c3d4' });
  const calls = await openSaved({ 'stores.update': () => saved }, () => saved);
  renderToasts();
  screen.getByText(/^Set, ends in …a1b2\. Leave blank to keep it\./);
  screen.getByText(/^Set, ends in …c3d4\. Leave blank to keep it\./);
  expect(choice('API version').value).toBe('2025-07');
  type(choice('Status'), 'inactive');
  press('Update Store');
  await isAtStore();
  expect(bodyOf(calls, 'stores.update')).toEqual({
    store_status: 'inactive',
    based_on: { store_status: 'active' },
  });
  screen.getByText(messages.stores.updated);
});

test('what a connection test fills in does not count as emptied in the form', async () => {
  let current = buildStore({ store_currency: null });
  const calls = await openSaved(
    {
      'stores.testConnection': () => {
        current = { ...current, store_currency: 'EUR', domain: 'atlas.example' };
        return tested;
      },
      'stores.update': () => current,
    },
    () => current,
  );
  press('Test Connection');
  await screen.findByText(tested.message);
  await waitFor(() => expect(calls.filter(({ id }) => id === 'stores.get')).toHaveLength(2));
  type('Notes', 'Seen.');
  press('Update Store');
  await waitFor(() =>
    expect(bodyOf(calls, 'stores.update')).toEqual({ notes: 'Seen.', based_on: { notes: null } }),
  );
});

test('what somebody else saved meanwhile is shown beside what was typed, and is asked about', async () => {
  let current = buildStore({ notes: 'old', tags: ['a'] });
  const calls = await openSaved(
    {
      'stores.update': ({ body }) =>
        body?.based_on?.notes === current.notes ? current : changedMeanwhile('notes'),
    },
    () => current,
  );
  type('Notes', 'mine');
  type('City', 'Oslo');
  current = { ...current, notes: 'theirs', tags: ['a', 'b'] };
  press('Update Store');
  const keep = await screen.findByRole('button', { name: 'Keep mine: Notes becomes mine' });
  expect(keep.closest('li')?.textContent).toContain('it is theirs by now, you entered mine. It was old.');
  expect([field('Notes').value, field('City').value, field('Tags').value]).toEqual(['mine', 'Oslo', 'a, b']);
  press('Update Store');
  expect(calls.filter(({ id }) => id === 'stores.update')).toHaveLength(1);
  fireEvent.click(keep);
  press('Update Store');
  await isAtStore();
  expect(bodyOf(calls, 'stores.update')).toEqual({
    notes: 'mine',
    store_city: 'Oslo',
    based_on: { notes: 'theirs', store_city: null },
  });
});

test('leaving with something typed is asked about', async () => {
  await openSaved();
  type('Notes', 'Not saved yet');
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  const leave = await question('Leave without saving?');
  expect(window.location.pathname).toBe(EDIT);
  fireEvent.click(leave.getByRole('button', { name: 'Cancel' }));
  press('Logout');
  const logout = await question('Log out without saving?');
  fireEvent.click(logout.getByRole('button', { name: 'Stay' }));
  fireEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  await pressWhenThere('Discard changes');
  await isAtStore();
});
