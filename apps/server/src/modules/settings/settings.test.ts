import { SHOPIFY_APP_SETTINGS } from '@storefleet/contract/constants';
import type { Setting, SettingList } from '@storefleet/contract/settings';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

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
  const greeting = {
    key: 'greeting',
    value: 'Hello',
    value_hint: null,
    description: 'Shown first',
    is_encrypted: false,
    updated_at: expect.any(String),
  };
  expect(created).toEqual({ status: 201, body: greeting });
  expect(await call('GET', '/settings/greeting')).toEqual({ status: 200, body: greeting });
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

it.each([
  ['notification_email', 'ops@shops.example', 'ops at shops', 'Enter a valid e-mail address.'],
  [
    SHOPIFY_APP_SETTINGS.callbackUrl,
    'https://fleet.example/oauth/shopify/callback',
    'javascript:alert(1)',
    'Callback URL must be a web address.',
  ],
])('%s takes nothing that it could not be used with', async (key, good, bad, detail) => {
  expect(await call('POST', '/settings', { key, value: bad })).toMatchObject({
    status: 400,
    body: { detail },
  });
  expect((await call('POST', '/settings', { key, value: good })).status).toBe(201);
  expect((await call('PUT', `/settings/${key}`, { value: bad })).body.detail).toBe(detail);
  expect((await call('GET', `/settings/${key}`)).body.value).toBe(good);
  expect((await call('PUT', `/settings/${key}`, { value: '' })).status).toBe(200);
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
  await call('PUT', '/settings/app_name', { value: 'Our other stores', is_encrypted: false });
  expect(await title()).toBe('Our other stores');
  await call('PUT', '/settings/app_name', { value: ' ' });
  expect(await title()).toBe('Shopify Multi-Store Management');
  await call('PUT', '/settings/app_name', { value: 'Our stores' });
  await call('DELETE', '/settings/app_name');
  expect(await title()).toBe('Shopify Multi-Store Management');
});

it('does not hide the title, which everybody sees', async () => {
  await call('POST', '/settings', { key: 'app_name', value: 'Our stores' });
  const { status, body } = await call<{ errors: unknown }>('PUT', '/settings/app_name', {
    value: 'Our stores',
    is_encrypted: true,
  });
  expect([status, body.errors]).toEqual([
    400,
    [{ path: 'is_encrypted', message: expect.stringContaining('cannot be encrypted') }],
  ]);
});

it('encrypts a value that was readable, and reads one that is to be readable again', async () => {
  await call('POST', '/settings', { key: 'mail_key', value: 'a-secret-value-4711' });
  const hidden = await call('PUT', '/settings/mail_key', {
    value: 'a-secret-value-4711',
    is_encrypted: true,
  });
  expect(hidden.body).toMatchObject({ value: null, value_hint: '4711', is_encrypted: true });
  const { rows } = await app.db.query<{ value: string }>('select value from settings');
  expect(rows[0]?.value).not.toContain('4711');
});

