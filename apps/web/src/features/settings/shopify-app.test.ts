import { expect, test } from 'vitest';
import { scopesHint, shopifyAppProblems } from './shopify-app.ts';

const blank = { api_key: '', api_secret: '', callback_url: '', scopes: '' };

test('key and secret are required, a secret that is set may stay blank', () => {
  expect(shopifyAppProblems(blank, false)).toEqual({
    api_key: 'API key is required.',
    api_secret: 'API secret is required.',
  });
  expect(shopifyAppProblems({ ...blank, api_key: 'key' }, true)).toEqual({});
});

test.each(['shops.example', 'javascript:alert(1)', 'https://'])(
  '%s is no callback address',
  (callback_url) => {
    expect(shopifyAppProblems({ ...blank, api_key: 'key', callback_url }, true)).toEqual({
      callback_url: 'Callback URL must be a web address.',
    });
  },
);

test('a web address is a callback address', () => {
  const callback_url = 'https://shops.example/callback';
  expect(shopifyAppProblems({ ...blank, api_key: 'key', callback_url }, true)).toEqual({});
});

test('scopes that leave something out are remarked on', () => {
  expect(scopesHint(' ')).toBe('Optional. Left blank, all that the product needs is asked for.');
  expect(scopesHint('read_products, read_inventory')).toBe(
    'Separated by commas. The product also needs write_products.',
  );
  expect(scopesHint('write_products')).toBe(
    'Separated by commas. Everything the product needs is among them.',
  );
});
