import { describe, expect, test } from 'vitest';
import { type AuthTestServer, authTestServer, goodPassword, otherPassword } from './auth-test-server.ts';

const signIn = (server: AuthTestServer, email: string, password: string) =>
  server.call('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ email, password }),
  });

describe('by account', async () => {
  const server = await authTestServer();

  test.each(['known', 'unknown'])('waits grow with each failure, for an address that is %s', async (kind) => {
    const email = `${kind}@shops.example`;
    if (kind === 'known') await server.addMember(email);
    for (let failure = 1; failure <= 5; failure++) {
      expect((await signIn(server, email, 'no-such-word')).status).toBe(400);
    }
    const waits: (string | null)[] = [];
    for (const expected of [5, 10, 20]) {
      const refused = await signIn(server, email, goodPassword);
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        code: 'over_request_rate_limit',
        message: `Too many failed sign-in attempts. Try again in ${expected} seconds.`,
      });
      waits.push(refused.headers.get('retry-after'));
      server.clock.advance(expected * 1_000);
      expect((await signIn(server, email, 'no-such-word')).status).toBe(400);
    }
    expect(waits).toEqual(['5', '10', '20']);
  });

  test('a success resets the failures', async () => {
    await server.addMember('success@shops.example');
    for (let failure = 1; failure <= 4; failure++)
      await signIn(server, 'success@shops.example', 'no-such-word');
    expect((await signIn(server, 'success@shops.example', goodPassword)).status).toBe(200);
    for (let failure = 1; failure <= 4; failure++)
      await signIn(server, 'success@shops.example', 'no-such-word');
    expect((await signIn(server, 'success@shops.example', goodPassword)).status).toBe(200);
  });

  test('a password chosen through a mailed link ends the delay', async () => {
    const { id, email } = await server.addMember('forgetful@shops.example');
    for (let failure = 1; failure <= 6; failure++) await signIn(server, email, 'no-such-word');
    expect((await signIn(server, email, goodPassword)).status).toBe(429);
    const { token } = await server.embedded.members.link(await server.embedded.members.get(id), 'recovery');
    const client = server.client();
    await client.verifyOtp({ token_hash: token, type: 'recovery' });
    expect((await client.updateUser({ password: otherPassword })).error).toBeNull();
    expect((await signIn(server, email, otherPassword)).status).toBe(200);
  });

  test('simultaneous attempts are all counted', async () => {
    await server.addMember('burst@shops.example');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn(server, 'burst@shops.example', 'no-such-word')),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('processes share the count, and the refusal is logged without the address', async () => {
    await server.addMember('shared@shops.example');
    const other = await authTestServer({ sharedWith: server });
    for (let failure = 1; failure <= 5; failure++)
      await signIn(server, 'shared@shops.example', 'no-such-word');
    expect((await signIn(other, 'shared@shops.example', goodPassword)).status).toBe(429);
    expect(other.log.some((line) => line.includes('"audit":"login_throttled"'))).toBe(true);
    expect(other.log.join('')).not.toContain('shared@shops.example');
  });
});

