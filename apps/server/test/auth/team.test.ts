import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from '@storefleet/contract/people/account';
import type { Role } from '@storefleet/contract/people/permissions';
import type { AccessLink, Team, TeamMember } from '@storefleet/contract/people/team';
import { openTestApp, TEST_USER, type TestApp } from '@storefleet/test-support/app';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { goodPassword, otherPassword, startMailServer } from './auth-test-server.ts';
import { startFakeProject } from './fake-project.ts';

const app = await openTestApp();
await app.signIn();
afterEach(async () => {
  await app.db.query('delete from users where email <> $1', [TEST_USER.email]);
});

type Call = { json?: unknown; token?: string; from?: TestApp };

const call = <T = TeamMember>(method: string, target: string, { json, token, from = app }: Call = {}) =>
  from.call<T>(method, target, json, { token });

const invite = (json: object, from?: TestApp) =>
  call<AccessLink>('POST', '/team', { json, ...(from ? { from } : {}) });

async function members(): Promise<TeamMember[]> {
  return (await call<Team>('GET', '/team')).body.members;
}

async function addMember(email: string, role?: Role): Promise<TeamMember> {
  return memberWith(await makeAccount(email, role));
}

async function makeAccount(email: string, role?: Role): Promise<string> {
  return (await embedded().members.create({ email, password: goodPassword, emailConfirmed: true, role })).id;
}

async function memberWith(id: string): Promise<TeamMember> {
  const found = (await members()).find((member) => member.id === id);
  if (!found) throw new Error('There is no such member.');
  return found;
}

async function ownId(): Promise<string> {
  return (await members()).find(({ email }) => email === TEST_USER.email)?.id ?? '';
}

function embedded() {
  const { auth } = app.services;
  if (auth.embedded === null) throw new Error('This test is about the embedded service.');
  return auth.embedded;
}

async function signIn(email: string, password = goodPassword): Promise<string> {
  const caller = { address: '127.0.0.1', userAgent: null };
  return (await embedded().signIn.withPassword({ email, password }, caller)).accessToken;
}

