import type { GoTrueClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { authTestServer, codeOf, goodPassword } from './auth-test-server.ts';
import { createDevice } from './device.ts';

const SITE = 'https://stores.example';
const server = await authTestServer({ appUrl: SITE });
type Device = ReturnType<typeof createDevice>;
/** The client's types ask for what a browser adds to its answers. */
const asIs = (answer: unknown) => answer as never;

async function register(client: GoTrueClient, device: Device) {
  const { data, error } = await client.passkey.startRegistration();
  if (error) throw error;
  const credential = asIs(device.create(data.options));
  return client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

async function signIn(device: Device, client = server.client()) {
  const { data, error } = await client.passkey.startAuthentication();
  if (error) throw error;
  const credential = asIs(device.get(data.options));
  const answer = { challengeId: data.challenge_id, credential };
  return { ...(await client.passkey.verifyAuthentication(answer)), answer };
}

async function memberWithPasskey(email: string, device = createDevice(SITE)) {
  const signedIn = await server.signedInMember(email);
  const { data, error } = await register(signedIn.client, device);
  if (error) throw error;
  return { ...signedIn, device, passkeyId: data.id };
}

test('a passkey is registered, signs in, is named and removed; the person is told by mail', async () => {
  const { member, client, device, passkeyId } = await memberWithPasskey('ada@shops.example');
  expect((await server.outbox()).at(-1)?.subject).toBe('A passkey of your account at Atlas Stores was added');
  expect((await client.passkey.list()).data).toEqual([{ id: passkeyId, created_at: expect.any(String) }]);

  const { data } = await signIn(device);
  expect(data?.user?.id).toBe(member.id);
  const claims = decodeJwt(data?.session?.access_token ?? '');
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] });
  const { rows } = await server.db.query(
    `select call, outcome, actor_name from audit_log where call in ('auth.addPasskey', 'auth.signIn') order by at desc, id desc limit 2`,
  );
  const by = { outcome: 'ok', actor_name: member.email };
  expect(rows).toEqual([
    { call: 'auth.signIn', ...by },
    { call: 'auth.addPasskey', ...by },
  ]);

  const named = await client.passkey.update({ passkeyId, friendlyName: 'Office laptop' });
  expect(named.data).toMatchObject({ friendly_name: 'Office laptop', last_used_at: expect.any(String) });
  const password = 'six-other-words-entirely';
  expect((await client.updateUser({ password, current_password: goodPassword })).error).toBeNull();
  expect((await server.outbox()).at(-1)?.text).toContain('Its passkeys still work');
  expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
  expect((await client.passkey.list()).data).toEqual([]);
  expect((await server.outbox()).at(-1)?.subject).toContain('was removed');
  expect((await signIn(device)).error?.code).toBe('webauthn_verification_failed');
});

test('a challenge is answered once, in time, and by whom it was given to', async () => {
  const { client, device } = await memberWithPasskey('bea@shops.example');
  const { answer } = await signIn(device);
  const again = () => codeOf(server.client().passkey.verifyAuthentication(answer));
  expect(await again()).toBe('webauthn_challenge_not_found');

  const { data: late } = await client.passkey.startRegistration();
  server.clock.advance(6 * 60_000);
  const credential = asIs(createDevice(SITE).create(late?.options as never));
  const challengeId = late?.challenge_id ?? '';
  expect(await codeOf(client.passkey.verifyRegistration({ challengeId, credential }))).toBe(
    'webauthn_challenge_expired',
  );

  const { client: other } = await server.signedInMember('cid@shops.example');
  const { data: mine } = await client.passkey.startRegistration();
  expect(
    await codeOf(
      other.passkey.verifyRegistration({
        challengeId: mine?.challenge_id ?? '',
        credential: asIs(createDevice(SITE).create(mine?.options as never)),
      }),
    ),
  ).toBe('webauthn_challenge_not_found');
});

test.each([
  ['another site', createDevice(SITE, { origin: 'https://stores.example.evil.example' })],
  ['a person it has not verified', createDevice(SITE, { isVerified: false })],
])('a device that answers for %s is refused', async (what, device) => {
  const { client } = await server.signedInMember(`${what.replaceAll(' ', '-')}@shops.example`);
  expect(await codeOf(register(client, device))).toBe('webauthn_verification_failed');
});

test('a copied device shows by its count of signatures', async () => {
  const device = createDevice(SITE, { counts: true });
  await memberWithPasskey('dan@shops.example', device);
  expect((await signIn(device)).error).toBeNull();
  await server.db.query('update passkeys set counter = 9 where counter > 0');
  expect((await signIn(device)).error?.code).toBe('webauthn_verification_failed');
});

test('a second factor is still asked for, and without it no passkey is added or removed', async () => {
  const { client, device, passkeyId } = await memberWithPasskey('eve@shops.example');
  const { data } = await client.mfa.enroll({ factorType: 'totp' });
  await server.db.query('update second_factors set verified_at = now() where id = $1', [data?.id]);
  const signedIn = server.client();
  const { data: session } = await signIn(device, signedIn);
  const token = session?.session?.access_token ?? '';
  const call = await server.call('/api/v1/stores', { headers: { authorization: `Bearer ${token}` } });
  expect(await call.json()).toMatchObject({ code: 'second_factor_required' });
  expect(await codeOf(signedIn.passkey.startRegistration())).toBe('insufficient_aal');
  expect(await codeOf(signedIn.passkey.delete({ passkeyId }))).toBe('insufficient_aal');
});

test('a disabled member cannot sign in, and a changed password asks for the old one', async () => {
  const { member, device } = await memberWithPasskey('fay@shops.example');
  const client = server.client();
  await signIn(device, client);
  expect(await codeOf(client.updateUser({ password: `${goodPassword}-new` }))).toBe(
    'current_password_required',
  );
  await server.db.query(`update users set banned_until = 'infinity' where id = $1`, [member.id]);
  expect((await signIn(device)).error?.code).toBe('user_banned');
});

test('an address without a name has no passkeys', async () => {
  const unnamed = await authTestServer();
  expect(await codeOf(unnamed.client().passkey.startAuthentication())).toBe('passkey_disabled');
});
