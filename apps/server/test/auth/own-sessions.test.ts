import type { AccountSessions } from '@storefleet/contract/people/account';
import type { ApiKeys, CreatedApiKey } from '@storefleet/contract/people/api-keys';
import type { Team, TeamMember } from '@storefleet/contract/people/team';
import { openTestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { goodPassword } from './auth-test-server.ts';

const app = await openTestApp();
await app.signIn();

const embedded = () => {
  const { embedded: service } = app.services.auth;
  if (service === null) throw new Error('This test is about the embedded service.');
  return service;
};
const call = <T>(method: string, path: string, token?: string) =>
  app.call<T>(method, path, undefined, { token });
const addMember = (email: string, role: 'owner' | 'editor') =>
  embedded().members.create({ email, password: goodPassword, emailConfirmed: true, role });
const signInFrom = async (email: string, userAgent: string) =>
  (
    await embedded().signIn.withPassword(
      { email, password: goodPassword },
      { address: '192.0.2.7', userAgent },
    )
  ).accessToken;

test('a person lists their sessions, and ends another one at once', async () => {
  await addMember('sam@shops.example', 'editor');
  const here = await signInFrom('sam@shops.example', 'Firefox');
  const there = await signInFrom('sam@shops.example', 'Safari');
  const { body } = await call<AccountSessions>('GET', '/account/sessions', here);
  expect(
    body.sessions.map(({ user_agent, address, is_current }) => [user_agent, address, is_current]),
  ).toEqual(
    expect.arrayContaining([
      ['Firefox', '192.0.2.7', true],
      ['Safari', '192.0.2.7', false],
    ]),
  );
  const other = body.sessions.find(({ is_current }) => !is_current)?.id ?? '';
  for (const _twice of [1, 2]) {
    const ended = await call<AccountSessions>('DELETE', `/account/sessions/${other}`, here);
    expect([ended.status, ended.body.sessions.length]).toEqual([200, 1]);
  }
  expect((await call('GET', '/stores', there)).status).toBe(401);
  expect((await call('GET', '/stores', here)).status).toBe(200);
});

test('other people’s sessions can be neither seen nor ended', async () => {
  await addMember('kim@shops.example', 'owner');
  const kim = await signInFrom('kim@shops.example', 'Chrome');
  const { rows } = await app.db.query<{ id: string }>(
    `select s.id from user_sessions s join users u on u.id = s.user_id where u.email = 'sam@shops.example'`,
  );
  const [sams] = rows;
  const { body } = await call<AccountSessions>('DELETE', `/account/sessions/${sams?.id}`, kim);
  expect(body.sessions.map(({ id }) => id)).not.toContain(sams?.id);
  expect((await app.db.query('select from user_sessions where id = $1', [sams?.id])).rows).toHaveLength(1);
  expect((await call('DELETE', `/account/sessions/${uuidv7()}`, kim)).status).toBe(200);
});

test('a deleted member is signed out and loses their keys; the address can be invited again', async () => {
  const { id } = await addMember('leaving@shops.example', 'owner');
  const token = await signInFrom('leaving@shops.example', 'Firefox');
  const made = await app.fetchApi('/api-keys', { method: 'POST', json: { name: 'Theirs' }, token });
  const { secret, id: keyId } = (await made.json()) as CreatedApiKey;
  const { status, body } = await call<TeamMember>('DELETE', `/team/${id}`);
  expect([status, body.email]).toEqual([200, 'leaving@shops.example']);
  expect((await call('GET', '/stores', token)).status).toBe(401);
  expect((await call('GET', '/stores', secret)).status).toBe(401);
  const { keys } = (await call<ApiKeys>('GET', '/api-keys')).body;
  expect(keys.find((key) => key.id === keyId)?.revoked_at).not.toBeNull();
  const { members } = (await call<Team>('GET', '/team')).body;
  expect(members.map(({ email }) => email)).not.toContain('leaving@shops.example');
  const invited = await app.fetchApi('/team', { method: 'POST', json: { email: 'leaving@shops.example' } });
  expect(invited.status).toBe(201);
});

test('the last owner cannot be deleted', async () => {
  const { members } = (await call<Team>('GET', '/team')).body;
  const owners = members.filter(({ role, status }) => role === 'owner' && status === 'active');
  const self = await call<{ id: string }>('GET', '/account');
  for (const { id } of owners.filter((owner) => owner.id !== self.body.id))
    await call('DELETE', `/team/${id}`);
  expect(await call('DELETE', `/team/${self.body.id}`)).toMatchObject({
    status: 409,
    body: { code: 'last_owner' },
  });
});
