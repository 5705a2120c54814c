import { v7 as uuidv7 } from 'uuid';
import type { Queryable } from '../../../platform/db/database.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { readUserClaims, type UserClaims, verifyOptions } from '../claims.ts';
import { type AuthParts, audit, type Caller } from './parts.ts';
import { type AmrEntry, aalOf, type SecondMethod } from './second-factor/assurance.ts';
import { type FactorRow, listFactors } from './second-factor/factors.repository.ts';
import {
  addToAmr,
  endSession,
  endSessionsOfUser,
  endStaleSessions,
  findUserAndSession,
  insertRefreshToken,
  insertSession,
  type LiveSession,
  lockSessionOfToken,
  markSessionRefreshed,
  markSessionUsed,
  newestTokens,
  type SecondFactorState,
  type SessionRow,
  type SignOutScope,
} from './sessions.repository.ts';
import { hashToken, newOpaqueToken, newSalt, nextToken } from './tokens/opaque-token.ts';
import { signingAlgorithm } from './tokens/signing-keys.ts';
import { changeUser, findUser, type UserRow } from './users.repository.ts';

/** Seconds an access token is valid. */
export const accessTokenLifetime = 3_600;

const day = 24 * 60 * 60 * 1_000;
/** Milliseconds without a refresh, and since the sign-in, after which a person has to sign in again. */
const idleLimit = 30 * day;
const absoluteLimit = 180 * day;

/** Milliseconds: the resolution of a session's last use. */
const useNotedEvery = 60_000;

/** Milliseconds after a refresh during which the previous token still returns the current one. */
const reuseInterval = 10_000;

/** The result of a successful sign-in or refresh. */
export type SessionGrant = {
  accessToken: string;
  refreshToken: string;
  /** Unix seconds. */
  expiresAt: number;
  sessionId: string;
  user: UserRow;
  factors: readonly FactorRow[];
};

export type SignedIn = { user: UserRow; session: LiveSession; secondFactor: SecondFactorState };

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(parts: AuthParts) {
  const { db, clock, keys, issuer, logger } = parts;
  return {
    /** Starts a session; `method` is how the person proved their identity, in GoTrue's words. */
    begin(user: UserRow, method: string, caller: Caller): Promise<SessionGrant> {
      return beginSession(parts, user, method, caller);
    },

    /**
     * Exchanges a refresh token; each exchange starts a new generation of the session. For ten seconds the
     * previous token returns the current one, as its response may have been lost or another tab may have sent
     * it at the same moment. After that, or if it is even older, it was stolen or copied: the whole session
     * ends.
     */
    async refresh(refreshToken: string, caller: Caller): Promise<SessionGrant> {
      if (refreshToken.length < 12) throw invalid('Refresh token is not valid');
      const outcome = await db.transaction((tx) => renew(tx, refreshToken, clock.now()));
      if (outcome.refused !== undefined) {
        const [code, reason] = outcome.refused;
        audit(logger, code === 'refresh_token_already_used' ? 'token_revoked' : 'token_refused', {
          userId: outcome.session?.user_id ?? null,
          address: caller.address,
          reason: code,
        });
        throw new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
      }
      audit(logger, 'token_refreshed', { userId: outcome.user.id, address: caller.address });
      return grant(parts, outcome.user, outcome.session, outcome.refreshToken);
    },

    /** The person and session of an access token, as the database knows them now. */
    async resolve(accessToken: string): Promise<SignedIn> {
      const claims = await this.readClaims(accessToken);
      const found = await findUserAndSession(db, claims.sub, claims.session_id ?? null);
      if (found === null) {
        throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
      }
      const { user, session, secondFactor, lastUsedAt } = found;
      if (isBanned(user, clock.now())) throw new AuthError(403, 'user_banned', 'User is banned');
      if (session === null) {
        throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      }
      const now = clock.now();
      if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= useNotedEvery) {
        await markSessionUsed(db, session.id, now);
      }
      return { user, session, secondFactor };
    },

    /**
     * Upgrades a session to two factors if `accept` accepts the second one, and issues tokens for it. The
     * previous refresh token stays valid, as the response may be lost.
     */
    stepUp(
      { user, session: { id } }: SignedIn,
      method: SecondMethod,
      accept: (tx: Queryable) => Promise<boolean>,
    ): Promise<SessionGrant | null> {
      return stepUp(parts, { user, id }, method, accept);
    },

    async readClaims(accessToken: string): Promise<UserClaims> {
      const options = verifyOptions(await issuer(), [signingAlgorithm], clock.now());
      return readUserClaims(await keys.verify(accessToken, options));
    },

    async end({ user, session }: SignedIn, scope: SignOutScope, caller: Caller): Promise<void> {
      if (scope === 'local') await endSession(db, session.id);
      else await endSessionsOfUser(db, user.id, scope === 'others' ? session.id : undefined);
      audit(logger, 'logout', { userId: user.id, address: caller.address, reason: scope });
    },
  };
}

