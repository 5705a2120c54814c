import { createHostedAuth } from '@storefleet/server/modules/auth/hosted/hosted-auth';
import { Secret } from '@storefleet/server/platform/crypto/secret';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { testClock } from '@storefleet/test-support/clock';
import { openTestDatabase } from '@storefleet/test-support/database';
import type { JWTPayload } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeProject, jwtSecret, refusals, startFakeProject } from './fake-project.ts';

let project: FakeProject;
let log: string[];
const clock = testClock(new Date());

const db = await openTestDatabase();
beforeEach(async () => {
  project = await startFakeProject();
  log = [];
});
afterEach(async () => {
  await db.query('delete from hosted_members');
});

/** The server, by default with an address on its list. */
async function start({
  member = 'ada@shops.example',
  secret,
}: {
  member?: string | null;
  secret?: string;
} = {}) {
  const hosted = createHostedAuth(
    {
      projectUrl: project.url,
      anonKey: 'anon-key',
      jwtSecret: secret === undefined ? null : new Secret(secret),
    },
    {
      db,
      clock,
      logger: createLogger({ level: 'info', destination: { write: (line: string) => void log.push(line) } }),
    },
  );
  await hosted.prepare(member ?? undefined);
  return { ...hosted.provider, ...hosted };
}
const refused = (status: number, code: string) => ({ status, code });

describe("a project's key set", () => {
  test('authenticates its people', async () => {
    const hosted = await start();
    const token = await project.es256();
    for (let request = 1; request <= 2; request += 1) {
      await expect(hosted.authenticate(`Bearer ${token}`)).resolves.toMatchObject({
        id: project.sub,
        email: 'ada@shops.example',
        name: 'Ada L.',
        storeIds: null,
        sessionId: expect.any(String),
      });
    }
    expect(project.asked.filter((path) => path.endsWith('/jwks.json'))).toHaveLength(1);
    expect(await hosted.publicConfig('anything')).toEqual({
      url: `${project.url}/auth/v1`,
      anon_key: 'anon-key',
    });
    expect(await hosted.needsSetup()).toBe(false);
  });

  test.each<[string, JWTPayload]>([
    ['of another issuer', { iss: 'https://elsewhere.example/auth/v1' }],
    ['for another audience', { aud: 'somebody-else' }],
    ['that is an API key', { role: 'anon', sub: undefined }],
    ['of the service role', { role: 'service_role' }],
    ['of an anonymous visitor', { is_anonymous: true }],
    ['whose subject is no id', { sub: 'ada' }],
    ['whose subject the project does not know', { sub: uuidv7() }],
    ['that has expired', { exp: Math.floor(Date.now() / 1_000) - 60 }],
    ['that never expires', { exp: undefined }],
  ])('rejects a token %s', async (_what, changes) => {
    const hosted = await start();
    await expect(hosted.authenticate(`Bearer ${await project.es256(changes)}`)).rejects.toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  });

  test('rejects an unknown key, and a token signed with a secret', async () => {
    const hosted = await start();
    const tokens = [await project.es256({}, 'key-2'), await project.hs256(), 'a.b.c'];
    for (const header of [...tokens.map((token) => `Bearer ${token}`), undefined]) {
      await expect(hosted.authenticate(header)).rejects.toMatchObject({ status: 401 });
    }
  });

  test('that is unreachable causes a 503, so nobody is signed out', async () => {
    const token = `Bearer ${await project.es256()}`;
    for (const keys of [
      { status: 503, body: '' },
      { status: 200, body: '<html></html>' },
    ]) {
      project.answers.keys = keys;
      await expect((await start()).authenticate(token)).rejects.toMatchObject({
        status: 503,
        code: 'service_unavailable',
        message: 'The sign-in service is not answering. Please try again in a moment.',
      });
    }
    const hosted = await start();
    project.close();
    await expect(hosted.authenticate(token)).rejects.toMatchObject({ status: 503 });
  });
});

test('a project that signs with a secret is verified only with that secret', async () => {
  const hosted = await start({ secret: jwtSecret });
  const authenticate = (token: string) => hosted.authenticate(`Bearer ${token}`);
  await expect(authenticate(await project.hs256())).resolves.toMatchObject({ id: project.sub });
  for (const token of [
    await project.hs256({}, 'another-secret-of-thirty-two-bytes!!'),
    await project.es256(),
  ]) {
    await expect(authenticate(token)).rejects.toMatchObject({ status: 401 });
  }
  expect(project.asked).not.toContain('/auth/v1/.well-known/jwks.json');
});

