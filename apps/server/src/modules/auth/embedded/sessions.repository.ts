import type { Queryable } from '../../../platform/db/database.ts';
import { lazily } from '../../../platform/db/lazily.ts';
import { prepared } from '../../../platform/db/statements/prepared.ts';
import { type AmrEntry, type SecondMethod, secondMethods } from './second-factor/assurance.ts';
import type { UserRow } from './users.repository.ts';

export type SessionRow = {
  id: string;
  user_id: string;
  amr: AmrEntry[];
  generation: number;
  user_agent: string | null;
  ip_address: string | null;
  created_at: Date;
  refreshed_at: Date;
  /** To the minute; null for a session from an older version, unused since. */
  last_used_at: Date | null;
};

/** What a request needs to know about its session. */
export type LiveSession = Pick<SessionRow, 'id' | 'amr'>;

/** Whether the person has a second factor, and whether everybody must have one. */
export type SecondFactorState = { isEnrolled: boolean; isDemanded: boolean };

type FoundUser = {
  user: UserRow;
  session: LiveSession | null;
  secondFactor: SecondFactorState;
  lastUsedAt: Date | null;
};

export type SignOutScope = 'global' | 'local' | 'others';

export async function insertSession(
  db: Queryable,
  session: {
    id: string;
    userId: string;
    amr: AmrEntry[];
    userAgent: string | null;
    ipAddress: string | null;
    now: Date;
  },
): Promise<void> {
  await db.query(
    `insert into user_sessions (id, user_id, amr, user_agent, ip_address, created_at, refreshed_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [
      session.id,
      session.userId,
      JSON.stringify(session.amr),
      session.userAgent,
      session.ipAddress,
      session.now,
    ],
  );
}

export async function insertRefreshToken(
  db: Queryable,
  token: { hash: Buffer; sessionId: string; generation: number; salt: Buffer | null; now: Date },
): Promise<void> {
  await db.query(
    `insert into refresh_tokens (token_hash, session_id, generation, salt, created_at)
     values ($1, $2, $3, $4, $5)`,
    [token.hash, token.sessionId, token.generation, token.salt, token.now],
  );
}

/** Locks the session, which serializes its refreshes. */
export async function lockSessionOfToken(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ session: SessionRow; tokenGeneration: number } | null> {
  const { rows } = await db.query<SessionRow & { token_generation: number }>(
    `select s.*, t.generation as token_generation
     from refresh_tokens t join user_sessions s on s.id = t.session_id
     where t.token_hash = $1 for update of s`,
    [tokenHash],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { token_generation: tokenGeneration, ...session } = row;
  return { session, tokenGeneration };
}

/** The salts of a session's newest refresh tokens: one, or several from an older version. */
export async function newestTokens(
  db: Queryable,
  session: SessionRow,
): Promise<{ token_hash: Buffer; salt: Buffer | null }[]> {
  const { rows } = await db.query<{ token_hash: Buffer; salt: Buffer | null }>(
    'select token_hash, salt from refresh_tokens where session_id = $1 and generation = $2',
    [session.id, session.generation],
  );
  return rows;
}

export async function markSessionRefreshed(
  db: Queryable,
  id: string,
  change: { generation: number; now: Date },
): Promise<void> {
  await db.query('update user_sessions set generation = $2, refreshed_at = $3 where id = $1', [
    id,
    change.generation,
    change.now,
  ]);
}

/** Columns of `users`, by name: the plan of every request's lookup survives a migration that adds one. */
const USER_COLUMNS = [
  'id',
  'email',
  'password_hash',
  'email_confirmed_at',
  'invited_at',
  'recovery_sent_at',
  'reauthentication_sent_at',
  'new_email',
  'email_change_sent_at',
  'last_sign_in_at',
  'banned_until',
  'app_metadata',
  'user_metadata',
  'created_at',
  'updated_at',
  'member_role',
  'store_ids',
] as const satisfies readonly (keyof UserRow)[];

const USER_AND_SESSION = prepared(
  `select ${USER_COLUMNS.map((name) => `u.${name}`).join(', ')}, s.last_used_at as session_used_at,
     case when s.id is not null then jsonb_build_object('id', s.id, 'amr', s.amr) end as session,
     jsonb_build_object(
       'isEnrolled', exists (select from second_factors f where f.user_id = u.id and f.verified_at is not null),
       'isDemanded', coalesce((select demands_second_factor from installation), false)
     ) as second_factor
   from users u left join user_sessions s on s.id = $2 and s.user_id = u.id
   where u.id = $1`,
);

/** Both in one lookup, since every request needs them; the session is null once it has ended. */
export async function findUserAndSession(
  db: Queryable,
  userId: string,
  sessionId: string | null,
): Promise<FoundUser | null> {
  const { rows } = await db.query<
    Pick<UserRow, (typeof USER_COLUMNS)[number]> & {
      session: LiveSession | null;
      session_used_at: Date | null;
      second_factor: SecondFactorState;
    }
  >(USER_AND_SESSION, [userId, sessionId]);
  const row = rows[0];
  if (row === undefined) return null;
  const { session, session_used_at: lastUsedAt, second_factor: secondFactor, ...user } = row;
  return { user, session, secondFactor, lastUsedAt };
}

/** Commits without waiting for the disk: it is only displayed. */
export async function markSessionUsed(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query(`update user_sessions set last_used_at = $2 where id = $1 and ${lazily}`, [id, now]);
}

export async function listSessions(db: Queryable, userId: string): Promise<SessionRow[]> {
  const { rows } = await db.query<SessionRow>(
    `select * from user_sessions where user_id = $1
     order by coalesce(last_used_at, refreshed_at) desc, id desc`,
    [userId],
  );
  return rows;
}

/** Ends one of the person's own sessions, never another person's. */
export async function endOwnSession(db: Queryable, userId: string, id: string): Promise<void> {
  await db.query('delete from user_sessions where id = $1 and user_id = $2', [id, userId]);
}

export async function endSession(db: Queryable, id: string): Promise<void> {
  await db.query('delete from user_sessions where id = $1', [id]);
}

export async function endSessionsOfUser(
  db: Queryable,
  userId: string,
  exceptSession?: string,
): Promise<void> {
  await db.query('delete from user_sessions where user_id = $1 and id is distinct from $2', [
    userId,
    exceptSession ?? null,
  ]);
}

export async function endStaleSessions(
  db: Queryable,
  limits: { refreshedBefore: Date; createdBefore: Date },
): Promise<void> {
  await db.query('delete from user_sessions where refreshed_at < $1 or created_at < $2', [
    limits.refreshedBefore,
    limits.createdBefore,
  ]);
}

/** Records a proof of a second factor; null if the session has ended. */
export async function addToAmr(
  db: Queryable,
  sessionId: string,
  method: SecondMethod,
  now: Date,
): Promise<SessionRow | null> {
  const entry: AmrEntry = { method, timestamp: Math.floor(now.getTime() / 1_000) };
  const { rows } = await db.query<SessionRow>(
    `update user_sessions
     set amr = $2::jsonb || coalesce((
       select jsonb_agg(entry order by place) from jsonb_array_elements(amr) with ordinality as of_session (entry, place)
       where entry ->> 'method' <> $3
     ), '[]')
     where id = $1 returning *`,
    [sessionId, JSON.stringify([entry]), method],
  );
  return rows[0] ?? null;
}

/** Proofs of a removed factor say nothing about a later one. */
export async function dropSecondMethods(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update user_sessions
     set amr = coalesce((
       select jsonb_agg(entry order by place) from jsonb_array_elements(amr) with ordinality as of_session (entry, place)
       where entry ->> 'method' <> all ($2::text[])
     ), '[]')
     where user_id = $1`,
    [userId, secondMethods],
  );
}
