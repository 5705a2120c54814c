import type { Queryable } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/errors.ts';
import { insertRow, type NewRow, type Rows, updateRow } from '../../../platform/db/rows.ts';
import { AuthError } from '../auth-error.ts';

export type UserRow = Rows['users'];

/** The columns a change may set; `updated_at` is set by every change. */
export type UserChange = Partial<Omit<UserRow, 'id' | 'created_at' | 'updated_at'>>;

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>('select * from users where id = $1', [id]);
  return rows[0] ?? null;
}

/** The same, and no other transaction can change it meanwhile. */
export async function lockUser(tx: Queryable, id: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>('select * from users where id = $1 for update', [id]);
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

type NewUser = NewRow<UserRow, 'created_at' | 'updated_at'>;

/** Null if the address or the id is taken. */
export function insertUser(db: Queryable, user: NewUser, now: Date): Promise<UserRow | null> {
  const row = { ...user, created_at: now, updated_at: now };
  return insertRow(db, 'users', row, 'on conflict do nothing');
}

/** Null if the user is gone. */
export function changeUser(
  db: Queryable,
  id: string,
  change: UserChange,
  now: Date,
): Promise<UserRow | null> {
  return updateRow(db, 'users', { ...change, updated_at: now }, 'id = $1', id);
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

/** Reports that another account took the address first. */
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
