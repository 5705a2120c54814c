import type { ProblemDetails } from '@storefleet/contract/api/common';
import type { RecoveryCodes, SecondFactor } from '@storefleet/contract/people/account';
import type { CreatedApiKey } from '@storefleet/contract/people/api-keys';
import type { Team, TeamMember } from '@storefleet/contract/people/team';
import { stepAt, totpCode } from '@storefleet/server/modules/auth/embedded/second-factor/totp';
import { runUsersCommand } from '@storefleet/server/modules/auth/users-command';
import type { GoTrueClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { authTestServer, codeOf, goodPassword, linkIn, otherPassword } from './auth-test-server.ts';

const server = await authTestServer();
const step = 30_000;
// A code works once, so each test has its own time steps.
beforeEach(() => server.clock.advance(10 * step));

const codeNow = (secret: string, steps = 0) => totpCode(secret, stepAt(server.clock.now()) + steps);

async function enrol(client: GoTrueClient): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}
async function confirm(client: GoTrueClient, factorId: string, code: string) {
  return client.mfa.challengeAndVerify({ factorId, code });
}
/** A member with an authenticator app, in a session with both factors. */
async function protectedMember(email: string) {
  const { member, client } = await server.signedInMember(email);
  const factor = await enrol(client);
  const { error } = await confirm(client, factor.factorId, codeNow(factor.secret, -1));
  if (error) throw error;
  return { member, client, ...factor };
}
async function tokenOf(client: GoTrueClient): Promise<string> {
  return (await client.getSession()).data.session?.access_token ?? '';
}
async function api<Answer>(client: GoTrueClient | string, method: string, path: string, json?: unknown) {
  const token = typeof client === 'string' ? client : await tokenOf(client);
  const response = await server.call(`/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}
const problemOf = async (...args: Parameters<typeof api>) => (await api<ProblemDetails>(...args)).body.code;
async function lastAudited(call: string) {
  const { rows } = await server.db.query<{ outcome: string; actor_name: string | null; entry: string }>(
    `select outcome, actor_name, audit_log::text as entry from audit_log where call = $1 order by id desc limit 1`,
    [call],
  );
  return rows[0];
}

describe('the unmodified client', () => {
  test('enrols an app, confirms it, lists it and removes it', async () => {
    const { client } = await server.signedInMember('ada@shops.example');
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    const secret = data?.totp.secret ?? '';
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/);
    expect(data?.totp.uri).toContain(`otpauth://totp/Atlas%20Stores:ada%40shops.example?`);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });
    const factorId = data?.id ?? '';
    expect(await codeOf(confirm(client, factorId, '000000'))).toBe('mfa_verification_failed');
    const challenge = await client.mfa.challenge({ factorId });
    const code = codeNow(secret);
    const verified = await client.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code });
    expect(verified.error).toBeNull();
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factorId, friendly_name: 'Phone', status: 'verified', factor_type: 'totp' },
    ]);
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(decodeJwt(await tokenOf(client)).aal).toBe('aal2');
    const refreshed = await client.refreshSession();
    expect(decodeJwt(refreshed.data.session?.access_token ?? '').aal).toBe('aal2');
    expect(await codeOf(client.mfa.enroll({ factorType: 'totp' }))).toBe('too_many_enrolled_mfa_factors');
    expect((await client.mfa.unenroll({ factorId })).data?.id).toBe(factorId);
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
    expect(await api(client, 'GET', '/stores')).toMatchObject({ status: 200 });
    const subjects = (await server.outbox()).map(({ subject }) => subject);
    expect(subjects).toContain('A second factor of your account at Atlas Stores was added');
    expect(subjects).toContain('A second factor of your account at Atlas Stores was removed');
  });

  test('has to send the code after the password, and has no access before', async () => {
    const { factorId, secret } = await protectedMember('bea@shops.example');
    const { client } = await server.signedInClient('bea@shops.example');
    expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    for (const path of ['/stores', '/account', '/account/sessions']) {
      expect([path, await problemOf(client, 'GET', path)]).toEqual([path, 'second_factor_required']);
    }
    expect((await api(client, 'GET', '/account/second-factor')).status).toBe(200);
    expect(await codeOf(client.updateUser({ password: otherPassword }))).toBe('insufficient_aal');
    expect(await codeOf(client.mfa.enroll({ factorType: 'totp' }))).toBe('insufficient_aal');
    expect(await codeOf(client.mfa.unenroll({ factorId }))).toBe('insufficient_aal');
    expect((await confirm(client, factorId, codeNow(secret))).error).toBeNull();
    expect((await api(client, 'GET', '/stores')).status).toBe(200);
  });

  test('a code works once, and one step early or late', async () => {
    const { factorId, secret } = await protectedMember('cleo@shops.example');
    const { client } = await server.signedInClient('cleo@shops.example');
    // The enrolment used up the previous step.
    expect(await codeOf(confirm(client, factorId, codeNow(secret, -1)))).toBe('mfa_verification_failed');
    expect(await codeOf(confirm(client, factorId, codeNow(secret, 2)))).toBe('mfa_verification_failed');
    const late = codeNow(secret);
    server.clock.advance(step);
    expect((await confirm(client, factorId, late)).error).toBeNull();
    expect(await codeOf(confirm(client, factorId, late))).toBe('mfa_verification_failed');
    const early = codeNow(secret, 1);
    const twice = await Promise.all([1, 2].map(() => codeOf(confirm(client, factorId, early))));
    expect(twice.sort()).toEqual(['mfa_verification_failed', undefined]);
  });

  test('guesses are slowed down, for all places together', async () => {
    const { factorId, secret } = await protectedMember('dora@shops.example');
    const { client } = await server.signedInClient('dora@shops.example');
    const answers: (string | undefined)[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      answers.push(await codeOf(confirm(client, factorId, '000000')));
    expect(answers).toEqual([...Array(5).fill('mfa_verification_failed'), 'over_request_rate_limit']);
    const { client: elsewhere } = await server.signedInClient('dora@shops.example');
    expect(await codeOf(confirm(elsewhere, factorId, codeNow(secret)))).toBe('over_request_rate_limit');
    server.clock.advance(6_000);
    expect((await confirm(elsewhere, factorId, codeNow(secret))).error).toBeNull();
  });

  test('a challenge is valid for five minutes and one code', async () => {
    const { client, factorId, secret } = await protectedMember('emma@shops.example');
    const ask = async () => (await client.mfa.challenge({ factorId })).data?.id ?? '';
    const used = await ask();
    const verify = (challengeId: string) =>
      codeOf(client.mfa.verify({ factorId, challengeId, code: codeNow(secret) }));
    expect(await verify(used)).toBeUndefined();
    server.clock.advance(step);
    expect(await verify(used)).toBe('mfa_factor_not_found');
    const old = await ask();
    server.clock.advance(301_000);
    expect(await verify(old)).toBe('mfa_challenge_expired');
    expect(await verify('no-such-challenge')).toBe('mfa_factor_not_found');
  });

  test('an abandoned session cannot disable the factor', async () => {
    const { client, factorId, secret } = await protectedMember('fay@shops.example');
    server.clock.advance(11 * 60_000);
    expect(await codeOf(client.mfa.unenroll({ factorId }))).toBe('insufficient_aal');
    expect((await confirm(client, factorId, codeNow(secret))).error).toBeNull();
    expect((await client.mfa.unenroll({ factorId })).error).toBeNull();
  });

  test('a new enrolment invalidates the previous one, and other members cannot access either', async () => {
    const { client } = await server.signedInMember('gwen@shops.example');
    const first = await enrol(client);
    const second = await enrol(client);
    expect(await codeOf(confirm(client, first.factorId, codeNow(first.secret)))).toBe('mfa_factor_not_found');
    const { client: stranger } = await server.signedInMember('gina@shops.example');
    expect(await codeOf(stranger.mfa.unenroll({ factorId: second.factorId }))).toBe('mfa_factor_not_found');
    expect(await codeOf(confirm(stranger, second.factorId, codeNow(second.secret)))).toBe(
      'mfa_factor_not_found',
    );
    expect((await confirm(client, second.factorId, codeNow(second.secret))).error).toBeNull();
  });

  test('a forgotten password is replaced with the code', async () => {
    const { factorId, secret } = await protectedMember('hana@shops.example');
    const client = server.client();
    await client.resetPasswordForEmail('hana@shops.example');
    const link = linkIn(
      (await server.outbox()).findLast(({ to }) => to?.[0]?.address === 'hana@shops.example'),
    );
    const token_hash = link.searchParams.get('token_hash') ?? '';
    expect((await client.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
    expect(await codeOf(client.updateUser({ password: otherPassword }))).toBe('insufficient_aal');
    expect((await confirm(client, factorId, codeNow(secret))).error).toBeNull();
    expect((await client.updateUser({ password: otherPassword })).error).toBeNull();
  });

  test('a confirmed code does not replace the current password', async () => {
    const { client } = await protectedMember('ida@shops.example');
    expect(await codeOf(client.updateUser({ password: otherPassword }))).toBe('current_password_required');
  });

  test('a program with a service key sees and removes the factor', async () => {
    const { member, factorId } = await protectedMember('jana@shops.example');
    const headers = { authorization: `Bearer ${await server.embedded.keys.serviceKey(60)}` };
    const path = `/auth/v1/admin/users/${member.id}/factors`;
    expect(await (await server.call(path, { headers })).json()).toMatchObject([{ id: factorId }]);
    expect((await server.call(`${path}/${factorId}`, { method: 'DELETE', headers })).status).toBe(200);
    expect(await (await server.call(path, { headers })).json()).toEqual([]);
  });
});

describe('recovery codes', () => {
  test('each works once, and new ones invalidate the old', async () => {
    const { client, factorId } = await protectedMember('kim@shops.example');
    const made = await api<RecoveryCodes>(client, 'POST', '/account/recovery-codes', {});
    expect([made.status, made.body.codes.length]).toEqual([201, 10]);
    const [first = '', second = ''] = made.body.codes;
    expect(first).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);

    const { client: returned } = await server.signedInClient('kim@shops.example');
    const use = (recovery_code: string) =>
      api<SecondFactor & ProblemDetails>(returned, 'POST', '/account/recovery-codes/use', { recovery_code });
    expect((await use('wrong')).body.code).toBe('recovery_code_invalid');
    expect((await use(` ${first.toUpperCase().replaceAll('-', ' ')} `)).body.recovery_codes_left).toBe(9);
    expect((await api(returned, 'GET', '/stores')).status).toBe(200);
    const refreshed = await returned.refreshSession();
    expect(decodeJwt(refreshed.data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    });
    expect((await use(first)).body.code).toBe('recovery_code_invalid');

    server.clock.advance(11 * 60_000);
    expect(await problemOf(client, 'POST', '/account/recovery-codes', {})).toBe('validation_failed');
    expect(await problemOf(client, 'POST', '/account/recovery-codes', { proof: 'not it' })).toBe(
      'proof_invalid',
    );
    const proof = goodPassword;
    expect((await api(client, 'POST', '/account/recovery-codes', { proof })).status).toBe(201);
    expect((await use(second)).body.code).toBe('recovery_code_invalid');
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }]);
  });

  test('only the last ones of two lists made at once remain', async () => {
    const { client, member } = await protectedMember('nils@shops.example');
    const locked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const blocked = server.db.transaction(async (tx) => {
      await tx.query('lock table recovery_codes in share mode');
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const lists = [1, 2].map(() => api<RecoveryCodes>(client, 'POST', '/account/recovery-codes', {}));
    // Both have got as far as they can.
    await expect
      .poll(async () => (await server.db.query('select from pg_locks where not granted')).rows.length)
      .toBe(2);
    released.resolve();
    await blocked;
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([201, 201]);
    const left = `select count(*)::int as left from recovery_codes where user_id = $1`;
    expect((await server.db.query(left, [member.id])).rows).toEqual([{ left: 10 }]);
  });

  test.each(['password', 'code', 'recovery code'])(
    'the %s is proof enough to remove the factor',
    async (kind) => {
      const email = `remove-${kind.replaceAll(' ', '-')}@shops.example`;
      const { client, secret } = await protectedMember(email);
      const { body } = await api<RecoveryCodes>(client, 'POST', '/account/recovery-codes', {});
      server.clock.advance(11 * 60_000);
      const remove = (proof: string) => api(client, 'POST', '/account/second-factor/remove', { proof });
      for (const wrong of ['000000', otherPassword]) {
        expect((await remove(wrong)).body).toMatchObject({ code: 'proof_invalid' });
      }
      const proofs: Record<string, string> = {
        password: goodPassword,
        code: codeNow(secret).replace(/^.../, '$& '),
        'recovery code': body.codes[0] ?? '',
      };
      expect(await remove(proofs[kind] ?? '')).toMatchObject({
        status: 200,
        body: { enrolled_at: null, recovery_codes_left: 0 },
      });
      const { client: returned } = await server.signedInClient(email);
      expect((await api(returned, 'GET', '/stores')).status).toBe(200);
      expect((await remove(goodPassword)).body).toMatchObject({ code: 'no_second_factor' });
    },
  );

  test('the password alone removes nothing before the second factor was confirmed', async () => {
    await protectedMember('lena@shops.example');
    const { client } = await server.signedInClient('lena@shops.example');
    for (const path of ['/account/second-factor/remove', '/account/recovery-codes']) {
      expect(await problemOf(client, 'POST', path, { proof: goodPassword })).toBe('second_factor_required');
    }
  });
});