it('writes nothing over what somebody else changed since it was read', async () => {
  const secret = { key: 'mail_key', value: 'a-secret-value-4711', is_encrypted: true };
  const { body: seen } = await call('POST', '/settings', secret);
  await call('PUT', '/settings/mail_key', { value: 'another-value-4712', is_encrypted: true });
  const update = (fields: object) => call('PUT', '/settings/mail_key', { ...fields, based_on: seen });
  expect(await update({ value: 'mine' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await update({ value: '', description: 'For mails' })).body.value_hint).toBe('4712');

  const credentials = { api_key: 'key', api_secret: 'secret', scopes: 'read_products' };
  const save = (fields: object) => call('POST', '/settings/shopify', { ...credentials, ...fields });
  await save({});
  const based_on = { api_key: '', callback_url: '', scopes: 'read_products' };
  expect((await save({ api_key: 'mine', based_on })).status).toBe(409);
  expect((await save({ api_key: 'mine', based_on: { ...based_on, api_key: 'key' } })).status).toBe(200);
});

it('leaves the description alone unless one is sent', async () => {
  await call('POST', '/settings', { key: 'greeting', value: 'Hello', description: 'Shown first' });
  expect((await call('PUT', '/settings/greeting', { value: 'Hi' })).body.description).toBe('Shown first');
  expect((await call('PUT', '/settings/greeting', { value: 'Hi', description: '' })).body.description).toBe(
    null,
  );
});

it('lists by key', async () => {
  for (const key of ['b', 'c', 'a']) await call('POST', '/settings', { key, value: key });
  const { body } = await call<SettingList>('GET', '/settings');
  expect([body.total, body.settings.map(({ key }) => key)]).toEqual([3, ['a', 'b', 'c']]);
  expect(body.default_callback_url).toMatch(/^http:\/\/[^/]+\/oauth\/shopify\/callback$/);
});

it('tells nobody who is not signed in', async () => {
  expect((await app.fetchApi('/settings', { token: null })).status).toBe(401);
});

const encodings = { 'url-encoded': URLSearchParams, multipart: FormData };

it.each(Object.entries(encodings))('saves the Shopify app as %s form data', async (_, Encoding) => {
  const save = (fields: Record<string, string>) => {
    const body = new Encoding();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return app.fetchApi('/settings/shopify', { method: 'POST', body });
  };
  const saved = async () => (await call<Record<string, string>>('GET', '/settings/as-dict')).body;
  // An object in a form travels as JSON.
  const seenOther = await save({ api_key: 'key', api_secret: 's', based_on: '{"api_key":"another"}' });
  expect([seenOther.status, await seenOther.json()]).toMatchObject([409, { code: 'conflict' }]);
  const withoutSecret = await save({ api_key: 'key' });
  expect([withoutSecret.status, await withoutSecret.json()]).toMatchObject([
    400,
    { errors: [{ path: 'api_secret', message: 'API secret is required.' }] },
  ]);
  expect(await saved()).toEqual({});
  expect((await save({ api_secret: 'secret-1234' })).status).toBe(400);
  const full = { api_key: 'key', callback_url: 'https://shops.example/callback', scopes: 'read_products' };
  expect((await save({ ...full, api_secret: 'secret-1234' })).status).toBe(200);
  expect((await save({ api_key: 'key-2', api_secret: '' })).status).toBe(200);
  expect(await saved()).toEqual({
    [SHOPIFY_APP_SETTINGS.apiKey]: 'key-2',
    [SHOPIFY_APP_SETTINGS.apiSecret]: null,
    [SHOPIFY_APP_SETTINGS.callbackUrl]: 'https://shops.example/callback',
    [SHOPIFY_APP_SETTINGS.scopes]: 'read_products',
  });
  expect((await save({ api_key: 'key-2', callback_url: '', scopes: '' })).status).toBe(200);
  expect(await saved()).toEqual({
    [SHOPIFY_APP_SETTINGS.apiKey]: 'key-2',
    [SHOPIFY_APP_SETTINGS.apiSecret]: null,
  });
  expect((await app.services.settings.readSecret(SHOPIFY_APP_SETTINGS.apiSecret))?.reveal()).toBe(
    'secret-1234',
  );
});

it('keeps the secret of the Shopify app encrypted whichever way it is written', async () => {
  const key = SHOPIFY_APP_SETTINGS.apiSecret;
  const made = await call('POST', '/settings', { key, value: 'secret-1234', is_encrypted: false });
  expect(made.body).toMatchObject({ value: null, is_encrypted: true });
  const changed = await call('PUT', `/settings/${key}`, { value: '', is_encrypted: false });
  expect(changed.body).toMatchObject({ value: null, value_hint: '1234', is_encrypted: true });
});

it('takes form data for nothing else', async () => {
  const form = new FormData();
  form.append('key', 'greeting');
  expect((await app.fetchApi('/settings', { method: 'POST', body: form })).status).toBe(415);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const broken = await app.fetchApi('/settings/shopify', { method: 'POST', headers, body: 'no form' });
  expect([broken.status, await broken.json()]).toMatchObject([
    400,
    { detail: 'The form could not be read.' },
  ]);
});
