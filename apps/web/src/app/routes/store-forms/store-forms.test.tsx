import { ApiError, networkError } from '@storefleet/client/api-error';
import { messages } from '@storefleet/contract/messages';
import { ConnectionTestResult } from '@storefleet/contract/stores/connection-test';
import type { Store } from '@storefleet/contract/stores/stores';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass } from '../../../testing/api-hook.tsx';
import { blank } from '../../../testing/builders/blank.ts';
import { buildSetting } from '../../../testing/builders/build-setting.ts';
import { buildStore } from '../../../testing/builders/build-store.ts';
import { everything, shop, table } from '../../../testing/every-screen.ts';
import { refusal } from '../../../testing/refusals.ts';
import { type Answers, type Call, renderApp } from '../../../testing/render-app.tsx';
import { renderToasts } from '../../../testing/render-toasts.tsx';
import {
  choice,
  descriptionOf,
  field,
  press,
  pressWhenThere,
  secret,
  type,
} from '../../../testing/screen-form.ts';

const CONNECT = 'Create and Connect with Shopify';

const tested: ConnectionTestResult = {
  ...blank(ConnectionTestResult),
  success: true,
  message: 'Connected to Atlas Outdoor.',
  api_version_served: '2026-01',
  granted_scopes: ['read_products', 'write_products'],
};
const settings = (...keys: string[]): Answers => ({
  'settings.list': () => ({
    settings: keys.map((key) => buildSetting({ key, value: 'entered' })),
    total: keys.length,
    default_callback_url: 'http://localhost/oauth/shopify/callback',
  }),
});

const bodyOf = (calls: readonly Call[], id: Call['id']) => calls.findLast((call) => call.id === id)?.body;
const isAtStore = () =>
  waitFor(() => expect(window.location.pathname).toBe(`/stores/${shop.id}`), { timeout: 5_000 });

async function openNew(more: Answers = {}) {
  const answers = { ...everything, ...settings('shopify_api_key', 'shopify_api_secret'), ...more };
  const { calls } = renderApp('/add-store', answers);
  await screen.findByRole('heading', { name: 'Add Shopify Store' });
  type('Store name', 'Atlas Outdoor');
  type('Store URL', 'atlas-outdoor.myshopify.com');
  type(secret('Admin API token'), 'shpat_1');
  return calls;
}

async function openSaved(more: Answers = {}, current: () => Store = () => shop) {
  const { calls } = renderApp(`/stores/${shop.id}/edit`, { ...everything, 'stores.get': current, ...more });
  await screen.findByRole('heading', { name: 'Edit Atlas Outdoor' });
  return calls;
}

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(() => {
  vi.useRealTimers();
});

test('the form has the five sections, and offers every version and type', async () => {
  await openNew();
  const sections = {
    'Basic Information': 'Store name, Store URL, Description',
    'Connection Settings': 'Token name',
    'Store Configuration': 'Country, Tags',
    'Store Details': 'Owner, Email, Phone, Address, City, Province, Postal code, Country code',
    Notes: 'Notes',
  };
  for (const [name, labels] of Object.entries(sections)) {
    const section = within(screen.getByRole('region', { name }));
    for (const label of labels.split(', ')) section.getByRole('textbox', { name: label });
  }
  for (const label of ['Status', 'Currency', 'Timezone']) choice(label);
  secret('API secret key');
  const optionsOf = (label: string) => [...choice(label).options].map(({ value }) => value).join();
  expect(optionsOf('API version')).toBe(
    '2026-10,2026-07,2026-04,2026-01,2023-10,2023-07,2023-04,2023-01,2022-10,2022-07',
  );
  expect(optionsOf('Store type')).toBe('shopify,development,test');
  expect(choice('API version').value).toBe('2023-10');
  expect(choice('Connection method').value).toBe('admin_api_token');
});

test('redirects to a created store 1.5 s after the message', async () => {
  await openNew({ 'stores.create': () => shop });
  vi.useFakeTimers();
  press('Create Store');
  await pass(1_499);
  screen.getByText(messages.stores.created);
  expect(window.location.pathname).toBe('/add-store');
  // One extra tick for the response to become a message.
  await pass(2);
  expect(window.location.pathname).toBe(`/stores/${shop.id}`);
});