describe('owners', async () => {
  async function owner(email: string) {
    const member = await server.addMember(email);
    await server.embedded.members.change(member.id, { role: 'owner' });
    const { client } = await server.signedInClient(email);
    return { member, client };
  }

  test('require a second factor of everybody, themselves first; API keys are exempt', async () => {
    const { client } = await owner('mona@shops.example');
    const key = await api<CreatedApiKey>(client, 'POST', '/api-keys', { name: 'Script' });
    const demand = (is_demanded: boolean) => api<Team>(client, 'PUT', '/team/second-factor', { is_demanded });
    expect((await demand(true)).body).toMatchObject({ code: 'no_second_factor' });
    const own = await enrol(client);
    await confirm(client, own.factorId, codeNow(own.secret));
    const { member, client: other } = await server.signedInMember('nora@shops.example');
    expect((await demand(true)).body.demands_second_factor).toBe(true);
    try {
      expect(await lastAudited('team.demandSecondFactor')).toMatchObject({
        actor_name: 'mona@shops.example',
      });
      expect(await problemOf(other, 'GET', '/stores')).toBe('second_factor_missing');
      expect((await api<SecondFactor>(other, 'GET', '/account/second-factor')).body.is_demanded).toBe(true);
      expect((await api(key.body.secret, 'GET', '/stores')).status).toBe(200);
      expect((await api(client, 'GET', '/stores')).status).toBe(200);
      const theirs = await enrol(other);
      await confirm(other, theirs.factorId, codeNow(theirs.secret));
      expect((await api(other, 'GET', '/stores')).status).toBe(200);
      const { members } = (await api<Team>(client, 'GET', '/team')).body;
      expect(members.find(({ id }) => id === member.id)?.has_second_factor).toBe(true);
    } finally {
      await demand(false);
    }
  });

  test('reset a member’s factor, which signs the member out, but not their own', async () => {
    const { member: self, client } = await owner('olga@shops.example');
    const { member, client: other } = await protectedMember('pia@shops.example');
    const reset = (id: string) => api<TeamMember>(client, 'POST', `/team/${id}/reset-second-factor`);
    expect((await reset(member.id)).body).toMatchObject({ id: member.id, has_second_factor: false });
    expect((await api(other, 'GET', '/stores')).status).toBe(401);
    const { client: returned } = await server.signedInClient('pia@shops.example');
    expect((await api(returned, 'GET', '/stores')).status).toBe(200);
    expect((await reset(member.id)).body).toMatchObject({ code: 'no_second_factor' });
    expect((await reset(self.id)).status).toBe(403);
  });

  test('who are locked out get help in the shell', async () => {
    await protectedMember('ria@shops.example');
    const lines: string[] = [];
    const users = (...argv: string[]) =>
      runUsersCommand(argv, {
        auth: server.auth,
        sendsMail: false,
        print: (line) => void lines.push(line),
        askPassword: async () => '',
      });
    await users('reset-factor', 'ria@shops.example');
    expect(lines.join()).toContain('signs in with the password alone again');
    const { client } = await server.signedInClient('ria@shops.example');
    expect((await api(client, 'GET', '/stores')).status).toBe(200);
    await expect(users('reset-factor', 'ria@shops.example')).rejects.toThrow('There is no second factor.');
  });
});

