import { apiRoutes } from '@storefleet/contract/api';
import { mayChange } from '@storefleet/contract/api/changing-calls';
import { buildOpenApiDocument } from '@storefleet/contract/openapi';
import type { AuditPage } from '@storefleet/contract/people/audit';
import { AUDIT_AREAS } from '@storefleet/contract/people/audit-areas';
import type { AccessLink } from '@storefleet/contract/people/team';
import { openTestApp, TEST_USER } from '@storefleet/test-support/app';
import { MIGRATIONS } from '@storefleet/test-support/database';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { readMigrations } from '../../platform/db/migrate.ts';
import { auditShell } from './audit-shell.ts';

const app = await openTestApp();

type Entry = Record<string, unknown> & { call: string };

async function entries(call?: string): Promise<Entry[]> {
  const { rows } = await app.db.query<Entry>(
    'select * from audit_log where $1::text is null or call = $1 order by at, id',
    [call],
  );
  return rows;
}

async function lastEntry(call: string): Promise<Entry | undefined> {
  return (await entries(call)).at(-1);
}

it('has an entry for every OpenAPI call that may change something', async () => {
  await app.signIn();
  const { paths } = buildOpenApiDocument(apiRoutes, { title: 'API', version: '1' });
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => ({ path, method, operationId })),
  );
  const changing = calls.filter(({ method, operationId }) =>
    mayChange({ id: operationId, method: method.toUpperCase() as 'POST' }),
  );
  expect(changing.length).toBeGreaterThan(40);
  const areas: readonly string[] = AUDIT_AREAS;
  expect(
    changing.filter(({ operationId }) => !areas.includes(operationId.split('.')[0] ?? '')),
    'every one can be filtered by',
  ).toEqual([]);
  for (const { path, method } of changing) {
    const response = await app.fetchApi(path.replaceAll(/\{\w+\}/g, uuidv7()), {
      method: method.toUpperCase(),
      json: {},
    });
    await response.arrayBuffer();
  }
  const recorded = new Set((await entries()).map(({ call }) => call));
  expect(changing.map(({ operationId }) => operationId).filter((id) => !recorded.has(id))).toEqual([]);
  expect((await app.db.query('select call from audit_attempts')).rows, 'notes without an entry').toEqual([]);
});

it('says who started to set up a second factor, but not which one', async () => {
  const factor = await fetch(`${app.url}/auth/v1/factors`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await app.signIn()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ factor_type: 'totp' }),
  });
  expect(factor.status).toBe(200);
  expect(await lastEntry('auth.beginFactor')).toMatchObject({ actor_name: TEST_USER.email, outcome: 'ok' });
});

it('says who changed what, before and after, with secrets as replaced', async () => {
  const send = (method: string, path: string, json: object) => app.fetchApi(path, { method, json });
  await send('POST', '/settings', { key: 'greeting', value: 'Hello' });
  await send('PUT', '/settings/greeting', { value: 'Hi' });
  expect(await lastEntry('settings.update')).toMatchObject({
    outcome: 'ok',
    actor_kind: 'person',
    actor_name: TEST_USER.email,
    ip: '127.0.0.1',
    target_kind: 'setting',
    target_name: 'greeting',
    before: { value: 'Hello' },
    after: { value: 'Hi' },
  });

  await send('PUT', '/settings/greeting', { value: 'hush-4711', is_encrypted: true });
  await send('PUT', '/settings/greeting', { value: 'hush-4712', is_encrypted: true });
  expect(await lastEntry('settings.update')).toMatchObject({
    before: { secret_value: 'replaced' },
    after: { secret_value: 'replaced' },
  });
  const created = await send('POST', '/mssql/stores', {
    shop_name: 'Audited',
    shop_url: 'audited',
    mssql_server: 'db.example',
    mssql_database: 'shop',
    mssql_table: 'products',
    mssql_username: 'reader',
    mssql_password: 'hush-4713',
  });
  expect(created.status).toBe(201);
  expect(await lastEntry('mssql.createStore')).toMatchObject({
    target_name: 'Audited',
    before: null,
    after: { mssql_username: 'reader', mssql_password_sealed: 'replaced' },
  });
  await app.fetchApi('/settings/greeting', { method: 'DELETE' });
  expect(await lastEntry('settings.delete')).toMatchObject({ after: null, outcome: 'ok' });
  expect(JSON.stringify(await entries())).not.toContain('hush');
});