describe('the project’s answer about a token', () => {
  test.each(Object.entries(refusals))(
    'counts for a minute: then whoever is %s is out',
    async (_what, refusal) => {
      const hosted = await start();
      const token = `Bearer ${await project.es256()}`;
      await hosted.authenticate(token);
      project.answers.user = refusal;
      clock.advance(59_000);
      await expect(hosted.authenticate(token)).resolves.toMatchObject({ id: project.sub });
      expect(project.asked.filter((path) => path === '/auth/v1/user')).toHaveLength(1);
      clock.advance(1_000);
      await expect(hosted.authenticate(token)).rejects.toMatchObject({ status: 401 });
    },
  );

  test('is missing: a 503, and the next request asks again', async () => {
    const hosted = await start();
    const token = `Bearer ${await project.es256()}`;
    const good = project.answers.user;
    for (const answer of [
      { status: 500, body: {} },
      { status: 429, body: {} },
      { status: 200, body: '<html></html>' },
    ]) {
      project.answers.user = answer;
      await expect(hosted.authenticate(token)).rejects.toMatchObject(refused(503, 'service_unavailable'));
    }
    project.answers.user = good;
    await expect(hosted.authenticate(token)).resolves.toMatchObject({ id: project.sub });
  });

  test('requires an aal2 token of people with a second factor', async () => {
    const hosted = await start();
    const authenticate = async (aal: string) => hosted.authenticate(`Bearer ${await project.es256({ aal })}`);
    project.person({ factors: [{ id: uuidv7(), factor_type: 'totp', status: 'unverified' }] });
    await authenticate('aal1');
    project.person({ factors: [{ id: uuidv7(), factor_type: 'totp', status: 'verified' }] });
    await expect(authenticate('aal1')).rejects.toMatchObject(refused(403, 'second_factor_required'));
    // Except for the calls on the way to it, which say that the project manages it.
    await hosted.authenticate(`Bearer ${await project.es256({ aal: 'aal1' })}`, {
      isBeforeSecondFactor: true,
    });
    await authenticate('aal2');
  });
});

describe('the member list', () => {
  const token = async () => `Bearer ${await project.es256()}`;
  const notMember = refused(403, 'not_a_member');

  test('admits only invited people, and if it is empty, the log says how to begin', async () => {
    const hosted = await start({ member: null });
    expect(log.join('')).toContain(
      'name the first member with ADMIN_EMAIL, or by `npm run users -- add EMAIL`',
    );
    await expect(hosted.authenticate(await token())).rejects.toMatchObject(notMember);
    await hosted.members.add({ email: 'ada@shops.example', name: null });
    await expect(hosted.authenticate(await token())).resolves.toMatchObject({ id: project.sub });
  });

  test('gets its first member, and only that, from ADMIN_EMAIL', async () => {
    await start({ member: 'Ada@shops.example' });
    const hosted = await start({ member: 'bea@shops.example' });
    expect((await hosted.members.list()).map(({ email }) => email)).toEqual(['ada@shops.example']);
  });

  test.each([
    ['has not confirmed the address', () => project.person({ email_confirmed_at: null })],
    ['has another address', () => project.person({ email: 'mallory@shops.example' })],
    [
      'comes from a project that lets anybody sign up and confirms addresses by itself',
      () => {
        project.answers.settings.body = { disable_signup: false, mailer_autoconfirm: true };
      },
    ],
  ])('admits nobody who %s', async (_what, prepare) => {
    prepare();
    await expect((await start()).authenticate(await token())).rejects.toMatchObject(notMember);
  });

  test('is checked at each request: a disabled member loses access at once', async () => {
    const hosted = await start();
    const [authorization] = await Promise.all([token()]);
    await Promise.all(Array.from({ length: 40 }, () => hosted.authenticate(authorization)));
    await hosted.members.add({ email: 'bea@shops.example', name: null });
    const bea = await hosted.members.byEmail('bea@shops.example');
    await expect(hosted.members.disable(project.sub)).rejects.toMatchObject({ code: 'last_owner' });
    await hosted.members.change(bea.id, { joined_at: clock.now(), member_role: 'owner' });
    await hosted.members.disable(project.sub);
    await expect(hosted.authenticate(authorization)).rejects.toMatchObject(notMember);
    expect(await hosted.accessOf(project.sub)).toBeNull();
    await hosted.members.enable(project.sub);
    await expect(hosted.authenticate(authorization)).resolves.toMatchObject({ id: project.sub });
    expect(await hosted.accessOf(project.sub)).toEqual({ role: 'owner', storeIds: null });
  });

  test('does not know a recreated account until its address is expected again', async () => {
    const hosted = await start();
    await hosted.authenticate(await token());
    const anew = uuidv7();
    project.person({ id: anew });
    const authorization = `Bearer ${await project.es256({ sub: anew })}`;
    await expect(hosted.authenticate(authorization)).rejects.toMatchObject(notMember);
    await hosted.members.expectAnew(project.sub);
    await expect(hosted.authenticate(authorization)).resolves.toMatchObject({ id: anew });
  });
});
