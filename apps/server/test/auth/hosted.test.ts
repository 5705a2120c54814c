import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuthService } from '@storefleet/server/modules/auth/auth.service';
import { createHostedProvider } from '@storefleet/server/modules/auth/hosted';
import { Secret } from '@storefleet/server/platform/crypto/secret';
import { systemClock } from '@storefleet/server/platform/time/clock';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let project: Server;
let projectUrl: string;
let signingKey: CryptoKey;
/** What the project's key endpoint answers. */
let keyAnswer: { status: number; body: string };
let keyRequests = 0;

const sub = uuidv7();
const jwtSecret = 'a-shared-secret-of-thirty-two-bytes!';

beforeEach(async () => {
  const pair = await generateKeyPair('ES256');
  signingKey = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'key-1', alg: 'ES256', use: 'sig' };
  keyAnswer = { status: 200, body: JSON.stringify({ keys: [jwk] }) };
  keyRequests = 0;
  project = createServer((request, response) => {
    if (request.url === '/auth/v1/.well-known/jwks.json') keyRequests++;
    response.writeHead(keyAnswer.status, { 'content-type': 'application/json' }).end(keyAnswer.body);
  });
  project.listen(0, '127.0.0.1');
  await once(project, 'listening');
  projectUrl = `http://127.0.0.1:${(project.address() as AddressInfo).port}`;
});
afterEach(() => project.close());

const provider = (secret?: string) =>
  createHostedProvider({
    projectUrl,
    anonKey: 'anon-key',
    jwtSecret: secret === undefined ? undefined : new Secret(secret),
    clock: systemClock,
  });

const claims = (changes: JWTPayload = {}): JWTPayload => {
  const now = Math.floor(Date.now() / 1_000);
  return {
    iss: `${projectUrl}/auth/v1`,
    aud: 'authenticated',
    role: 'authenticated',
    sub,
    email: 'ada@shops.example',
    session_id: uuidv7(),
    is_anonymous: false,
    user_metadata: { full_name: 'Ada L.' },
    iat: now,
    exp: now + 3_600,
    ...changes,
  };
};
const es256 = (changes?: JWTPayload, kid = 'key-1') =>
  new SignJWT(claims(changes)).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(signingKey);
const hs256 = (secret = jwtSecret) =>
  new SignJWT(claims())
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));

describe("a project's key set", () => {
  test('vouches for its people', async () => {
    const hosted = provider();
    const token = await es256();
    await expect(hosted.authenticate(`Bearer ${token}`)).resolves.toMatchObject({
      id: sub,
      email: 'ada@shops.example',
      name: 'Ada L.',
      sessionId: expect.any(String),
    });
    await hosted.authenticate(`Bearer ${token}`);
    expect(keyRequests).toBe(1);
    expect(await hosted.publicConfig('anything')).toEqual({
      url: `${projectUrl}/auth/v1`,
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
    ['that has expired', { exp: Math.floor(Date.now() / 1_000) - 60 }],
    ['that never expires', { exp: undefined }],
  ])('refuses a token %s', async (_what, changes) => {
    await expect(provider().authenticate(`Bearer ${await es256(changes)}`)).rejects.toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  });

  test('refuses an unknown key, and a token signed with a secret', async () => {
    await expect(provider().authenticate(`Bearer ${await es256({}, 'key-2')}`)).rejects.toMatchObject({
      status: 401,
    });
    await expect(provider().authenticate(`Bearer ${await hs256()}`)).rejects.toMatchObject({ status: 401 });
    await expect(provider().authenticate('Bearer a.b.c')).rejects.toMatchObject({ status: 401 });
    await expect(provider().authenticate(undefined)).rejects.toMatchObject({ status: 401 });
  });

  test('that cannot be had is a 503, so that nobody is signed out by it', async () => {
    const token = `Bearer ${await es256()}`;
    keyAnswer = { status: 503, body: '' };
    await expect(provider().authenticate(token)).rejects.toMatchObject({
      status: 503,
      code: 'service_unavailable',
      message: 'The sign-in service is not answering. Please try again in a moment.',
    });
    keyAnswer = { status: 200, body: '<html></html>' };
    await expect(provider().authenticate(token)).rejects.toMatchObject({ status: 503 });
    project.close();
    project.closeAllConnections();
    await expect(provider().authenticate(token)).rejects.toMatchObject({ status: 503 });
  });
});

describe('a project that signs with a secret', () => {
  test('is verified with that secret and nothing else', async () => {
    const hosted = provider(jwtSecret);
    await expect(hosted.authenticate(`Bearer ${await hs256()}`)).resolves.toMatchObject({ id: sub });
    await expect(
      hosted.authenticate(`Bearer ${await hs256('another-secret-of-thirty-two-bytes!!')}`),
    ).rejects.toMatchObject({
      status: 401,
    });
    await expect(hosted.authenticate(`Bearer ${await es256()}`)).rejects.toMatchObject({ status: 401 });
    expect(keyRequests).toBe(0);
  });
});

test('the service has nothing embedded then, and nothing to set up', async () => {
  const unused = () => {
    throw new Error('A hosted project needs no database.');
  };
  const auth = createAuthService({
    db: { query: unused, transaction: unused, orm: Object.create(null), poolUsage: unused, close: unused },
    secretBox: { seal: unused, open: unused },
    clock: systemClock,
    logger: Object.create(null),
    mailer: { send: unused, close: unused },
    appName: async () => 'Atlas Stores',
    appUrl: 'http://localhost:8080',
    triesPerAddress: 150,
    hosted: { projectUrl, anonKey: 'anon-key' },
  });
  expect(auth.embedded).toBeNull();
  expect(await auth.prepare()).toEqual({ setupLink: null });
  await expect(auth.authenticate(`Bearer ${await es256()}`)).resolves.toMatchObject({ id: sub });
});
