import type { Setting } from '@storefleet/contract/settings';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSetting } from '../../testing/builders/build-setting.ts';
import { changedMeanwhile } from '../../testing/changed-meanwhile.ts';
import { refusal } from '../../testing/refusals.ts';
import { type Answers, renderApp } from '../../testing/render-app.tsx';
import { field, press, pressWhenThere, type } from '../../testing/screen-form.ts';

const app = (api_key: string, scopes: string): Setting[] => [
  buildSetting({ key: 'shopify_api_key', value: api_key }),
  buildSetting({ key: 'shopify_api_secret', value: null, is_encrypted: true }),
  buildSetting({ key: 'shopify_scopes', value: scopes }),
];

function open(read: () => Setting[], more: Answers) {
  return renderApp('/settings', {
    'settings.list': () => ({
      settings: read(),
      total: read().length,
      default_callback_url: 'http://localhost/oauth/shopify/callback',
    }),
    'team.list': () => refusal(),
    ...more,
  });
}

test('a setting that somebody else changed shows both values, and takes theirs on request', async () => {
  let setting = buildSetting();
  const { calls } = open(() => [setting], { 'settings.update': () => changedMeanwhile('value') });
  await pressWhenThere('Edit greeting');
  type('Value of greeting', 'Mine');
  setting = buildSetting({ value: 'Theirs' });
  press('Save greeting');
  await pressWhenThere('Take theirs: Value stays Theirs');
  expect(field('Value of greeting').value).toBe('Theirs');
  expect(calls.findLast(({ id }) => id === 'settings.update')?.body).toMatchObject({
    value: 'Mine',
    based_on: { value: 'Hello' },
  });
});

test('the Shopify app keeps what only somebody else changed, and asks where both did', async () => {
  let settings = app('old', 'read_products');
  const { calls } = open(() => settings, {
    'settings.saveShopify': ({ body }) =>
      body?.based_on?.api_key === 'theirs'
        ? { success: true, message: 'Saved.' }
        : changedMeanwhile('api_key'),
  });
  await screen.findByRole('button', { name: 'Save Shopify App' });
  type('API key', 'mine');
  settings = app('theirs', 'read_products, write_products');
  press('Save Shopify App');
  await pressWhenThere('Keep mine: API key becomes mine');
  press('Save Shopify App');
  await waitFor(() =>
    expect(calls.findLast(({ id }) => id === 'settings.saveShopify')?.body).toMatchObject({
      api_key: 'mine',
      scopes: 'read_products, write_products',
      based_on: { api_key: 'theirs' },
    }),
  );
});
