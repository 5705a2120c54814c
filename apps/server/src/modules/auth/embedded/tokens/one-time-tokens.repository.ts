import type { Queryable } from '../../../../platform/db/database.ts';
import { hashToken } from './opaque-token.ts';

/** The purpose of a link or code. `auth_code` is the second half of a PKCE landing. */
export type TokenPurpose =
  | 'setup'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'signup'
  | 'email_change'
  | 'reauthentication'
  | 'auth_code';

export type OneTimeToken = {
  purpose: TokenPurpose;
  user_id: string | null;
  email: string | null;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  /** For an email change: the session that requested it. */
  session_id: string | null;
  /** The member it was shown to, if not its subject. */
  actor_id: string | null;
  created_at: Date;
  expires_at: Date;
};

type NewOneTimeToken = {
  token: string;
  purpose: TokenPurpose;
  userId: string | null;
  email?: string | null;
  codeChallenge?: string | null;
  codeChallengeMethod?: 's256' | 'plain' | null;
  sessionId?: string | null | undefined;
  actorId?: string | null | undefined;
  now: Date;
  expiresAt: Date;
};

export async function storeToken(db: Queryable, token: NewOneTimeToken): Promise<void> {
  await db.query(
    `insert into one_time_tokens
       (token_hash, purpose, user_id, email, code_challenge, code_challenge_method, session_id, actor_id,
        created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      hashToken(token.token),
      token.purpose,
      token.userId,
      token.email ?? null,
      token.codeChallenge ?? null,
      token.codeChallengeMethod ?? null,
      token.sessionId ?? null,
      token.actorId ?? null,
      token.now,
      token.expiresAt,
    ],
  );
}

/** Removes the token, so that only one of two callers gets it. Null if unknown, used or expired. */
export async function takeToken(
  db: Queryable,
  wanted: { token: string; purposes: readonly TokenPurpose[]; userId?: string },
  now: Date,
): Promise<OneTimeToken | null> {
  const { rows } = await db.query<OneTimeToken>(
    `delete from one_time_tokens
     where token_hash = $1 and purpose = any($2) and ($3::uuid is null or user_id = $3)
     returning purpose, user_id, email, code_challenge, code_challenge_method, session_id, actor_id, created_at,
               expires_at`,
    [hashToken(wanted.token), wanted.purposes, wanted.userId ?? null],
  );
  const taken = rows[0];
  return taken !== undefined && taken.expires_at > now ? taken : null;
}

export async function dropTokensOfUser(
  db: Queryable,
  userId: string,
  purposes?: readonly TokenPurpose[],
): Promise<void> {
  await db.query(
    'delete from one_time_tokens where user_id = $1 and ($2::text[] is null or purpose = any($2))',
    [userId, purposes ?? null],
  );
}

/** Drops all setup links; returns their hashes. */
export async function takeSetupTokens(db: Queryable): Promise<{ token_hash: Buffer; expires_at: Date }[]> {
  const { rows } = await db.query<{ token_hash: Buffer; expires_at: Date }>(
    "delete from one_time_tokens where purpose = 'setup' returning token_hash, expires_at",
  );
  return rows;
}

export async function dropExpiredTokens(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from one_time_tokens where expires_at < $1', [now]);
}
