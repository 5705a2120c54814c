import { SHOPIFY_APP_SETTINGS } from '@storefleet/contract/constants';
import type { Setting, SettingList } from '@storefleet/contract/settings';
import { openTestApp } from '@storefleet/test-support/app';
import { beforeEach, expect, it } from 'vitest';

const app = await openTestApp();
beforeEach(async () => {
  await app.db.query('delete from settings');
});

const call = <T = Setting>(method: string, path: string, json?: unknown) => app.call<T>(method, path, json);
const add = (key: string, value: string, more: object = {}) =>
  call('POST', '/settings', { key, value, ...more });
const change = (key: string, fields: object) => call('PUT', `/settings/${key}`, fields);
const read = async (key: string) => (await call('GET', `/settings/${key}`)).body;
const asDictionary = async () => (await call<Record<string, string>>('GET', '/settings/as-dict')).body;
const SECRET = 'a-secret-value-4711';

it('adds, reads, changes, lists and deletes a setting', async () => {
  const greeting = {
    key: 'greeting',
    value: 'Hello',
    value_hint: null,
    description: 'Shown first',
    is_encrypted: false,
    updated_at: expect.any(String),
  };
  const created = await add('greeting', 'Hello', { description: 'Shown first' });
  expect([created.status, created.body]).toEqual([201, greeting]);
  expect(await read('greeting')).toEqual(greeting);
  expect((await add('greeting', 'x')).body.code).toBe('setting_already_exists');
  const emptied = await change('greeting', { value: '', is_encrypted: false });
  expect(emptied.body).toMatchObject({ value: '', description: 'Shown first' });
  expect((await change('greeting', { value: 'Hi', description: '' })).body.description).toBe(null);
  expect(await asDictionary()).toEqual({ greeting: 'Hi' });
  for (const key of ['b', 'c', 'a']) await add(key, key);
  const { body } = await call<SettingList>('GET', '/settings');
  expect([body.total, body.settings.map(({ key }) => key)]).toEqual([4, ['a', 'b', 'c', 'greeting']]);
  expect(body.default_callback_url).toMatch(/^http:\/\/[^/]+\/oauth\/shopify\/callback$/);
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

it('requires a key', async () => {
  const { status, body } = await add(' ', 'x');
  expect(status).toBe(400);
  expect(body.errors).toContainEqual({ path: 'key', message: 'Setting key is required.' });
});

it.each([
  ['notification_email', 'ops@shops.example', 'ops at shops', 'Enter a valid email address.'],
  [
    SHOPIFY_APP_SETTINGS.callbackUrl,
    'https://fleet.example/oauth/shopify/callback',
    'javascript:alert(1)',
    'Callback URL must be a web address.',
  ],
])('%s accepts only usable values', async (key, good, bad, detail) => {
  expect(await add(key, bad)).toMatchObject({ status: 400, body: { detail } });
  expect((await add(key, good)).status).toBe(201);
  expect((await change(key, { value: bad })).body.detail).toBe(detail);
  expect((await read(key)).value).toBe(good);
  expect((await change(key, { value: '' })).status).toBe(200);
});

it.each([
  ['from the start', () => add('mail_key', SECRET, { is_encrypted: true })],
  [
    'later',
    async () => {
      await add('mail_key', SECRET);
      return change('mail_key', { value: SECRET, is_encrypted: true });
    },
  ],
])('never shows a value again once encrypted %s', async (_when, encrypt) => {
  const hidden = { value: null, value_hint: '4711', is_encrypted: true };
  expect((await encrypt()).body).toMatchObject(hidden);
  expect(await read('mail_key')).toMatchObject(hidden);
  expect(await asDictionary()).toEqual({ mail_key: null });
  const stored = await app.db.query('select * from settings');
  expect(JSON.stringify([stored.rows, await call<SettingList>('GET', '/settings')])).not.toContain(SECRET);

  await change('mail_key', { value: '', description: 'kept' });
  expect((await app.services.settings.readSecret('mail_key'))?.reveal()).toBe(SECRET);
  expect((await change('mail_key', { value: '', is_encrypted: false })).status).toBe(400);
  await change('mail_key', { value: 'open', is_encrypted: false });
  expect(await read('mail_key')).toMatchObject({ value: 'open', value_hint: null });
});

it('sets the application’s title, which everybody sees', async () => {
  const title = async () => (await call<{ app_name: string }>('GET', '/config')).body.app_name;
  const usual = 'Shopify Multi-Store Management';
  expect(await title()).toBe(usual);
  await add('app_name', 'Our stores');
  expect(await title()).toBe('Our stores');
  const hidden = await change('app_name', { value: 'Our stores', is_encrypted: true });
  expect(hidden).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'is_encrypted', message: expect.stringContaining('cannot be encrypted') }] },
  });
  await change('app_name', { value: 'Our other stores', is_encrypted: false });
  expect(await title()).toBe('Our other stores');
  await change('app_name', { value: ' ' });
  expect(await title()).toBe(usual);
  await change('app_name', { value: 'Our stores' });
  await call('DELETE', '/settings/app_name');
  expect(await title()).toBe(usual);
});

