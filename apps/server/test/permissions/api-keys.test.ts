import type { ProblemDetails } from '@storefleet/contract/api/common';
import type { ApiKey, ApiKeys, CreatedApiKey } from '@storefleet/contract/people/api-keys';
import { openTestApp } from '@storefleet/test-support/app';
import { expect, test } from 'vitest';
import { goodPassword } from '../auth/auth-test-server.ts';

const app = await openTestApp();
await app.signIn();

async function send<T>(
  method: string,
  path: string,
  { json, token }: { json?: unknown; token?: string } = {},
) {
  const response = await app.fetchApi(path, { method, json, token });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (/^[{[]/.test(text) ? JSON.parse(text) : null) as T & ProblemDetails,
  };
}

async function addKey(given: object = {}): Promise<CreatedApiKey> {
  const { status, body } = await send<CreatedApiKey>('POST', '/api-keys', {
    json: { name: 'Nightly prices', ...given },
  });
  expect(status).toBe(201);
  return body;
}

test('a key is shown once, allows what its role allows, and shows its last use', async () => {
  const { secret, ...key } = await addKey({ role: 'viewer' });
  expect(secret).toMatch(/^sfk_[A-Za-z0-9]{32}$/);
  expect(key).toMatchObject({ role: 'viewer', hint: secret.slice(0, 8), last_used_at: null });
  expect((await send('GET', '/stores', { token: secret })).status).toBe(200);
  const listed = await send<ApiKeys>('GET', '/api-keys');
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  expect(listed.body.keys.find(({ id }) => id === key.id)?.last_used_at).not.toBeNull();
  const { rows } = await app.db.query('select * from api_keys where id = $1', [key.id]);
  expect(JSON.stringify(rows)).not.toContain(secret.slice(8));
});

test.each([
  ['a key that is not known', async () => `sfk_${'x'.repeat(32)}`, 'This API key is not known here.'],
  [
    'a revoked key',
    async () => {
      const { id, secret } = await addKey();
      expect((await send<ApiKey>('DELETE', `/api-keys/${id}`)).body.revoked_at).not.toBeNull();
      return secret;
    },
    'This API key was revoked.',
  ],
  [
    'an expired key',
    async () => {
      const { id, secret } = await addKey({ expires_at: new Date(Date.now() + 60_000).toISOString() });
      await app.db.query(`update api_keys set expires_at = now() where id = $1`, [id]);
      return secret;
    },
    'This API key has expired.',
  ],
])('%s gives no access', async (_what, secretOf, detail) => {
  const { status, headers, body } = await send('GET', '/stores', { token: await secretOf() });
  expect([status, body.code, body.detail]).toEqual([401, 'unauthorized', detail]);
  expect(headers.get('www-authenticate')).toContain('Bearer');
});

test('an expiry in the past is refused at its field', async () => {
  const { status, body } = await send('POST', '/api-keys', {
    json: { name: 'Late', expires_at: '2020-01-01T00:00:00Z' },
  });
  expect([status, body.errors]).toEqual([
    400,
    [{ path: 'expires_at', message: 'Choose an expiry date in the future.' }],
  ]);
});

test('an unknown field is refused, such as a misspelt expiry date', async () => {
  const { status, body } = await send('POST', '/api-keys', {
    json: { name: 'Late', expiry: '2030-01-01T00:00:00Z' },
  });
  expect([status, body.errors]).toEqual([400, [{ path: '', message: expect.stringContaining('expiry') }]]);
});

test('requests beyond a minute’s allowance are told when to retry', async () => {
  const { secret } = await addKey({ requests_per_minute: 2 });
  const statuses = [];
  for (let count = 0; count < 2; count++)
    statuses.push((await send('GET', '/stores', { token: secret })).status);
  const { status, headers, body } = await send('GET', '/stores', { token: secret });
  expect([...statuses, status, body.code]).toEqual([200, 200, 429, 'too_many_requests']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a key can do no more than its owner currently can', async () => {
  const { embedded } = app.services.auth;
  if (embedded === null) throw new Error('This test is about the embedded service.');
  const email = 'second-owner@shops.example';
  const { id } = await embedded.members.create({
    email,
    password: goodPassword,
    emailConfirmed: true,
    role: 'owner',
  });
  const { secret } = await addKey({ role: 'editor' });
  await app.db.query('update api_keys set created_by = $1 where hint = $2', [id, secret.slice(0, 8)]);
  const start = () => send('POST', '/stores/sync-all', { token: secret, json: {} });
  expect((await start()).status).not.toBe(403);
  await app.db.query(`update users set member_role = 'viewer' where id = $1`, [id]);
  expect((await start()).status).toBe(403);
  expect((await send('POST', `/team/${id}/disable`)).status).toBe(200);
  expect((await send('GET', '/stores', { token: secret })).body.detail).toBe(
    'The owner of this API key is no member any more.',
  );
});

test('changes made with a key are recorded under its name', async () => {
  const { id, secret } = await addKey({ role: 'owner', name: 'Price robot' });
  await send('POST', '/settings', { token: secret, json: { key: 'by_a_key', value: 'yes' } });
  const { rows } = await app.db.query(
    'select actor_kind, actor_id, actor_name from audit_log where target_id = $1',
    ['by_a_key'],
  );
  expect(rows).toEqual([{ actor_kind: 'api_key', actor_id: id, actor_name: 'Price robot (API key)' }]);
});
