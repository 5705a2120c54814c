import { createAuthService } from '@storefleet/server/modules/auth/auth.service';
import { Secret } from '@storefleet/server/platform/crypto/secret';
import { createSecretBox } from '@storefleet/server/platform/crypto/secret-box';
import { createLogger } from '@storefleet/server/platform/logging/logger';
import { testClock } from '@storefleet/test-support/clock';
import { openTestDatabase } from '@storefleet/test-support/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AuthTestServer, authTestServer, goodPassword } from './auth-test-server.ts';

describe('the first account', () => {
  let server: AuthTestServer;
  beforeEach(async () => {
    server = await authTestServer();
  });

  async function newToken(): Promise<string> {
    const { setupLink } = await server.auth.prepare();
    const link = new URL(setupLink ?? '');
    expect(link.origin + link.pathname).toBe(`${server.origin}/setup`);
    return link.searchParams.get('token') ?? '';
  }
  const setUp = (body: object) =>
    server.call('/api/v1/setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@shops.example', password: goodPassword, ...body }),
    });

  test('requires a valid link of the last day, and a password that is not common', async () => {
    const token = await newToken();
    const wrong = await setUp({ token: 'A'.repeat(43) });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({
      code: 'setup_link_invalid',
      detail: 'This set-up link is not valid any more. Restart the server to get a new one.',
    });
    expect(await (await setUp({ token, password: 'password123' })).json()).toMatchObject({
      code: 'weak_password',
    });
    expect(await (await setUp({ token, email: 'ada' })).json()).toMatchObject({ code: 'validation_failed' });

    server.clock.advance(25 * 60 * 60 * 1_000);
    expect(await (await setUp({ token })).json()).toMatchObject({ code: 'setup_link_invalid' });
    const made = await setUp({ token: await newToken(), name: 'Ada' });
    expect([made.status, await made.json()]).toEqual([201, { email: 'ada@shops.example' }]);
    const { accessToken } = await server.signedInClient('ada@shops.example');
    await server.expectSignedIn(accessToken, { name: 'Ada' });
  });

  test('is created once, even with two links at the same moment', async () => {
    const tokens = [await newToken(), await newToken()];
    const answers = await Promise.all(
      [0, 1, 0, 1].map((which, index) =>
        setUp({ token: tokens[which], email: `first-${index}@shops.example` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const { rows } = await server.db.query('select id from users');
    expect(rows).toHaveLength(1);
    expect(await server.auth.needsSetup()).toBe(false);
    expect(await server.auth.prepare()).toEqual({ setupLink: null });
    const late = await setUp({ token: tokens[0], email: 'late@shops.example' });
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { code: 'setup_already_done', detail: 'The first account exists already. Please sign in.' },
    ]);
    for (const token of tokens) expect(server.log.join('')).not.toContain(token);
  });
});

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  test('create the account at the first start, and are checked', async () => {
    const db = await openTestDatabase();
    const start = (password: string) =>
      createAuthService({
        db,
        secretBox: createSecretBox(new Secret(Buffer.alloc(32, 7).toString('base64'))),
        clock: testClock(),
        logger: createLogger({ level: 'silent' }),
        mailer: { send: async () => {}, close: () => {} },
        appName: async () => 'Atlas Stores',
        appUrl: 'http://localhost:8080',
        triesPerAddress: 150,
        firstAccount: { email: 'Ada@Shops.example', password: new Secret(password) },
      });
    await expect(start('password123').prepare()).rejects.toThrow(/^ADMIN_PASSWORD cannot be used: /);
    const both = await Promise.all([start(goodPassword).prepare(), start(goodPassword).prepare()]);
    expect(both).toEqual([{ setupLink: null }, { setupLink: null }]);
    expect(await start('another Secret 77').prepare()).toEqual({ setupLink: null });
    const { rows } = await db.query('select email from users');
    expect(rows).toEqual([{ email: 'ada@shops.example' }]);
  });
});
