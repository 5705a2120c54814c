import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedAtEnd } from '@storefleet/test-support/closed-at-end';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';

export const jwtSecret = 'a-shared-secret-of-thirty-two-bytes!';

type Answer = { status: number; body: unknown };

/** GoTrue's answers on GET /user for a banned person, or an ended session. */
export const refusals = {
  banned: { status: 403, body: { code: 403, error_code: 'user_banned', msg: 'User is banned' } },
  signedOut: {
    status: 403,
    body: {
      code: 403,
      error_code: 'session_not_found',
      msg: 'Session from session_id claim in JWT does not exist',
    },
  },
} satisfies Record<string, Answer>;

export type FakeProject = Awaited<ReturnType<typeof startFakeProject>>;

/** The calls of a hosted project that this server uses: its keys, its settings, and the owner of a token. Ends with the test. */
export async function startFakeProject() {
  const pair = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'key-1', alg: 'ES256', use: 'sig' };
  const sub = uuidv7();
  const answers: Record<'keys' | 'settings' | 'user', Answer> = {
    keys: { status: 200, body: { keys: [jwk] } },
    settings: { status: 200, body: { disable_signup: true, mailer_autoconfirm: false, external: {} } },
    user: {
      status: 200,
      body: {
        id: sub,
        aud: 'authenticated',
        email: 'Ada@Shops.example',
        email_confirmed_at: '2026-01-15T09:00:00Z',
        last_sign_in_at: '2026-01-16T09:00:00.123456Z',
        app_metadata: {},
        user_metadata: {},
      },
    },
  };
  const paths = {
    '/auth/v1/.well-known/jwks.json': 'keys',
    '/auth/v1/settings': 'settings',
    '/auth/v1/user': 'user',
  } as const;
  const asked: string[] = [];

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const name = Object.hasOwn(paths, path) ? paths[path as keyof typeof paths] : null;
    const { status, body } = name === null ? { status: 404, body: {} } : answers[name];
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const claims = (changes: JWTPayload): JWTPayload => {
    const now = Math.floor(Date.now() / 1_000);
    return {
      iss: `${url}/auth/v1`,
      aud: 'authenticated',
      role: 'authenticated',
      sub,
      email: 'ada@shops.example',
      aal: 'aal1',
      session_id: uuidv7(),
      is_anonymous: false,
      user_metadata: { full_name: 'Ada L.' },
      iat: now,
      exp: now + 3_600,
      ...changes,
    };
  };

  return closedAtEnd({
    url,
    /** The id of the only person. */
    sub,
    /** The answers from now on. */
    answers,
    /** The paths requested so far. */
    asked,
    /** Changes the person, who is confirmed and has no second factor. */
    person(changes: Record<string, unknown>): void {
      answers.user = { status: 200, body: { ...(answers.user.body as object), ...changes } };
    },
    es256: (changes: JWTPayload = {}, kid = 'key-1') =>
      new SignJWT(claims(changes))
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
        .sign(pair.privateKey),
    hs256: (changes: JWTPayload = {}, secret = jwtSecret) =>
      new SignJWT(claims(changes))
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .sign(new TextEncoder().encode(secret)),
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  });
}