/** Follows a link like its page, and returns the new session's access token. */
async function follow(link: string | null, password: string): Promise<string> {
  const query = new URL(link ?? '').searchParams;
  const headers = { 'content-type': 'application/json' };
  const verified = await fetch(`${app.url}/auth/v1/verify`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token_hash: query.get('token_hash'), type: query.get('type') }),
  });
  const { access_token: token } = (await verified.json()) as { access_token: string };
  const changed = await fetch(`${app.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify({ password }),
  });
  expect([verified.status, changed.status]).toEqual([200, 200]);
  return token;
}

test('lists members in the order they were added', async () => {
  await addMember('ada@shops.example');
  expect(await call<Team>('GET', '/team')).toMatchObject({
    status: 200,
    body: {
      total: 2,
      members: [
        {
          email: TEST_USER.email,
          name: TEST_USER.name,
          status: 'active',
          role: 'owner',
          last_sign_in_at: expect.any(String),
        },
        { email: 'ada@shops.example', name: null, status: 'active', role: 'editor', last_sign_in_at: null },
      ],
    },
  });
  expect((await app.fetchApi('/team', { token: null })).status).toBe(401);
});

test('an invitation is a link to pass on, which can be issued again until it is used', async () => {
  const { status, body: first } = await invite({ email: 'Cleo@Shops.example' });
  expect([status, first]).toMatchObject([
    201,
    {
      mail_sent: false,
      member: { email: 'cleo@shops.example', name: null, status: 'invited', role: 'editor' },
    },
  ]);
  expect(first.link).toContain(`${app.url}/reset-password?token_hash=`);
  expect(await readdir(path.join(app.dataDir, 'outbox')).catch(() => [])).toEqual([]);
  const second = (await invite({ email: 'cleo@shops.example', name: 'Cleo', role: 'viewer' })).body;
  expect(second.member).toMatchObject({ id: first.member.id, name: 'Cleo', role: 'viewer' });
  await expect(follow(first.link, otherPassword)).rejects.toThrow();
  const opened = new URL(second.link ?? '').searchParams.get('token_hash') ?? '';
  const caller = { address: '127.0.0.1', userAgent: null };
  await embedded().links.verify({ token: opened, type: 'invite' }, caller);
  const again = await call<AccessLink>('POST', `/team/${first.member.id}/reset-password`);
  const token = await follow(again.body.link, otherPassword);
  expect((await call<Team>('GET', '/team', { token })).status).toBe(200);
  expect(await memberWith(first.member.id)).toMatchObject({ status: 'active' });
  expect(await invite({ email: 'cleo@shops.example' })).toMatchObject({
    status: 409,
    body: { code: 'user_already_exists', detail: 'A member with this email address exists already.' },
  });
});

test.each([
  [{ email: 'not-an-address' }, 'Enter a valid email address.'],
  [{ email: '' }, 'Enter a valid email address.'],
  [{}, 'Enter an email address.'],
])('%j is not a valid invitation', async (json, message) => {
  const { status, body } = await invite(json);
  expect([status, body.errors]).toEqual([400, [{ path: 'email', message }]]);
});

test('a member is renamed, and the name removed, at once', async () => {
  const { id } = await addMember('ella@shops.example');
  await embedded().members.change(id, { userMetadata: { full_name: 'Ella From Before' } });
  const token = await signIn('ella@shops.example');
  expect((await call('PUT', `/team/${id}`, { json: { name: ' Ella ' } })).body.name).toBe('Ella');
  expect((await app.services.auth.authenticate(`Bearer ${token}`)).name).toBe('Ella');
  expect((await call('PUT', `/team/${id}`, { json: {} })).body.name).toBe('Ella');
  expect((await call('PUT', `/team/${id}`, { json: { name: '' } })).body.name).toBeNull();
});

test('renaming a member keeps the address they confirm at that moment', async () => {
  const { id } = await addMember('ines@shops.example');
  const begun = Promise.withResolvers<void>();
  const confirmed = app.db.transaction(async (tx) => {
    await tx.query("update users set email = 'ines.new@shops.example' where id = $1", [id]);
    begun.resolve();
    // The other change has got as far as it can.
    await vi.waitFor(async () => {
      const { rows } = await tx.query(
        "select from pg_locks where locktype = 'transactionid' and not granted",
      );
      expect(rows).toHaveLength(1);
    });
  });
  await begun.promise;
  const renamed = call('PUT', `/team/${id}`, { json: { name: 'Ines' } });
  await confirmed;
  expect((await renamed).body).toMatchObject({ name: 'Ines', email: 'ines.new@shops.example' });
});

test('disabling a member ends their sessions and links at once, until they are enabled again', async () => {
  const { id } = await addMember('finn@shops.example');
  const token = await signIn('finn@shops.example');
  const { link } = (await call<AccessLink>('POST', `/team/${id}/reset-password`)).body;
  expect((await call<Team>('GET', '/team', { token })).status).toBe(200);

  expect((await call('POST', `/team/${id}/disable`)).body.status).toBe('disabled');
  expect((await call<Team>('GET', '/team', { token })).status).toBe(401);
  await expect(signIn('finn@shops.example')).rejects.toMatchObject({ code: 'user_banned' });
  await expect(follow(link, otherPassword)).rejects.toThrow();
  const disabled = { status: 409, body: { code: 'member_disabled' } };
  expect(await call('POST', `/team/${id}/reset-password`)).toMatchObject(disabled);
  expect(await invite({ email: 'finn@shops.example' })).toMatchObject(disabled);

  expect((await call('POST', `/team/${id}/enable`)).body.status).toBe('active');
  expect((await call<Team>('GET', '/team', { token })).status).toBe(401);
  await signIn('finn@shops.example');
});

test('owners change roles from the next request on, and one owner who can sign in stays', async () => {
  const { id } = await addMember('olga@shops.example');
  const token = await signIn('olga@shops.example');
  const own = await ownId();
  const lastOwner = {
    status: 409,
    body: {
      code: 'last_owner',
      detail: 'This is the last owner who can sign in. Make somebody else an owner first.',
    },
  };
  expect(await call('PUT', `/team/${id}`, { token, json: { role: 'owner' } })).toMatchObject({
    status: 403,
    body: {
      code: 'forbidden',
      detail: 'Only owners can do this, and you are an editor. Ask an owner of this installation.',
    },
  });
  // An owner who is only invited, or disabled, cannot admit anybody.
  await invite({ email: 'hana@shops.example', role: 'owner' });
  const { id: ivo } = await addMember('ivo@shops.example', 'owner');
  await call('POST', `/team/${ivo}/disable`);
  expect(await call('POST', `/team/${own}/disable`)).toMatchObject(lastOwner);
  expect(await call('PUT', `/team/${own}`, { json: { role: 'viewer' } })).toMatchObject(lastOwner);
  await expect(embedded().members.remove(own)).rejects.toMatchObject({ code: 'last_owner' });

  expect((await call('PUT', `/team/${id}`, { json: { role: 'owner' } })).body.role).toBe('owner');
  expect((await call('PUT', `/team/${own}`, { token, json: { role: 'viewer' } })).body.role).toBe('viewer');
  expect((await call('PUT', `/team/${own}`, { json: { role: 'owner' } })).status).toBe(403);
  expect((await call<Account>('GET', '/account')).body.role).toBe('viewer');
  expect((await call('PUT', `/team/${own}`, { token, json: { role: 'owner' } })).status).toBe(200);
  expect((await call('PUT', `/team/${own}`, { token, json: { role: 'boss' } })).body.errors).toEqual([
    { path: 'role', message: 'Choose a role.' },
  ]);
});

test('with a mail server the link is mailed, once per minute and address', async () => {
  const mails = await startMailServer();
  const mailing = await openTestApp({ environment: { SMTP_URL: mails.url } });
  const { status, body } = await invite({ email: 'lara@shops.example' }, mailing);
  expect([status, body]).toMatchObject([201, { link: null, mail_sent: true }]);
  const again = await invite({ email: 'lara@shops.example' }, mailing);
  expect([again.status, again.body.detail]).toEqual([
    429,
    expect.stringContaining('A message was sent to this address a moment ago. Try again in'),
  ]);
  expect(mails.received.map(({ to }) => to?.[0]?.address)).toEqual(['lara@shops.example']);
});

test('an unreachable mail server is a 503, and nobody is shown a link', async () => {
  const mailing = await openTestApp({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  const answer = {
    status: 503,
    body: {
      code: 'mail_not_sent',
      detail:
        'The mail could not be sent: the mail server does not answer, or refused it. Please try again in a moment.',
    },
  };
  const invited = await invite({ email: 'mona@shops.example' }, mailing);
  expect(invited).toMatchObject(answer);
  const { members } = (await call<Team>('GET', '/team', { from: mailing })).body;
  const mona = members.find(({ email }) => email === 'mona@shops.example');
  // At once: no mail was sent that another one would follow too soon.
  const reset = await call('POST', `/team/${mona?.id}/reset-password`, { from: mailing });
  expect(reset).toMatchObject(answer);
  expect(JSON.stringify([invited, reset])).not.toContain('token_hash');
});

test('without a mail server the owner is shown the link, and its subject is told so', async () => {
  const { id } = await addMember('lea@shops.example');
  await addMember('max@shops.example');
  const token = await signIn('max@shops.example');
  const account = (of: string) => call<Account>('GET', '/account', { token: of });
  const lea = await signIn('lea@shops.example');
  expect((await account(lea)).body).toMatchObject({ id, role: 'editor', notices: [] });
  expect((await call<AccessLink>('POST', `/team/${id}/reset-password`)).body.link).toContain('token_hash=');
  const [notice] = (await account(lea)).body.notices;
  expect(notice).toMatchObject({ actor_email: TEST_USER.email, created_at: expect.any(String) });
  // Nobody else can dismiss it.
  await call('DELETE', `/account/notices/${notice?.id}`, { token });
  expect((await account(lea)).body.notices).toHaveLength(1);
  const dismissed = await call<Account>('DELETE', `/account/notices/${notice?.id}`, { token: lea });
  expect([dismissed.status, dismissed.body.notices]).toEqual([200, []]);
});

test('a hosted project’s list is managed here, and passwords there', async () => {
  const project = await startFakeProject();
  const hosted = await openTestApp({
    environment: {
      SUPABASE_URL: project.url,
      SUPABASE_ANON_KEY: 'anon',
      ADMIN_EMAIL: 'ada@shops.example',
    },
  });
  const token = await project.es256();
  const ask = <T = TeamMember>(method: string, target: string, json?: unknown) =>
    call<T>(method, target, { from: hosted, token, json });
  expect((await ask<Account>('GET', '/account')).body).toMatchObject({ id: project.sub, role: 'owner' });
  expect(await ask<AccessLink>('POST', '/team', { email: 'Bea@Shops.example', name: 'Bea' })).toMatchObject({
    status: 201,
    body: { link: null, mail_sent: false, member: { email: 'bea@shops.example', status: 'invited' } },
  });
  expect(await ask('POST', '/team', { email: 'bea@shops.example' })).toMatchObject({
    status: 409,
    body: { code: 'user_already_exists' },
  });
  const { body } = await ask<Team>('GET', '/team');
  expect(body).toMatchObject({
    total: 2,
    managed_at: project.url,
    members: [
      {
        id: project.sub,
        email: 'ada@shops.example',
        status: 'active',
        role: 'owner',
        last_sign_in_at: '2026-01-16T09:00:00.123Z',
      },
      {
        email: 'bea@shops.example',
        name: 'Bea',
        status: 'invited',
        role: 'editor',
        last_sign_in_at: null,
      },
    ],
  });
  const bea = body.members[1]?.id;
  expect((await ask('PUT', `/team/${bea}`, { name: 'Beatrix', role: 'owner' })).body).toMatchObject({
    name: 'Beatrix',
    role: 'owner',
  });
  expect((await ask('PUT', `/team/${bea}`, { role: 'viewer' })).body).toMatchObject({
    name: 'Beatrix',
    role: 'viewer',
  });
  expect((await ask('POST', `/team/${bea}/disable`)).body.status).toBe('disabled');
  expect((await ask('POST', `/team/${bea}/enable`)).body.status).toBe('invited');
  const lastOwner = { status: 409, body: { code: 'last_owner' } };
  expect(await ask('POST', `/team/${project.sub}/disable`)).toMatchObject(lastOwner);
  expect(await ask('PUT', `/team/${project.sub}`, { role: 'editor' })).toMatchObject(lastOwner);
  expect(await ask('POST', `/team/${bea}/reset-password`)).toMatchObject({
    status: 409,
    body: { code: 'passwords_managed_elsewhere' },
  });
  expect((await ask('POST', `/team/${uuidv7()}/enable`)).status).toBe(404);
  await hosted.db.query('update hosted_members set joined_at = now() where id = $1', [bea]);
  project.person({ id: bea, email: 'bea@shops.example' });
  const beas = { from: hosted, token: await project.es256({ sub: bea }) };
  expect(await call('POST', `/team/${project.sub}/disable`, beas)).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  const stranger = uuidv7();
  project.person({ id: stranger, email: 'mallory@shops.example' });
  const strange = await call('GET', '/account', {
    from: hosted,
    token: await project.es256({ sub: stranger }),
  });
  expect(strange).toMatchObject({ status: 403, body: { code: 'not_a_member' } });
});

test('an unknown member is not found', async () => {
  for (const action of ['disable', 'enable', 'reset-password']) {
    expect(await call('POST', `/team/${uuidv7()}/${action}`)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  }
});

test('owners who disable each other at the same moment do not lock everybody out', async () => {
  // This ends the signed-in session, so it is the file's last test.
  const actor = { id: await ownId(), address: '127.0.0.1', userAgent: null };
  for (let round = 0; round < 5; round += 1) {
    const others = ['jan@shops.example', 'kim@shops.example'];
    const everybody = [actor.id, ...(await Promise.all(others.map((email) => makeAccount(email, 'owner'))))];
    const outcomes = await Promise.allSettled(everybody.map((id) => app.services.team.disable(id, actor)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'last_owner' } },
    ]);
    await app.db.query('update users set banned_until = null where id = $1', [actor.id]);
    await app.db.query('delete from users where id <> $1', [actor.id]);
  }
});
