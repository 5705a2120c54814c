import { describe, expect, test } from 'vitest';
import { authTestServer, goodPassword } from './auth-test-server.ts';

const server = await authTestServer();
await server.addMember('ada@shops.example');
const named = { 'x-supabase-api-version': '2024-01-01' };

const post = (path: string, body: unknown, headers: Record<string, string> = named) =>
  server.call(`/auth/v1${path}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('errors', () => {
  test('are in the format the client asks for', async () => {
    const wrong = { email: 'ada@shops.example', password: 'no-such-word' };
    const modern = await post('/token?grant_type=password', wrong);
    expect(await modern.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(modern.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(modern.headers.get('x-sb-error-code')).toBe('invalid_credentials');

    const old = await post('/token?grant_type=password', wrong, {});
    expect(await old.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    expect(old.headers.get('x-supabase-api-version')).toBeNull();
  });

  const refused: Readonly<Record<string, readonly (readonly [call: string, body?: string])[]>> = {
    '400 bad_json': [['POST /token?grant_type=password', '{"email"']],
    '400 validation_failed': [
      ['POST /token?grant_type=password', '{"password":"x"}'],
      ['POST /token?grant_type=password', '{"email":7,"password":"x"}'],
      ['POST /token?grant_type=password', '[]'],
      ['POST /token?grant_type=pkce', '{}'],
      ['POST /recover', '{}'],
      ['POST /recover', '{"email":"a@b.example","code_challenge":"short","code_challenge_method":"s256"}'],
      ['POST /verify', '{"token_hash":"x"}'],
      ['POST /verify', '{"type":"recovery"}'],
      ['POST /verify', '{"type":"recovery","token_hash":"x","email":"a@b.example"}'],
      ['POST /verify', '{"type":"sms","token_hash":"x"}'],
      ['POST /verify', '{"type":"email","token":"x","token_hash":"x"}'],
      ['POST /verify', '{"type":"sms","token":"123456","phone":"12-invalid"}'],
      ['POST /verify', '{"type":"email","token":"123456"}'],
      ['GET /verify?type=recovery'],
      ['POST /resend', '{"type":"sms","email":"a@b.example"}'],
      ['POST /resend', '{"type":"signup"}'],
      ['POST /resend', '{"type":"sms"}'],
      ['POST /resend', '{"type":"email_change","email":"a@b.example","phone":"1"}'],
      [
        'POST /resend',
        '{"type":"signup","email":"a@b.example","code_challenge":"x","code_challenge_method":"s256"}',
      ],
      ['POST /otp', '{}'],
      ['POST /otp', '{"email":"ada@shops.example","phone":"4915112345678"}'],
    ],
    '422 validation_failed': [['POST /verify', '{"type":"email","token":"123456","email":"none"}']],
    '413 request_entity_too_large': [['POST /token?grant_type=password', `"${'x'.repeat(1_100_000)}"`]],
    '400 invalid_credentials': [['POST /token?grant_type=none', '{}']],
    '422 web3_provider_disabled': [['POST /token?grant_type=web3', '{}']],
    '400 provider_disabled': [['POST /token?grant_type=id_token', '{}']],
    '403 otp_expired': [
      ['POST /verify', '{"type":"email","token_hash":"x"}'],
      ['POST /verify', '{"type":"sms","token":"123456","phone":"+34 1234567"}'],
    ],
    '422 signup_disabled': [['POST /signup', '{"email":"new@shops.example","password":"x"}']],
    '422 anonymous_provider_disabled': [['POST /signup', '{}']],
    '422 otp_disabled': [['POST /otp', '{"email":"ada@shops.example"}']],
    '400 phone_provider_disabled': [
      ['POST /otp', '{"phone":"+4915112345678"}'],
      ['POST /resend', '{"type":"phone_change","phone":"1234567"}'],
    ],
    '422 phone_provider_disabled': [
      ['POST /token?grant_type=password', '{"phone":"1234567","password":"x"}'],
    ],
    '404 saml_provider_disabled': [['POST /sso', '{}']],
    '404 feature_disabled': [['POST /oauth/clients/register', '{}']],
    '401 no_authorization': [['GET /user']],
    '404 not_found': [['GET /no/such/path']],
  };

  test.each(
    Object.entries(refused).flatMap(([answer, calls]) =>
      calls.map(([call, body]) => ({ answer, call, body })),
    ),
  )('$call returns $answer', async ({ answer: expected, call, body }) => {
    const [method = '', path] = call.split(' ');
    const answer = await server.call(`/auth/v1${path}`, { method, headers: named, body });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const error = (await answer.json()) as { code: string; message: string };
    expect(`${answer.status} ${error.code}`).toBe(expected);
    expect(error.message).toMatch(/\w/);
  });

  const factor = '/factors/0198b2ab-1c9e-7c6c-9f0a-2f6a6a4f2b11';

  // As the client's own tests expect of a GoTrue with these features disabled.
  test.each([
    ['POST', '/factors', { factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['POST', '/factors', { factor_type: 'webauthn' }, 422, 'mfa_webauthn_enroll_not_enabled'],
    ['POST', '/factors', {}, 400, 'validation_failed'],
    ['POST', `${factor}/challenge`, {}, 404, 'mfa_factor_not_found'],
    ['POST', `${factor}/verify`, { code: '123456' }, 404, 'mfa_factor_not_found'],
    ['DELETE', factor, undefined, 404, 'mfa_factor_not_found'],
    ['DELETE', '/factors/first', undefined, 404, 'validation_failed'],
    ['GET', '/user/identities/authorize?provider=google', undefined, 404, 'manual_linking_disabled'],
    ['GET', '/user/oauth/grants', undefined, 404, 'feature_disabled'],
    ['POST', '/logout?scope=everything', undefined, 400, 'validation_failed'],
    ['PUT', '/user', { password: '' }, 422, 'weak_password'],
    ['PUT', '/user', { email: 'none' }, 400, 'validation_failed'],
    ['PUT', '/user', { phone: '12-invalid' }, 400, 'validation_failed'],
    ['PUT', '/user', { phone: '+34 1234567' }, 400, 'phone_provider_disabled'],
    ['PUT', '/user', { app_metadata: { role: 'owner' } }, 403, 'not_admin'],
  ])(
    '%s %s of somebody signed in, and first of somebody who is not: %j',
    async (method, path, json, status, code) => {
      const { accessToken } = await server.signedInClient('ada@shops.example');
      const ask = async (headers: Record<string, string>, body: string | undefined) => {
        const answer = await server.call(`/auth/v1${path}`, {
          method,
          headers: { ...named, ...headers },
          body,
        });
        return [answer.status, ((await answer.json()) as { code: string }).code];
      };
      const body = json && JSON.stringify(json);
      expect(await ask({ authorization: `Bearer ${accessToken}` }, body)).toEqual([status, code]);
      const unreadable = method === 'GET' ? undefined : `{"data":${'['.repeat(99)}${' '.repeat(1_000_000)}`;
      expect(await ask({}, unreadable)).toEqual([401, 'no_authorization']);
      expect(await ask({ authorization: 'Bearer made-up' }, unreadable)).toEqual([403, 'bad_jwt']);
    },
  );
});

describe('information', () => {
  test('the key set has only public keys, and may be cached', async () => {
    const answer = await server.call('/auth/v1/.well-known/jwks.json');
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual([
      'alg',
      'crv',
      'key_ops',
      'kid',
      'kty',
      'use',
      'x',
      'y',
    ]);
  });

  test('health and settings', async () => {
    expect(await (await server.call('/auth/v1/health')).json()).toMatchObject({ name: expect.any(String) });
    expect(await (await server.call('/auth/v1/settings')).json()).toMatchObject({
      disable_signup: true,
      external: { email: true, phone: false },
    });
  });
});

test('secrets are sealed or hashed in the database, and never logged', async () => {
  const { accessToken, refreshToken, client } = await server.signedInClient('ada@shops.example');
  await client.refreshSession();
  await client.signOut();
  const { rows } = await server.db.query<{ everything: string }>(
    `select coalesce((select json_agg(k)::text from signing_keys k), '') || coalesce((select json_agg(t)::text
       from refresh_tokens t), '') || coalesce((select json_agg(u)::text from users u), '') as everything`,
  );
  for (const secret of [goodPassword, refreshToken, accessToken]) {
    expect(rows[0]?.everything).not.toContain(secret);
    expect(server.log.join('')).not.toContain(secret);
  }
  expect(rows[0]?.everything).not.toContain('"d":');
});

describe('the address for the browser', () => {
  test('matches the page on a local installation', async () => {
    const { port } = new URL(server.origin);
    expect(await server.auth.publicConfig(`localhost:${port}`)).toMatchObject({
      url: `http://localhost:${port}/auth/v1`,
      anon_key: await server.embedded.keys.anonKey(),
    });
    expect((await server.auth.publicConfig()).url).toBe(`${server.origin}/auth/v1`);
    expect((await server.auth.publicConfig('bad host/')).url).toBe(`${server.origin}/auth/v1`);
  });
});
