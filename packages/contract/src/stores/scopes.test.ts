import { expect, test } from 'vitest';
import { SHOPIFY_SCOPES } from '../constants.ts';
import { missingScopes, parseScopes } from './scopes.ts';

test('a write scope includes the read scope', () => {
  expect(missingScopes(SHOPIFY_SCOPES)).toEqual([]);
  expect(missingScopes(['write_products'])).toEqual([]);
  expect(missingScopes(['read_products', 'read_inventory'])).toEqual(['write_products']);
});

test('scopes are separated by commas', () => {
  expect(parseScopes(' read_products,write_products , ,read_products')).toEqual([
    'read_products',
    'write_products',
  ]);
  expect(parseScopes('')).toEqual([]);
});
