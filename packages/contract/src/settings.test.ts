import { expect, test } from 'vitest';
import type { z } from 'zod';
import { SettingCreate, ShopifyAppCredentials } from './settings.ts';

function sentences(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

test('a setting needs a key, in the words of the specification', () => {
  expect(sentences(SettingCreate, { key: ' ', value: '' })).toEqual(['Setting key is required.']);
  expect(SettingCreate.parse({ key: ' app_name ', value: ' Shops ' })).toEqual({
    key: 'app_name',
    value: ' Shops ',
    is_encrypted: false,
  });
});

test.each(['.', '..', '-x', 'two words', 'as-dict', '__proto__'])('%s cannot be a key', (key) => {
  expect(sentences(SettingCreate, { key, value: '' })).toHaveLength(1);
});

test('the Shopify app credentials may leave the callback and the scopes blank', () => {
  expect(ShopifyAppCredentials.parse({ api_key: 'k', api_secret: '', callback_url: '', scopes: '' })).toEqual(
    {
      api_key: 'k',
      callback_url: '',
      scopes: '',
    },
  );
  expect(sentences(ShopifyAppCredentials, { api_key: 'k', callback_url: 'javascript:alert(1)' })).toEqual([
    'Callback URL must be a web address.',
  ]);
});
