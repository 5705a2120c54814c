import type { Queryable } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { AuthError } from '../auth-error.ts';

export type UserRow = {
  id: string;
  email: string;
  password_hash: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  recovery_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  new_email: string | null;
  email_change_sent_at: Date | null;
  last_sign_in_at: Date | null;
  banned_until: Date | null;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  created_at: Date;
  updated_at: Date;
};

/** The columns a change may set; `updated_at` is set by every change. */
export type UserChange = Partial<Omit<UserRow, 'id' | 'created_at' | 'updated_at'>>;

const changeable: readonly (keyof UserChange)[] = [
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
];

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>('select * from users where id = $1', [id]);
  return rows[0] ?? null;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>('select * from users where email = $1', [email]);
  return rows[0] ?? null;
}

export async function anyUserExists(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('select exists (select from users) as found');
  return rows[0]?.found ?? false;
}

/** The first account there is, to which the installation belongs; null before the set-up. */
export async function findOwner(db: Queryable): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>('select * from users order by created_at, id limit 1');
  return rows[0] ?? null;
}

export type NewUser = {
  id: string;
  email: string;
  passwordHash: string | null;
  emailConfirmedAt: Date | null;
  invitedAt: Date | null;
  bannedUntil: Date | null;
  appMetadata: Record<string, unknown>;
  userMetadata: Record<string, unknown>;
  now: Date;
};

/** Null if the address or the id is taken. */
export async function insertUser(db: Queryable, user: NewUser): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `insert into users (id, email, password_hash, email_confirmed_at, invited_at, banned_until,
                        app_metadata, user_metadata, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict do nothing
     returning *`,
    [
      user.id,
      user.email,
      user.passwordHash,
      user.emailConfirmedAt,
      user.invitedAt,
      user.bannedUntil,
      user.appMetadata,
      user.userMetadata,
      user.now,
    ],
  );
  return rows[0] ?? null;
}

/** Null if the user is gone. */
export async function changeUser(
  db: Queryable,
  id: string,
  change: UserChange,
  now: Date,
): Promise<UserRow | null> {
  const columns = changeable.filter((column) => change[column] !== undefined);
  const assignments = columns.map((column, index) => `${column} = $${index + 3}`);
  const { rows } = await db.query<UserRow>(
    `update users set ${['updated_at = $2', ...assignments].join(', ')} where id = $1 returning *`,
    [id, now, ...columns.map((column) => change[column])],
  );
  return rows[0] ?? null;
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

/** Says in words that another account took the address first. */
export function refuseTakenEmail(error: unknown): never {
  throw isUniqueViolation(error) ? emailExists() : error;
}

export async function deleteUser(db: Queryable, id: string): Promise<void> {
  await db.query('delete from users where id = $1', [id]);
}

export async function listUsers(
  db: Queryable,
  options: { offset: number; limit: number; filter: string | null; newestFirst: boolean },
): Promise<{ users: UserRow[]; total: number }> {
  const pattern = options.filter === null ? null : `%${options.filter.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const matching = "($1::text is null or email ilike $1 or user_metadata ->> 'name' ilike $1)";
  const direction = options.newestFirst ? 'desc' : 'asc';
  const [page, count] = await Promise.all([
    db.query<UserRow>(
      `select * from users where ${matching}
       order by created_at ${direction}, id ${direction} limit $2 offset $3`,
      [pattern, options.limit, options.offset],
    ),
    db.query<{ total: string }>(`select count(*) as total from users where ${matching}`, [pattern]),
  ]);
  return { users: page.rows, total: Number(count.rows[0]?.total ?? 0) };
}
