import { createHash } from 'node:crypto';
import { AuthError, invalid } from '../auth-error.ts';
import { normalizeEmail } from './email.ts';
import { type AuthParts, audit, type Caller } from './parts.ts';
import { type PasswordWeakness, passwordWeakness } from './passwords/password-policy.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords/passwords.ts';
import { isBanned, type SessionGrant, type Sessions } from './sessions.ts';
import type { SignInTries } from './throttling/tries.ts';
import { takeToken } from './tokens/one-time-tokens.repository.ts';
import { equalInConstantTime } from './tokens/opaque-token.ts';
import { changeUser, findUser, findUserByEmail, type UserRow } from './users.repository.ts';

export function createSignIn(parts: AuthParts, sessions: Sessions, tries: SignInTries) {
  const { db, clock, logger } = parts;

  return {
    async withPassword(
      credentials: { email: string; password: string },
      caller: Caller,
    ): Promise<SessionGrant & { weakness: PasswordWeakness | null }> {
      const email = normalizeEmail(credentials.email);
      try {
        await tries.count(email, caller);
      } catch (error) {
        if (error instanceof AuthError) {
          audit(logger, 'login_throttled', { address: caller.address, reason: error.code });
        }
        throw error;
      }
      const user = await findUserByEmail(db, email);
      const matches = await verifyPassword(user?.password_hash ?? null, credentials.password);
      if (user === null || !matches) {
        audit(logger, 'login_failed', { userId: user?.id ?? null, address: caller.address });
        throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
      }
      await tries.succeeded(email, caller);
      if (isBanned(user, clock.now())) {
        audit(logger, 'login_failed', { userId: user.id, address: caller.address, reason: 'user_banned' });
        throw new AuthError(400, 'user_banned', 'User is banned');
      }
      if (user.email_confirmed_at === null) {
        throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
      }
      const current = await withRenewedHash(user, credentials.password);
      const granted = await sessions.begin(current, 'password', caller);
      return { ...granted, weakness: passwordWeakness(credentials.password, user.email) };
    },

    /** Completes a PKCE landing: the code is worthless without the verifier kept in the browser. */
    async withCode(
      { code, verifier }: { code: string; verifier: string },
      caller: Caller,
    ): Promise<SessionGrant> {
      if (code === '' || verifier === '') {
        throw invalid('invalid request: both auth code and code verifier should be non-empty');
      }
      const flow = await takeToken(db, { token: code, purposes: ['auth_code'] }, clock.now());
      if (flow === null || flow.user_id === null) {
        throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
      }
      if (!challengeMatches(flow.code_challenge ?? '', flow.code_challenge_method, verifier)) {
        throw new AuthError(
          400,
          'bad_code_verifier',
          'code challenge does not match previously saved code verifier',
        );
      }
      const user = await findUser(db, flow.user_id);
      if (user === null || isBanned(user, clock.now())) {
        throw new AuthError(400, 'user_banned', 'User is banned');
      }
      return sessions.begin(user, 'recovery', caller);
    },
  };

  async function withRenewedHash(user: UserRow, password: string): Promise<UserRow> {
    if (user.password_hash === null || !needsRehash(user.password_hash)) return user;
    const renewed = { password_hash: await hashPassword(password) };
    return (await changeUser(db, user.id, renewed, clock.now())) ?? user;
  }
}

function challengeMatches(challenge: string, method: 's256' | 'plain' | null, verifier: string): boolean {
  const derived = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return challenge !== '' && equalInConstantTime(derived, challenge);
}