it('overwrites nothing that somebody else has changed since it was read', async () => {
  const { body: based_on } = await add('mail_key', SECRET, { is_encrypted: true });
  await change('mail_key', { value: 'another-value-4712', is_encrypted: true });
  expect(await change('mail_key', { value: 'mine', based_on })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  const described = await change('mail_key', { value: '', description: 'For mails', based_on });
  expect(described.body.value_hint).toBe('4712');

  const credentials = { api_key: 'key', api_secret: 'secret', scopes: 'read_products' };
  const save = (fields: object) => call('POST', '/settings/shopify', { ...credentials, ...fields });
  await save({});
  const seen = { api_key: '', callback_url: '', scopes: 'read_products' };
  expect((await save({ api_key: 'mine', based_on: seen })).status).toBe(409);
  expect((await save({ api_key: 'mine', based_on: { ...seen, api_key: 'key' } })).status).toBe(200);
});

it('does not encrypt how long records are kept, which would apply the default', async () => {
  await add('retention_history_days', '3650');
  const encrypt = { value: '3650', is_encrypted: true };
  expect(await change('retention_history_days', encrypt)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'is_encrypted', message: expect.stringContaining('cannot be encrypted') }] },
  });
  expect((await read('retention_history_days')).value).toBe('3650');
});

it('replaces a Shopify app whose key somebody has encrypted', async () => {
  await add(SHOPIFY_APP_SETTINGS.apiKey, 'key-4711', { is_encrypted: true });
  const based_on = { api_key: '', callback_url: '', scopes: '' };
  const app = { api_key: 'key-2', api_secret: 'secret', based_on };
  expect((await call('POST', '/settings/shopify', app)).status).toBe(200);
  expect((await read(SHOPIFY_APP_SETTINGS.apiKey)).value).toBe('key-2');
});

it.each([
  ['the Shopify app', 'POST', '/settings/shopify', (n: number) => shopifyApp(`key-${n}`)],
  ['retention', 'PUT', '/retention', (n: number) => retention(100 + n)],
])('saves %s of one of two people who both begin with nothing saved', async (_, method, path, fields) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const blocked = app.db.transaction(async (tx) => {
    await tx.query('lock table settings in share row exclusive mode');
    begun.resolve();
    await released;
  });
  await begun.promise;
  const saves = [1, 2].map((n) => call(method, path, fields(n)));
  // Both have got as far as they can.
  await expect
    .poll(async () => {
      const waiting = `select from pg_locks where relation = 'settings'::regclass and not granted`;
      return (await app.db.query(waiting)).rows.length;
    })
    .toBe(2);
  release();
  await blocked;
  expect((await Promise.all(saves)).map(({ status }) => status).sort()).toEqual([200, 409]);
});

const shopifyApp = (api_key: string) => ({
  api_key,
  api_secret: 'secret',
  based_on: { api_key: '', callback_url: '', scopes: '' },
});
const KEPT = { history: 730, batch_items: 90, runs: 90, deliveries: 30, audit: 2_557 };
const retention = (history: number) => ({ ...KEPT, history, based_on: KEPT });

const encodings = { 'url-encoded': URLSearchParams, multipart: FormData };

it.each(Object.entries(encodings))('saves the Shopify app as %s form data', async (_, Encoding) => {
  const save = async (fields: Record<string, string>) => {
    const body = new Encoding();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const response = await app.fetchApi('/settings/shopify', { method: 'POST', body });
    return [response.status, await response.json()];
  };
  // Objects in a form are sent as JSON.
  const basedOnOther = { api_key: 'key', api_secret: 's', based_on: '{"api_key":"another"}' };
  expect(await save(basedOnOther)).toMatchObject([409, { code: 'conflict' }]);
  const secretMissing = { errors: [{ path: 'api_secret', message: 'API secret is required.' }] };
  expect(await save({ api_key: 'key' })).toMatchObject([400, secretMissing]);
  expect(await asDictionary()).toEqual({});
  expect((await save({ api_secret: 'secret-1234' }))[0]).toBe(400);
  const full = { api_key: 'key', callback_url: 'https://shops.example/callback', scopes: 'read_products' };
  expect((await save({ ...full, api_secret: 'secret-1234' }))[0]).toBe(200);
  expect((await save({ api_key: 'key-2', api_secret: '' }))[0]).toBe(200);
  const kept = { [SHOPIFY_APP_SETTINGS.apiKey]: 'key-2', [SHOPIFY_APP_SETTINGS.apiSecret]: null };
  expect(await asDictionary()).toEqual({
    ...kept,
    [SHOPIFY_APP_SETTINGS.callbackUrl]: 'https://shops.example/callback',
    [SHOPIFY_APP_SETTINGS.scopes]: 'read_products',
  });
  expect((await save({ api_key: 'key-2', callback_url: '', scopes: '' }))[0]).toBe(200);
  expect(await asDictionary()).toEqual(kept);
  const secret = await app.services.settings.readSecret(SHOPIFY_APP_SETTINGS.apiSecret);
  expect(secret?.reveal()).toBe('secret-1234');
});

it('keeps the Shopify app’s secret encrypted however it is written', async () => {
  const key = SHOPIFY_APP_SETTINGS.apiSecret;
  const hidden = { value: null, value_hint: '1234', is_encrypted: true };
  expect((await add(key, 'secret-1234', { is_encrypted: false })).body).toMatchObject(hidden);
  expect((await change(key, { value: '', is_encrypted: false })).body).toMatchObject(hidden);
});

it('accepts form data for nothing else', async () => {
  const form = new FormData();
  form.append('key', 'greeting');
  expect((await app.fetchApi('/settings', { method: 'POST', body: form })).status).toBe(415);
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const broken = await app.fetchApi('/settings/shopify', { method: 'POST', headers, body: 'no form' });
  expect(await broken.json()).toMatchObject({ status: 400, detail: 'The form could not be read.' });
});
