import type { Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { authTestServer, codeOf, goodPassword, linkIn, otherPassword } from './auth-test-server.ts';

const server = await authTestServer();

async function mailsTo(email: string): Promise<Email[]> {
  return (await server.outbox()).filter((mail) => mail.to?.some(({ address }) => address === email));
}

async function requestLink(email: string): Promise<{ token: string; url: URL }> {
  const { error } = await server.client().resetPasswordForEmail(email);
  if (error !== null) throw error;
  const url = linkIn((await mailsTo(email)).at(-1));
  return { url, token: url.searchParams.get('token_hash') ?? '' };
}

describe('a forgotten password', () => {
  test('is replaced through the mail in the outbox, and all other devices are signed out', async () => {
    const email = 'ada@shops.example';
    const elsewhere = await server.signedInMember(email);
    const { url, token } = await requestLink(email);
    expect(url.href).toMatch(
      new RegExp(`^${server.origin}/reset-password\\?token_hash=[\\w-]{43}&type=recovery$`),
    );

    const client = server.client();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const landed = await client.verifyOtp({ token_hash: token, type: 'recovery' });
    expect(landed.error).toBeNull();
    const changed = await client.updateUser({ password: otherPassword });
    expect(changed.error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');
    expect(events).toContain('USER_UPDATED');

    await server.expectSignedOut(elsewhere.accessToken);
    await server.expectSignedIn(landed.data.session?.access_token);
    expect(await codeOf(server.client().signInWithPassword({ email, password: goodPassword }))).toBe(
      'invalid_credentials',
    );
    expect((await server.client().signInWithPassword({ email, password: otherPassword })).error).toBeNull();
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Your password at Atlas Stores was changed');
  });

  test('the mail names the application, in text and HTML, and its link is never logged', async () => {
    await server.addMember('bea@shops.example');
    const { token, url } = await requestLink('bea@shops.example');
    const [mail] = await mailsTo('bea@shops.example');
    expect(mail).toMatchObject({
      subject: 'Choose a new password for Atlas Stores',
      from: { name: 'Storefleet', address: 'storefleet@shops.example' },
    });
    expect(mail?.text).toContain('The link works once, within the next hour');
    expect(mail?.html).toContain(`href="${url.href.replaceAll('&', '&amp;')}"`);
    expect(server.log.some((line) => /mail written to .*\.eml because SMTP_URL is not set/.test(line))).toBe(
      true,
    );
    expect(server.log.join('')).not.toContain(token);
    const { rows } = await server.db.query<{ found: string }>(
      "select string_agg(encode(token_hash, 'escape'), ' ') as found from one_time_tokens",
    );
    expect(rows[0]?.found).not.toContain(token);
  });

  test('an unknown address gets the same responses and no mail', async () => {
    await server.addMember('cleo@shops.example');
    const answers = async (email: string) => [
      await server.client().resetPasswordForEmail(email),
      await server.client().resetPasswordForEmail(email),
    ];
    const known = await answers('cleo@shops.example');
    const unknown = await answers('nobody@shops.example');

    expect(unknown).toEqual(known);
    expect(known[0]).toEqual({ data: {}, error: null });
    expect(known[1]?.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    expect(known[1]?.error?.message).toBe(
      'A message was sent to this address a moment ago. Try again in 60 seconds.',
    );
    expect(await mailsTo('nobody@shops.example')).toHaveLength(0);
    expect(await mailsTo('cleo@shops.example')).toHaveLength(1);
  });

  test('a link works once, and for an hour', async () => {
    await server.addMember('dora@shops.example');
    const expected = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' };
    const first = await requestLink('dora@shops.example');
    const verify = (token: string) => server.client().verifyOtp({ token_hash: token, type: 'recovery' });
    expect((await verify(first.token)).error).toBeNull();
    expect((await verify(first.token)).error).toMatchObject(expected);

    server.clock.advance(61_000);
    const second = await requestLink('dora@shops.example');
    server.clock.advance(60 * 60 * 1_000);
    expect((await verify(second.token)).error).toMatchObject(expected);
    expect((await verify('A'.repeat(43))).error).toMatchObject(expected);
  });

  test('of two people following the same link at the same moment, one succeeds', async () => {
    await server.addMember('elsa@shops.example');
    const { token } = await requestLink('elsa@shops.example');
    const both = await Promise.all(
      [1, 2].map(() => server.client().verifyOtp({ token_hash: token, type: 'recovery' })),
    );
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('a stranger’s request keeps a pending link; a changed password ends them all', async () => {
    const email = 'fay@shops.example';
    await server.addMember(email);
    const verify = (token: string) => server.client().verifyOtp({ token_hash: token, type: 'recovery' });
    const links = [];
    for (let request = 1; request <= 3; request += 1) {
      links.push(await requestLink(email));
      server.clock.advance(request * 61_000);
    }
    const [own, , last] = links;
    expect((await verify(own?.token ?? '')).error).toBeNull();

    const { client } = await server.signedInClient(email);
    await client.updateUser({ password: otherPassword, current_password: goodPassword });
    expect(await codeOf(verify(last?.token ?? ''))).toBe('otp_expired');
  });

  test('a link shown to somebody else is logged with both people, when created and when used', async () => {
    const [actor, subject] = [
      await server.addMember('frida@shops.example'),
      await server.addMember('gerd@shops.example'),
    ];
    const { members } = server.embedded;
    const { token } = await members.link(await members.get(subject.id), 'recovery', actor.id);
    await server.client().verifyOtp({ token_hash: token, type: 'recovery' });
    const entries = server.log
      .map((line) => JSON.parse(line))
      .filter(({ actor_id }) => actor_id === actor.id);
    expect(entries).toMatchObject([
      { audit: 'link_generated', user_id: subject.id, reason: 'recovery' },
      { audit: 'link_used', user_id: subject.id, reason: 'recovery' },
    ]);
  });

  test('a disabled member gets no mail', async () => {
    const member = await server.addMember('gwen@shops.example');
    await server.embedded.members.disable(member.id);
    expect((await server.client().resetPasswordForEmail(member.email)).error).toBeNull();
    expect(await mailsTo(member.email)).toHaveLength(0);
  });
});

describe('other flows', () => {
  test('PKCE: the link leads to a code that only the requesting browser can exchange', async () => {
    const email = 'hana@shops.example';
    await server.addMember(email);
    const storage = new Map<string, string>();
    const client = server.client({ flowType: 'pkce', storage });
    expect(
      (await client.resetPasswordForEmail(email, { redirectTo: `${server.origin}/reset-password` })).error,
    ).toBeNull();
    const token = linkIn((await mailsTo(email))[0]).searchParams.get('token_hash') ?? '';
    expect(token).toMatch(/^pkce_/);

    const landing = await server.call(
      `/auth/v1/verify?token=${token}&type=recovery&redirect_to=${encodeURIComponent(`${server.origin}/reset-password`)}`,
      { redirect: 'manual' },
    );
    expect(landing.status).toBe(303);
    const target = new URL(landing.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(`${server.origin}/reset-password`);
    const code = target.searchParams.get('code') ?? '';

    const exchanged = await client.exchangeCodeForSession(code);
    expect(exchanged.error).toBeNull();
    expect((await client.updateUser({ password: otherPassword })).error).toBeNull();
    const again = await server.call('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(43) }),
    });
    expect(again.status).toBe(404);
  });

  test('PKCE: a wrong verifier gets nothing', async () => {
    await server.addMember('iris@shops.example');
    const storage = new Map<string, string>();
    await server.client({ flowType: 'pkce', storage }).resetPasswordForEmail('iris@shops.example');
    const token = linkIn((await mailsTo('iris@shops.example'))[0]).searchParams.get('token_hash');
    const landing = await server.call(`/auth/v1/verify?token=${token}&type=recovery`, { redirect: 'manual' });
    const code = new URL(landing.headers.get('location') ?? '').searchParams.get('code');
    const answer = await server.call('/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      headers: { 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify({ auth_code: code, code_verifier: 'x'.repeat(112) }),
    });
    expect(await answer.json()).toMatchObject({ code: 'bad_code_verifier' });
  });

  test('implicit: the session is in the hash, and never on another site', async () => {
    const email = 'june@shops.example';
    await server.addMember(email);
    const { token } = await requestLink(email);
    const landing = await server.call(
      `/auth/v1/verify?token=${token}&type=recovery&redirect_to=${encodeURIComponent('https://evil.example/collect')}`,
      { redirect: 'manual' },
    );
    const target = new URL(landing.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(`${server.origin}/reset-password`);
    const hash = new URLSearchParams(target.hash.slice(1));
    expect(hash.get('type')).toBe('recovery');
    await server.expectSignedIn(hash.get('access_token'), {
      email,
    });
  });

  test('a used link redirects with the reason', async () => {
    const landing = await server.call('/auth/v1/verify?token=gone&type=recovery', { redirect: 'manual' });
    expect(landing.status).toBe(303);
    const hash = new URLSearchParams(new URL(landing.headers.get('location') ?? '').hash.slice(1));
    expect(Object.fromEntries(hash)).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });
});

test('an unreachable mail server is logged, not revealed in the response', async () => {
  const mailing = await authTestServer({ smtpUrl: 'smtp://127.0.0.1:1' });
  await mailing.addMember('lena@shops.example');
  expect((await mailing.client().resetPasswordForEmail('lena@shops.example')).error).toBeNull();
  await mailing.embedded.settled();
  expect(mailing.log.some((line) => line.includes('sending a password reset mail failed'))).toBe(true);
});
