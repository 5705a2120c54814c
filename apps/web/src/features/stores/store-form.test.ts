import { expect, test } from 'vitest';
import { buildStore } from '../../testing/build-store.ts';
import {
  connectionTestProblem,
  emptyStoreForm,
  isUnusualToken,
  storeFormOf,
  toCreateBody,
  toUpdateBody,
  validateStoreForm,
} from './store-form.ts';

const filled = {
  ...emptyStoreForm,
  shop_name: 'Atlas',
  shop_url: 'atlas.myshopify.com',
  access_token: 'shpat_1',
};

test('name, address and token are required', () => {
  expect(validateStoreForm(emptyStoreForm, null)).toEqual({
    shop_name: 'Store name is required.',
    shop_url: 'Store URL is required.',
    access_token: 'Admin API token is required.',
  });
  expect(validateStoreForm({ ...filled, shop_name: '   ' }, null)).toEqual({
    shop_name: 'Store name is required.',
  });
  expect(validateStoreForm(filled, null)).toEqual({});
});

test('a client id and its secret stand in for the token', () => {
  const values = { ...filled, access_token: '', connection_method: 'client_credentials' } as const;
  expect(Object.keys(validateStoreForm(values, null))).toEqual(['client_id', 'client_secret']);
  expect(validateStoreForm({ ...values, client_id: 'i', client_secret: 's' }, null)).toEqual({});
});

test('a blank token keeps the stored one', () => {
  const store = buildStore({ has_access_token: true });
  expect(validateStoreForm(storeFormOf(store), store)).toEqual({});
});

test.each(['nobody', 'a@b', 'a b@c.de'])('%s is no e-mail address', (store_email) => {
  expect(validateStoreForm({ ...filled, store_email }, null)).toHaveProperty('store_email');
});

test('a connection is tested only with an address and a token', () => {
  const sentence = 'Shop URL and Access Token are required to test connection';
  expect(connectionTestProblem({ ...filled, shop_url: '' }, null)).toBe(sentence);
  expect(connectionTestProblem({ ...filled, access_token: ' ' }, null)).toBe(sentence);
  expect(connectionTestProblem({ ...filled, shop_name: '' }, null)).toBeNull();
});

test('tags are sent as a list', () => {
  expect(toCreateBody({ ...filled, tags: 'a, b' })).toMatchObject({ tags: ['a', 'b'] });
});

test('only what was changed is sent', () => {
  const store = buildStore({ tags: ['a'], store_currency: 'USD' });
  expect(toUpdateBody(storeFormOf(store), store)).toEqual({});
  expect(toUpdateBody({ ...storeFormOf(store), notes: 'new', tags: 'a, b' }, store)).toEqual({
    notes: 'new',
    tags: ['a', 'b'],
  });
});

test('a token that does not start with shpat_ is remarked on', () => {
  expect(isUnusualToken('shpss_1')).toBe(true);
  expect(isUnusualToken('shpat_1')).toBe(false);
  expect(isUnusualToken('')).toBe(false);
});
