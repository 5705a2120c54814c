import type { Setting, SettingList } from '@storefleet/contract/settings';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SHOPIFY_APP_SETTINGS } from './settings.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.query('delete from settings');
});

async function call<T = Setting>(method: string, path: string, json?: unknown) {
  const response = await app.fetchApi(path, { method, ...(json === undefined ? {} : { json }) });
  return { status: response.status, body: (await response.json()) as T & { detail: string; code: string } };
}

it('adds, reads, changes and deletes a setting', async () => {
  const created = await call('POST', '/settings', {
    key: 'greeting',
    value: 'Hello',
    description: 'Shown first',
  });
  expect(created).toMatchObject({
    status: 201,
    body: { value: 'Hello', is_encrypted: false, value_hint: null },
  });
  expect((await call('POST', '/settings', { key: 'greeting', value: 'x' })).body.code).toBe(
    'setting_already_exists',
  );
  expect((await call('PUT', '/settings/greeting', { value: '', is_encrypted: false })).body).toMatchObject({
    value: '',
    description: 'Shown first',
  });
  expect((await call<Record<string, string>>('GET', '/settings/as-dict')).body).toEqual({ greeting: '' });
  expect((await call<{ message: string }>('DELETE', '/settings/greeting')).body.message).toBe(
    'Setting greeting deleted successfully.',
  );
  for (const method of ['GET', 'DELETE']) {
    expect(await call(method, '/settings/greeting')).toMatchObject({
      status: 404,
      body: { detail: 'There is no setting with the key greeting.' },
    });
  }
});

it('wants a key', async () => {
  const { status, body } = await call<{ errors: unknown }>('POST', '/settings', { key: ' ', value: 'x' });
  expect(status).toBe(400);
  expect(body.errors).toContainEqual({ path: 'key', message: 'Setting key is required.' });
});

it('never shows an encrypted value again', async () => {
  const secret = 'a-secret-value-4711';
  await call('POST', '/settings', { key: 'mail_key', value: secret, is_encrypted: true });
  const { body } = await call('GET', '/settings/mail_key');
  expect(body).toMatchObject({ value: null, value_hint: '4711', is_encrypted: true });
  expect((await call('GET', '/settings/as-dict')).body).toEqual({ mail_key: null });
  const stored = await app.db.query('select * from settings');
  expect(JSON.stringify([stored.rows, await call<SettingList>('GET', '/settings')])).not.toContain(secret);

  await call('PUT', '/settings/mail_key', { value: '', description: 'kept' });
  expect((await app.services.settings.readSecret('mail_key'))?.reveal()).toBe(secret);
  const shown = await call('PUT', '/settings/mail_key', { value: '', is_encrypted: false });
  expect(shown.status).toBe(400);
  await call('PUT', '/settings/mail_key', { value: 'open', is_encrypted: false });
  expect((await call('GET', '/settings/mail_key')).body).toMatchObject({ value: 'open', value_hint: null });
});

it('gives the application its title', async () => {
  const title = async () => (await call<{ app_name: string }>('GET', '/config')).body.app_name;
  expect(await title()).toBe('Shopify Multi-Store Management');
  await call('POST', '/settings', { key: 'app_name', value: 'Our stores' });
  expect(await title()).toBe('Our stores');
  await call('PUT', '/settings/app_name', { value: ' ' });
  expect(await title()).toBe('Shopify Multi-Store Management');
});

it('saves the Shopify app as form data, its secret encrypted and kept when blank', async () => {
  const save = (fields: Record<string, string>) =>
    app.fetchApi('/settings/shopify', { method: 'POST', body: new URLSearchParams(fields) });
  expect((await save({ api_key: 'key' })).status).toBe(400);
  expect((await save({ api_key: 'key', api_secret: 'secret-1234', scopes: 'read_products' })).status).toBe(
    200,
  );
  expect((await save({ api_key: 'key-2', api_secret: '' })).status).toBe(200);
  expect((await call<Record<string, string>>('GET', '/settings/as-dict')).body).toEqual({
    [SHOPIFY_APP_SETTINGS.apiKey]: 'key-2',
    [SHOPIFY_APP_SETTINGS.apiSecret]: null,
    [SHOPIFY_APP_SETTINGS.scopes]: 'read_products',
  });
  expect((await app.services.settings.readSecret(SHOPIFY_APP_SETTINGS.apiSecret))?.reveal()).toBe(
    'secret-1234',
  );
});
