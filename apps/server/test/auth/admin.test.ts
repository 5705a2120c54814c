import { GoTrueAdminApi } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { authTestServer, codeOf, goodPassword, linkIn, otherPassword } from './auth-test-server.ts';

const server = await authTestServer();
await server.addMember('owner@shops.example');

const adminWith = (key: string) =>
  new GoTrueAdminApi({ url: `${server.origin}/auth/v1`, headers: { authorization: `Bearer ${key}` } });

const admin = adminWith(await server.embedded.keys.serviceKey(3_600));

test('accounts are created, read, listed, changed and deleted', async () => {
  const made = await admin.createUser({
    email: 'Ada@Shops.example',
    password: goodPassword,
    email_confirm: true,
    user_metadata: { name: 'Ada' },
    app_metadata: { role: 'buyer' },
  });
  expect(made.error).toBeNull();
  const id = made.data.user?.id ?? '';
  expect((await admin.getUserById(id)).data.user).toMatchObject({
    email: 'ada@shops.example',
    app_metadata: { provider: 'email', providers: ['email'], role: 'buyer' },
    user_metadata: { name: 'Ada' },
    identities: [{ provider: 'email', user_id: id }],
  });
  const listed = await admin.listUsers({ page: 1, perPage: 1 });
  expect(listed.error).toBeNull();
  expect(listed.data).toMatchObject({ total: 2, nextPage: 2, lastPage: 2, aud: 'authenticated' });
  expect(listed.data.users.map(({ email }) => email)).toEqual(['ada@shops.example']);

  const changed = await admin.updateUserById(id, {
    app_metadata: { role: null },
    user_metadata: { name: 'Ada L.' },
  });
  expect(changed.data.user).toMatchObject({ user_metadata: { name: 'Ada L.' } });
  expect(changed.data.user?.app_metadata).not.toHaveProperty('role');

  const { accessToken } = await server.signedInClient('ada@shops.example');
  expect((await admin.deleteUser(id)).error).toBeNull();
  await server.expectSignedOut(accessToken);
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('invalid fields are refused with their sentences', async () => {
  const create = (fields: object) => admin.createUser({ email: 'new@shops.example', ...fields });
  expect((await create({ email: 'owner@shops.example' })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  expect((await create({ email: 'not-an-address' })).error?.message).toBe(
    'Unable to validate email address: invalid format',
  );
  expect((await create({ email: undefined })).error?.message).toBe('An email address is required');
  expect((await create({ password: 'qwertyuiop' })).error).toMatchObject({ code: 'weak_password' });
  expect(await codeOf(create({ password_hash: '$2a$10$abcdefghijklmnopqrstuv' }))).toBe('validation_failed');
  expect(
    await codeOf(create({ password_hash: '$argon2id$v=19$m=4194304,t=50,p=1$c2FsdHNhbHQ$aGFzaA' })),
  ).toBe('validation_failed');
  expect(await codeOf(create({ ban_duration: 'a while' }))).toBe('validation_failed');
  const malformed = await server.call('/auth/v1/admin/users/17', {
    headers: { authorization: `Bearer ${await server.embedded.keys.serviceKey(60)}` },
  });
  expect([malformed.status, await malformed.json()]).toEqual([
    404,
    { code: 404, error_code: 'validation_failed', msg: 'user_id must be an UUID' },
  ]);
});

test('a ban and a new password by an admin end sessions, and the last owner stays', async () => {
  const { id } = await server.addMember('bea@shops.example');
  const before = await server.signedInClient('bea@shops.example');
  expect((await admin.updateUserById(id, { ban_duration: '1h30m' })).data.user).toHaveProperty(
    'banned_until',
  );
  await server.expectSignedOut(before.accessToken);
  await admin.updateUserById(id, { ban_duration: 'none' });

  const after = await server.signedInClient('bea@shops.example');
  await admin.updateUserById(id, { password: otherPassword });
  await server.expectSignedOut(after.accessToken);
  await server.signedInClient('bea@shops.example', otherPassword);
  await admin.deleteUser(id);

  const { users } = await server.embedded.members.list({ offset: 0, limit: 100 });
  for (const user of users.filter(({ email }) => email !== 'owner@shops.example'))
    await admin.deleteUser(user.id);
  const owner = users.find(({ email }) => email === 'owner@shops.example');
  expect((await admin.updateUserById(owner?.id ?? '', { ban_duration: '24h' })).error).toMatchObject({
    status: 409,
    message: 'The last active owner cannot be disabled, removed or given another role.',
  });
  await server.signedInClient('owner@shops.example');
});

test('an invitation leads to an account with its own password', async () => {
  const invited = await admin.inviteUserByEmail('cleo@shops.example', { data: { name: 'Cleo' } });
  expect(invited.error).toBeNull();
  expect(invited.data.user).toHaveProperty('invited_at');
  const mail = (await server.outbox()).at(-1);
  expect(mail?.subject).toBe('You are invited to Atlas Stores');
  const token = linkIn(mail).searchParams.get('token_hash') ?? '';

  const client = server.client();
  expect((await client.verifyOtp({ token_hash: token, type: 'invite' })).error).toBeNull();
  expect((await client.updateUser({ password: otherPassword })).error).toBeNull();
  await server.signedInClient('cleo@shops.example', otherPassword);
  expect(await codeOf(admin.inviteUserByEmail('owner@shops.example'))).toBe('email_exists');
});

test('links can be created without a mail', async () => {
  const mailsBefore = (await server.outbox()).length;
  const made = await admin.generateLink({ type: 'recovery', email: 'owner@shops.example' });
  expect(made.error).toBeNull();
  expect(made.data.properties).toMatchObject({ verification_type: 'recovery' });
  expect(made.data.user?.email).toBe('owner@shops.example');
  const landing = await fetch(made.data.properties?.action_link ?? '', { redirect: 'manual' });
  expect(landing.headers.get('location')).toContain(`${server.origin}/reset-password#access_token=`);

  const code =
    (await admin.generateLink({ type: 'magiclink', email: 'owner@shops.example' })).data.properties
      ?.email_otp ?? '';
  const verify = (email: string) => server.client().verifyOtp({ email, token: code, type: 'email' });
  expect((await verify('owner@shops.example')).error).toBeNull();
  expect((await verify('owner@shops.example')).error).toMatchObject({
    code: 'otp_expired',
    message: 'Token has expired or is invalid',
  });
  expect((await admin.generateLink({ type: 'recovery', email: 'nobody@shops.example' })).error).toMatchObject(
    {
      status: 404,
      code: 'user_not_found',
    },
  );
  expect(await server.outbox()).toHaveLength(mailsBefore);
});

test('a link for a new address is returned with it', async () => {
  await server.addMember('dina@shops.example');
  const generate = (newEmail: string) =>
    admin.generateLink({ type: 'email_change_current', email: 'dina@shops.example', newEmail });
  const { data } = await generate('Dina.New@shops.example');
  expect(data.user).toMatchObject({ email: 'dina@shops.example', new_email: 'dina.new@shops.example' });
  expect(data.user?.user_metadata).toEqual({});
  await fetch(data.properties?.action_link ?? '', { redirect: 'manual' });
  await server.signedInClient('dina.new@shops.example');
  expect(await codeOf(generate('owner@shops.example'))).toBe('user_not_found');
});

// As expected by the client's own tests, or by a GoTrue.
test.each([
  ['GET', '/users?sort=email', undefined, 400, 'validation_failed'],
  [
    'POST',
    '/users',
    { email: 'two@shops.example', password: goodPassword, password_hash: 'x' },
    400,
    'validation_failed',
  ],
  ['PUT', '/users/OWNER', { password: '' }, 422, 'weak_password'],
  ['DELETE', '/users/OWNER/factors/first', undefined, 404, 'validation_failed'],
  ['DELETE', '/users/OWNER/factors/OWNER', undefined, 404, 'mfa_factor_not_found'],
  ['POST', '/generate_link', { type: 'magiclink', email: 'xx:;x@x.x' }, 400, 'validation_failed'],
  ['POST', '/generate_link', { type: 'recovery', email: 'nobody@shops.example' }, 404, 'user_not_found'],
  ['POST', '/oauth/clients', { redirect_uris: [] }, 404, 'feature_disabled'],
  ['GET', '/custom-providers', undefined, 404, 'feature_disabled'],
  ['GET', '/sso/providers', undefined, 404, 'saml_provider_disabled'],
])('%s %s %j', async (method, path, json, status, code) => {
  const { users } = await server.embedded.members.list({ offset: 0, limit: 1, newestFirst: false });
  const target = `/auth/v1/admin${path.replaceAll('OWNER', users[0]?.id ?? '')}`;
  const ask = async (headers: Record<string, string>, body: string | undefined) => {
    const answer = await server.call(target, { method, headers, body });
    return [answer.status, ((await answer.json()) as { error_code: string }).error_code];
  };
  const authorization = `Bearer ${await server.embedded.keys.serviceKey(60)}`;
  expect(await ask({ authorization }, json && JSON.stringify(json))).toEqual([status, code]);
  const unreadable = method === 'GET' ? undefined : `{"email":${' '.repeat(1_100_000)}`;
  expect(await ask({}, unreadable)).toEqual([401, 'no_authorization']);
});

test('a link to sign in creates the account of an unknown address', async () => {
  const { data } = await admin.generateLink({ type: 'magiclink', email: 'fresh@shops.example' });
  expect(data.properties?.verification_type).toBe('signup');
  const token_hash = data.properties?.hashed_token ?? '';
  expect((await server.client().verifyOtp({ token_hash, type: 'signup' })).data.user?.email).toBe(
    'fresh@shops.example',
  );
});

test('an invalid page number is an error', async () => {
  expect((await admin.listUsers({ page: -1, perPage: 10 })).error).toMatchObject({
    status: 400,
    code: 'validation_failed',
    message: expect.stringMatching(/^Bad Pagination Parameters: /),
  });
  expect((await admin.listUsers({ page: 0, perPage: 0 })).error).toBeNull();
});

test('these calls require a service key', async () => {
  const { accessToken } = await server.signedInClient('owner@shops.example');
  const refused = async (key: string) => (await adminWith(key).listUsers()).error;
  expect(await refused(accessToken)).toMatchObject({ status: 403, code: 'not_admin' });
  expect(await refused(await server.embedded.keys.anonKey())).toMatchObject({
    status: 403,
    code: 'not_admin',
  });
  expect(await refused('nonsense')).toMatchObject({ status: 403, code: 'bad_jwt' });
  expect((await server.call('/auth/v1/admin/users')).status).toBe(401);
  const brief = await server.embedded.keys.serviceKey(60);
  server.clock.advance(61_000);
  expect(await refused(brief)).toMatchObject({ status: 403, code: 'bad_jwt' });
});
