import { expect, test } from 'vitest';
import { buildStore } from '../../../testing/builders/build-store.ts';
import {
  connectionTestProblem,
  isAuthorized,
  isUnusualToken,
  storeFormOf,
  toConnectionTestBody,
  toCreateBody,
  toUpdateBody,
  validateStoreForm,
} from './shopify-store-values.ts';

const filled = {
  ...storeFormOf(null),
  shop_name: 'Atlas',
  shop_url: 'atlas.myshopify.com',
  access_token: 'shpat_1',
};

test('name, address and token are required', () => {
  expect(validateStoreForm(storeFormOf(null), null)).toEqual({
    shop_name: 'Store name is required.',
    shop_url: 'Store URL is required.',
    access_token: 'Admin API token is required.',
  });
});

test('a client id and secret replace the token', () => {
  const values = { ...filled, access_token: '', connection_method: 'client_credentials' } as const;
  expect(Object.keys(validateStoreForm(values, null))).toEqual(['client_id', 'client_secret']);
  expect(validateStoreForm({ ...values, client_id: 'i', client_secret: 's' }, null)).toEqual({});
});

test('a blank token keeps the stored one', () => {
  const store = buildStore({ has_access_token: true });
  expect(validateStoreForm(storeFormOf(store), store)).toEqual({});
});

test('a stored secret does not apply to another shop', () => {
  const byToken = buildStore({ shop_url: 'atlas.myshopify.com', has_access_token: true });
  const bySecret = buildStore({
    shop_url: 'atlas.myshopify.com',
    connection_method: 'client_credentials',
    client_id: 'i',
    has_client_secret: true,
  });
  for (const store of [byToken, bySecret]) {
    const same = { ...storeFormOf(store), shop_url: ' HTTPS://Atlas.myshopify.com/admin' };
    expect(validateStoreForm(same, store)).toEqual({});
  }
  const moved = (store: typeof byToken) => ({ ...storeFormOf(store), shop_url: 'mallory.myshopify.com' });
  expect(validateStoreForm(moved(byToken), byToken)).toEqual({
    access_token: 'Enter the token again: the stored one is only sent to atlas.myshopify.com.',
  });
  expect(validateStoreForm(moved(bySecret), bySecret)).toEqual({
    client_secret: 'Enter the client secret again: the stored one is only sent to atlas.myshopify.com.',
  });
  expect(validateStoreForm({ ...moved(byToken), access_token: 'shpat_2' }, byToken)).toEqual({});
});

test('a token from the shop does not replace one that has to be entered', () => {
  const store = buildStore({ connection_method: 'oauth', has_access_token: true });
  const values = { ...storeFormOf(store), connection_method: 'admin_api_token' } as const;
  expect(validateStoreForm(values, store)).toEqual({ access_token: 'Admin API token is required.' });
});

test('with OAuth nothing is entered, and the connection is tested once the shop has approved the app', () => {
  const values = { ...filled, access_token: '', connection_method: 'oauth' } as const;
  expect(validateStoreForm(values, null)).toEqual({});
  expect(connectionTestProblem(values, null)).toMatch(/^A store with OAuth can be tested once/);
  const store = buildStore({
    connection_method: 'oauth',
    has_access_token: true,
    authorized_at: '2026-01-01T00:00:00.000Z',
  });
  expect(isAuthorized(store)).toBe(true);
  expect(connectionTestProblem(storeFormOf(store), store)).toBeNull();
  expect(isAuthorized({ ...store, authorized_at: null })).toBe(false);
  expect(isAuthorized({ ...store, has_access_token: false })).toBe(false);
});

test('credentials of another connection method are not sent', () => {
  const typed = { ...filled, admin_api_token_name: 'Ours', client_id: 'id', client_secret: 'key' };
  const byToken = toCreateBody(typed);
  expect(byToken).toMatchObject({
    admin_api_token_name: 'Ours',
    access_token: 'shpat_1',
    client_secret: 'key',
  });
  expect(byToken).not.toHaveProperty('client_id');
  const byApp = toCreateBody({ ...typed, connection_method: 'client_credentials' });
  expect(byApp).toMatchObject({ client_id: 'id', client_secret: 'key' });
  expect(byApp).not.toHaveProperty('access_token');
  const byConsent = { ...typed, connection_method: 'oauth' } as const;
  expect(Object.keys(toCreateBody(byConsent)).filter((name) => /token|client/.test(name))).toEqual([]);
  expect(toConnectionTestBody(byConsent, null)).toEqual({
    shop_url: 'atlas.myshopify.com',
    connection_method: 'oauth',
    api_version: '2023-10',
  });
  const store = buildStore();
  expect(
    toUpdateBody({ ...storeFormOf(store), access_token: 'shpat_2', connection_method: 'oauth' }, store),
  ).toEqual({ connection_method: 'oauth' });
});

test('a connection is tested only with an address and a token', () => {
  const sentence = 'Shop URL and Access Token are required to test connection';
  expect(connectionTestProblem({ ...filled, shop_url: '' }, null)).toBe(sentence);
  expect(connectionTestProblem({ ...filled, access_token: ' ' }, null)).toBe(sentence);
  expect(connectionTestProblem({ ...filled, shop_name: '' }, null)).toBeNull();
});

test('only changes are sent', () => {
  const store = buildStore({ tags: ['a'], store_currency: 'USD' });
  expect(toUpdateBody(storeFormOf(store), store)).toEqual({});
  expect(toUpdateBody({ ...storeFormOf(store), notes: 'new', tags: 'a, b' }, store)).toEqual({
    notes: 'new',
    tags: ['a', 'b'],
  });
});

test('a token that does not start with shpat_ gets a hint', () => {
  expect(isUnusualToken('shpss_1')).toBe(true);
  expect(isUnusualToken('shpat_1')).toBe(false);
  expect(isUnusualToken('')).toBe(false);
});