async function beginSession(
  parts: AuthParts,
  user: UserRow,
  method: string,
  caller: Caller,
): Promise<SessionGrant> {
  const { db, clock, logger } = parts;
  const now = clock.now();
  const amr: AmrEntry[] = [{ method, timestamp: Math.floor(now.getTime() / 1_000) }];
  const id = uuidv7();
  const begun = await db.transaction(async (tx) => {
    await endStaleSessions(tx, {
      refreshedBefore: new Date(now.getTime() - idleLimit),
      createdBefore: new Date(now.getTime() - absoluteLimit),
    });
    // Locks the account: a concurrent password change or ban is either seen here, or ends this session.
    const signedIn = await changeUser(tx, user.id, { last_sign_in_at: now }, now);
    if (signedIn === null || signedIn.password_hash !== user.password_hash || isBanned(signedIn, now)) {
      return null;
    }
    await insertSession(tx, {
      id,
      userId: user.id,
      amr,
      userAgent: caller.userAgent?.slice(0, 500) ?? null,
      ipAddress: caller.address,
      now,
    });
    return { user: signedIn, refreshToken: await issueRefreshToken(tx, id, 0, null, now) };
  });
  if (begun === null) {
    throw new AuthError(
      400,
      'invalid_credentials',
      'This account has just been changed. Please sign in again.',
    );
  }
  audit(logger, 'login', { userId: user.id, address: caller.address, reason: method });
  return grant(parts, begun.user, { id, amr }, begun.refreshToken);
}

async function stepUp(
  parts: AuthParts,
  { user, id }: { readonly user: UserRow; readonly id: string },
  method: SecondMethod,
  accept: (tx: Queryable) => Promise<boolean>,
): Promise<SessionGrant | null> {
  const { db, clock } = parts;
  const now = clock.now();
  const stepped = await db.transaction(async (tx) => {
    if (!(await accept(tx))) return null;
    const session = await addToAmr(tx, id, method, now);
    if (session === null) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
    }
    return { session, refreshToken: await issueRefreshToken(tx, id, session.generation, null, now) };
  });
  return stepped && grant(parts, user, stepped.session, stepped.refreshToken);
}

/** Moves the session of a refresh token to its next generation, or says why not. */
async function renew(tx: Queryable, refreshToken: string, now: Date) {
  const found = await lockSessionOfToken(tx, hashToken(refreshToken));
  if (found === null) return { refused: ['refresh_token_not_found', 'Refresh Token Not Found'] as const };
  const { session, tokenGeneration } = found;
  const sinceRefresh = now.getTime() - session.refreshed_at.getTime();
  const isPresent = tokenGeneration === session.generation;
  const isParent = tokenGeneration === session.generation - 1 && sinceRefresh <= reuseInterval;
  if (!isPresent && !isParent) {
    await endSession(tx, session.id);
    return { refused: ['refresh_token_already_used', 'Already Used'] as const, session };
  }
  if (sinceRefresh > idleLimit || now.getTime() - session.created_at.getTime() > absoluteLimit) {
    await endSession(tx, session.id);
    return { refused: ['session_expired', 'Session Expired'] as const, session };
  }
  const user = await findUser(tx, session.user_id);
  if (user === null || isBanned(user, now)) {
    return { refused: ['user_banned', 'User Banned'] as const, session };
  }
  if (isParent) return { user, session, refreshToken: await presentToken(tx, session, refreshToken, now) };
  const generation = tokenGeneration + 1;
  await markSessionRefreshed(tx, session.id, { generation, now });
  const next = await issueRefreshToken(tx, session.id, generation, refreshToken, now);
  return { user, session, refreshToken: next };
}

async function grant(
  { db, clock, keys, issuer }: AuthParts,
  user: UserRow,
  session: LiveSession,
  refreshToken: string,
): Promise<SessionGrant> {
  const issuedAt = Math.floor(clock.now().getTime() / 1_000);
  const expiresAt = issuedAt + accessTokenLifetime;
  const accessToken = await keys.sign({
    iss: await issuer(),
    sub: user.id,
    aud: 'authenticated',
    exp: expiresAt,
    iat: issuedAt,
    email: user.email,
    phone: '',
    role: 'authenticated',
    aal: aalOf(session.amr),
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
  });
  const factors = await listFactors(db, user.id);
  return { accessToken, refreshToken, expiresAt, sessionId: session.id, user, factors };
}

/** A session's first token is random; each later one is derived from the previous one and a salt. */
async function issueRefreshToken(
  tx: Queryable,
  sessionId: string,
  generation: number,
  before: string | null,
  now: Date,
): Promise<string> {
  const salt = before === null ? null : newSalt();
  const token = before === null || salt === null ? newOpaqueToken() : nextToken(before, salt);
  await insertRefreshToken(tx, { hash: hashToken(token), sessionId, generation, salt, now });
  return token;
}

/** The current token again, in exchange for the previous one. */
async function presentToken(tx: Queryable, session: SessionRow, before: string, now: Date): Promise<string> {
  for (const { salt, token_hash: hash } of await newestTokens(tx, session)) {
    const token = salt === null ? null : nextToken(before, salt);
    if (token !== null && hashToken(token).equals(hash)) return token;
  }
  // An older version issued random tokens: any of the same generation will do.
  return issueRefreshToken(tx, session.id, session.generation, null, now);
}

export function isBanned(user: Pick<UserRow, 'banned_until'>, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}
