import { expect, test, vi } from 'vitest';
import { authTestServer, codeOf, goodPassword, linkIn, otherPassword } from './auth-test-server.ts';

const server = await authTestServer();

test('a new password requires the current one, and ends all other sessions', async () => {
  const { client, accessToken } = await server.signedInMember('ada@shops.example');
  const elsewhere = await server.signedInClient('ada@shops.example');

  expect((await client.updateUser({ password: otherPassword })).error).toMatchObject({
    status: 400,
    code: 'current_password_required',
  });
  expect(await codeOf(client.updateUser({ password: otherPassword, current_password: 'no-such-word' }))).toBe(
    'current_password_invalid',
  );
  const changed = await client.updateUser({ password: otherPassword, current_password: goodPassword });
  expect(changed.error).toBeNull();

  await server.expectSignedIn(accessToken);
  await server.expectSignedOut(elsewhere.accessToken);
  await server.signedInClient('ada@shops.example', otherPassword);
});

test('guessing the current password is slowed down', async () => {
  const { client } = await server.signedInMember('bea@shops.example');
  const guess = () => client.updateUser({ password: otherPassword, current_password: 'no-such-word' });
  for (let failure = 1; failure <= 5; failure++)
    expect(await codeOf(guess())).toBe('current_password_invalid');
  expect((await guess()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
});

test('a weak password and the old one are refused with their reasons', async () => {
  const { client } = await server.signedInMember('cleo@shops.example');
  const change = (password: string) => client.updateUser({ password, current_password: goodPassword });

  expect((await change('password1')).error).toMatchObject({
    name: 'AuthWeakPasswordError',
    status: 422,
    reasons: ['pwned'],
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
  });
  expect((await change('k9!xQ')).error).toMatchObject({
    reasons: ['length'],
    message: 'Password should be at least 8 characters.',
  });
  expect((await change(goodPassword)).error).toMatchObject({ status: 422, code: 'same_password' });
  expect((await change('x'.repeat(300))).error?.message).toBe(
    'Password cannot be longer than 256 characters',
  );
  expect((await change(`${'ж'.repeat(40)} ${'日'.repeat(40)}`)).error).toBeNull();
});

test('a mailed code replaces the current password, once', async () => {
  const { client } = await server.signedInMember('dora@shops.example');
  expect((await client.reauthenticate()).error).toBeNull();
  const mail = (await server.outbox()).at(-1);
  expect(mail?.to?.[0]?.address).toBe('dora@shops.example');
  const nonce = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';

  const wrong = nonce === '000000' ? '000001' : '000000';
  expect(await codeOf(client.updateUser({ password: otherPassword, nonce: wrong }))).toBe(
    'reauthentication_not_valid',
  );
  expect((await client.updateUser({ password: otherPassword, nonce })).error).toBeNull();
  expect(await codeOf(client.updateUser({ password: goodPassword, nonce }))).toBe(
    'reauthentication_not_valid',
  );
});

test('metadata is merged, null removes a key, and people cannot write app_metadata', async () => {
  const { client, accessToken } = await server.signedInMember('elsa@shops.example');
  await client.updateUser({ data: { name: 'Elsa', shift: 'early' } });
  const { data } = await client.updateUser({ data: { shift: null, team: 'north' } });
  expect(data.user?.user_metadata).toEqual({ name: 'Elsa', team: 'north' });
  await server.expectSignedIn(accessToken, { name: 'Elsa' });

  expect(await codeOf(client.updateUser({ data: { notes: 'x'.repeat(5_000) } }))).toBe('validation_failed');
  const answer = await server.call('/auth/v1/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${accessToken}`, 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({ app_metadata: { role: 'owner' } }),
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 'not_admin' });
});

test('a new address applies once its owner has confirmed it, and the old one is notified', async () => {
  await server.addMember('fay@shops.example');
  await server.addMember('taken@shops.example');
  const { client } = await server.signedInClient('fay@shops.example');
  const change = (email: string) => client.updateUser({ email, current_password: goodPassword });

  expect(await codeOf(client.updateUser({ email: 'fay.new@shops.example' }))).toBe(
    'current_password_required',
  );
  expect((await change('taken@shops.example')).error).toMatchObject({ status: 422, code: 'email_exists' });
  const asked = await change('Fay.New@shops.example');
  expect(asked.error).toBeNull();
  expect(asked.data.user).toMatchObject({ email: 'fay@shops.example', new_email: 'fay.new@shops.example' });

  const mails = await server.outbox();
  const to = (address: string) => mails.findLast((mail) => mail.to?.[0]?.address === address);
  expect(to('fay@shops.example')?.subject).toBe('Your address at Atlas Stores is about to change');
  const landing = await fetch(linkIn(to('fay.new@shops.example')), { redirect: 'manual' });
  expect(landing.status).toBe(303);
  expect(landing.headers.get('location')).toContain(`${server.origin}/login#access_token=`);

  await server.signedInClient('fay.new@shops.example');
  expect(
    await codeOf(server.client().signInWithPassword({ email: 'fay@shops.example', password: goodPassword })),
  ).toBe('invalid_credentials');
});

test('a confirmed new address ends older links and all other sessions', async () => {
  const { id } = await server.addMember('gil@shops.example');
  const asking = await server.signedInClient('gil@shops.example');
  const elsewhere = await server.signedInClient('gil@shops.example');
  const { members, links } = server.embedded;
  const older = await links.issue(await members.get(id), 'recovery');
  await asking.client.updateUser({ email: 'gil.new@shops.example', current_password: goodPassword });
  await server.expectSignedIn(elsewhere.accessToken);

  const mail = (await server.outbox()).findLast(({ to }) => to?.[0]?.address === 'gil.new@shops.example');
  await fetch(linkIn(mail), { redirect: 'manual' });
  await server.expectSignedIn(asking.accessToken, {
    email: 'gil.new@shops.example',
  });
  await server.expectSignedOut(elsewhere.accessToken);
  expect(await codeOf(server.client().verifyOtp({ token_hash: older, type: 'recovery' }))).toBe(
    'otp_expired',
  );
});

test('a session from a mailed link may choose a password, but no new address', async () => {
  const { id } = await server.addMember('hal@shops.example');
  const { members, links } = server.embedded;
  const token = await links.issue(await members.get(id), 'recovery');
  const client = server.client();
  await client.verifyOtp({ token_hash: token, type: 'recovery' });
  expect((await client.updateUser({ email: 'thief@shops.example' })).error).toMatchObject({
    code: 'current_password_required',
    message: 'Current password required when setting new email.',
  });
  expect((await client.updateUser({ password: otherPassword })).error).toBeNull();
});

test('after a new password nobody can have the change of address mailed again', async () => {
  const { client } = await server.signedInMember('ida@shops.example');
  await client.updateUser({ email: 'thief@shops.example', current_password: goodPassword });
  await client.updateUser({ password: otherPassword, current_password: goodPassword });
  const before = (await server.outbox()).length;
  await server.client().resend({ type: 'email_change', email: 'ida@shops.example' });
  expect((await server.outbox()).length).toBe(before);
  expect((await client.getUser()).data.user?.new_email).toBeUndefined();
});

test('a new address confirmed at the moment of a new password is refused', async () => {
  const { client } = await server.signedInMember('jo@shops.example');
  await client.updateUser({ email: 'jos.thief@shops.example', current_password: goodPassword });
  const mail = (await server.outbox()).findLast(({ to }) => to?.[0]?.address === 'jos.thief@shops.example');
  const changing = Promise.withResolvers<void>();
  const changed = server.db.transaction(async (tx) => {
    await tx.query("update users set new_email = null where email = 'jo@shops.example'");
    changing.resolve();
    // The link has got as far as it can.
    await vi.waitFor(async () => {
      const waiting = "select from pg_locks where locktype = 'transactionid' and not granted";
      expect((await tx.query(waiting)).rows).toHaveLength(1);
    });
  });
  await changing.promise;
  const landing = fetch(linkIn(mail), { redirect: 'manual' });
  await changed;
  expect((await landing).headers.get('location')).toContain('error_code=otp_expired');
  expect((await client.getUser()).data.user?.email).toBe('jo@shops.example');
});