describe('by place', async () => {
  const server = await authTestServer();

  const from = (address: string, device?: string) => ({ address, userAgent: null, device });
  const tryToSignIn = (email: string, password: string, caller: ReturnType<typeof from>) =>
    server.embedded.signIn.withPassword({ email, password }, caller).then(
      () => 'signed in',
      ({ code }: { code: string }) => code,
    );
  const guess = (email: string, addresses: readonly string[]) =>
    Promise.all(addresses.map((address) => tryToSignIn(email, 'no-such-word', from(address))));
  const changingAddresses = Array.from({ length: 60 }, (_, host) => `203.0.113.${host + 1}`);

  test('guesses from changing addresses delay unknown places, but no known one', async () => {
    const { email } = await server.addMember('hunted@shops.example');
    const device = 'd'.repeat(43);
    expect(await tryToSignIn(email, goodPassword, from('198.51.100.7', device))).toBe('signed in');
    expect(await guess(email, changingAddresses)).toContain('over_request_rate_limit');

    expect(await tryToSignIn(email, goodPassword, from('192.0.2.9'))).toBe('over_request_rate_limit');
    expect(await tryToSignIn(email, goodPassword, from('198.51.100.7'))).toBe('signed in');
    expect(await tryToSignIn(email, goodPassword, from('192.0.2.9', device))).toBe('signed in');
  });

  test('a known device is known only for its own account, and is delayed by its own failures', async () => {
    const device = 'e'.repeat(43);
    const [own, other] = ['own@shops.example', 'other@shops.example'];
    for (const email of [own, other]) await server.addMember(email);
    expect(await tryToSignIn(own, goodPassword, from('198.51.100.8', device))).toBe('signed in');
    await guess(other, changingAddresses);
    expect(await tryToSignIn(other, goodPassword, from('192.0.2.10', device))).toBe(
      'over_request_rate_limit',
    );
    const failures = Array.from({ length: 6 }, () =>
      tryToSignIn(own, 'no-such-word', from('192.0.2.11', device)),
    );
    expect(await Promise.all(failures)).toContain('over_request_rate_limit');
  });

  const askForMail = (email: string, caller: ReturnType<typeof from>) =>
    server.embedded.links.requestRecovery(email, null, caller).then(
      () => 'sent',
      ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
    );
  const tooMany = '429 over_email_send_rate_limit';

  test.each(['known', 'unknown'])(
    'a stranger uses up nobody’s mails, of an address that is %s',
    async (kind) => {
      const email = `${kind}.mails@shops.example`;
      if (kind === 'known') await server.addMember(email);
      expect(await askForMail(email, from('2001:db8:9:1::1'))).toBe('sent');
      expect(await askForMail(email, from('2001:db8:9:1::2'))).toBe(tooMany);
      expect(await askForMail(email, from('198.51.100.21'))).toBe('sent');
      server.clock.advance(60_000);
      expect(await askForMail(email, from('2001:db8:9:1::3'))).toBe('sent');
    },
  );

  test('many strangers slow each other down, but no known place', async () => {
    const { email } = await server.addMember('flooded@shops.example');
    const device = 'f'.repeat(43);
    await tryToSignIn(email, goodPassword, from('198.51.100.30', device));
    const before = (await server.outbox()).length;
    const asked: string[] = [];
    for (const address of changingAddresses) asked.push(await askForMail(email, from(address)));
    expect(asked.filter((answer) => answer === 'sent')).toHaveLength(5);
    expect((await server.outbox()).length - before).toBe(5);
    expect(await askForMail(email, from('192.0.2.30'))).toBe(tooMany);
    expect(await askForMail(email, from('192.0.2.30', device))).toBe('sent');
    expect(await askForMail(email, from('198.51.100.30'))).toBe('sent');
    server.clock.advance(60_000);
    expect(await askForMail(email, from('192.0.2.30'))).toBe('sent');
  });

  test('the browser gets its cookie at sign-in, and keeps it', async () => {
    const { email } = await server.addMember('cookie@shops.example');
    const cookieFrom = async (cookie?: string) => {
      const answer = await server.call('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: cookie === undefined ? {} : { cookie },
        body: JSON.stringify({ email, password: goodPassword }),
      });
      return answer.headers.get('set-cookie') ?? '';
    };
    const given = await cookieFrom();
    expect(given).toMatch(
      /^storefleet_device=[\w-]{43}; Path=\/auth\/v1; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    expect(await cookieFrom(given.split(';')[0])).toBe(given);
    expect(await cookieFrom('storefleet_device=made-up')).not.toContain('made-up');
  });

  test('an IPv6 /64 counts as one address, and a /48 as four', async () => {
    const { email } = await server.addMember('six@shops.example');
    const one = await guess(email, [
      '2001:db8:1::1',
      ...Array.from({ length: 5 }, (_, n) => `2001:db8:1::${n + 2}`),
    ]);
    expect(one.filter((code) => code === 'over_request_rate_limit')).toHaveLength(1);
    const many = await guess(
      email,
      Array.from({ length: 30 }, (_, subnet) => `2001:db8:1:${(subnet + 1).toString(16)}::1`),
    );
    expect(many.filter((code) => code === 'invalid_credentials')).toHaveLength(4 * 5 - 5);
  });
});

describe('by address', async () => {
  const server = await authTestServer({ triesPerAddress: 8 });

  test('counts attempts on any account, resets after five minutes, and never affects a refresh', async () => {
    const { refreshToken } = await server.signedInMember('ada@shops.example');
    for (let attempt = 2; attempt <= 8; attempt++) {
      expect((await signIn(server, `stranger-${attempt}@shops.example`, 'no-such-word')).status).toBe(400);
    }
    const refused = await signIn(server, 'ada@shops.example', goodPassword);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('300');
    expect(await refused.json()).toHaveProperty(
      'message',
      'Too many attempts from this address. Try again in 5 minutes.',
    );

    let token = refreshToken;
    for (let refresh = 1; refresh <= 40; refresh++) {
      const { data, error } = await server.client().refreshSession({ refresh_token: token });
      expect(error).toBeNull();
      token = data.session?.refresh_token ?? '';
    }

    server.clock.advance(5 * 60 * 1_000);
    expect((await signIn(server, 'ada@shops.example', goodPassword)).status).toBe(200);
  });
});
