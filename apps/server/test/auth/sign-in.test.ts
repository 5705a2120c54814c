import { decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { authTestServer, codeOf, goodPassword, otherPassword } from './auth-test-server.ts';

const server = await authTestServer();

describe('signing in with a password', () => {
  test('returns a session, a user and claims that the client can verify', async () => {
    const member = await server.addMember('Ada@Shops.Example');
    const client = server.client();
    const { data, error } = await client.signInWithPassword({
      email: ' ADA@shops.example',
      password: goodPassword,
    });

    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/./),
      expires_in: 3_600,
      token_type: 'bearer',
      user: { id: member.id },
    });
    const secondsLeft = (data.session?.expires_at ?? 0) - Date.now() / 1_000;
    expect(secondsLeft).toBeGreaterThan(3_000);
    expect(secondsLeft).toBeLessThanOrEqual(3_601);
    expect(data.user).toMatchObject({ id: member.id, email: 'ada@shops.example', role: 'authenticated' });
    const claims = await client.getClaims();
    expect(claims.error).toBeNull();
    expect(claims.data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
    expect(claims.data?.claims).toMatchObject({
      sub: member.id,
      aud: 'authenticated',
      amr: [{ method: 'password' }],
      is_anonymous: false,
    });
    expect((await client.getUser()).data.user?.id).toBe(member.id);
    await server.expectSignedIn(data.session?.access_token, {
      id: member.id,
      email: 'ada@shops.example',
      name: null,
    });
  });

  test('answers a wrong password and an unknown address alike', async () => {
    await server.addMember('bea@shops.example');
    const wrong = await server
      .client()
      .signInWithPassword({ email: 'bea@shops.example', password: 'no-such-word' });
    const unknown = await server
      .client()
      .signInWithPassword({ email: 'nobody@shops.example', password: 'no-such-word' });

    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(unknown.error).toEqual(wrong.error);
  });

  test('rejects a disabled member only after the right password', async () => {
    const member = await server.addMember('cleo@shops.example');
    await server.embedded.members.disable(member.id);
    const sign = (password: string) => server.client().signInWithPassword({ email: member.email, password });

    expect(await codeOf(sign('no-such-word'))).toBe('invalid_credentials');
    expect(await codeOf(sign(goodPassword))).toBe('user_banned');
    await server.embedded.members.enable(member.id);
    expect((await sign(goodPassword)).error).toBeNull();
  });

  test('rejects an unconfirmed address', async () => {
    await server.embedded.members.create({ email: 'dora@shops.example', password: goodPassword });
    const { error } = await server
      .client()
      .signInWithPassword({ email: 'dora@shops.example', password: goodPassword });
    expect(error?.code).toBe('email_not_confirmed');
  });

  test('renews a hash with weaker parameters', async () => {
    const { hash } = await import('@node-rs/argon2');
    const old = await hash(goodPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await server.embedded.members.create({
      email: 'elsa@shops.example',
      passwordHash: old,
      emailConfirmed: true,
    });
    await server.signedInClient('elsa@shops.example');
    const { rows } = await server.db.query<{ password_hash: string }>(
      "select password_hash from users where email = 'elsa@shops.example'",
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await server.signedInClient('elsa@shops.example');
  });
});

describe('refreshing', () => {
  test('rotates the refresh token; for ten seconds the previous one returns the current one', async () => {
    await server.addMember('fay@shops.example');
    const refresh = (token: string) => server.client().refreshSession({ refresh_token: token });
    const tokenOf = ({ data }: Awaited<ReturnType<typeof refresh>>) => data.session?.refresh_token ?? '';
    let present = (await server.signedInClient('fay@shops.example')).refreshToken;
    for (let round = 1; round <= 3; round += 1) {
      const before = present;
      present = tokenOf(await refresh(before));
      expect(present).not.toBe(before);
      // The response was lost: the browser still has the previous token.
      server.clock.advance(10_000);
      expect(tokenOf(await refresh(before))).toBe(present);
    }
  });

  test('a token issued by an older version is followed by another one of its generation', async () => {
    const { client, refreshToken: before } = await server.signedInMember('gina@shops.example');
    await client.refreshSession();
    await server.db.query('update refresh_tokens set salt = null where generation = 1');
    const again = await server.client().refreshSession({ refresh_token: before });
    const token = again.data.session?.refresh_token ?? '';
    expect((await server.client().refreshSession({ refresh_token: token })).error).toBeNull();
  });

  test.each([
    ['the token before, after those ten seconds,', 1],
    ['an older token', 2],
  ])('%s ends the whole session', async (_what, refreshes) => {
    const email = `${refreshes}.refreshes@shops.example`;
    const { client, refreshToken: stolen } = await server.signedInMember(email);
    for (let refresh = 1; refresh < refreshes; refresh += 1) await client.refreshSession();
    const current = (await client.refreshSession()).data.session;
    if (refreshes === 1) server.clock.advance(10_001);
    const reuse = await server.client().refreshSession({ refresh_token: stolen });
    expect(reuse.error).toMatchObject({
      status: 400,
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    });
    expect(await codeOf(client.refreshSession())).toBe('refresh_token_not_found');
    await server.expectSignedOut(current?.access_token);
    expect(server.log.some((line) => line.includes('"audit":"token_revoked"'))).toBe(true);
  });

  test('an unknown token and a malformed one have different errors', async () => {
    const refresh = (token: string) => server.client().refreshSession({ refresh_token: token });
    expect(await codeOf(refresh('A'.repeat(43)))).toBe('refresh_token_not_found');
    expect(await codeOf(refresh('short'))).toBe('validation_failed');
  });

  test('a session idle for a month has ended', async () => {
    const own = await authTestServer();
    const { refreshToken } = await own.signedInMember('iris@shops.example');
    own.clock.advance(31 * 24 * 60 * 60 * 1_000);
    const { error } = await own.client().refreshSession({ refresh_token: refreshToken });
    expect(error?.code).toBe('session_expired');
  });
});

describe('signing out', () => {
  async function threeSessions(email: string) {
    await server.addMember(email);
    return Promise.all([1, 2, 3].map(() => server.signedInClient(email)));
  }
  const alive = async (accessToken: string) =>
    server.auth.authenticate(`Bearer ${accessToken}`).then(
      () => true,
      () => false,
    );

  test.each([
    ['local', [false, true, true]],
    ['others', [true, false, false]],
    [undefined, [false, false, false]],
  ] as const)('of the scope %s leaves of three sessions %j', async (scope, left) => {
    const sessions = await threeSessions(`${scope ?? 'all'}@shops.example`);
    const options = scope === undefined ? undefined : { scope };
    expect(await sessions[0]?.client.signOut(options)).toEqual({ error: null });
    expect(await Promise.all(sessions.map((session) => alive(session.accessToken)))).toEqual(left);
    const refreshed = await sessions[1]?.client.refreshSession();
    expect(refreshed?.error?.code).toBe(left[1] ? undefined : 'refresh_token_not_found');
  });
});

describe('invalid tokens', () => {
  test('tampered, unsigned, expired and foreign tokens are rejected', async () => {
    const { accessToken } = await server.signedInMember('nora@shops.example');
    const [header = '', payload = '', signature = ''] = accessToken.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

    const forged = [
      `${header}.${encode({ ...claims, email: 'root@shops.example' })}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${header}.${payload}`,
      'not-a-token',
      await server.embedded.keys.sign({ ...claims, exp: claims.iat - 60 }),
      await server.embedded.keys.sign({ ...claims, iss: 'https://elsewhere.example/auth/v1' }),
      await server.embedded.keys.sign({ ...claims, aud: 'somebody-else' }),
      await server.embedded.keys.sign({ ...claims, is_anonymous: true }),
      await server.embedded.keys.sign({ ...claims, session_id: undefined }),
      await server.embedded.keys.anonKey(),
      await server.embedded.keys.serviceKey(3_600),
    ];
    for (const token of forged) {
      await server.expectSignedOut(token);
      const answer = await server.call('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(403);
    }
    await expect(server.auth.authenticate('Bearer not-a-token')).rejects.toMatchObject({
      code: 'unauthorized',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
    await expect(server.auth.authenticate(undefined)).rejects.toMatchObject({ status: 401 });
    await expect(server.auth.authenticate('Basic YTpi')).rejects.toMatchObject({ status: 401 });
    await server.expectSignedIn(accessToken);
  });
});

test('processes of one installation share keys, sessions and refresh tokens', async () => {
  const other = await authTestServer({ sharedWith: server });
  const { member, accessToken, refreshToken } = await server.signedInMember('olga@shops.example');
  await other.expectSignedIn(accessToken, { id: member.id });
  const refreshed = await Promise.all(
    [server, other].map((process) => process.client().refreshSession({ refresh_token: refreshToken })),
  );
  expect(refreshed.map(({ error }) => error)).toEqual([null, null]);
  const tokens = new Set(refreshed.map(({ data }) => data.session?.refresh_token ?? ''));
  expect(tokens.size).toBe(1);

  await other.embedded.members.change(member.id, { password: otherPassword });
  await server.expectSignedOut(accessToken);
});

test('processes with different APP_URL accept each other’s tokens, and log the difference', async () => {
  await server.auth.prepare();
  expect(server.log.join('')).not.toContain('APP_URL');
  const other = await authTestServer({ sharedWith: server, appUrl: 'https://stores.example' });
  await other.auth.prepare();
  expect(other.log.join('')).toContain(
    `APP_URL is https://stores.example, and was ${server.origin} at the start before this one.`,
  );
  const member = await server.addMember('paul@shops.example');
  for (const [one, another] of [
    [server, other],
    [other, server],
  ] as const) {
    const { accessToken } = await one.signedInClient(member.email);
    await another.expectSignedIn(accessToken, {
      id: member.id,
    });
    const key = await one.embedded.keys.serviceKey(60);
    await expect(another.embedded.keys.verifyServiceKey(key)).resolves.toMatchObject({
      role: 'service_role',
    });
  }
  expect(other.embedded.links.linkUrl('x', 'magiclink')).toContain('https://stores.example/auth/v1/verify');
});

test('a new signing key signs nobody out, ends service keys, and reaches other processes', async () => {
  const other = await authTestServer({ sharedWith: server });
  const admin = async (key: string) =>
    (await other.call('/auth/v1/admin/users', { headers: { authorization: `Bearer ${key}` } })).status;
  const kids = async () => (await other.embedded.keys.publicKeySet()).keys.map(({ kid }) => kid);
  const before = await server.signedInMember('petra@shops.example');
  const serviceKey = await server.embedded.keys.serviceKey(3_600);
  expect(await admin(serviceKey)).toBe(200);
  const [oldKid] = await kids();
  await server.embedded.keys.rotate();

  expect(await admin(serviceKey)).toBe(403);
  expect(await admin(await server.embedded.keys.serviceKey(3_600))).toBe(200);
  const after = await server.signedInClient('petra@shops.example');
  for (const { accessToken } of [before, after]) await other.expectSignedIn(accessToken);
  expect(await kids()).toHaveLength(2);
  other.clock.advance(80 * 60 * 1_000);
  expect(await kids()).toHaveLength(1);
  expect(await kids()).not.toContain(oldKid);
});

test('a new signing key is used at once by every process, even after the clock was set back', async () => {
  const other = await authTestServer({ sharedWith: server });
  await server.addMember('pia@shops.example');
  const signIn = async () => (await server.signedInClient('pia@shops.example')).accessToken;
  const knows = async (token: string) =>
    expect(other.auth.authenticate(`Bearer ${token}`)).resolves.toBeDefined();
  const before = await signIn();
  await knows(before);
  server.clock.advance(-60 * 60 * 1_000);
  await server.embedded.keys.rotate();
  const after = await signIn();
  expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
  await knows(after);
});