it('records what was refused, and why', async () => {
  await app.fetchApi('/settings/missing', { method: 'PUT', json: { value: 'x' } });
  expect(await lastEntry('settings.update')).toMatchObject({
    outcome: 'refused',
    problem: 'setting_not_found',
    target_id: 'missing',
  });
});

it('names an update, whether it was refused, discarded or is new', async () => {
  const id = uuidv7();
  await app.db.query(
    `insert into edit_batches (id, origin, status, attributes, created_at, title)
     values ($1, 'bulk_update', 'planned', '{price}', now(), 'Price +4 %')`,
    [id],
  );
  await app.fetchApi(`/products/bulk-updates/${id}/reject`, { method: 'POST', json: { reason: 'No.' } });
  const named = { target_kind: 'bulk_update', target_id: id, target_name: 'Price +4 %' };
  expect(await lastEntry('inbox.reject')).toMatchObject({ ...named, outcome: 'refused' });
  await app.fetchApi(`/products/bulk-updates/${id}`, { method: 'DELETE' });
  expect(await lastEntry('bulkUpdates.drop')).toMatchObject({ ...named, outcome: 'ok' });
});

it('records sign-ins and failed ones', async () => {
  const { email, password } = TEST_USER;
  const signIn = (typed: string) =>
    fetch(`${app.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      body: JSON.stringify({ email, password: typed }),
    });
  await signIn(password);
  expect(await lastEntry('auth.signIn')).toMatchObject({
    outcome: 'ok',
    actor_kind: 'person',
    actor_name: email,
    actor_id: expect.any(String),
  });
  await signIn('a-wrong-password');
  expect(await lastEntry('auth.signIn')).toMatchObject({
    outcome: 'refused',
    problem: 'invalid_credentials',
    actor_id: null,
    actor_name: email,
  });
  expect(JSON.stringify(await entries())).not.toContain(password);
});

it('records what a program with the service key did, to whom, before and after', async () => {
  const { embedded } = app.services.auth;
  const authorization = `Bearer ${await embedded?.keys.serviceKey(60)}`;
  const send = async (method: string, path: string, json?: object) => {
    const body = json && JSON.stringify(json);
    const response = await fetch(`${app.url}/auth/v1${path}`, {
      method,
      headers: { authorization },
      ...(body && { body }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id: string };
  };
  const { id } = await send('POST', '/invite', { email: 'lou@shops.example' });
  const byKey = { outcome: 'ok', actor_kind: 'system', actor_id: null, actor_name: 'Service key' };
  const lou = { target_kind: 'member', target_id: id, target_name: 'lou@shops.example' };
  expect(await lastEntry('auth.admin')).toMatchObject({ ...byKey, ...lou, after: { role: 'editor' } });

  await send('PUT', `/admin/users/${id}`, { password: 'hush Lantern 58', ban_duration: '24h' });
  expect(await lastEntry('auth.admin')).toMatchObject({
    ...byKey,
    ...lou,
    before: { disabled: null },
    after: { disabled: true, password: 'replaced', ban_duration: '24h' },
  });

  await send('DELETE', `/admin/users/${id}`);
  expect(await lastEntry('auth.admin')).toMatchObject({
    ...byKey,
    ...lou,
    before: { email: 'lou@shops.example' },
    after: null,
  });
});

it('records nothing of callers who are not signed in and try neither a password nor a link', async () => {
  const before = (await entries()).length;
  const own = { authorization: `Bearer ${await app.signIn()}` };
  for (const [method, path, headers] of [
    ['POST', '/logout', {}],
    ['PUT', '/user', { authorization: 'Bearer a.b.c' }],
    ['POST', '/factors', {}],
    ['DELETE', `/admin/users/${uuidv7()}`, {}],
    ['DELETE', `/admin/users/${uuidv7()}`, own],
    ['POST', '/invite', own],
    ['POST', '/verify', {}],
    ['POST', '/token?grant_type=nothing', {}],
    ['POST', '/token?grant_type=password', {}],
    ['POST', '/token?grant_type=pkce', {}],
    ['POST', '/passkeys/authentication/verify', {}],
  ] as const) {
    const { status } = await fetch(`${app.url}/auth/v1${path}`, { method, headers });
    expect(status).toBeGreaterThanOrEqual(400);
  }
  const added = (await entries()).slice(before);
  expect(added.map(({ call, problem }) => `${call} ${problem}`)).toEqual([]);
  expect((await app.db.query('select call from audit_attempts')).rows).toEqual([]);
});

it('names whose link was opened, and who it was shown to', async () => {
  const member = await app.services.auth.embedded?.members.create({ email: 'mia@shops.example' });
  const { link } = await app.bodyOf<AccessLink>('POST', `/team/${member?.id}/reset-password`);
  const body = JSON.stringify(Object.fromEntries(new URL(link ?? '').searchParams));
  expect((await fetch(`${app.url}/auth/v1/verify`, { method: 'POST', body })).status).toBe(200);
  expect(await lastEntry('auth.useLink')).toMatchObject({
    actor_kind: 'person',
    actor_name: 'mia@shops.example',
    after: { link: 'invite', shown_to: TEST_USER.email },
  });
});

it('records account changes from the shell, but not listing them', async () => {
  const run = (argv: string[], work: () => Promise<void>) =>
    auditShell(
      { audit: app.services.audit, logger: pino({ level: 'silent' }), argv, isRefusal: () => true },
      work,
    );
  await run(['list'], async () => {});
  await run(['disable', 'kim@shops.example'], async () => {});
  const refused = run(['disable', 'nobody@shops.example'], () => Promise.reject(new Error('nobody')));
  await expect(refused).rejects.toThrow('nobody');
  expect(await entries('team.shell')).toMatchObject([
    { outcome: 'ok', actor_kind: 'system', target_name: 'kim@shops.example' },
    { outcome: 'refused', target_name: 'nobody@shops.example' },
  ]);
});

it('lists and exports filtered entries, newest first', async () => {
  const list = (query: string) => app.bodyOf<AuditPage>('GET', `/audit?${query}`);
  const { entries: all, total, is_more } = await list('');
  expect([all[0]?.call, is_more, total > all.length]).toEqual(['team.shell', false, true]);
  const ofSettings = await list('area=settings&outcome=ok&target=GREET');
  expect(new Set(ofSettings.entries.map(({ call, target_name }) => `${call} ${target_name}`))).toEqual(
    new Set(['settings.create greeting', 'settings.update greeting', 'settings.delete greeting']),
  );
  expect((await list(`user_id=${uuidv7()}`)).total).toBe(0);
  expect((await list('end_date=2020-01-01')).total).toBe(0);

  const file = await app.fetchApi('/audit/export?area=settings&outcome=ok');
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines[0]).toContain('at,outcome,call');
  expect(lines.length - 1).toBe((await list('area=settings&outcome=ok')).total);
});

it('never keeps a setting of a failed request in plain text, not even from an older version', async () => {
  const write = (call: string, outcome: string, after: object) =>
    app.db.query(
      `insert into audit_log (id, at, call, outcome, actor_kind, ip, after) values ($1, now(), $2, $3, 'person', '', $4)`,
      [uuidv7(), call, outcome, after],
    );
  await write('settings.create', 'failed', { key: 'mail_key', value: 'hush-4714', is_encrypted: true });
  await write('settings.create', 'failed', { key: 'mail_key' });
  await write('settings.create', 'ok', { key: 'greeting', value: 'Hello' });
  const hide = (await readMigrations(MIGRATIONS)).find(({ name }) => name.includes('hide_settings'));
  await app.db.transaction((tx) => tx.query(hide?.sql ?? ''));
  expect((await entries('settings.create')).slice(-3).map(({ after }) => after)).toEqual([
    { key: 'mail_key', value: 'replaced', is_encrypted: true },
    { key: 'mail_key' },
    { key: 'greeting', value: 'Hello' },
  ]);
});

it('is append-only, except for retention', async () => {
  for (const statement of [
    "update audit_log set call = 'x'",
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    await expect(app.db.query(statement)).rejects.toThrow('append-only');
  }
  await app.db.transaction(async (tx) => {
    await tx.query("set local storefleet.prune = 'on'");
    await tx.query('delete from audit_log');
  });
  expect(await entries()).toEqual([]);
});
