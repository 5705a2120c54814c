import { expect, test } from 'vitest';
import { buildSetting } from '../../testing/builders/build-setting.ts';
import { effectOfDeleting, encryptionIsFixed, purposeOf, shopifyAppOf } from './known-settings.ts';

test('settings that the product reads say what they are for, and what becomes of it without them', () => {
  expect(purposeOf('app_name')).toBe('Title of the application');
  expect(purposeOf('notification_email')).toContain('schedule');
  expect(effectOfDeleting('notification_email')).toContain('schedule');
  expect(purposeOf('greeting')).toBeNull();
  expect(effectOfDeleting('app_name')).toContain('“Shopify Multi-Store Management”');
  expect(effectOfDeleting('shopify_api_secret')).toContain('OAuth');
});

test('the title is readable and the secret of the Shopify app is not, whatever is chosen', () => {
  expect(['app_name', 'shopify_api_secret', 'shopify_api_key'].map(encryptionIsFixed)).toEqual([
    true,
    true,
    false,
  ]);
});

test('the Shopify app is read from its settings, its secret only as a hint', () => {
  expect(shopifyAppOf([])).toEqual({
    app: { api_key: '', callback_url: '', scopes: '' },
    hasSecret: false,
    secretHint: null,
  });
  const settings = [
    buildSetting({ key: 'shopify_api_key', value: 'key' }),
    buildSetting({ key: 'shopify_api_secret', value: null, value_hint: '1234', is_encrypted: true }),
    buildSetting({ key: 'shopify_scopes', value: 'read_products' }),
  ];
  expect(shopifyAppOf(settings)).toEqual({
    app: { api_key: 'key', callback_url: '', scopes: 'read_products' },
    hasSecret: true,
    secretHint: '1234',
  });
});