test('the audit log records all of it, but no code, proof or secret', async () => {
  const { client, factorId, secret } = await protectedMember('sara@shops.example');
  expect(await lastAudited('auth.enrolFactor')).toMatchObject({ actor_name: 'sara@shops.example' });
  expect(await lastAudited('auth.beginFactor')).toMatchObject({ outcome: 'ok' });
  await confirm(client, factorId, '000000');
  expect(await lastAudited('auth.confirmFactor')).toMatchObject({
    outcome: 'refused',
    actor_name: 'sara@shops.example',
  });
  const { body } = await api<RecoveryCodes>(client, 'POST', '/account/recovery-codes', {
    proof: goodPassword,
  });
  const [recovery_code = ''] = body.codes;
  await api(client, 'POST', '/account/recovery-codes/use', { recovery_code });
  expect(await lastAudited('account.useRecoveryCode')).toMatchObject({ outcome: 'ok' });
  await api(client, 'POST', '/account/second-factor/remove', { proof: goodPassword });
  expect(await lastAudited('account.removeSecondFactor')).toMatchObject({ actor_name: 'sara@shops.example' });
  const { rows } = await server.db.query<{ entries: string }>(
    'select string_agg(a::text, chr(10)) as entries from audit_log a',
  );
  const said = `${rows[0]?.entries} ${server.log.join('\n')}`;
  for (const hidden of [goodPassword, recovery_code, secret]) expect(said).not.toContain(hidden);
});

test('the secret is stored sealed', async () => {
  const { secret } = await protectedMember('tess@shops.example');
  const { rows } = await server.db.query<{ kept: string }>(
    'select string_agg(secret, chr(10)) as kept from second_factors',
  );
  expect(rows[0]?.kept).toMatch(/^v1\./);
  expect(rows[0]?.kept).not.toContain(secret);
});