test('an OAuth store can be created without connecting, and is opened', async () => {
  const calls = await openNew({ 'stores.create': () => shop });
  type(choice('Connection method'), 'oauth');
  press('Create Store');
  await screen.findByText(messages.stores.created);
  await isAtStore();
  expect(calls.map(({ id }) => id)).not.toContain('stores.authorize');
});

test('if the consent page fails, the store is saved and connecting can be retried', async () => {
  const calls = await openNew({
    'stores.create': () => shop,
    'stores.authorize': () => refusal('The app has no address yet.'),
  });
  type(choice('Connection method'), 'oauth');
  await pressWhenThere(CONNECT);
  const alert = within(await screen.findByRole('alert'));
  alert.getByText('The app has no address yet.');
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(calls.filter(({ id }) => id === 'stores.authorize')).toHaveLength(2));
  fireEvent.click(await screen.findByRole('link', { name: 'Go to the store' }));
  await isAtStore();
});

test('a saved OAuth store shows granted scopes and errors, and can be reconnected', async () => {
  const connected = buildStore({
    connection_method: 'oauth',
    authorized_at: '2026-01-02T00:00:00.000Z',
    granted_scopes: ['read_inventory', 'read_products'],
    authorization_error: 'The installation was cancelled at Shopify.',
  });
  await openSaved(
    {
      'stores.update': () => connected,
      'stores.authorize': () => ({ authorize_url: `${window.location.href}#consent` }),
    },
    () => connected,
  );
  for (const text of [connected.authorization_error, 'read_inventory, read_products', 'write_products']) {
    screen.getByText(String(text));
  }
  press('Update and Reconnect with Shopify');
  await waitFor(() => expect(window.location.hash).toBe('#consent'));
});

test('editing a store keeps a blank token and sends only changed fields', async () => {
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

test('fields filled in by a connection test do not count as cleared in the form', async () => {
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
  expect(bodyOf(calls, 'stores.testConnection')).toMatchObject({ store_id: shop.id });
  await waitFor(() => expect(calls.filter(({ id }) => id === 'stores.get')).toHaveLength(2));
  type('Notes', 'Seen.');
  press('Update Store');
  await waitFor(() =>
    expect(bodyOf(calls, 'stores.update')).toEqual({ notes: 'Seen.', based_on: { notes: null } }),
  );
});

test('a named instance shows that its port is unused', async () => {
  renderApp('/add-mssql-store', everything);
  await screen.findByRole('heading', { name: 'Add MS SQL Store' });
  type('Server', 'db\\SQLEXPRESS');
  screen.getByText('Not used: the server is asked for the port of a named instance.');
  type('Port', '1444');
  expect(descriptionOf(field('Port'))).toBe('Only this port is tried for the named instance.');
});

test('the Shopify form links an MS SQL store to its own form', async () => {
  renderApp(`/stores/${table.id}/edit`, everything);
  await screen.findByRole('heading', {
    name: 'This is an MS SQL store. Please use the appropriate edit form.',
  });
  fireEvent.click(screen.getByRole('link', { name: 'Edit the MS SQL store' }));
  await screen.findByRole('heading', { name: 'Edit Warehouse' });
});

test('while a store loads, the screen says so', async () => {
  renderApp(`/stores/${shop.id}/edit`, { ...everything, 'stores.get': () => new Promise(() => undefined) });
  expect((await screen.findByText('Loading store')).getAttribute('role')).toBe('status');
});

test.each([
  ['after a lost response', networkError(new Error('lost')), 'The store was created anyway.'],
  [
    'when it already existed',
    new ApiError({ status: 409, code: 'store_already_exists', detail: 'It is connected already.' }),
    'It is connected already.',
  ],
])('a store that could not be created is linked, %s', async (_when, error, sentence) => {
  await openNew({
    'stores.create': () => error,
    'stores.list': () => ({
      stores: [buildStore({ ...shop, shop_url: 'atlas-outdoor.myshopify.com' })],
      total: 1,
    }),
  });
  press('Create Store');
  const link = await screen.findByRole('link', { name: `Open ${shop.shop_name}` });
  expect(link.getAttribute('href')).toBe(`/stores/${shop.id}`);
  expect(link.closest('[role=alert]')?.textContent).toContain(sentence);
});
