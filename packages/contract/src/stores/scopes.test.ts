import { expect, test } from 'vitest';
import { SHOPIFY_SCOPES } from '../constants.ts';
import { missingScopes, parseScopes } from './scopes.ts';

test('a scope to write includes the one to read', () => {
  expect(missingScopes(SHOPIFY_SCOPES)).toEqual([]);
  expect(missingScopes(['write_products'])).toEqual([]);
  expect(missingScopes(['read_products', 'read_inventory'])).toEqual(['write_products']);
});

test('scopes are listed with commas', () => {
  expect(parseScopes(' read_products,write_products , ,read_products')).toEqual([
    'read_products',
    'write_products',
  ]);
  expect(parseScopes('')).toEqual([]);
});
