import { expect, test } from 'vitest';
import { buildStore } from '../../testing/builders/build-store.ts';
import { changedValues, parseTags, storeDetailsOf, validateStoreDetails } from './store-details.ts';

test('tags are comma-separated and trimmed, without empty ones', () => {
  expect(parseTags(' outdoor, , flagship ,outdoor,')).toEqual(['outdoor', 'flagship']);
});

test('a name is required, and an email address and a currency have to be valid', () => {
  const details = storeDetailsOf(buildStore());
  expect(validateStoreDetails(details)).toEqual({});
  expect(
    validateStoreDetails({ ...details, shop_name: ' ', store_email: 'nobody', store_currency: 'Euro' }),
  ).toEqual({
    shop_name: 'Store name is required.',
    store_email: 'Enter a valid email address.',
    store_currency: 'Currency must be a code of three letters, such as USD.',
  });
});

test('clearing a field is a change', () => {
  const before = storeDetailsOf(buildStore({ notes: 'old', tags: ['a'] }));
  expect(changedValues({ ...before, notes: '', tags: '' }, before)).toEqual({ notes: '', tags: [] });
});

test.each(['nobody', 'a@b', 'a b@c.de'])('%s is no email address', (store_email) => {
  expect(validateStoreDetails({ ...storeDetailsOf(buildStore()), store_email })).toHaveProperty(
    'store_email',
  );
});
