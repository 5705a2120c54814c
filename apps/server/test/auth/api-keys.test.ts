import { apiRoutes } from '@storefleet/contract/api/api';
import { mayChange } from '@storefleet/contract/api/changing-calls';
import type { ProblemDetails } from '@storefleet/contract/api/common';
import type { RouteDescription } from '@storefleet/contract/api/route';
import type { ApiKey, ApiKeys, CreatedApiKey } from '@storefleet/contract/people/api-keys';
import {
  isAboutAllStores,
  isAtLeast,
  isOpenToKeys,
  lowestRoleOf,
  ROLES,
  type Role,
} from '@storefleet/contract/people/permissions';
import { createTestApp, type TestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertStore } from '../sync/catalogue.ts';
import { goodPassword } from './auth-test-server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.signIn();
});
afterAll(() => app.close());

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

test('a key is answered once, opens what its role may, and is known by its last use', async () => {
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
])('%s opens nothing', async (_what, secretOf, detail) => {
  const { status, headers, body } = await send('GET', '/stores', { token: await secretOf() });
  expect([status, body.code, body.detail]).toEqual([401, 'unauthorized', detail]);
  expect(headers.get('www-authenticate')).toContain('Bearer');
});

test('an end in the past is refused at its field', async () => {
  const { status, body } = await send('POST', '/api-keys', {
    json: { name: 'Late', expires_at: '2020-01-01T00:00:00Z' },
  });
  expect([status, body.errors]).toEqual([
    400,
    [{ path: 'expires_at', message: 'Choose an end in the future.' }],
  ]);
});

test('more requests than a minute may have are told when to try again', async () => {
  const { secret } = await addKey({ requests_per_minute: 2 });
  const statuses = [];
  for (let count = 0; count < 2; count++)
    statuses.push((await send('GET', '/stores', { token: secret })).status);
  const { status, headers, body } = await send('GET', '/stores', { token: secret });
  expect([...statuses, status, body.code]).toEqual([200, 200, 429, 'too_many_requests']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a key can do no more than the owner who made it can now', async () => {
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

test('what a key changes is told under its name', async () => {
  const { id, secret } = await addKey({ role: 'owner', name: 'Price robot' });
  await send('POST', '/settings', { token: secret, json: { key: 'by_a_key', value: 'yes' } });
  const { rows } = await app.db.query(
    'select actor_kind, actor_id, actor_name from audit_log where target_id = $1',
    ['by_a_key'],
  );
  expect(rows).toEqual([{ actor_kind: 'api_key', actor_id: id, actor_name: 'Price robot (API key)' }]);
});

/** Requests by each role's key, over all calls: with ids that may exist, and bodies that may fit. */
const REQUESTS = 2_500;
/** By those that are limited to a store beside. */
const LIMITED_REQUESTS = 1_000;
/** Milliseconds: as many requests take a minute beside other work. */
const PATIENCE = 240_000;
/** What being used and being refused writes. */
const TRACES = ['api_keys', 'audit_log', 'change_history_counts'];
/** What planning writes. */
const PLANS = [
  'edit_batches',
  'edit_batch_stores',
  'edit_items',
  'left_out_items',
  'import_headings',
  'import_problem_rows',
];

async function contents(ignored: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await app.db.query<{ name: string; content: string }>(
    `select relname as name, md5(coalesce(query_to_xml(format('select * from %I t order by t::text', relname), true, false, '')::text, '')) as content
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1::text[])`,
    [ignored],
  );
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
}

/** The same numbers in every run. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const guarded: readonly RouteDescription[] = apiRoutes.filter((route: RouteDescription) => !route.public);

test.each([
  ...ROLES.map((role) => ({ role, isLimited: false })),
  ...(['viewer', 'proposer', 'editor'] as const).map((role) => ({ role, isLimited: true })),
])(
  'of many requests by the key of a role ($role, to another store alone: $isLimited), none does what it may not do',
  async ({ role, isLimited }: { role: Role; isLimited: boolean }) => {
    const storeId = await insertStore(app.db);
    const limited = isLimited ? { store_ids: [await insertStore(app.db)] } : {};
    const { secret } = await addKey({ role, requests_per_minute: 60_000, ...limited });
    const isWithheld = ({ id }: RouteDescription) =>
      !isOpenToKeys(id) || !isAtLeast(role, lowestRoleOf(id)) || (isLimited && isAboutAllStores(id));
    // What it may change is tested elsewhere: limited to another store it changes nothing here, but starts its own sync.
    const asked = guarded.filter((route) =>
      isLimited
        ? route.id !== 'sync.startAll'
        : isWithheld(route) || role === 'viewer' || role === 'proposer' || !mayChange(route),
    );
    const next = random(2 * ROLES.indexOf(role) + 1 + Number(isLimited));
    const pick = <T>(items: readonly T[]): T => items[next(items.length)] as T;
    const body = () =>
      pick<unknown>([
        {},
        [],
        null,
        { name: 'X', role: 'owner', email: 'x@y.example', value: '1', key: 'app_name', store_id: storeId },
        { shop_name: 'X', shop_url: 'x.example', access_token: 't', role: 'owner', store_ids: [storeId] },
        { search: { query: 'a' }, attributes_to_set: { vendor: 'X' } },
      ]);
    const plans = role === 'proposer' || isLimited;
    const ignored = plans ? [...TRACES, ...PLANS] : TRACES;
    const before = await contents(ignored);
    const wrong: string[] = [];
    for (let request = 0; request < (isLimited ? LIMITED_REQUESTS : REQUESTS); request++) {
      const route = pick(asked);
      const known = isWithheld(route) ? [storeId, 'app_name'] : isLimited ? [storeId] : [];
      const target = route.path.replaceAll(/\{\w+\}/g, () =>
        pick([...known, uuidv7(), '..%2F', 'x'.repeat(300)]),
      );
      const { status } = await send(route.method, target, {
        token: secret,
        ...(route.method === 'GET' ? {} : { json: body() }),
      });
      if ((status === 403) !== isWithheld(route) || status >= 500) wrong.push(`${route.id}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(await contents(ignored)).toEqual(before);
  },
  PATIENCE,
);
