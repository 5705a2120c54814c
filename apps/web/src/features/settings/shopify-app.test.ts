import { expect, test } from 'vitest';
import { scopesHint, shopifyAppProblems } from './shopify-app.ts';

const blank = { api_key: '', api_secret: '', callback_url: '', scopes: '' };

test('key and secret are required; a stored secret may stay blank, and so may the rest', () => {
  expect(Object.keys(shopifyAppProblems(blank, false))).toEqual(['api_key', 'api_secret']);
  expect(shopifyAppProblems({ ...blank, api_key: 'key' }, true)).toEqual({});
});

test.each([
  ['shops.example', ['callback_url']],
  ['javascript:alert(1)', ['callback_url']],
  ['https://', ['callback_url']],
  ['https://shops.example/callback', []],
])('whether %s is a callback address', (callback_url, problems) => {
  expect(Object.keys(shopifyAppProblems({ ...blank, api_key: 'key', callback_url }, true))).toEqual(problems);
});

test('missing scopes are pointed out', () => {
  expect(scopesHint(' ')).toBe('Optional. Leave blank to request everything Storefleet needs.');
  expect(scopesHint('read_products, read_inventory')).toBe(
    'Separated by commas. The product also needs write_products.',
  );
  expect(scopesHint('write_products')).toBe('Separated by commas. Includes everything Storefleet needs.');
});
